// What is one click: the pointer hardly moves between down and up; and a double click, or a double tap, is one too. Who makes one by
// habit does not take back with its second half what the first has done.

/** @typedef {import('../board/system.js').Point} Point */
/** @typedef {Point & {timeStamp: number}} TimedPoint when the pointer came down */

/** Pixels that a pointer may move and still be a click. */
const CLICK_RADIUS = { mouse: 4, pen: 6, touch: 10 };
/** How soon after a click another one in the same place belongs to it. */
const DOUBLE_CLICK_MS = 400;

/** Whether a pointer has not gone too far for a click. @param {Point} from @param {Point} to */
export function isOneClick(from, to) {
  const limit = CLICK_RADIUS[/** @type {keyof typeof CLICK_RADIUS} */ (to.pointerType)] ?? CLICK_RADIUS.mouse;
  return Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) <= limit;
}

/** The last click. By the next the board may be another. @type {{at: TimedPoint, square: string | null} | null} */
let last = null;

/**
 * Whether a click is the second half of a double one. To be asked once for each.
 * @param {TimedPoint} at @param {string | null} square of the board; none for a button over it
 */
export function isSecondHalf(at, square) {
  const before = last;
  last = { at, square };
  if (!before || at.timeStamp - before.at.timeStamp > DOUBLE_CLICK_MS) return false;
  return (square !== null && square === before.square) || isOneClick(before.at, at);
}
