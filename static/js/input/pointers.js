// Mouse, pen and touch on a board of any kind. A press on what can be carried lifts it; let go elsewhere it is dropped, on the
// spot it stays lifted, so that dragging and clicking are one thing. A finger that scrolls the page does nothing.

import { draggable, drop, lift, otherPiece, putDown, tap } from '../turn/change.js';
import { phase } from '../turn/state.js';
import { isOneClick, isSecondHalf } from './double_click.js';

/** @typedef {import('../turn/state.js').State} State */
/** @typedef {import('../turn/state.js').Square} Square */
/** @typedef {import('../board/system.js').BoardSystem} BoardSystem */
/** @typedef {import('../board/drawing.js').View} View */

/**
 * @typedef {object} Board what the ways of input work on
 * @property {BoardSystem} system the kind of board
 * @property {View} view
 * @property {() => State} state
 * @property {(next: State, options?: {still?: Square | null}) => void} change
 * @property {(square: Square, before?: State) => void} refuse says why nothing is done there, or was not in a state before
 * @property {() => void} pressBegins a pointer is down on the board
 * @property {() => void} pressEnds
 */

/** @typedef {import('../board/system.js').Point} Point */
/** @typedef {import('./double_click.js').TimedPoint} TimedPoint */
/** @typedef {{square: Square, from: TimedPoint, carried: SVGElement | null, wasLifted: boolean, dragging: boolean}} Press */

/** @param {Board} board */
export function listenToPointers(board) {
  const { view, system } = board;
  /** @type {(Press & {pointer: number}) | null} */
  let press = null;
  const under = (/** @type {PointerEvent} */ event) => system.squareUnder(view, board.state(), event);

  // Without this a finger on a piece scrolls the page; elsewhere on the board it still may.
  view.svg.addEventListener('touchstart', event => {
    const square = system.squareUnder(view, board.state(), event.touches[0]);
    if (event.touches.length === 1 && event.cancelable && square && draggable(board.state(), square)) event.preventDefault();
  }, { passive: false });

  view.svg.addEventListener('pointerdown', event => {
    const square = under(event);
    if (!event.isPrimary || event.button !== 0 || !square) return;
    press = { ...begin(board, event, square), pointer: event.pointerId };
    // Wherever it is let go, the board hears of it.
    view.svg.setPointerCapture(event.pointerId);
    board.pressBegins();
  });

  view.svg.addEventListener('pointermove', event => {
    if (press?.pointer === event.pointerId && press.carried) carry(board, press, event);
    else if (event.pointerType === 'mouse') system.hover?.(view, board.state(), under(event));
  });

  view.svg.addEventListener('pointerup', event => {
    if (press?.pointer !== event.pointerId) return;
    const ended = press;
    press = null;
    release(board, ended, event);
    board.pressEnds();
  });

  const abandon = (/** @type {PointerEvent} */ event) => {
    if (press?.pointer !== event.pointerId) return;
    putBack(board, press);
    press = null;
    board.pressEnds();
  };
  view.svg.addEventListener('pointercancel', abandon);
  view.svg.addEventListener('lostpointercapture', abandon);
  view.svg.addEventListener('contextmenu', event => press && event.preventDefault());

  return {
    /** Does what a press does that has been made elsewhere: down at one point, up at another. @param {TimedPoint} from @param {Point} to */
    replay: (from, to) => {
      const square = system.squareUnder(view, board.state(), from);
      if (!square) return;
      const replayed = begin(board, from, square);
      if (replayed.carried && !isOneClick(from, to)) beginDrag(board, replayed, replayed.carried);
      release(board, replayed, to);
    },
  };
}

/** @param {Board} board @param {TimedPoint} from @param {Square} square @returns {Press} */
function begin({ view, state, change }, from, square) {
  const now = state();
  const wasLifted = now.lifted === square;
  // The king may be lifted and its rook tapped to castle: that is no new lift.
  const isTarget = !wasLifted && phase(now) === 'square' && putDown(now, square) !== now;
  const carries = !isTarget && draggable(now, square);
  if (carries && !now.move) change(lift(now, square));
  const carried = carries ? view.standing.get(square) ?? null : null;
  const { clientX, clientY, pointerType, timeStamp } = from;
  return { square, from: { clientX, clientY, pointerType, timeStamp }, carried, wasLifted, dragging: false };
}

/** @param {Board} board @param {Press} press @param {PointerEvent} event */
function carry(board, press, event) {
  const { system, view, state } = board;
  const carried = /** @type {SVGElement} */ (press.carried);
  if (!press.dragging) {
    if (isOneClick(press.from, event)) return;
    beginDrag(board, press, carried);
  }
  system.carryTo(view, state(), press, event);
  markOver(system, view, state(), system.squareUnder(view, state(), event));
}

/** @param {Board} board @param {Press} press @param {SVGElement} carried */
function beginDrag({ view, state, change }, press, carried) {
  // Only now: who scrolls the page from there has not begun anew.
  if (otherPiece(state(), press.square)) change(lift(state(), press.square));
  press.dragging = true;
  view.board.classList.add('dragging');
  carried.classList.add('piece-dragged');
  view.pieces.append(carried);
}

/** Frames the square under a carried piece. @param {BoardSystem} system @param {View} view @param {State} state @param {Square | null} square */
function markOver(system, view, state, square) {
  const marked = view.hints.querySelector('.hint-over');
  if (marked?.getAttribute('data-square') === square) return;
  marked?.remove();
  if (square) view.hints.append(system.frame(view, state, square));
}

/** @param {Board} board @param {Press} press */
function putBack({ system, view, state }, press) {
  view.board.classList.remove('dragging');
  view.hints.querySelector('.hint-over')?.remove();
  if (!press.carried) return;
  press.carried.classList.remove('piece-dragged');
  system.place(view, state(), press.carried, press.carried.dataset.square ?? '');
}

/** @param {Board} board @param {Press} press @param {Point} event */
function release(board, press, event) {
  const { system } = board;
  const state = board.state();
  const square = system.squareUnder(board.view, state, event);
  putBack(board, press);
  if (press.dragging) {
    const next = drop(state, square);
    board.change(next, { still: square });
    const isDone = next !== state && phase(next) !== 'piece';
    if (square && square !== press.square && !isDone) board.refuse(square, state);
  } else if (square === press.square && isOneClick(press.from, event)) {
    click(board, press);
  }
}

/** @param {Board} board @param {Press} press */
function click(board, press) {
  if (isSecondHalf(press.from, press.square)) return;
  const state = board.state();
  if (!press.carried || press.wasLifted || state.move) {
    const next = tap(state, press.square);
    if (next === state) board.refuse(press.square);
    else board.change(next);
  }
}
