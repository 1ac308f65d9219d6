// What a pawn becomes on the Vortex: buttons in the middle of the board, one for each kind of piece that has been taken, and
// one to stay a pawn. A press elsewhere and Escape take the pawn back.

import { promote } from './change.js';
import { phase } from './state.js';
import { ROLES, capitalised } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./render.js').View} View */
/** @typedef {import('./pointers.js').Board} Board */

/** Shows the buttons while there is a choice. The first has the focus; when they go, the board has it again. @param {View} view @param {State} state */
export function renderPromotion(view, state) {
  const old = view.board.querySelector('.round-promotion');
  const had = old?.contains(document.activeElement);
  old?.remove();
  if (phase(state) !== 'promotion') {
    if (had) view.board.focus({ preventScroll: true });
    return;
  }
  const group = document.createElement('div');
  group.className = 'round-promotion';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'The pawn on the Vortex becomes');
  group.append(...[...state.promotions, 'P'].map(role => newChoice(view, state, role)));
  view.board.append(group);
  /** @type {HTMLElement} */ (group.querySelector('button')).focus({ preventScroll: true });
}

/** @param {View} view @param {State} state @param {string} role */
function newChoice(view, state, role) {
  const figure = state.pieces[state.choosing?.from ?? ''].split(' ')[1][0] + role;
  const words = role === 'P' ? 'Stay a pawn' : capitalised(ROLES[role]);
  const choice = document.createElement('button');
  choice.type = 'button';
  choice.dataset.role = role;
  choice.className = `promotion-choice seat-${state.toMove}`;
  choice.title = words;
  choice.setAttribute('aria-label', words);
  choice.innerHTML = '<svg viewBox="0 0 100 100" aria-hidden="true"><use/><use x="10" y="9" width="80" height="80"/></svg>';
  const [token, piece] = choice.querySelectorAll('use');
  token.setAttribute('href', `${view.marks}#token-${state.shapes[state.toMove]}`);
  piece.setAttribute('href', `${view.sprite}#${figure}`);
  return choice;
}

/** @param {Board} board */
export function listenToPromotion(board) {
  const { view } = board;
  view.board.addEventListener('click', event => {
    const choice = event.target instanceof Element ? event.target.closest('.promotion-choice') : null;
    if (choice instanceof HTMLElement) board.change(promote(board.state(), choice.dataset.role ?? ''));
  });
  // Before the board's own keys hear of it.
  view.board.addEventListener('keydown', event => {
    if (phase(board.state()) !== 'promotion' || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = /** @type {HTMLElement[]} */ ([...view.board.querySelectorAll('.promotion-choice')]);
    const step = ['ArrowDown', 'ArrowRight'].includes(event.key) ? 1 : ['ArrowUp', 'ArrowLeft'].includes(event.key) ? -1 : 0;
    const next = promote(board.state(), event.key.toUpperCase());
    if (next !== board.state()) board.change(next);
    else if (step) all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + all.length) % all.length].focus();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
