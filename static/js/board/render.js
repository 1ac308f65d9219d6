// Draws the state into the board the server rendered: only what differs is touched.

import { draggable } from './change.js';
import { corner } from './squares.js';
import { begun, destinations, duckShown, duckSquares, kingsInReach, phase, piecesShown } from './state.js';
import { slide } from './motion.js';
import { renderPromotion } from './promotion.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./squares.js').Square} Square */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {object} View
 * @property {HTMLElement} board
 * @property {SVGSVGElement} svg
 * @property {SVGGElement} hints
 * @property {SVGGElement} pieces
 * @property {SVGGElement} over what lies above the pieces
 * @property {Map<Square, SVGUseElement>} standing
 * @property {string} sprite the address of the pieces
 * @property {string} marks the address of the marks
 */

/** @param {string} name @param {Record<string, string | number>} attributes */
export function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * A piece, the duck or a mark on a square.
 * @param {string} className @param {string} href @param {Square} square @param {import('./squares.js').Side} orientation
 */
export function use(className, href, square, orientation) {
  return element('use', { class: className, href, ...corner(square, orientation), width: 100, height: 100, 'data-square': square });
}

/** Takes hold of the server's board. @param {HTMLElement} board @returns {View} */
export function newView(board) {
  const svg = /** @type {SVGSVGElement} */ (board.querySelector('svg'));
  const pieces = /** @type {SVGGElement} */ (svg.querySelector('.board-pieces'));
  const hints = /** @type {SVGGElement} */ (element('g', { class: 'board-hints' }));
  const over = /** @type {SVGGElement} */ (element('g', { class: 'board-over' }));
  pieces.before(hints);
  pieces.after(over);
  /** @type {Map<Square, SVGUseElement>} */
  const standing = new Map();
  for (const each of pieces.querySelectorAll('use')) standing.set(each.dataset.square ?? '', each);
  board.classList.add('board-live');
  const { pieces: sprite = '/static/pieces/mallard.svg', marks = '/static/marks.svg' } = board.dataset;
  return { board, svg, hints, pieces, over, standing, sprite, marks };
}

/** @param {View} view @param {State} state @param {{still?: Square | null}} [options] the square of a piece that was carried there */
export function render(view, state, { still = null } = {}) {
  const now = phase(state);
  view.board.classList.toggle('choosing-duck', now === 'duck');
  view.board.classList.toggle('turn-begun', begun(state));
  view.board.classList.toggle('turn-whole', now === 'whole');
  for (const mark of view.svg.querySelectorAll('.mark-check')) {
    mark.toggleAttribute('hidden', !kingsInReach(state).includes(/** @type {SVGElement} */ (mark).dataset.square ?? ''));
  }
  renderPieces(view, state, still);
  renderHints(view, state);
  renderVeil(view, state);
  renderPromotion(view, state);
}

/** @param {View} view @param {State} state @param {Square | null} still */
function renderPieces(view, state, still) {
  /** @type {Map<Square, string>} */
  const wanted = new Map(Object.entries(piecesShown(state)));
  const duck = duckShown(state);
  if (duck) wanted.set(duck, 'duck');
  /** @type {SVGUseElement[]} */
  const spare = [];
  for (const [square, each] of view.standing) {
    if (wanted.get(square) === each.dataset.piece) continue;
    spare.push(each);
    view.standing.delete(square);
  }
  for (const [square, piece] of wanted) {
    if (!view.standing.has(square)) view.standing.set(square, stand(view, state, square, piece, spare, still));
  }
  for (const each of spare) each.remove();
  for (const [square, each] of view.standing) each.classList.toggle('piece-movable', draggable(state, square));
}

/**
 * Puts a piece on a square: one of the same kind that stood elsewhere goes there, or a new one is made.
 * @param {View} view @param {State} state @param {Square} square @param {string} piece
 * @param {SVGUseElement[]} spare @param {Square | null} still
 */
function stand(view, state, square, piece, spare, still) {
  const index = spare.findIndex(each => each.dataset.piece === piece);
  const { x, y } = corner(square, state.orientation);
  if (index < 0) {
    const made = /** @type {SVGUseElement} */ (use('piece', `${view.sprite}#${piece}`, square, state.orientation));
    made.dataset.piece = piece;
    view.pieces.append(made);
    return made;
  }
  const [moved] = spare.splice(index, 1);
  const dx = Number(moved.getAttribute('x')) - x;
  const dy = Number(moved.getAttribute('y')) - y;
  moved.setAttribute('x', String(x));
  moved.setAttribute('y', String(y));
  moved.dataset.square = square;
  view.pieces.append(moved);
  if (square !== still) slide(moved, dx, dy);
  return moved;
}

/** @param {View} view @param {State} state */
function renderHints(view, state) {
  /** @type {Element[]} */
  const hints = [];
  const hint = (/** @type {string} */ name, /** @type {Square} */ square) =>
    hints.push(use(`hint hint-${name}`, `${view.marks}#${name}`, square, state.orientation));
  const from = state.lifted ?? state.move?.from;
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
