// The board by keyboard: arrows go over the squares, Enter or Space does what a click does there. Escape is the page's.

import { tap } from './change.js';
import { beside, corner } from './squares.js';
import { duckShown } from './state.js';
import { use } from './render.js';
import { squareWords } from './words.js';

/** @typedef {import('./drag.js').Board} Board */
/** @typedef {import('./squares.js').Square} Square */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board @param {(words: string) => void} say */
export function listenToKeys(board, say) {
  const { view } = board;
  const first = board.state();
  /** @type {Square} */
  let at = Object.keys(first.pieces).find(square => first.pieces[square] === `${first.toMove[0]}K`) ?? duckShown(first) ?? 'e1';
  const cursor = use('board-cursor', `${view.marks}#cursor`, at, first.orientation);
  cursor.setAttribute('hidden', '');
  view.over.append(cursor);

  const show = () => {
    const { x, y } = corner(at, board.state().orientation);
    cursor.setAttribute('x', String(x));
    cursor.setAttribute('y', String(y));
    cursor.removeAttribute('hidden');
  };

  const go = (/** @type {KeyboardEvent} */ event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      at = beside(at, ...arrow, board.state().orientation);
      say(squareWords(board.state(), at));
      return;
    }
    const state = board.state();
    const next = tap(state, at);
    if (next === state) board.refuse(at);
    else board.change(next);
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
}

const isEnter = (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' || event.key === ' ';
