// Mouse, pen and touch on the round board. A press on what can be carried lifts it; let go elsewhere it is dropped, on the
// spot it stays lifted. Squares are small on a phone: a finger means the nearest square that it can mean anything on.

import { draggable, drop, lift, stepBack, tap } from './change.js';
import { movesFrom, phase } from './state.js';
import { element } from './render.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Square} Square */
/** @typedef {import('./render.js').View} View */

/**
 * @typedef {object} Board what the ways of input work on
 * @property {View} view
 * @property {() => State} state
 * @property {(next: State, options?: {still?: Square | null}) => void} change
 * @property {(square: Square, before?: State) => void} refuse
 */

/** @typedef {{pointer: number, square: Square, x: number, y: number, carried: SVGGElement | null, wasLifted: boolean, dragging: boolean}} Press */

/** Pixels a pointer may tremble and still be a click. */
const TREMBLE = { mouse: 4, pen: 6, touch: 10 };
/** How far beside a square a finger may come down, in pixels. */
const FINGER = 22;

/** What a press on a square can be about now. @param {State} state @returns {Square[]} */
const meant = state => [
  ...new Set(state.moves.map(move => move.from)),
  ...(state.lifted ? movesFrom(state, state.lifted).map(move => move.to) : []),
  ...(state.move ? [state.move.to] : []),
];

/** @param {Board} board @param {PointerEvent} event */
function squareUnder({ view, state }, event) {
  const hit = view.geometry.under(event);
  if (event.pointerType !== 'touch') return hit;
  const squares = meant(state());
  if (hit && squares.includes(hit)) return hit;
  return view.geometry.nearest(event, squares, FINGER) ?? hit;
}

/** @param {Board} board */
export function listenToPointers(board) {
  const { view } = board;
  /** @type {Press | null} */
  let press = null;

  // Without this a finger on a piece scrolls the page; elsewhere on the board it still may.
  view.svg.addEventListener('touchstart', event => {
    const touch = event.touches[0];
    const square = view.geometry.under(touch);
    if (event.touches.length === 1 && event.cancelable && square && draggable(board.state(), square)) event.preventDefault();
  }, { passive: false });

  view.svg.addEventListener('pointerdown', event => {
    const square = squareUnder(board, event);
    if (!event.isPrimary || event.button !== 0 || !square) return;
    press = begin(board, event, square);
  });
  view.svg.addEventListener('pointermove', event => {
    if (press?.pointer === event.pointerId && press.carried) carry(board, press, event);
  });
  view.svg.addEventListener('pointerup', event => {
    if (press?.pointer !== event.pointerId) return;
    const ended = press;
    press = null;
    release(board, ended, event);
  });
  const abandon = (/** @type {PointerEvent} */ event) => {
    if (press?.pointer !== event.pointerId) return;
    putBack(board, press);
    press = null;
  };
  view.svg.addEventListener('pointercancel', abandon);
  view.svg.addEventListener('lostpointercapture', abandon);
  view.svg.addEventListener('contextmenu', event => press && event.preventDefault());
}

/** @param {Board} board @param {PointerEvent} event @param {Square} square @returns {Press} */
function begin(board, event, square) {
  const state = board.state();
  const wasLifted = state.lifted === square;
  const isTarget = phase(state) === 'square' && movesFrom(state, state.lifted ?? '').some(move => move.to === square);
  const carries = draggable(state, square) && !isTarget;
  if (carries) {
    board.view.svg.setPointerCapture(event.pointerId);
    board.change(lift(state, square));
  }
  const carried = carries ? board.view.standing.get(square) ?? null : null;
  return { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, carried, wasLifted, dragging: false };
}

/** @param {Press} press @param {PointerEvent} event whether it has gone further than a hand trembles */
function strayed(press, event) {
  const limit = TREMBLE[/** @type {keyof typeof TREMBLE} */ (event.pointerType)] ?? TREMBLE.mouse;
  return Math.hypot(event.clientX - press.x, event.clientY - press.y) > limit;
}

/** @param {Board} board @param {Press} press @param {PointerEvent} event */
function carry({ view }, press, event) {
  const carried = /** @type {SVGGElement} */ (press.carried);
  if (!press.dragging) {
    if (!strayed(press, event)) return;
    press.dragging = true;
    view.board.classList.add('dragging');
    carried.classList.add('piece-dragged');
    view.pieces.append(carried);
  }
  const { x, y } = view.geometry.point(event);
  carried.setAttribute('transform', `translate(${x} ${y}) scale(${view.geometry.spot(press.square).r / 42})`);
  const over = view.geometry.under(event);
  const marked = view.hints.querySelector('.hint-over');
  if (marked?.getAttribute('data-square') === over) return;
  marked?.remove();
  if (over) view.hints.append(element('path', { class: 'hint-over', d: view.geometry.path(over), 'data-square': over }));
}

/** @param {Board} board @param {Press} press */
function putBack({ view }, press) {
  view.board.classList.remove('dragging');
  view.hints.querySelector('.hint-over')?.remove();
  if (!press.carried) return;
  press.carried.classList.remove('piece-dragged');
  const { x, y, r } = view.geometry.spot(press.carried.dataset.square ?? '');
  press.carried.setAttribute('transform', `translate(${x} ${y}) scale(${r / 50})`);
}

/** @param {Board} board @param {Press} press @param {PointerEvent} event */
function release(board, press, event) {
  const square = squareUnder(board, event);
  const state = board.state();
  putBack(board, press);
  if (press.dragging) {
    const next = drop(state, square);
    const made = Boolean(next.move ?? next.choosing);
    board.change(next, { still: square });
    if (!made && square && square !== press.square) board.refuse(square, state);
  } else if (square === press.square && !strayed(press, event)) click(board, press);
}

/** @param {Board} board @param {Press} press */
function click(board, press) {
  const state = board.state();
  if (phase(state) === 'promotion') board.change(stepBack(state));
  else if (!press.carried || press.wasLifted) {
    const next = tap(state, press.square);
    if (next === state) board.refuse(press.square);
    else board.change(next);
  }
}
