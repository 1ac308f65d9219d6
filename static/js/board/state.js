// What the board knows: the position the server sent with its legal moves, and how far the turn has been made. No rules
// of the game are here: whatever is not in `moves` cannot be done.

import { SQUARES } from './squares.js';

/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./squares.js').Side} Side */
/** @typedef {'Q' | 'R' | 'B' | 'N'} Promotion */
/** @typedef {Record<Square, string>} Pieces what stands where, as `wN` */

/**
 * A legal piece move. A promotion is one of these for each role.
 * @typedef {object} Move
 * @property {Square} from
 * @property {Square} to
 * @property {string} san without a duck
 * @property {boolean} king whether it takes the king: then the turn takes no duck
 * @property {Promotion | null} promotion
 * @property {string | null} capture the piece taken, as `bP`
 * @property {{rookFrom: Square, rookTo: Square} | null} castle
 * @property {Square | null} enPassant where the pawn stands that is taken in passing
 */

/**
 * What the page carries when it is the viewer's turn.
 * @typedef {object} BoardData
 * @property {Side} orientation
 * @property {Side} toMove
 * @property {Pieces} pieces
 * @property {Square | null} duck
 * @property {string[]} castling the castlings that the side to move still has a right to, as `O-O`
 * @property {Square[]} inReach the kings that can be captured next, if they are marked
 * @property {number} ply
 * @property {boolean} [theirs] whether it is a turn of the opponent’s, which the player prepares for
 * @property {Move[]} moves
 */

/**
 * @typedef {object} Making how far the turn has been made
 * @property {Square | null} lifted the piece that is about to move
 * @property {Move[]} choices the promotions to choose from, else empty
 * @property {Move | null} move the piece move made
 * @property {Square | null} duckTo where the duck was put
 *
 * @typedef {BoardData & Making} State
 */

/** @typedef {'piece' | 'square' | 'promotion' | 'duck' | 'whole'} Phase what is to be done next */

/** @type {Making} */
export const UNMADE = Object.freeze({ lifted: null, choices: [], move: null, duckTo: null });

/** @param {BoardData} data @returns {State} */
export const newState = data => ({ ...data, ...UNMADE });

/** @param {State} state @returns {Phase} */
export function phase(state) {
  if (state.move) return state.move.king || state.duckTo ? 'whole' : 'duck';
  if (state.choices.length) return 'promotion';
  return state.lifted ? 'square' : 'piece';
}

/** Whether there is anything to take back. @param {State} state */
export const begun = state => phase(state) !== 'piece';

/** The kings that are known to be captured next: of a turn in the making nobody has said it. @param {State} state @returns {Square[]} */
export const kingsInReach = state => (state.move || state.choices.length ? [] : state.inReach);

/** @param {State} state @param {Square} square whether a piece there has a legal move in the position */
export const movable = (state, square) => state.moves.some(move => move.from === square);

/**
 * The moves of the piece on a square by where it may be put down. Castling is also by the king onto its rook.
 * @param {State} state @param {Square} from @returns {Map<Square, Move[]>}
 */
export function destinations(state, from) {
  /** @type {Map<Square, Move[]>} */
  const found = new Map();
  const add = (/** @type {Square} */ to, /** @type {Move} */ move) => found.set(to, [...(found.get(to) ?? []), move]);
  for (const move of state.moves.filter(each => each.from === from)) {
    add(move.to, move);
    if (move.castle && move.castle.rookFrom !== move.to) add(move.castle.rookFrom, move);
  }
  return found;
}

/** The pieces when a move has been made. @param {Pieces} pieces @param {Move} move @returns {Pieces} */
export function piecesAfter(pieces, move) {
  const after = { ...pieces };
  const piece = after[move.from];
  delete after[move.from];
  if (move.enPassant) delete after[move.enPassant];
  if (move.castle) {
    const rook = after[move.castle.rookFrom];
    delete after[move.castle.rookFrom];
    after[move.castle.rookTo] = rook;
  }
  after[move.to] = move.promotion ? piece[0] + move.promotion : piece;
  return after;
}

/** The pieces as they are to be shown, without the duck. A pawn waits for its role where it goes. @param {State} state @returns {Pieces} */
export function piecesShown({ pieces, move, choices }) {
  const made = move ?? (choices.length ? { ...choices[0], promotion: null } : null);
  return made ? piecesAfter(pieces, made) : pieces;
}

/** Where the duck is to be shown. @param {State} state @returns {Square | null} */
export const duckShown = state => state.duckTo ?? state.duck;

/** Where the duck may go after the move made: any empty square but its own. @param {State} state @returns {Square[]} */
export function duckSquares(state) {
  if (!state.move || state.move.king) return [];
  const pieces = piecesShown(state);
  return SQUARES.filter(square => !pieces[square] && square !== state.duck);
}
