// Where squares are on the round board: the server has drawn each as a path with its name and the place of a token.

/** @typedef {{x: number, y: number, r: number}} Spot the middle of a square and the radius of a token there */

const SIXTH = Math.PI / 3;

/** @param {SVGElement} svg */
export function newGeometry(svg) {
  /** @type {Map<string, SVGPathElement>} */
  const paths = new Map();
  /** @type {Map<string, Spot>} */
  const drawn = new Map();
  for (const path of /** @type {NodeListOf<SVGPathElement>} */ (svg.querySelectorAll('.round-square'))) {
    const square = path.dataset.square ?? '';
    const [x, y, r] = (path.dataset.at ?? '').split(' ').map(Number);
    paths.set(square, path);
    drawn.set(square, { x, y, r });
  }
  const geometry = {
    squares: [...paths.keys()],
    path: (/** @type {string} */ square) => paths.get(square)?.getAttribute('d') ?? '',
    spot: (/** @type {string} */ square) => drawn.get(square) ?? { x: 0, y: 0, r: 0 },
    /** Where an event is, in units of the picture. */
    point: (/** @type {{clientX: number, clientY: number}} */ event) => {
      const matrix = /** @type {SVGGraphicsElement} */ (svg).getScreenCTM();
      return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : new DOMPoint();
    },
    /** The square that is hit. */
    under: (/** @type {{clientX: number, clientY: number}} */ event) => {
      const hit = document.elementsFromPoint(event.clientX, event.clientY);
      const path = hit.find(each => each.classList.contains('round-square') && svg.contains(each));
      return /** @type {SVGElement | undefined} */ (path)?.dataset.square ?? null;
    },
    /** The nearest of some squares that is no further than a finger is broad. */
    nearest: (/** @type {{clientX: number, clientY: number}} */ event, /** @type {Iterable<string>} */ among, /** @type {number} */ pixels) => {
      const at = geometry.point(event);
      const unit = /** @type {SVGGraphicsElement} */ (svg).getScreenCTM()?.a ?? 1;
      let best = { square: /** @type {string | null} */ (null), far: pixels / unit };
      for (const square of among) {
        const { x, y } = geometry.spot(square);
        const far = Math.hypot(x - at.x, y - at.y);
        if (far < best.far) best = { square, far };
      }
      return best.square;
    },
    /** The next square in a direction of the screen: the nearest in a quarter round it, or the same where there is none. */
    neighbour: (/** @type {string} */ square, /** @type {number} */ right, /** @type {number} */ down) => {
      const from = geometry.spot(square);
      let best = { square, cost: Infinity };
      for (const other of geometry.squares) {
        const { x, y } = geometry.spot(other);
        const along = (x - from.x) * right + (y - from.y) * down;
        const aside = Math.abs((x - from.x) * down - (y - from.y) * right);
        if (along <= 1 || aside > along * 1.2) continue;
        const cost = along + 2 * aside;
        if (cost < best.cost) best = { square: other, cost };
      }
      return best.square;
    },
  };
  return geometry;
}

/** @typedef {ReturnType<typeof newGeometry>} Geometry */

/** A place after the board has been turned clockwise about its middle. @param {Spot} spot @param {number} sixths @returns {Spot} */
export function turned({ x, y, r }, sixths) {
  const [sin, cos] = [Math.sin(SIXTH * sixths), Math.cos(SIXTH * sixths)];
  return { x: x * cos - y * sin, y: x * sin + y * cos, r };
}
