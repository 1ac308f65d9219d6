// After something was sent the page is a new one. Its reader goes on at the action bar, where they were, not at the top.

const KEY = 'sent from';

/** What is read first in the bar: the result, or whose turn it is. */
const FIRST = '.outcome-words, #board-status, .actions .viewing p';

/** Remembers from which game something is sent. Other listeners may prevent that. */
export function rememberSent() {
  document.addEventListener('submit', event => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.closest('.actions')) return;
    // `/games/{id}/actions`; the name of a field hides the form's own `action`. The fragment is for browsers without scripts.
    const path = form.getAttribute('action')?.split('#')[0] ?? '';
    form.setAttribute('action', path);
    const game = new URL(path, location.href).pathname.split('/').slice(0, 3).join('/');
    setTimeout(() => {
      if (game.startsWith('/games/') && !event.defaultPrevented) sessionStorage.setItem(KEY, game);
    });
  });
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
