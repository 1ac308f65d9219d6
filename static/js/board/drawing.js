// The parts of drawing that all boards share: the layers laid into what the server has drawn, and pieces that go where the
// state has them. Only what differs is touched.

/** @typedef {import('../turn/state.js').Square} Square */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {object} View
 * @property {HTMLElement} board
 * @property {SVGSVGElement} svg
 * @property {SVGGElement} hints
 * @property {SVGGElement} pieces
 * @property {SVGGElement} over what lies above the pieces
 * @property {Map<Square, SVGElement>} standing
 * @property {string} sprite the address of the pieces
 * @property {string} marks the address of the marks
 */

/**
 * @typedef {object} Ways how pieces of a kind of board are drawn
 * @property {(square: Square, piece: string) => SVGElement} make a new one, not in its place yet
 * @property {(each: SVGElement, square: Square) => void} place puts one in its place
 * @property {(each: SVGElement, from: Square, to: Square) => void} slide lets one be seen on its way to where it is now
 * @property {(square: Square) => boolean} movable whether what stands there can be taken up
 */

/** @param {string} name @param {Record<string, string | number>} attributes */
export function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Takes hold of the server's board. @param {HTMLElement} board @returns {View} */
export function newView(board) {
  const svg = /** @type {SVGSVGElement} */ (board.querySelector('svg'));
  const pieces = /** @type {SVGGElement} */ (svg.querySelector('.board-pieces'));
  const hints = /** @type {SVGGElement} */ (element('g', { class: 'board-hints' }));
  const over = /** @type {SVGGElement} */ (element('g', { class: 'board-over' }));
  pieces.before(hints);
  pieces.after(over);
  /** @type {Map<Square, SVGElement>} */
  const standing = new Map();
  for (const each of /** @type {NodeListOf<SVGElement>} */ (pieces.querySelectorAll('.piece'))) standing.set(each.dataset.square ?? '', each);
  board.classList.add('board-live');
  const { pieces: sprite = '/static/pieces/mallard.svg', marks = '/static/marks.svg' } = board.dataset;
  return { board, svg, hints, pieces, over, standing, sprite, marks };
}

/** Shows how far the turn has been made. @param {View} view @param {{begun: boolean, whole: boolean, marked: Square[]}} state `marked` kings are */
export function renderState(view, { begun, whole, marked }) {
  view.board.classList.toggle('turn-begun', begun);
  view.board.classList.toggle('turn-whole', whole);
  for (const mark of /** @type {NodeListOf<SVGElement>} */ (view.svg.querySelectorAll('.mark-check'))) {
    mark.toggleAttribute('hidden', !marked.includes(mark.dataset.square ?? ''));
  }
}

/**
 * One of the same kind that stood elsewhere goes to where it is wanted, or a new one is made.
 * @param {View} view @param {Map<Square, string>} wanted
 * @param {Square | true | null} still the square of a piece that was carried there, or `true`: nothing is seen on its way
 * @param {Ways} ways
 */
export function renderPieces(view, wanted, still, ways) {
  /** @type {SVGElement[]} */
  const spare = [];
  for (const [square, each] of view.standing) {
    if (wanted.get(square) === each.dataset.piece) continue;
    spare.push(each);
    view.standing.delete(square);
  }
  for (const [square, piece] of wanted) {
    if (view.standing.has(square)) continue;
    const index = spare.findIndex(each => each.dataset.piece === piece);
    const moved = index < 0 ? null : spare.splice(index, 1)[0];
    const each = moved ?? ways.make(square, piece);
    const from = moved?.dataset.square;
    each.dataset.piece = piece;
    each.dataset.square = square;
    ways.place(each, square);
    view.pieces.append(each);
    if (from && still !== true && square !== still) ways.slide(each, from, square);
    view.standing.set(square, each);
  }
  for (const each of spare) each.remove();
  for (const [square, each] of view.standing) each.classList.toggle('piece-movable', ways.movable(square));
}
