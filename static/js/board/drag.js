// Mouse, pen and touch on the board. A press on what can be carried lifts it; let go elsewhere it is dropped, on the spot
// it stays lifted, so that dragging and clicking are one thing. A finger that scrolls the page does nothing.

import { anew, drop, draggable, lift, placeDuck, tap } from './change.js';
import { corner, squareAt } from './squares.js';
import { phase } from './state.js';
import { use } from './render.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./render.js').View} View */

/**
 * @typedef {object} Board what the ways of input work on
 * @property {View} view
 * @property {() => State} state
 * @property {(next: State, options?: {still?: Square | null}) => void} change
 * @property {(square: Square, before?: State) => void} refuse says why nothing is done there, or was not in a state before
 */

/** @typedef {{pointer: number, square: Square, x: number, y: number, carried: SVGUseElement | null, wasLifted: boolean, dragging: boolean}} Press */

/** Pixels a pointer may tremble and still be a click. */
const TREMBLE = { mouse: 4, pen: 6, touch: 10 };

/** @param {View} view @param {PointerEvent | Touch} event @param {import('./squares.js').Side} orientation */
function squareUnder(view, event, orientation) {
  const box = view.svg.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
  const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
  return squareAt(column, row, orientation);
}

/** @param {Board} board */
export function listenToPointers(board) {
  const { view } = board;
  /** @type {Press | null} */
  let press = null;

  // Without this a finger on a piece scrolls the page; elsewhere on the board it still may.
  view.svg.addEventListener('touchstart', event => {
    const square = squareUnder(view, event.touches[0], board.state().orientation);
    if (event.touches.length === 1 && event.cancelable && square && draggable(board.state(), square)) event.preventDefault();
  }, { passive: false });

  view.svg.addEventListener('pointerdown', event => {
    const square = squareUnder(view, event, board.state().orientation);
    if (!event.isPrimary || event.button !== 0 || !square) return;
    press = begin(board, event, square);
  });

  view.svg.addEventListener('pointermove', event => {
    if (press?.pointer === event.pointerId && press.carried) carry(board, press, event);
    else if (event.pointerType === 'mouse') markGhost(board, squareUnder(view, event, board.state().orientation));
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
  const { view } = board;
  const state = board.state();
  const wasLifted = state.lifted === square;
  const carries = draggable(state, square) && !(phase(state) === 'square' && isDestination(state, square));
  if (carries) {
    view.svg.setPointerCapture(event.pointerId);
    if (!state.move) board.change(lift(state, square));
  }
  const carried = carries ? view.standing.get(square) ?? null : null;
  return { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, carried, wasLifted, dragging: false };
}

/** The king may be lifted and its rook tapped to castle: that is no new lift. @param {State} state @param {Square} square */
const isDestination = (state, square) => state.lifted !== square && tap(state, square).lifted !== square;

/** @param {Press} press @param {PointerEvent} event whether it has gone further than a hand trembles */
function strayed(press, event) {
  const limit = TREMBLE[/** @type {keyof typeof TREMBLE} */ (event.pointerType)] ?? TREMBLE.mouse;
  return Math.hypot(event.clientX - press.x, event.clientY - press.y) > limit;
}

/** @param {Board} board @param {Press} press @param {PointerEvent} event */
function carry({ view, state, change }, press, event) {
  const carried = /** @type {SVGUseElement} */ (press.carried);
  if (!press.dragging) {
    if (!strayed(press, event)) return;
    // Only now: who scrolls the page from there has not begun anew.
    if (anew(state(), press.square)) change(lift(state(), press.square));
    press.dragging = true;
    view.board.classList.add('dragging');
    carried.classList.add('piece-dragged');
    view.pieces.append(carried);
  }
  const box = view.svg.getBoundingClientRect();
  const { x, y } = corner(press.square, state().orientation);
  const dx = ((event.clientX - box.left) / box.width) * 800 - x - 50;
  const dy = ((event.clientY - box.top) / box.height) * 800 - y - 50;
  carried.style.transform = `translate(${dx}px, ${dy}px)`;
  markOver(view, squareUnder(view, event, state().orientation), state().orientation);
}

/** Frames the square under a carried piece. @param {View} view @param {Square | null} square @param {import('./squares.js').Side} orientation */
function markOver(view, square, orientation) {
  const marked = view.hints.querySelector('.hint-over');
  if (marked?.getAttribute('data-square') === square) return;
  marked?.remove();
  if (!square) return;
  view.hints.append(use('hint-over', `${view.marks}#over`, square, orientation));
}

/** Shows a faint duck where a click would put it. @param {Board} board @param {Square | null} square */
function markGhost({ view, state }, square) {
  const now = state();
  const wanted = phase(now) === 'duck' && square && placeDuck(now, square) !== now ? square : null;
  const ghost = view.hints.querySelector('.piece-ghost');
  if (!wanted) ghost?.remove();
  else if (ghost?.getAttribute('data-square') !== wanted) {
    ghost?.remove();
    view.hints.append(use('piece-ghost', `${view.sprite}#duck`, wanted, now.orientation));
  }
}

/** @param {Board} board @param {Press} press */
function putBack({ view }, press) {
  view.board.classList.remove('dragging');
  view.hints.querySelector('.hint-over')?.remove();
  if (!press.carried) return;
  press.carried.classList.remove('piece-dragged');
  press.carried.style.transform = '';
}

/** @param {Board} board @param {Press} press @param {PointerEvent} event */
function release(board, press, event) {
  const state = board.state();
  const square = squareUnder(board.view, event, state.orientation);
  putBack(board, press);
  if (press.dragging) {
    const next = drop(state, square);
    board.change(next, { still: square });
    if (square && square !== press.square && !isDone(state, next)) board.refuse(square, state);
  } else if (square === press.square && !strayed(press, event)) {
    click(board, press);
  }
}

/** Whether a drop did more than to put the piece back. @param {State} state @param {State} next */
const isDone = (state, next) => next !== state && phase(next) !== 'piece';

/** @param {Board} board @param {Press} press */
function click(board, press) {
  const state = board.state();
  if (!press.carried || press.wasLifted || state.move) {
    const next = tap(state, press.square);
    if (next === state) board.refuse(press.square);
    else board.change(next);
  }
}
