// A board of any kind by keyboard: an arrow goes to the square in that direction of the screen, Enter or Space does what a click
// does there. Escape is the page's.

import { tap } from '../turn/change.js';
import { phase } from '../turn/state.js';
import { reachWords, squareWords } from '../turn/words.js';

/** @typedef {import('./pointers.js').Board} Board */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const isEnter = (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' || event.key === ' ';

/** @param {Board} board @param {(words: string) => void} say */
export function listenToKeys(board, say) {
  const { view, system } = board;
  let at = board.state().cursor;
  const cursor = system.newCursor(view);
  cursor.setAttribute('hidden', '');
  view.over.append(cursor);

  const show = () => {
    system.putCursor(view, board.state(), cursor, at);
    cursor.setAttribute('data-square', at);
    cursor.removeAttribute('hidden');
  };

  const go = (/** @type {KeyboardEvent} */ event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      at = system.neighbour(view, board.state(), at, ...arrow);
      say(squareWords(board.state(), at));
      return;
    }
    const state = board.state();
    const next = tap(state, at);
    if (next === state) {
      board.refuse(at);
      return;
    }
    board.change(next);
    if (phase(next) === 'square') say(reachWords(next));
  };

  view.board.addEventListener('keydown', event => {
    const known = event.key in ARROWS || isEnter(event);
    if (!known || event.target !== view.board || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    go(event);
    show();
  });
  view.board.addEventListener('pointerdown', () => cursor.setAttribute('hidden', ''));
  view.board.addEventListener('focus', () => {
    if (!view.board.matches(':focus-visible')) return;
    show();
    say(squareWords(board.state(), at));
  });
  return {
    /** The board is seen from elsewhere: the cursor stays on its square. */
    reoriented: () => { if (!cursor.hasAttribute('hidden')) show(); },
  };
}
