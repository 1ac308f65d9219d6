// A board seen from another seat.

import { systemOf } from './systems.js';

/**
 * @param {HTMLElement} board @param {string} side the seat that is to be at the lower edge: `black`, `blue`
 * @param {{seen?: boolean}} [how] whether the change may be animated
 */
export function seeFrom(board, side, how) {
  if (board.dataset.orientation !== side) systemOf(board).seeFrom(board, side, how);
}
