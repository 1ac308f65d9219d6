// Pieces of the round board that go from where they stood to where they stand, along the line that the server has drawn for
// the last turn, or straight where it went along none.

const FRAMES = 16;

/**
 * @param {Element} board @param {Element} before the board as it was
 * @param {number} duration milliseconds
 */
export function slideTokens(board, before, duration) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const [now, then] = [board, before].map(each => [...each.querySelectorAll('.board-pieces [data-piece]')]);
  const place = (/** @type {Element} */ each) => `${each.getAttribute('data-piece')} ${each.getAttribute('data-square')}`;
  const [stayed, stood] = [new Set(now.map(place)), new Set(then.map(place))];
  const gone = then.filter(each => !stayed.has(place(each)));
  for (const token of now.filter(each => !stood.has(place(each)))) {
    const index = gone.findIndex(each => each.getAttribute('data-piece') === token.getAttribute('data-piece'));
    if (index < 0) continue;
    const [from, to] = [gone.splice(index, 1)[0], token].map(spotOf);
    token.parentNode?.append(token);
    const way = wayBetween(board, from, to) ?? wayBetween(before, to, from)?.reverse() ?? [from, to];
    const frames = way.map(({ x, y }, n) => {
      const scale = from.scale + ((to.scale - from.scale) * n) / (way.length - 1);
      return { transform: `translate(${x}px, ${y}px) scale(${scale})` };
    });
    token.animate(frames, { duration, easing: 'ease-in-out' });
  }
}

/** @typedef {{x: number, y: number, scale: number}} Spot */

/** @param {Element} token @returns {Spot} */
function spotOf(token) {
  const [x, y, scale] = (token.getAttribute('transform') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [0, 0, 1];
  return { x, y, scale };
}

/** The points of a board's line, if it goes from one spot to the other. @param {Element} board @param {Spot} from @param {Spot} to */
function wayBetween(board, from, to) {
  const line = /** @type {SVGPathElement | null} */ (board.querySelector('.mark-way'));
  if (!line) return null;
  const whole = line.getTotalLength();
  const points = [...Array(FRAMES + 1).keys()].map(n => line.getPointAtLength((whole * n) / FRAMES));
  const isAt = (/** @type {{x: number, y: number}} */ point, /** @type {Spot} */ spot) => Math.hypot(point.x - spot.x, point.y - spot.y) < 2;
  return isAt(points[0], from) && isAt(points[FRAMES], to) ? points : null;
}
