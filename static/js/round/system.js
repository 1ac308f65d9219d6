// What the hands of a turn work with on the round board, under the names that the square one has.

export { begun, newState, phase } from './state.js';
export { stepBack } from './change.js';
export { readTurn, turnText } from './turn.js';
export { stateWords } from './words.js';
export { whyNot } from './why.js';
export { newView, render } from './render.js';
export { listenToPointers } from './pointers.js';
export { listenToKeys } from './keys.js';
export { listenToPromotion } from './promotion.js';

/** What is said when there is nothing to send yet. */
export const unmade = 'Make a turn on the board first, or type it.';
