// A board seen from another seat. A square one is flipped: whatever lies on a square goes to the opposite place, and the names
// along the edges are read backwards; the colours of the squares stay as they are. A round one is turned.

import { turnRound } from '../round/turning.js';

/**
 * @param {HTMLElement} board @param {string} side the seat that is to be at the lower edge: `black`, `blue`
 * @param {{seen?: boolean}} [how] whether a round board is seen turning
 */
export function seeFrom(board, side, how) {
  if (board.dataset.orientation === side) return;
  if (board.classList.contains('board-round')) turnRound(board, side, how);
  else flip(board);
}

/** @param {HTMLElement} board */
function flip(board) {
  for (const each of board.querySelectorAll('use[data-square]')) {
    for (const axis of ['x', 'y']) each.setAttribute(axis, String(700 - Number(each.getAttribute(axis))));
  }
  for (const isFile of [true, false]) {
    const names = [...board.querySelectorAll('.board-coordinates text')].filter(each => each.hasAttribute('text-anchor') === isFile);
    const words = names.map(each => each.textContent);
    names.forEach((each, index) => { each.textContent = words[names.length - 1 - index]; });
  }
  board.dataset.orientation = board.dataset.orientation === 'white' ? 'black' : 'white';
}
