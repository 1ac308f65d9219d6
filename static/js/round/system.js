// What the hands of a turn work with on the round board, under the names that the square one has.

import { newGeometry } from './geometry.js';
import { colourOf, roleOf } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Square} Square */

export { begun, newState, phase } from './state.js';
export { anew, draggable, drop, lift, promote, putDown, stepBack, tap } from './change.js';
export { readTurn, turnText } from './turn.js';
export { reachWords, squareWords, stateWords } from './words.js';
export { whyNot } from './why.js';
export { carryTo, frame, newCursor, newView, place, putCursor, render, squareUnder } from './render.js';

/** What is said when there is nothing to send yet. */
export const unmade = 'Make a turn on the board first, or type it.';

/** Where the keyboard begins: at one's own king. @param {State} state @returns {Square} */
export function firstSquare({ pieces, toMove }) {
  const isKing = (/** @type {Square} */ square) => colourOf(pieces[square]) === toMove && roleOf(pieces[square]) === 'K';
  return Object.keys(pieces).find(isKing) ?? 'V';
}

/** The next square on the screen. @param {import('./render.js').View} view @param {State} _state @param {Square} at @param {number} right @param {number} down */
export const beside = (view, _state, at, right, down) => view.geometry.beside(at, right, down);

/** The drawing has been turned. @param {import('./render.js').View} view */
export function turned(view) {
  view.geometry = newGeometry(view.svg);
}
