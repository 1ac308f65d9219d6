// Why a square does nothing now, in one sentence. What is legal the server has said; here is only asked what stands against
// the rest, with no more than how pieces go on an empty board.

import { destinations, duckShown, movable, phase, piecesShown } from './state.js';
import { ROLES, capitalised } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./squares.js').Square} Square */

const column = (/** @type {Square} */ square) => square.charCodeAt(0) - 97;
const row = (/** @type {Square} */ square) => Number(square[1]) - 1;
const at = (/** @type {number} */ file, /** @type {number} */ rank) => String.fromCharCode(97 + file) + (rank + 1);
const role = (/** @type {string} */ piece) => ROLES[piece[1]];
const whose = (/** @type {State} */ { theirs }) => (theirs ? 'their' : 'your');

/** `a3`, `a3 or a4`, `a3, a4 or b3`. @param {string[]} words */
const either = words => [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ');

/** Why a click, a drop or a key there did nothing. @param {State} state @param {Square} square @returns {string} */
export function whyNot(state, square) {
  if (phase(state) === 'square' && state.lifted) return whyNotTo(state, state.lifted, square);
  return state.move ? whyNoDuck(state, square) : whyNotLifted(state, square);
}

/** @param {State} state @param {Square} square */
function whyNoDuck(state, square) {
  if (state.move?.king) return 'The king is taken: the turn is whole without the duck.';
  const piece = piecesShown(state)[square];
  if (!piece) return `The duck must move: it is on ${square} already.`;
  const owner = (piece[0] === state.toMove[0]) === !state.theirs ? 'your' : 'their';
  return `The duck needs an empty square: ${owner} ${role(piece)} is on ${square}.`;
}

/** @param {State} state @param {Square} square */
function whyNotLifted(state, square) {
  const piece = state.pieces[square];
  if (square === duckShown(state)) return 'Move a piece first, then the duck.';
  if (!piece) return `Nothing stands on ${square}. Choose one of ${whose(state)} pieces.`;
  if (piece[0] !== state.toMove[0]) {
    return `The ${role(piece)} on ${square} is ${state.theirs ? 'yours: now make a turn of theirs.' : 'not yours.'}`;
  }
  return movable(state, square) ? '' : `The ${role(piece)} on ${square} cannot move: ${whyStuck(state, square)}.`;
}

/** @param {State} state @param {Square} square */
function whyStuck(state, square) {
  const around = neighbours(state.pieces[square], square);
  const byDuck = state.duck && around.includes(state.duck);
  if (state.pieces[square][1] === 'P') {
    const [ahead] = around;
    return `${byDuck ? `the duck is on ${ahead}` : `a ${role(state.pieces[ahead] ?? 'wP')} is on ${ahead}`}, and it has nothing to take`;
  }
  return `${byDuck ? `the duck on ${state.duck} and ` : ''}${whose(state)} own pieces are in its way`;
}

/** The first squares of every way a piece goes; of a pawn the one ahead. @param {string} piece @param {Square} from @returns {Square[]} */
function neighbours(piece, from) {
  if (piece[1] === 'P') return [at(column(from), row(from) + ahead(piece))];
  const steps = piece[1] === 'N' ? [[1, 2], [2, 1]] : [...(piece[1] === 'B' ? [] : [[0, 1], [1, 0]]), ...(piece[1] === 'R' ? [] : [[1, 1]])];
  const turned = steps.flatMap(([x, y]) => [[x, y], [-x, y], [x, -y], [-x, -y]]);
  return turned.map(([x, y]) => at(column(from) + x, row(from) + y));
}

const ahead = (/** @type {string} */ piece) => (piece[0] === 'w' ? 1 : -1);

/** @param {State} state @param {Square} from @param {Square} to */
function whyNotTo(state, from, to) {
  const piece = state.pieces[from];
  const castling = whyNotCastled(state, from, to);
  if (castling) return castling;
  if (!onEmptyBoard(piece, from, to)) {
    return piece[1] === 'P'
      ? `That pawn can go to ${either([...destinations(state, from).keys()])}.`
      : `A ${role(piece)} does not go from ${from} to ${to}.`;
  }
  if (state.duck === to) return `The duck is on ${to}, and nothing takes it.`;
  const way = between(from, to);
  if (state.duck && way.includes(state.duck)) return `The duck is on ${state.duck}, and nothing passes it.`;
  const blocker = [...way, to].find(square => state.pieces[square]);
  if (piece[1] === 'P' && column(from) !== column(to) && !blocker) return `The pawn on ${from} has nothing to take on ${to}.`;
  if (!blocker) return `The ${role(piece)} on ${from} cannot go to ${to}.`;
  const own = state.pieces[blocker][0] === piece[0];
  if (own && blocker === to) return `${capitalised(whose(state))} own ${role(state.pieces[to])} is on ${to}.`;
  const straight = piece[1] === 'P' ? ', and pawns do not take straight ahead' : '';
  return `The ${role(piece)} cannot go from ${from} to ${to}: a ${role(state.pieces[blocker])} is on ${blocker}${straight}.`;
}

/** A king’s two steps, or onto its rook. @param {State} state @param {Square} from @param {Square} to @returns {string} empty if it is none */
function whyNotCastled(state, from, to) {
  const piece = state.pieces[from];
  const home = piece[0] === 'w' ? 'e1' : 'e8';
  if (piece[1] !== 'K' || from !== home || to[1] !== from[1]) return '';
  const kingside = column(to) > column(from);
  const rook = (kingside ? 'h' : 'a') + from[1];
  if (to !== rook && to !== (kingside ? 'g' : 'c') + from[1]) return '';
  if (!state.castling.includes(kingside ? 'O-O' : 'O-O-O')) {
    return `${piece[0] === 'w' ? 'White' : 'Black'} has no right to castle there any more: the king or that rook has moved or was taken.`;
  }
  const way = between(from, rook);
  if (state.duck && way.includes(state.duck)) return `No castling there: the duck is on ${state.duck}.`;
  const blocker = way.find(square => state.pieces[square]);
  return blocker ? `No castling there: a ${role(state.pieces[blocker])} is on ${blocker}.` : '';
}

/** @param {string} piece @param {Square} from @param {Square} to whether it goes so at all */
function onEmptyBoard(piece, from, to) {
  const [x, y] = [column(to) - column(from), row(to) - row(from)];
  const [far, near] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  switch (piece[1]) {
    case 'N':
      return far === 2 && near === 1;
    case 'K':
      return far === 1;
    case 'R':
      return near === 0;
    case 'B':
      return near === far;
    case 'Q':
      return near === 0 || near === far;
    default: {
      const first = row(from) === (piece[0] === 'w' ? 1 : 6);
      return y === ahead(piece) ? Math.abs(x) <= 1 : first && x === 0 && y === 2 * ahead(piece);
    }
  }
}

/** The squares on a straight way, without its ends; none where it is not straight. @param {Square} from @param {Square} to @returns {Square[]} */
function between(from, to) {
  const [x, y] = [column(to) - column(from), row(to) - row(from)];
  const far = Math.max(Math.abs(x), Math.abs(y));
  if (x !== 0 && y !== 0 && Math.abs(x) !== Math.abs(y)) return [];
  return Array.from({ length: Math.max(0, far - 1) }, (_, n) =>
    at(column(from) + Math.sign(x) * (n + 1), row(from) + Math.sign(y) * (n + 1)));
}
