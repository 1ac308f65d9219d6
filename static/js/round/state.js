// What the round board knows: the position the server sent with its legal moves, and how far the turn has been made. No
// rules of the game are here: whatever is not in `moves` cannot be done.

/** @typedef {string} Square `1c2`, `V` */
/** @typedef {string} Piece the colour and the figure: `red wR` */
/** @typedef {Record<Square, Piece>} Pieces */

/**
 * Where a piece can go.
 * @typedef {object} Move
 * @property {Square} from
 * @property {Square} to
 * @property {'line' | 'leap' | 'teleport'} kind
 * @property {Square[]} way the squares that it passes, the last included; empty if it passes none
 * @property {Piece | null} capture
 * @property {string} promotion what the pawn becomes, `Q`; empty if nothing
 */

/**
 * What the page carries when it is the viewer's turn.
 * @typedef {object} BoardData
 * @property {true} round
 * @property {string} orientation the colour at the bottom
 * @property {string} toMove the colour that is to move
 * @property {Record<string, string>} shapes the tokens' shapes by colour
 * @property {string} variant its key
 * @property {string} fen
 * @property {Pieces} pieces
 * @property {Square[]} inCheck the squares of kings in check, if they are marked
 * @property {string[]} promotions what a pawn may become on the Vortex
 * @property {number} ply
 * @property {boolean} [theirs] whether it is a turn of somebody else's, which the player prepares for
 * @property {Omit<Move, 'promotion'>[]} moves
 */

/**
 * @typedef {object} Making how far the turn has been made
 * @property {Square | null} lifted the piece that is about to move
 * @property {Move | null} choosing the pawn's move to the Vortex, while it is to be chosen what it becomes
 * @property {Move | null} move
 *
 * @typedef {BoardData & Making} State
 */

/** @typedef {'piece' | 'square' | 'promotion' | 'whole'} Phase what is to be done next */

/** @type {Making} */
export const UNMADE = Object.freeze({ lifted: null, choosing: null, move: null });

/** @param {BoardData} data @returns {State} */
export const newState = data => ({ ...data, ...UNMADE });

/** @param {State} state @returns {Phase} */
export function phase(state) {
  if (state.move) return 'whole';
  if (state.choosing) return 'promotion';
  return state.lifted ? 'square' : 'piece';
}

/** Whether there is anything to take back. @param {State} state */
export const begun = state => phase(state) !== 'piece';

/** @param {Piece} piece */
export const colourOf = piece => piece.split(' ')[0];
/** The letter of its kind: `R`. @param {Piece} piece */
export const roleOf = piece => piece[piece.length - 1];

/** @param {State} state @param {Square} square whether a piece there has a legal move in the position */
export const movable = (state, square) => state.moves.some(move => move.from === square);

/** @param {State} state @param {Square} from @returns {Move[]} */
export const movesFrom = (state, from) => state.moves.filter(move => move.from === from).map(move => ({ ...move, promotion: '' }));

/** What the piece on a square may become when it goes to another. @param {State} state @param {Move} move */
export const promotionsOf = (state, move) => (move.to === 'V' && roleOf(state.pieces[move.from]) === 'P' ? state.promotions : []);

/** The pieces as they are to be shown. @param {State} state @returns {Pieces} */
export function piecesShown({ pieces, move, choosing }) {
  const made = move ?? choosing;
  if (!made) return pieces;
  const after = { ...pieces };
  const piece = after[made.from];
  delete after[made.from];
  after[made.to] = made.promotion ? piece.slice(0, -1) + made.promotion : piece;
  return after;
}

/** The kings that are known to be in check: of a turn in the making nobody has said it. @param {State} state @returns {Square[]} */
export const kingsInCheck = state => (state.move || state.choosing ? [] : state.inCheck);
