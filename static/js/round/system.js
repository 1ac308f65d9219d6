// The round board, as turns are made on it.

import { systems } from '../board/systems.js';
import { newGeometry } from './geometry.js';
import { slideTokens } from './motion.js';
import { carryTo, frame, newCursor, newView, place, putCursor, render, squareUnder } from './render.js';
import { turnRound } from './turning.js';

/** @type {import('../board/system.js').BoardSystem<import('./render.js').View>} */
const system = {
  newView,
  squares: view => view.geometry.squares,
  render,
  place,
  carryTo,
  frame,
  squareUnder,
  neighbour: (view, _state, at, right, down) => view.geometry.neighbour(at, right, down),
  newCursor,
  putCursor,
  seeFrom: turnRound,
  slideChanges: (board, before, pace) => slideTokens(board, before, pace.piece + pace.duck),
  reoriented: view => { view.geometry = newGeometry(view.svg); },
};

systems.set('round', system);
