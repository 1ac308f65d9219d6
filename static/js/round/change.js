// Every way a turn in the making changes. All are pure: a state in, a state out, the very same one where nothing may
// be done.

import { UNMADE, movable, movesFrom, phase, promotionsOf } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('./state.js').Square} Square */

/** @param {State} state @returns {State} with nothing lifted or moved */
export const takeBack = state => (phase(state) === 'piece' ? state : { ...state, ...UNMADE });

/** One step back: a promotion, then the move, then the lifting. @param {State} state @returns {State} */
export function stepBack(state) {
  const { move, choosing } = state;
  if (move?.promotion) return { ...state, ...UNMADE, choosing: { ...move, promotion: '' } };
  const made = move ?? choosing;
  return made ? { ...state, ...UNMADE, lifted: made.from } : takeBack(state);
}

/** @param {State} state @param {Square} square @returns {State} with the piece on the square lifted */
export const lift = (state, square) => (movable(state, square) ? { ...state, ...UNMADE, lifted: square } : state);

/** @param {State} state @param {Move} move @returns {State} */
export const make = (state, move) => ({ ...state, ...UNMADE, move });

/**
 * The lifted piece put down on a square; a promotion waits for its kind.
 * @param {State} state @param {Square} square @returns {State}
 */
export function putDown(state, square) {
  const move = state.lifted ? movesFrom(state, state.lifted).find(each => each.to === square) : undefined;
  if (!move) return state;
  return promotionsOf(state, move).length ? { ...state, ...UNMADE, choosing: move } : make(state, move);
}

/** @param {State} state @param {string} role what the pawn becomes; `P` if it stays one @returns {State} */
export function promote(state, role) {
  if (!state.choosing) return state;
  if (role === 'P') return make(state, state.choosing);
  return state.promotions.includes(role) ? make(state, { ...state.choosing, promotion: role }) : state;
}

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
      if (square === state.lifted) return takeBack(state);
      return lift(state, square);
    }
    case 'promotion':
      return stepBack(state);
    default: {
      if (square === state.move?.to) return stepBack(state);
      return lift(state, square);
    }
  }
}

/**
 * Another piece of the same seat, with which the turn can be begun anew although one has been moved.
 * @param {State} state @param {Square} square @returns {Square | null}
 */
export const anew = (state, square) => (state.move && square !== state.move.from && movable(state, square) ? square : null);

/**
 * A piece let go over a square, or outside of the board.
 * @param {State} state @param {Square | null} square @returns {State}
 */
export function drop(state, square) {
  if (!state.lifted || square === state.lifted) return state;
  const moved = square ? putDown(state, square) : state;
  return moved === state ? takeBack(state) : moved;
}

/** Whether a drag may begin on a square. @param {State} state @param {Square} square */
export function draggable(state, square) {
  if (state.move) return anew(state, square) !== null;
  return phase(state) !== 'promotion' && movable(state, square);
}
