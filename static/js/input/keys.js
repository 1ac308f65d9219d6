// A board of any kind by keyboard: an arrow goes to the square in that direction of the screen, Enter or Space does what a click
// does there. Escape is the page's. After a click the arrows are the page's too, until the board is reached by keyboard again or
// Enter brings the cursor back.

import { tap } from '../turn/change.js';
import { phase } from '../turn/state.js';
import { reachWords, squareWords } from '../turn/words.js';

/** @typedef {import('./pointers.js').Board} Board */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** On a board while the arrows go over its squares. */
const BY_KEYBOARD = 'board-by-keyboard';

const isEnter = (/** @type {string} */ key) => key === 'Enter' || key === ' ';

/** Whether a board takes a key that is pressed on it. @param {HTMLElement} board @param {KeyboardEvent} event */
export function takesKey(board, event) {
  if (event.target !== board || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  return isEnter(event.key) || (event.key in ARROWS && board.classList.contains(BY_KEYBOARD));
}

/** @param {Board} board @param {(words: string) => void} say */
export function listenToKeys(board, say) {
  const { view, system } = board;
  let at = board.state().cursor;
  const cursor = system.newCursor(view);
  cursor.setAttribute('hidden', '');
  view.over.append(cursor);

  const isByKeyboard = () => view.board.classList.contains(BY_KEYBOARD);
  const show = () => {
    view.board.classList.add(BY_KEYBOARD);
    system.putCursor(view, board.state(), cursor, at);
    cursor.setAttribute('data-square', at);
    cursor.removeAttribute('hidden');
  };
  const hide = () => {
    view.board.classList.remove(BY_KEYBOARD);
    cursor.setAttribute('hidden', '');
  };

  const go = (/** @type {string} */ key) => {
    const arrow = ARROWS[key];
    if (arrow || !isByKeyboard()) {
      if (arrow) at = system.neighbour(view, board.state(), at, ...arrow);
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
  const press = (/** @type {string} */ key) => {
    go(key);
    show();
  };

  view.board.addEventListener('keydown', event => {
    if (!takesKey(view.board, event)) return;
    event.preventDefault();
    press(event.key);
  });
  view.board.addEventListener('pointerdown', hide);
  view.board.addEventListener('focus', () => {
    if (!view.board.matches(':focus-visible')) return;
    show();
    say(squareWords(board.state(), at));
  });
  return {
    /** The board is seen from elsewhere: the cursor stays on its square. */
    reoriented: () => { if (isByKeyboard()) show(); },
    press,
  };
}
