// The square board, as turns are made on it.

import { newView } from '../board/drawing.js';
import { carryTo, frame, hover, newCursor, place, putCursor, render, squareUnder } from './render.js';
import { flip } from './flipping.js';
import { slideChanges } from './motion.js';
import { SQUARES, neighbour } from './squares.js';

/** @type {import('../board/system.js').BoardSystem} */
export const system = {
  newView,
  squares: () => SQUARES,
  render,
  place,
  carryTo,
  frame,
  hover,
  squareUnder,
  neighbour: (_view, { orientation }, at, right, down) => neighbour(at, right, down, orientation),
  newCursor,
  putCursor,
  seeFrom: flip,
  slideChanges,
};
