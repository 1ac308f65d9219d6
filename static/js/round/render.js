// Draws the state into the round board that the server rendered: only what differs is touched.

import { newGeometry } from './geometry.js';
import { begun, colourOf, kingsInCheck, movable, movesFrom, phase, piecesShown } from './state.js';
import { renderPromotion } from './promotion.js';
import { pieceWords } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Square} Square */

const SVG = 'http://www.w3.org/2000/svg';
const STEP_MS = 90;

/**
 * @typedef {object} View
 * @property {HTMLElement} board
 * @property {SVGSVGElement} svg
 * @property {import('./geometry.js').Geometry} geometry
 * @property {SVGGElement} hints
 * @property {SVGGElement} pieces
 * @property {SVGGElement} over what lies above the pieces
 * @property {Map<Square, SVGGElement>} standing
 * @property {string} sprite the address of the figures
 * @property {string} marks the address of the tokens
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
  /** @type {Map<Square, SVGGElement>} */
  const standing = new Map();
  for (const each of /** @type {NodeListOf<SVGGElement>} */ (pieces.querySelectorAll('.piece'))) standing.set(each.dataset.square ?? '', each);
  board.classList.add('board-live');
  const { pieces: sprite = '', marks = '' } = board.dataset;
  return { board, svg, geometry: newGeometry(svg), hints, pieces, over, standing, sprite, marks };
}

/** @param {View} view @param {State} state @param {{still?: Square | null}} [options] the square of a piece that was carried there */
export function render(view, state, { still = null } = {}) {
  const now = phase(state);
  view.board.classList.toggle('turn-begun', begun(state));
  view.board.classList.toggle('turn-whole', now === 'whole');
  const checked = kingsInCheck(state);
  for (const mark of /** @type {NodeListOf<SVGElement>} */ (view.svg.querySelectorAll('.mark-check'))) {
    mark.toggleAttribute('hidden', !checked.includes(mark.dataset.square ?? ''));
  }
  renderPieces(view, state, still);
  renderHints(view, state);
  renderPromotion(view, state);
}

/** @param {View} view @param {State} state @param {Square | null} still */
function renderPieces(view, state, still) {
  const wanted = piecesShown(state);
  /** @type {SVGGElement[]} */
  const spare = [];
  for (const [square, each] of view.standing) {
    if (wanted[square] === each.dataset.piece) continue;
    spare.push(each);
    view.standing.delete(square);
  }
  for (const [square, piece] of Object.entries(wanted)) {
    if (!view.standing.has(square)) view.standing.set(square, stand(view, state, square, piece, spare, still));
  }
  for (const each of spare) each.remove();
  for (const [square, each] of view.standing) each.classList.toggle('piece-movable', movable(state, square));
}

/**
 * Puts a piece on a square: one of the same kind that stood elsewhere goes there, along its line, or a new one is made.
 * @param {View} view @param {State} state @param {Square} square @param {string} piece
 * @param {SVGGElement[]} spare @param {Square | null} still
 */
function stand(view, state, square, piece, spare, still) {
  const index = spare.findIndex(each => each.dataset.piece === piece);
  const token = index < 0 ? newToken(view, state, piece) : spare.splice(index, 1)[0];
  const from = token.dataset.square;
  token.dataset.square = square;
  token.style.transform = '';
  token.classList.remove('piece-dragged');
  token.setAttribute('transform', placeOf(view, square));
  view.pieces.append(token);
  const way = state.move ?? state.choosing;
  if (index >= 0 && from && square !== still) slideAlong(view, token, [from, ...(way?.to === square ? way.way : [])], square);
  return token;
}

/** The `transform` of a token on a square. @param {View} view @param {Square} square */
export function placeOf(view, square) {
  const { x, y, r } = view.geometry.spot(square);
  return `translate(${x} ${y}) scale(${r / 50})`;
}

/** @param {View} view @param {State} state @param {string} piece */
function newToken(view, state, piece) {
  const colour = colourOf(piece);
  const like = /** @type {SVGGElement | null} */ (view.pieces.querySelector(`.seat-${colour}`));
  const token = /** @type {SVGGElement} */ (element('g', { class: `piece seat-${colour}` }));
  token.dataset.piece = piece;
  const title = element('title', {});
  title.textContent = pieceWords(piece);
  token.append(title);
  // The token and its pips are those of any other piece of the seat.
  for (const each of like?.querySelectorAll('use') ?? []) {
    const copy = /** @type {SVGUseElement} */ (each.cloneNode(true));
    if (copy.getAttribute('href')?.startsWith(view.sprite)) copy.setAttribute('href', `${view.sprite}#${piece.split(' ')[1]}`);
    token.append(copy);
  }
  return token;
}

