// The round board turned until another flap is at the bottom. The server draws each flap's view as the same drawing turned by
// sixths, and so all coordinates are turned here: the squares with their marks, the tokens and the names, which stay upright.

import { turned } from './geometry.js';

/** The colours of the flaps, clockwise. */
const FLAPS = ['red', 'blue', 'yellow', 'green', 'magenta', 'cyan'];
const SIXTH_MS = 220;
const FRAMES = 8;

/** How many sixths the board is turned clockwise from one flap at the bottom to another, the short way. @param {string} from @param {string} to */
export function sixthsBetween(from, to) {
  const sixths = (FLAPS.indexOf(from) - FLAPS.indexOf(to) + 6) % 6;
  return sixths > 3 ? sixths - 6 : sixths;
}

/** @param {HTMLElement} board @param {string} colour of the flap that is to be at the bottom @param {{seen?: boolean}} [how] whether it is seen turning */
export function turnRound(board, colour, { seen = true } = {}) {
  const sixths = sixthsBetween(board.dataset.orientation ?? '', colour);
  const pair = (/** @type {string} */ _, /** @type {string} */ x, /** @type {string} */ y) => pairTurned(Number(x), Number(y), sixths);
  const rewrite = (/** @type {Element} */ each, /** @type {string} */ name, /** @type {RegExp} */ pairs) =>
    each.setAttribute(name, (each.getAttribute(name) ?? '').replace(pairs, pair));
  for (const path of board.querySelectorAll('.board-svg path')) rewrite(path, 'd', PAIRS);
  for (const square of board.querySelectorAll('[data-at]')) rewrite(square, 'data-at', FIRST_PAIR);
  for (const token of board.querySelectorAll('.board-pieces .piece')) rewrite(token, 'transform', FIRST_PAIR);
  for (const name of board.querySelectorAll('.board-coordinates text')) {
    const [x, y] = pairTurned(Number(name.getAttribute('x')), Number(name.getAttribute('y')), sixths).split(' ');
    name.setAttribute('x', x);
    name.setAttribute('y', y);
  }
  board.dataset.orientation = colour;
  if (seen && !matchMedia('(prefers-reduced-motion: reduce)').matches) showTurning(board, sixths);
}

const NUMBER = '-?[\\d.]+(?:e-?\\d+)?';
const PAIRS = new RegExp(`(${NUMBER}) (${NUMBER})`, 'g');
const FIRST_PAIR = new RegExp(`(${NUMBER}) (${NUMBER})`);

/** @param {number} x @param {number} y @param {number} sixths */
export function pairTurned(x, y, sixths) {
  const at = turned({ x, y, r: 0 }, sixths);
  return `${hundredths(at.x)} ${hundredths(at.y)}`;
}

/** Never as `-0` or `1e-15`. @param {number} number */
const hundredths = number => Math.round(number * 100) / 100 + 0;

/** @param {HTMLElement} board turned already @param {number} sixths by which it was */
function showTurning(board, sixths) {
  const time = { duration: Math.abs(sixths) * SIXTH_MS, easing: 'ease-in-out' };
  for (const drawn of board.querySelectorAll('path.round-table, .round-table-edge, .round-turn, .board-light, .round-squares, .round-rim, .board-marks')) {
    drawn.animate([{ transform: `rotate(${-60 * sixths}deg)` }, { transform: 'none' }], time);
  }
  for (const name of board.querySelectorAll('.board-coordinates, .board-hints, .board-over')) name.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, {}], time);
  for (const token of board.querySelectorAll('.board-pieces .piece')) {
    const [x, y, r] = (token.getAttribute('transform')?.match(new RegExp(NUMBER, 'g')) ?? []).map(Number);
    const frames = [...Array(FRAMES + 1).keys()].map(n => {
      const at = turned({ x, y, r }, sixths * (n / FRAMES - 1));
      return { transform: `translate(${at.x}px, ${at.y}px) scale(${r})` };
    });
    token.animate(frames, time);
  }
}
