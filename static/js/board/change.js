// Every way a turn in the making changes. All are pure: a state in, a state out, the very same one where nothing may
// be done.

import { UNMADE, destinations, duckSquares, movable, phase, piecesShown } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('./squares.js').Square} Square */

/** @param {State} state @returns {State} with nothing lifted, moved or placed */
export const takeBack = state => (phase(state) === 'piece' ? state : { ...state, ...UNMADE });

/** One step less: the duck's choice, then the piece move, or whatever was begun of it. @param {State} state @returns {State} */
export const stepBack = state => (state.duckTo ? { ...state, duckTo: null } : takeBack(state));

/** @param {State} state @param {Square} square @returns {State} with the piece on the square lifted */
export const lift = (state, square) => (movable(state, square) ? { ...state, ...UNMADE, lifted: square } : state);

/** @param {State} state @param {Move} move @returns {State} */
export const make = (state, move) => ({ ...state, ...UNMADE, move });

/**
 * The lifted piece put down on a square; a promotion waits for its role.
 * @param {State} state @param {Square} square @returns {State}
 */
export function putDown(state, square) {
  const moves = state.lifted ? destinations(state, state.lifted).get(square) : undefined;
  if (!moves) return state;
  return moves.length > 1 ? { ...state, choices: moves } : make(state, moves[0]);
}

/** @param {State} state @param {string} role @returns {State} */
export function promote(state, role) {
  const move = state.choices.find(each => each.promotion === role);
  return move ? make(state, move) : state;
}

/** @param {State} state @param {Square} square @returns {State} */
export const placeDuck = (state, square) => (duckSquares(state).includes(square) ? { ...state, duckTo: square } : state);

/**
 * A click, a tap or Enter on a square: does the one thing it can mean there.
 * @param {State} state @param {Square} square @returns {State}
 */
export function tap(state, square) {
  switch (phase(state)) {
    case 'piece':
      return lift(state, square);
    case 'square': {
      const moved = putDown(state, square);
      if (moved !== state) return moved;
      return square === state.lifted ? takeBack(state) : lift(state, square);
    }
    case 'promotion':
      return takeBack(state);
    default: {
      const placed = placeDuck(state, square);
      if (placed !== state || !state.move) return placed;
      return lift(state, square === state.move.to ? state.move.from : anew(state, square) ?? '');
    }
  }
}

/**
 * Another piece of the same side, with which the turn can be begun anew although one has been moved.
 * @param {State} state @param {Square} square @returns {Square | null}
 */
export const anew = (state, square) =>
  (state.move && square !== state.move.to && piecesShown(state)[square] === state.pieces[square] && movable(state, square) ? square : null);

/**
 * A piece or the duck let go over a square, or outside of the board.
 * @param {State} state @param {Square | null} square @returns {State}
 */
export function drop(state, square) {
  if (state.move) return square ? placeDuck(state, square) : state;
  if (square === state.lifted) return state;
  const moved = square ? putDown(state, square) : state;
  return moved === state ? takeBack(state) : moved;
}

/** Whether a drag may begin on a square. @param {State} state @param {Square} square */
export function draggable(state, square) {
  if (state.move) return anew(state, square) !== null || (!state.move.king && square === (state.duckTo ?? state.duck));
  return !state.choices.length && movable(state, square);
}
