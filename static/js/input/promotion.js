// The choice of what a pawn becomes, by mouse and keyboard. A press elsewhere and Escape take the pawn back.

import { promote } from '../turn/change.js';
import { phase } from '../turn/state.js';
import { isSecondHalf } from './double_click.js';

/** @typedef {import('./pointers.js').Board} Board */

const FORWARD = ['ArrowDown', 'ArrowRight'];
const BACK = ['ArrowUp', 'ArrowLeft'];

/** @param {Board} board */
export function listenToPromotion(board) {
  const { view } = board;
  const choices = () => /** @type {HTMLElement[]} */ ([...view.board.querySelectorAll('.promotion-choice')]);

  view.board.addEventListener('click', event => {
    const choice = event.target instanceof Element ? event.target.closest('.promotion-choice') : null;
    // A key that presses the button is no click.
    if (choice instanceof HTMLElement && (!event.detail || !isSecondHalf(event, null))) board.change(promote(board.state(), choice.dataset.role ?? ''));
  });
  // Before the board's own keys hear of it.
  view.board.addEventListener('keydown', event => {
    if (phase(board.state()) !== 'promotion' || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = choices();
    const step = FORWARD.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    const next = promote(board.state(), event.key.toUpperCase());
    if (next !== board.state()) board.change(next);
    else if (step) {
      const turned = view.board.querySelector('.promotion-from-below') && !event.key.endsWith('t') ? -step : step;
      all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + turned + all.length) % all.length].focus();
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
