// After something was sent the page is a new one. Its reader goes on at the action bar, where they were, not at the top.

const KEY = 'sent from';

/** What is read first in the bar: the result, or whose turn it is. */
const FIRST = '.outcome-words, #board-status, .actions .viewing p';

/** Remembers from which game something is sent. Other listeners may prevent that. */
export function rememberSent() {
  document.addEventListener('submit', event => setTimeout(() => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    // `/games/{id}/actions`; the name of a field hides the form's own `action`.
    const game = new URL(form.getAttribute('action') ?? '', location.href).pathname.split('/').slice(0, 3).join('/');
    if (game.startsWith('/games/') && !event.defaultPrevented && form.closest('.actions')) sessionStorage.setItem(KEY, game);
  }));
}

/** On the page of that game: a refusal and a question are gone to by themselves. @param {string} game its path */
export function goOnAfterSending(game) {
  const sent = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const first = /** @type {HTMLElement | null} */ (document.querySelector(FIRST));
  if (sent !== game || !first || document.querySelector('#error-summary, .question')) return;
  first.tabIndex = -1;
  first.focus({ preventScroll: true });
}
