// Squares as text (`a1` to `h8`) and where they lie in the picture: 800 units a side, 100 a square, from either side.

/** @typedef {import('../turn/state.js').Square} Square one of `a1` to `h8` */
/** @typedef {string} Side `white` or `black` */

const FILES = 'abcdefgh';

/** Every square, a1 first, h8 last. @type {readonly Square[]} */
export const SQUARES = [...'12345678'].flatMap(rank => [...FILES].map(file => file + rank));

/**
 * The top left corner of a square in the picture.
 * @param {Square} square @param {Side} orientation @returns {{x: number, y: number}}
 */
export function corner(square, orientation) {
  const file = FILES.indexOf(square[0]);
  const rank = Number(square[1]) - 1;
  return orientation === 'white' ? { x: file * 100, y: (7 - rank) * 100 } : { x: (7 - file) * 100, y: rank * 100 };
}

/**
 * The square at a column from the left and a row from the top, if there is one.
 * @param {number} column @param {number} row @param {Side} orientation @returns {Square | null}
 */
export function squareAt(column, row, orientation) {
  if (!(column >= 0 && column < 8 && row >= 0 && row < 8)) return null;
  const [file, rank] = orientation === 'white' ? [column, 7 - row] : [7 - column, row];
  return FILES[file] + (rank + 1);
}

/**
 * The square next to this one on the screen; at the edge, the same.
 * @param {Square} square @param {number} right @param {number} down @param {Side} orientation @returns {Square}
 */
export function neighbour(square, right, down, orientation) {
  const { x, y } = corner(square, orientation);
  return squareAt(x / 100 + right, y / 100 + down, orientation) ?? square;
}
