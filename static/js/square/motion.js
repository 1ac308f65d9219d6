// Pieces of the square board that go from where they stood to where they stand: first the piece, then the duck.

/** @typedef {import('../board/motion.js').Pace} Pace */

/** Whether things may move. */
const mayMove = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * @param {Element} moved @param {number} dx @param {number} dy units of the picture that it comes from
 * @param {{duration?: number, delay?: number}} [time] milliseconds
 */
export function slide(moved, dx, dy, { duration = 180, delay = 0 } = {}) {
  if (!mayMove() || (dx === 0 && dy === 0)) return;
  const from = { transform: `translate(${dx}px, ${dy}px)` };
  moved.animate([from, { transform: 'none' }], { duration, delay, fill: 'backwards', easing: 'ease-out' });
}

/** @param {Element} board @param {Element} before the board as it was @param {Pace} pace */
export function slideChanges(board, before, pace) {
  const [now, then] = [board, before].map(each => [...each.querySelectorAll('.board-pieces [data-piece]')]);
  const place = (/** @type {Element} */ each) => `${each.getAttribute('data-piece')} ${each.getAttribute('data-square')}`;
  const stayed = new Set(now.map(place));
  const gone = then.filter(each => !stayed.has(place(each)));
  const stood = new Set(then.map(place));
  // A pawn that became another piece comes from the mark of the turn.
  const from = board.querySelector('.mark-from');
  for (const piece of now.filter(each => !stood.has(place(each)))) {
    const index = gone.findIndex(each => each.getAttribute('data-piece') === piece.getAttribute('data-piece'));
    const isDuck = piece.getAttribute('data-piece') === 'duck';
    const origin = index >= 0 ? gone.splice(index, 1)[0] : isDuck ? null : from;
    if (!origin) continue;
    piece.parentNode?.append(piece);
    const [dx, dy] = ['x', 'y'].map(axis => Number(origin.getAttribute(axis)) - Number(piece.getAttribute(axis)));
    slide(piece, dx, dy, isDuck ? { duration: pace.duck, delay: pace.piece } : { duration: pace.piece });
  }
}
