// Draws the state into the square board the server rendered: only what differs is touched.

import { element, renderPieces, renderState } from '../board/drawing.js';
import { renderPromotion } from '../board/promotion.js';
import { draggable, placeDuck } from '../turn/change.js';
import { corner, squareAt } from './squares.js';
import { begun, destinations, duckShown, duckSquares, kingsMarked, phase, piecesShown } from '../turn/state.js';
import { slide } from './motion.js';
import { promotionGroup } from './promotion.js';

/** @typedef {import('../turn/state.js').State} State */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('../board/drawing.js').View} View */

/**
 * A piece, the duck or a mark on a square.
 * @param {string} className @param {string} href @param {Square} square @param {import('./squares.js').Side} orientation
 */
function use(className, href, square, orientation) {
  return element('use', { class: className, href, ...corner(square, orientation), width: 100, height: 100, 'data-square': square });
}

/** @param {View} view @param {State} state @param {{still?: Square | true | null}} [options] the square of a piece that was carried there; `true`: nothing glides */
export function render(view, state, { still = null } = {}) {
  const now = phase(state);
  view.board.classList.toggle('choosing-duck', now === 'duck');
  renderState(view, { begun: begun(state), whole: now === 'whole', marked: kingsMarked(state) });
  /** @type {Map<Square, string>} */
  const wanted = new Map(Object.entries(piecesShown(state)));
  const duck = duckShown(state);
  if (duck) wanted.set(duck, 'duck');
  renderPieces(view, wanted, still, {
    make: (square, piece) => use('piece', `${view.sprite}#${piece}`, square, state.orientation),
    place: (each, square) => place(view, state, each, square),
    slide: (each, from, to) => {
      const [was, is] = [from, to].map(square => corner(square, state.orientation));
      slide(each, was.x - is.x, was.y - is.y);
    },
    movable: square => draggable(state, square),
  });
  renderHints(view, state);
  renderVeil(view, state);
  renderPromotion(view.board, promotionGroup(view, state));
}

/** @param {View} view @param {State} state */
function renderHints(view, state) {
  /** @type {Element[]} */
  const hints = [];
  const hint = (/** @type {string} */ name, /** @type {Square} */ square) =>
    hints.push(use(`hint hint-${name}`, `${view.marks}#${name}`, square, state.orientation));
  const from = state.lifted ?? (state.move ?? state.choices[0])?.from;
  if (from) hint('lifted', from);
  if (state.move) hint('lifted', state.move.to);
  if (phase(state) === 'square' && state.lifted) {
    for (const [to, [move]] of destinations(state, state.lifted)) {
      hint(to !== move.to || state.pieces[to] ? 'capture' : 'move', to);
    }
  }
  if (phase(state) === 'duck') for (const square of duckSquares(state)) hint('pond', square);
  if (state.duckTo) hint('duck', state.duckTo);
  view.hints.replaceChildren(...hints);
}

/** Under the choice of what a pawn becomes. @param {View} view @param {State} state */
function renderVeil(view, state) {
  view.over.querySelector('.promotion-veil')?.remove();
  if (phase(state) === 'promotion') view.over.append(element('rect', { class: 'promotion-veil', width: 800, height: 800 }));
}

/** @param {View} view @param {State} state @param {import('../board/system.js').Point} event @returns {Square | null} */
export function squareUnder(view, state, event) {
  const box = view.svg.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
  const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
  return squareAt(column, row, state.orientation);
}

/** A piece where it belongs. @param {View} view @param {State} state @param {SVGElement} each @param {Square} square */
export function place(view, state, each, square) {
  const { x, y } = corner(square, state.orientation);
  each.style.transform = '';
  each.setAttribute('x', String(x));
  each.setAttribute('y', String(y));
}

/** @param {View} view @param {State} state @param {{square: Square, carried: SVGElement | null}} press @param {import('../board/system.js').Point} event */
export function carryTo(view, state, { square, carried }, event) {
  const box = view.svg.getBoundingClientRect();
  const { x, y } = corner(square, state.orientation);
  const dx = ((event.clientX - box.left) / box.width) * 800 - x - 50;
  const dy = ((event.clientY - box.top) / box.height) * 800 - y - 50;
  if (carried) carried.style.transform = `translate(${dx}px, ${dy}px)`;
}

/** A frame round a square. @param {View} view @param {State} state @param {Square} square */
export const frame = (view, state, square) => use('hint-over', `${view.marks}#over`, square, state.orientation);

/** Shows a faint duck where a click would put it. @param {View} view @param {State} state @param {Square | null} square */
export function hover(view, state, square) {
  const wanted = phase(state) === 'duck' && square && placeDuck(state, square) !== state ? square : null;
  const ghost = view.hints.querySelector('.piece-ghost');
  if (!wanted) ghost?.remove();
  else if (ghost?.getAttribute('data-square') !== wanted) {
    ghost?.remove();
    view.hints.append(use('piece-ghost', `${view.sprite}#duck`, wanted, state.orientation));
  }
}

/** What goes over the squares by keyboard. @param {View} view */
export const newCursor = view => use('board-cursor', `${view.marks}#cursor`, 'a1', 'white');

/** @param {View} view @param {State} state @param {Element} cursor @param {Square} square */
export function putCursor(view, state, cursor, square) {
  const { x, y } = corner(square, state.orientation);
  cursor.setAttribute('x', String(x));
  cursor.setAttribute('y', String(y));
}
