// Every way a turn in the making changes. All are pure: a state in, a state out, the very same one where nothing may
// be done.

import { UNMADE, destinations, duckShown, duckSquares, movable, phase, piecesShown } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('./state.js').Square} Square */

/** What the choice to promote to nothing is called: a pawn. */
export const STAYS = 'P';

/** @param {State} state @returns {State} with nothing lifted, moved or placed */
export const takeBack = state => (phase(state) === 'piece' ? state : { ...state, ...UNMADE });

/**
 * One step less. Before a duck, that is the duck's choice, then all else; without one it is the promotion, then the move, then the
 * lifting.
 * @param {State} state @returns {State}
 */
export function stepBack(state) {
  const { features, move, choices, duckTo } = state;
  if (duckTo) return { ...state, duckTo: null };
  if (features.duck) return takeBack(state);
  if (move?.promotion) return { ...state, ...UNMADE, choices: choicesOf(state, move) };
  if (move) return { ...state, ...UNMADE, lifted: move.from };
  return choices.length ? { ...state, ...UNMADE, lifted: choices[0].from } : takeBack(state);
}

/** The moves between the same squares. @param {State} state @param {Move} move */
const choicesOf = (state, move) => state.moves.filter(each => each.from === move.from && each.to === move.to);

/** @param {State} state @param {Square} square @returns {State} with the piece on the square lifted */
export const lift = (state, square) => (movable(state, square) ? { ...state, ...UNMADE, lifted: square } : state);

/** @param {State} state @param {Move} move @returns {State} */
export const make = (state, move) => ({ ...state, ...UNMADE, move });

/**
 * The lifted piece put down on a square; a promotion waits for its choice.
 * @param {State} state @param {Square} square @returns {State}
 */
export function putDown(state, square) {
  const moves = state.lifted ? destinations(state, state.lifted).get(square) : undefined;
  if (!moves) return state;
  return moves.length > 1 ? { ...state, ...UNMADE, choices: moves } : make(state, moves[0]);
}

/** @param {State} state @param {string} letter of what the pawn becomes @returns {State} */
export function promote(state, letter) {
  const move = state.choices.find(each => (each.promotion ?? STAYS) === letter);
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
      return stepBack(state);
    default:
      return tapAfterMove(state, square);
  }
}

/** @param {State} state @param {Square} square @returns {State} */
function tapAfterMove(state, square) {
  const placed = placeDuck(state, square);
  if (placed !== state || !state.move) return placed;
  const { from, to } = state.move;
  if (state.features.duck) return lift(state, square === to ? from : otherPiece(state, square) ?? '');
  if (square === to || square === from) return stepBack(state);
  const other = otherPiece(state, square);
  return other ? lift(state, other) : putElsewhere(state, from, square);
}

/**
 * The piece that was moved put down on another square that it can go to: on a small board a finger hits the one beside it.
 * @param {State} state @param {Square} from @param {Square} square @returns {State}
 */
function putElsewhere(state, from, square) {
  const lifted = lift(state, from);
  const moved = putDown(lifted, square);
  return moved === lifted ? state : moved;
}

/**
 * Another piece of the same seat, with which the turn can be begun again although one has been moved.
 * @param {State} state @param {Square} square @returns {Square | null}
 */
export const otherPiece = (state, square) =>
  (state.move && square !== state.move.to && piecesShown(state)[square] === state.pieces[square] && movable(state, square) ? square : null);

/**
 * A piece or the duck let go over a square, or outside of the board.
 * @param {State} state @param {Square | null} square @returns {State}
 */
export function drop(state, square) {
  if (state.move) return square ? placeDuck(state, square) : state;
  if (!state.lifted || square === state.lifted) return state;
  const moved = square ? putDown(state, square) : state;
  return moved === state ? takeBack(state) : moved;
}

/** Whether a drag may begin on a square. @param {State} state @param {Square} square */
export function draggable(state, square) {
  if (state.move) return otherPiece(state, square) !== null || (duckSquares(state).length > 0 && square === duckShown(state));
  return !state.choices.length && movable(state, square);
}
