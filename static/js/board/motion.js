// Pieces that go from where they stood to where they stand.

import { systemOf } from './systems.js';

/** @typedef {{piece: number, duck: number}} Pace milliseconds that each takes */

/** @type {Pace} */
export const STEP = { piece: 160, duck: 140 };

/**
 * Lets what stands elsewhere than on the board before be seen on its way.
 * @param {Element} board @param {Element} before @param {Pace} [pace]
 */
export const slideChanges = (board, before, pace = STEP) => systemOf(board).slideChanges(board, before, pace);
