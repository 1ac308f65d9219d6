// The round board by keyboard: an arrow goes to the neighbour in that direction of the screen, Enter or Space does what a
// click does there. Escape is the page's.

import { tap } from './change.js';
import { element } from './render.js';
import { squareWords } from './words.js';

/** @typedef {import('./pointers.js').Board} Board */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board @param {(words: string) => void} say */
export function listenToKeys(board, say) {
  const { view } = board;
  const first = board.state();
  const isKing = (/** @type {string} */ square) => first.pieces[square].startsWith(`${first.toMove} `) && first.pieces[square].endsWith('K');
  let at = Object.keys(first.pieces).find(isKing) ?? 'V';
  const cursor = element('g', { class: 'board-cursor' });
  cursor.append(element('path', { class: 'cursor-edge' }), element('path', { class: 'cursor-line' }));
  cursor.setAttribute('hidden', '');
  view.over.append(cursor);

  const show = () => {
    for (const each of cursor.children) each.setAttribute('d', view.geometry.path(at));
    cursor.setAttribute('data-square', at);
    cursor.removeAttribute('hidden');
  };
  const go = (/** @type {KeyboardEvent} */ event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      at = view.geometry.beside(at, ...arrow);
      say(squareWords(board.state(), at));
      return;
    }
    const state = board.state();
    const next = tap(state, at);
    if (next === state) board.refuse(at);
    else board.change(next);
  };
  view.board.addEventListener('keydown', event => {
    const known = event.key in ARROWS || event.key === 'Enter' || event.key === ' ';
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
