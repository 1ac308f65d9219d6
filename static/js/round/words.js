// What the round board says, to be read and to be heard.

import { colourOf, movable, phase, piecesShown, roleOf } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('./state.js').Square} Square */

/** @type {Record<string, string>} */
export const ROLES = {
  K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn', D: 'duchess', F: 'fortress', W: 'wizard',
};

export const capitalised = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
/** @param {Square} square */
const place = square => (square === 'V' ? 'the Vortex' : square);

/** `Red rook`. @param {import('./state.js').Piece} piece */
export const pieceWords = piece => `${capitalised(colourOf(piece))} ${ROLES[roleOf(piece)]}`;

/** `Knight 1b2 to 1c4`. @param {State} state @param {Move} move @returns {string} */
export function moveWords(state, move) {
  const mover = `${capitalised(ROLES[roleOf(state.pieces[move.from])])} ${place(move.from)}`;
  const goes = move.kind === 'teleport' ? ' teleports' : '';
  const what = move.capture
    ? `${goes ? `${goes} and` : ''} takes ${colourOf(move.capture)}’s ${ROLES[roleOf(move.capture)]} on ${place(move.to)}`
    : `${goes} to ${place(move.to)}`;
  return mover + what + (move.promotion ? ` and becomes a ${ROLES[move.promotion]}` : '');
}

/**
 * What has been done and what is next; empty before anything has.
 * @param {State} state @param {string} [whenMade] what is next once the turn is whole @returns {string}
 */
export function stateWords(state, whenMade = 'Continue sends it.') {
  switch (phase(state)) {
    case 'piece':
      return '';
    case 'square':
      return `${capitalised(ROLES[roleOf(state.pieces[state.lifted ?? ''])])} on ${place(state.lifted ?? '')}: choose where it goes.`;
    case 'promotion':
      return 'Choose what the pawn becomes on the Vortex.';
    default:
      return `${moveWords(state, /** @type {Move} */ (state.move))}. ${whenMade}`;
  }
}

/** @param {string[]} words */
const listed = words => words.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** All that the lifted piece can do, to be heard: `It can go to 1a4 and 1c4, take blue’s pawn on 2c5.` @param {State} state @returns {string} */
export function reachWords(state) {
  const moves = state.moves.filter(move => move.from === state.lifted);
  const [goes, takes, teleports] = [
    moves.filter(move => move.kind !== 'teleport' && !move.capture).map(move => place(move.to)),
    moves.filter(move => move.capture).map(move => `${colourOf(move.capture ?? '')}’s ${ROLES[roleOf(move.capture ?? '')]} on ${place(move.to)}`),
    moves.filter(move => move.kind === 'teleport' && !move.capture).map(move => place(move.to)),
  ].map(listed);
  const can = [goes && `go to ${goes}`, takes && `take ${takes}`, teleports && `teleport to ${teleports}`].filter(Boolean);
  return can.length ? `It can ${can.join('; ')}.` : '';
}

/** Why nothing can be lifted on a square, where the position alone says it. @param {State} state @param {Square} square */
export function whyNotLifted(state, square) {
  const piece = piecesShown(state)[square];
  if (!piece) return `Nothing stands on ${place(square)}. Choose one of ${state.theirs ? 'their' : 'your'} pieces.`;
  if (colourOf(piece) !== state.toMove) {
    return `The ${ROLES[roleOf(piece)]} on ${place(square)} is ${colourOf(piece)}’s, and ${state.toMove} is to move.`;
  }
  return movable(state, square) ? '' : `The ${ROLES[roleOf(piece)]} on ${place(square)} cannot move.`;
}

/** A square as it is heard while the cursor passes. @param {State} state @param {Square} square @returns {string} */
export function squareWords(state, square) {
  const piece = piecesShown(state)[square];
  const open = state.lifted ? state.moves.find(move => move.from === state.lifted && move.to === square) : undefined;
  const reach = open ? `, ${open.capture ? 'can be taken' : 'can go there'}${open.kind === 'teleport' ? ' by teleportation' : ''}` : '';
  if (!piece) return `${place(square)}, empty${reach}`;
  return `${place(square)}, ${pieceWords(piece).toLowerCase()}${state.inCheck.includes(square) ? ', in check' : ''}${reach}`;
}
