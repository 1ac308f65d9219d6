// What a board knows while a turn is made on it: the position that the server sent, with the features of its variant and its legal
// moves, and how far the turn has been made. No rules of the game are here: whatever is not in `moves` cannot be done.

/** @typedef {string} Square `e4`; `1c2`, `V` on a round board */
/** @typedef {string} Piece as the pictures are named: `wN`, `red wR`; its last letter is its kind */
/** @typedef {Record<Square, Piece>} Pieces what stands where */

/**
 * A legal move of a piece. A promotion is one of these for each piece that the pawn may become.
 * @typedef {object} Move
 * @property {Square} from
 * @property {Square} to
 * @property {string} text as it is typed, without a duck: `Nf3`
 * @property {string} words as it is said: `Knight g1 to f3`
 * @property {string} [promotion] the letter of what the pawn becomes
 * @property {boolean} [ends] whether the turn is whole without a duck
 * @property {{rookFrom: Square, rookTo: Square}} [castle]
 * @property {Square} [enPassant] where the pawn stands that is captured en passant
 * @property {Square[]} [way] the squares that are passed, the last included, where they lie on no straight line
 * @property {boolean} [teleports]
 */

/**
 * What belongs to a turn of a variant besides a piece that goes from one square to another.
 * @typedef {object} Features
 * @property {boolean} duck a turn ends with the choice of a square for the duck
 */

/**
 * What the page carries when it is the viewer's turn (server/src/boards/data.rs).
 * @typedef {object} BoardData
 * @property {'square' | 'round'} shape
 * @property {Features} features
 * @property {string} variant its key
 * @property {string} fen
 * @property {number} ply
 * @property {string} orientation the seat at the lower edge: `white`, `red`
 * @property {string} toMove
 * @property {boolean} theirs whether it is a turn of somebody else's, which the player prepares for
 * @property {Pieces} pieces
 * @property {Square | null} [duck]
 * @property {Square[]} marked the kings that can be captured next or are in check, if they are marked
 * @property {Square} cursor where the keyboard begins
 * @property {Record<string, string>} [shapes] of tokens, by colour
 * @property {Move[]} moves
 * @property {Record<Piece, string>} names `white knight`
 * @property {Record<Piece, string>} [titles] of tokens that a promotion may put on the board: `Green knight`
 * @property {Record<string, string>} kinds by a piece's last letter: `Knight`
 * @property {import('./words.js').Words} words
 */

/**
 * @typedef {object} Making how far the turn has been made
 * @property {Square | null} lifted the piece that is about to move
 * @property {Move[]} choices the promotions to choose from, else empty
 * @property {Move | null} move the move made
 * @property {Square | null} duckTo where the duck was put
 *
 * @typedef {BoardData & Making & {squares: readonly Square[]}} State
 */

/** @typedef {'piece' | 'square' | 'promotion' | 'duck' | 'whole'} Phase what is to be done next */

/** @type {Making} */
export const UNMADE = Object.freeze({ lifted: null, choices: [], move: null, duckTo: null });

/** @param {BoardData} data @param {readonly Square[]} squares all of the board @returns {State} */
export const newState = (data, squares) => ({ ...data, squares, ...UNMADE });

/** @param {State} state @returns {Phase} */
export function phase({ features, move, choices, lifted, duckTo }) {
  if (move) return !features.duck || move.ends || duckTo ? 'whole' : 'duck';
  if (choices.length) return 'promotion';
  return lifted ? 'square' : 'piece';
}

/** Whether there is anything to take back. @param {State} state */
export const begun = state => phase(state) !== 'piece';

/** The turn as far as it has been made, as it is typed; empty when it has not. @param {State} state @returns {string} */
export function turnText(state) {
  const { features, move, duckTo } = state;
  if (!move) return '';
  return features.duck && !move.ends ? `${move.text}@${duckTo ?? ''}` : move.text;
}

/** The kings that are known to be attacked: of a turn in the making nobody has said it. @param {State} state @returns {Square[]} */
export const kingsMarked = state => (state.move || state.choices.length ? [] : state.marked);

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
function piecesAfter(pieces, move) {
  const after = { ...pieces };
  const piece = after[move.from];
  delete after[move.from];
  if (move.enPassant) delete after[move.enPassant];
  if (move.castle) {
    const rook = after[move.castle.rookFrom];
    delete after[move.castle.rookFrom];
    after[move.castle.rookTo] = rook;
  }
  after[move.to] = move.promotion ? piece.slice(0, -1) + move.promotion : piece;
  return after;
}

/** The pieces as they are to be shown, without the duck. A pawn waits for its choice where it goes. @param {State} state @returns {Pieces} */
export function piecesShown({ pieces, move, choices }) {
  const made = move ?? (choices.length ? { ...choices[0], promotion: undefined } : null);
  return made ? piecesAfter(pieces, made) : pieces;
}

/** Where the duck is to be shown. @param {State} state @returns {Square | null} */
export const duckShown = state => state.duckTo ?? state.duck ?? null;

/** Where the duck may go after the move made: any empty square but its own. @param {State} state @returns {Square[]} */
export function duckSquares(state) {
  if (!state.features.duck || !state.move || state.move.ends) return [];
  const pieces = piecesShown(state);
  return state.squares.filter(square => !pieces[square] && square !== state.duck);
}
