// The record beside the board: which turn is shown in it, and what leads away from it.

/** Marks the turn that led to a ply, and brings it into view. @param {number} ply */
export function markShown(ply) {
  for (const turn of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a.turn'))) {
    const its = new URL(turn.href, location.href).searchParams.get('ply');
    if (its === String(ply)) turn.setAttribute('aria-current', 'true');
    else turn.removeAttribute('aria-current');
  }
  // Downloads are of the position that is seen.
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a[data-at-ply]'))) {
    const url = new URL(link.href, location.href);
    url.searchParams.set('ply', String(ply));
    link.setAttribute('href', url.pathname + url.search);
  }
  showCurrentTurn();
}

/** Brings the turn that is shown into view in the record, without moving the page. */
export function showCurrentTurn() {
  for (const scroll of document.querySelectorAll('.record-scroll:has(.turns)')) {
    const current = scroll.querySelector('[aria-current]');
    if (!current) {
      scroll.scrollTop = 0;
      continue;
    }
    const turns = scroll.querySelectorAll('.turn');
    const box = scroll.getBoundingClientRect();
    const at = current.getBoundingClientRect();
    if (current === turns[turns.length - 1]) scroll.scrollTop = scroll.scrollHeight;
    else if (at.bottom > box.bottom - 16) scroll.scrollTop += at.bottom - box.bottom + 16;
    else if (at.top < box.top + 16) scroll.scrollTop += at.top - box.top - 16;
  }
}

/** Whether the record shows its last turn, and so is to show the next. */
export function isAtEnd() {
  const scroll = document.querySelector('.record-scroll:has(.turns)');
  return !scroll || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 24;
}