/** @param {View} view @param {Element} token @param {Square[]} way @param {Square} to */
function slideAlong(view, token, way, to) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const stops = way[way.length - 1] === to ? way : [...way, to];
  const frames = stops.map(square => {
    const { x, y, r } = view.geometry.spot(square);
    return { transform: `translate(${x}px, ${y}px) scale(${r / 50})` };
  });
  token.animate(frames, { duration: Math.max(2, stops.length) * STEP_MS, easing: 'ease-in-out' });
}

/** @param {View} view @param {State} state */
function renderHints(view, state) {
  /** @type {Element[]} */
  const hints = [];
  const outline = (/** @type {string} */ name, /** @type {Square} */ square) =>
    hints.push(element('path', { class: `hint hint-${name}`, d: view.geometry.path(square), 'data-square': square }));
  const made = state.move ?? state.choosing;
  const from = state.lifted ?? made?.from;
  if (from) outline('lifted', from);
  if (made) {
    if (made.way.length) hints.push(lineOf(view, [made.from, ...made.way], 'way'));
    outline('lifted', made.to);
  }
  if (phase(state) === 'square' && state.lifted) hints.push(...reachOf(view, state, state.lifted));
  view.hints.replaceChildren(...hints);
}

/** The lines that the lifted piece can go along, and the squares by the way it gets there. @param {View} view @param {State} state @param {Square} from */
function reachOf(view, state, from) {
  const moves = movesFrom(state, from);
  const longest = moves.filter(move => move.way.length > 1 && !moves.some(other => goesOn(other, move)));
  const lines = longest.map(move => lineOf(view, [from, ...move.way], 'line'));
  return [...lines, ...moves.map(move => hintOf(view, move))];
}

/** Whether a way leads on from where another ends. @param {import('./state.js').Move} longer @param {import('./state.js').Move} move */
const goesOn = (longer, move) => longer.way.length > move.way.length && move.way.every((square, n) => longer.way[n] === square);

/** A curve through the middles of squares. @param {View} view @param {Square[]} squares @param {string} name */
function lineOf(view, squares, name) {
  const points = squares.map(square => view.geometry.spot(square));
  const at = (/** @type {number} */ n) => points[Math.max(0, Math.min(points.length - 1, n))];
  let d = `M${points[0].x} ${points[0].y}`;
  for (let n = 0; n + 1 < points.length; n += 1) {
    const control = (/** @type {number} */ middle, /** @type {number} */ sign) =>
      `${at(middle).x + (sign * (at(middle + 1).x - at(middle - 1).x)) / 6} ${at(middle).y + (sign * (at(middle + 1).y - at(middle - 1).y)) / 6}`;
    d += `C${control(n, 1)} ${control(n + 1, -1)} ${at(n + 1).x} ${at(n + 1).y}`;
  }
  return element('path', { class: `hint-${name}`, d });
}

/** A dot where it goes, a ring round what it takes, a star where it teleports. @param {View} view @param {import('./state.js').Move} move */
function hintOf(view, { to, kind, capture }) {
  const { x, y, r } = view.geometry.spot(to);
  const group = element('g', { class: `hint hint-${kind === 'teleport' ? 'teleport' : capture ? 'capture' : 'move'}`, 'data-square': to });
  if (capture) group.append(element('circle', { cx: x, cy: y, r: r * 1.06, class: 'hint-ring' }));
  if (kind === 'teleport') group.append(element('path', { d: star(x, y, r * (capture ? 1.25 : 0.5), capture ? r * 0.95 : r * 0.22), class: capture ? 'hint-star-ring' : 'hint-star' }));
  else if (!capture) group.append(element('circle', { cx: x, cy: y, r: r * 0.3, class: 'hint-dot' }));
  return group;
}

/** @param {number} x @param {number} y @param {number} out @param {number} within */
function star(x, y, out, within) {
  const points = [...Array(8).keys()].map(n => {
    const far = n % 2 ? within : out;
    return `${x + far * Math.sin((n * Math.PI) / 4)} ${y - far * Math.cos((n * Math.PI) / 4)}`;
  });
  return `M${points.join('L')}Z`;
}
