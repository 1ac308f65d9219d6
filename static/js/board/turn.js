// A turn as text, written and read: `Nf3@e5`, `g1f3@e5`, a king capture without a duck. Reading is lenient in case and in
// `x`, `+`, `#`, `=`; it knows only the legal moves, so what it understands is legal.

import { duckSquares } from './state.js';
import { make, placeDuck, takeBack } from './change.js';
import { isSquare } from './squares.js';
import { whyNot } from './why.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Move} Move */

/** @param {State} state @returns {string} the turn as far as it has been made; empty when it has not */
export function turnText({ move, duckTo }) {
  if (!move) return '';
  return move.king ? move.san : `${move.san}@${duckTo ?? ''}`;
}

const MOVE = /^([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])[=(/]?([QRBN])?\)?$/;

/** The spellings to try, the likeliest first: `b` is a file before it is a bishop. @param {string} text */
function spellings(text) {
  const lower = text.toLowerCase().replace(/[=(/]?([qrbn])\)?$/, (_, role) => `=${role.toUpperCase()}`);
  const piece = lower[0].toUpperCase() + lower.slice(1);
  return /^[A-Z]/.test(text) ? [piece, lower] : [lower, piece];
}

/** @param {Move} move @param {string} piece @param {RegExpMatchArray} match whether a move is what was written */
function fits(move, piece, [, role, file, rank, to, promotion]) {
  const coordinates = file && rank && !role;
  return (
    !(move.castle && !coordinates) &&
    (role ? piece[1] === role : coordinates || piece[1] === 'P') &&
    (!file || move.from[0] === file) &&
    (!rank || move.from[1] === rank) &&
    (move.to === to || (coordinates && move.castle?.rookFrom === to)) &&
    (!promotion || move.promotion === promotion)
  );
}

/**
 * The moves a text without a duck may mean.
 * @param {State} state @param {string} text @returns {Move[]}
 */
export function movesFor(state, text) {
  if (!text) return [];
  if (/^[o0]-?[o0](-?[o0])?$/i.test(text)) {
    const san = text.replace(/-/g, '').length === 3 ? 'O-O-O' : 'O-O';
    return state.moves.filter(move => move.castle && move.san.startsWith('O') && move.san === san);
  }
  for (const spelling of spellings(text)) {
    const match = spelling.match(MOVE);
    const found = match ? state.moves.filter(move => fits(move, state.pieces[move.from], match)) : [];
    if (found.length) return found;
  }
  return [];
}

/** @param {State} state @param {string} square why the duck may not go there */
const duckRefusal = (state, square) => (isSquare(square) ? whyNot(state, square) : 'Now the square for the duck, such as @e5.');

/** Of `Nf6@*`: the duck is left open only where one prepares for a turn. @param {State} state */
const anyDuckHint = ({ theirs }) => theirs
  ? 'This move of theirs, wherever the duck goes. Add it to go on.'
  : 'Only their turn can leave the duck open: say where yours goes, such as @e5.';

/**
 * The state that a text describes, and what is amiss with it. What cannot be read shows the position as it is.
 * @param {State} state @param {string} text @returns {{state: State, hint: string}}
 */
export function readTurn(state, text) {
  const clear = takeBack(state);
  const [piece, duck, ...more] = text.replace(/[\s+#!?]/g, '').split(/[@,]/);
  if (!piece && duck === undefined) return { state: clear, hint: '' };
  const moves = more.length ? [] : movesFor(state, piece);
  if (moves.length > 1) return { state: clear, hint: `Which one: ${moves.map(move => move.san).join(' or ')}?` };
  if (!moves.length) return { state: clear, hint: 'Not a legal turn yet. Write it as Nf3@e5, or move on the board.' };
  const made = make(clear, moves[0]);
  if (duck === undefined) return { state: made, hint: '' };
  if (moves[0].king) return { state: made, hint: duck ? 'Taking the king ends the game: the duck stays.' : '' };
  if (duck === '*') return { state: made, hint: anyDuckHint(state) };
  const square = duck.toLowerCase();
  const placed = placeDuck(made, square);
  return { state: placed, hint: duckSquares(made).includes(square) || !duck ? '' : duckRefusal(made, square) };
}
