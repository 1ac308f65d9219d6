// What the hands of a turn work with on the square board: the state and its changes, words, and where things are drawn.

import { beside as besideOn } from './squares.js';
import { duckShown } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./squares.js').Square} Square */

export { begun, newState, phase } from './state.js';
export { anew, draggable, drop, lift, promote, putDown, stepBack, tap } from './change.js';
export { readTurn, turnText } from './turn.js';
export { squareWords, stateWords } from './words.js';
export { whyNot } from './why.js';
export { newView } from '../hands/drawing.js';
export { carryTo, frame, hover, newCursor, place, putCursor, render, squareUnder } from './render.js';

/** What is said when there is nothing to send yet. */
export const unmade = 'Move a piece first, then the duck.';

/** Where the keyboard begins: at one's own king. @param {State} state @returns {Square} */
export function firstSquare(state) {
  const king = Object.keys(state.pieces).find(square => state.pieces[square] === `${state.toMove[0]}K`);
  return king ?? duckShown(state) ?? 'e1';
}

/** The next square on the screen. @param {any} view @param {State} state @param {Square} at @param {number} right @param {number} down */
export const beside = (view, state, at, right, down) => besideOn(at, right, down, state.orientation);
