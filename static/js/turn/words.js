// What a board says, to be read and to be heard. The sentences come with the position (server/src/wording/board.rs); here they
// are chosen and filled in.

import { filled } from '../sentences.js';
import { destinations, duckShown, kingsMarked, phase, piecesShown } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Square} Square */

/**
 * @typedef {object} Reach what is heard of where a lifted piece can go
 * @property {string} goes
 * @property {string} takes
 * @property {string} teleports
 * @property {string} takesByTeleporting
 * @property {string} canGo
 * @property {string} canTake
 * @property {string} canTeleport
 * @property {string} piece
 *
 * @typedef {object} Words
 * @property {string} board
 * @property {string} lifted
 * @property {string} promotion
 * @property {string} promoting
 * @property {string} stay
 * @property {string} duck
 * @property {string} whole
 * @property {string} wholeWithDuck
 * @property {string} next
 * @property {string} unmade
 * @property {string} unplaced
 * @property {string} outdated
 * @property {string} unread
 * @property {string} unexplained
 * @property {string} empty
 * @property {string} duckHere
 * @property {string} marked
 * @property {Reach} reach
 * @property {[Square, string][]} squares
 */

/** How a square is said. @param {State} state @param {Square} square */
const said = ({ words }, square) => new Map(words.squares).get(square) ?? square;

/** `Knight`. @param {State} state @param {string} letter of the kind, or the piece as it is named */
export const kind = ({ kinds }, letter) => kinds[letter.slice(-1)] ?? letter;

/**
 * What has been done and what is next; empty before anything has.
 * @param {State} state @param {string} [next] what is to be done once the turn is whole @returns {string}
 */
export function stateWords(state, next = state.words.next) {
  const { words, move, lifted, duckTo } = state;
  switch (phase(state)) {
    case 'piece':
      return '';
    case 'square':
      return filled(words.lifted, { piece: kind(state, state.pieces[lifted ?? '']), square: said(state, lifted ?? '') });
    case 'promotion':
      return words.promotion;
    case 'duck':
      return filled(words.duck, { move: move?.words ?? '' });
    default:
      return filled(duckTo ? words.wholeWithDuck : words.whole, { move: move?.words ?? '', square: duckTo ?? '', next }).trimEnd();
  }
}

/** A square as it is heard while the cursor passes. @param {State} state @param {Square} square @returns {string} */
export function squareWords(state, square) {
  const { words, names } = state;
  const piece = piecesShown(state)[square];
  const here = square === duckShown(state) ? words.duckHere : piece ? names[piece] : words.empty;
  const reach = reachOf(state, square);
  // A king that the lifted piece can take is said to be so once.
  const isMarked = !reach && piece && kingsMarked(state).includes(square);
  return [said(state, square), here, isMarked ? words.marked : reach].filter(Boolean).join(', ');
}

/** What the lifted piece can do on a square. @param {State} state @param {Square} square @returns {string} */
function reachOf(state, square) {
  const { words, lifted, pieces } = state;
  const move = lifted && destinations(state, lifted).get(square)?.[0];
  if (!move) return '';
  const { goes, takes, teleports, takesByTeleporting } = words.reach;
  // A king that castles onto its rook takes nothing.
  if (pieces[square] && move.to === square) return move.teleports ? takesByTeleporting : takes;
  return move.teleports ? teleports : goes;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** All that the lifted piece can do, to be heard. @param {State} state @returns {string} */
export function reachWords(state) {
  const { words: { reach }, pieces, names } = state;
  const targets = new Map(state.moves.filter(move => move.from === state.lifted).map(move => [move.to, move]));
  const moves = [...targets.values()];
  const squares = (/** @type {boolean} */ teleports) =>
    list.format(moves.filter(({ to, teleports: does }) => !pieces[to] && Boolean(does) === teleports).map(({ to }) => said(state, to)));
  const taken = list.format(moves.filter(({ to }) => pieces[to]).map(({ to }) => filled(reach.piece, { piece: names[pieces[to]], square: said(state, to) })));
  const [going, teleporting] = [squares(false), squares(true)];
  return [
    going && filled(reach.canGo, { squares: going }),
    taken && filled(reach.canTake, { pieces: taken }),
    teleporting && filled(reach.canTeleport, { squares: teleporting }),
  ].filter(Boolean).join(' ');
}
