// What the board says, to be read and to be heard.

import { duckShown, kingsInReach, phase, piecesShown } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('./squares.js').Square} Square */

/** @type {Record<string, string>} */
export const ROLES = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

export const capitalised = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);

/** `Knight g1 to f3`. @param {State} state @param {Move} move @returns {string} */
export function moveWords(state, move) {
  if (move.castle) return move.san === 'O-O' ? 'Castling on the king’s side' : 'Castling on the queen’s side';
  const mover = `${capitalised(ROLES[state.pieces[move.from][1]])} ${move.from}`;
  const what = move.capture ? ` takes the ${ROLES[move.capture[1]]} on ${move.to}` : ` to ${move.to}`;
  const passing = move.enPassant ? ' in passing' : '';
  return mover + (move.enPassant ? ` takes the pawn on ${move.enPassant}` : what) + passing +
    (move.promotion ? ` and becomes a ${ROLES[move.promotion]}` : '');
}

/**
 * What has been done and what is next; empty before anything has.
 * @param {State} state @param {string} [whenMade] what is next once the turn is whole @returns {string}
 */
export function stateWords(state, whenMade = 'Continue sends it.') {
  const { move, lifted, duckTo } = state;
  switch (phase(state)) {
    case 'piece':
      return '';
    case 'square':
      return `${capitalised(ROLES[state.pieces[lifted ?? ''][1]])} on ${lifted}: choose where it goes.`;
    case 'promotion':
      return 'Choose what the pawn becomes.';
    case 'duck':
      return `${moveWords(state, /** @type {Move} */ (move))}. Now choose a square for the duck.`;
    default:
      return `${moveWords(state, /** @type {Move} */ (move))}${duckTo ? `, duck to ${duckTo}` : ''}. ${whenMade}`;
  }
}

/** A square as it is heard while the cursor passes. @param {State} state @param {Square} square @returns {string} */
export function squareWords(state, square) {
  const piece = piecesShown(state)[square];
  if (square === duckShown(state)) return `${square}, duck`;
  if (!piece) return `${square}, empty`;
  const inReach = kingsInReach(state).includes(square) ? ', can be captured' : '';
  return `${square}, ${piece[0] === 'w' ? 'white' : 'black'} ${ROLES[piece[1]]}${inReach}`;
}
