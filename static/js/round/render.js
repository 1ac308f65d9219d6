// Draws the state into the round board that the server rendered: only what differs is touched.

import { element, newView as newBareView, renderPieces, renderState } from '../board/drawing.js';
import { renderPromotion } from '../board/promotion.js';
import { draggable } from '../turn/change.js';
import { newGeometry } from './geometry.js';
import { begun, destinations, kingsMarked, phase, piecesShown } from '../turn/state.js';
import { promotionGroup } from './promotion.js';

/** @typedef {import('../turn/state.js').State} State */
/** @typedef {import('../turn/state.js').Square} Square */

const STEP_MS = 90;
/** How far beside a square a finger may come down, in pixels. */
const FINGER = 22;
/** How far a mouse or a pen may: half of what a target measures at least, however small the board. */
const LEAST_TARGET = 12;

/** @typedef {import('../board/drawing.js').View & {geometry: import('./geometry.js').Geometry}} View */

/** Takes hold of the server's board. @param {HTMLElement} board @returns {View} */
export function newView(board) {
  const view = newBareView(board);
  return { ...view, geometry: newGeometry(view.svg) };
}

/** @param {View} view @param {State} state @param {{still?: Square | true | null}} [options] the square of a piece that was carried there; `true`: nothing glides */
export function render(view, state, { still = null } = {}) {
  renderState(view, { begun: begun(state), whole: phase(state) === 'whole', marked: kingsMarked(state) });
  const made = state.move ?? state.choices[0];
  renderPieces(view, new Map(Object.entries(piecesShown(state))), still, {
    make: (_square, piece) => newToken(view, state, piece),
    place: (each, square) => place(view, state, each, square),
    slide: (each, from, to) => slideAlong(view, each, [from, ...(made?.to === to ? made.way ?? [] : [])], to),
    movable: square => draggable(state, square),
  });
  renderHints(view, state);
  renderPromotion(view.board, promotionGroup(view, state));
}

/** A token where it belongs. @param {View} view @param {State} _state @param {SVGElement} each @param {Square} square */
export function place(view, _state, each, square) {
  const { x, y, r } = view.geometry.spot(square);
  each.setAttribute('transform', `translate(${x} ${y}) scale(${r / 50})`);
}

/** @param {View} view @param {State} state @param {string} piece */
function newToken(view, state, piece) {
  const [colour, figure] = piece.split(' ');
  const like = /** @type {SVGGElement | null} */ (view.pieces.querySelector(`.seat-${colour}`));
  const token = /** @type {SVGGElement} */ (element('g', { class: `piece seat-${colour}` }));
  const title = element('title', {});
  title.textContent = state.titles?.[piece] ?? '';
  token.append(title);
  // The token and its pips are those of any other piece of the seat.
  for (const each of like?.querySelectorAll('use') ?? []) {
    const copy = /** @type {SVGUseElement} */ (each.cloneNode(true));
    if (copy.getAttribute('href')?.startsWith(view.sprite)) copy.setAttribute('href', `${view.sprite}#${figure}`);
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
  const made = state.move ?? state.choices[0];
  const from = state.lifted ?? made?.from;
  if (from) outline('lifted', from);
  if (made) {
    if (made.way) hints.push(lineOf(view, [made.from, ...made.way], 'way'));
    outline('lifted', made.to);
  }
  if (phase(state) === 'square' && state.lifted) hints.push(...reachOf(view, state, state.lifted));
  view.hints.replaceChildren(...hints);
}

/** The lines that the lifted piece can go along, and the squares by the way it gets there. @param {View} view @param {State} state @param {Square} from */
function reachOf(view, state, from) {
  const moves = [...destinations(state, from).values()].map(([move]) => move);
  const ways = moves.map(move => move.way ?? []);
  const longest = ways.filter(way => way.length > 1 && !ways.some(other => goesOn(other, way)));
  const lines = longest.map(way => lineOf(view, [from, ...way], 'line'));
  return [...lines, ...moves.map(move => hintOf(view, move, Boolean(state.pieces[move.to])))];
}

/** Whether a way leads on from where another ends. @param {Square[]} longer @param {Square[]} way */
const goesOn = (longer, way) => longer.length > way.length && way.every((square, n) => longer[n] === square);

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

/** A dot where it goes, a ring round what it takes, a star where it teleports. @param {View} view @param {import('../turn/state.js').Move} move @param {boolean} capture */
function hintOf(view, { to, teleports }, capture) {
  const { x, y, r } = view.geometry.spot(to);
  const group = element('g', { class: `hint hint-${teleports ? 'teleport' : capture ? 'capture' : 'move'}`, 'data-square': to });
  if (capture) group.append(element('circle', { cx: x, cy: y, r: r * 1.06, class: 'hint-ring' }));
  if (teleports) group.append(element('path', { d: star(x, y, r * (capture ? 1.45 : 0.66), r * (capture ? 0.98 : 0.24)), class: capture ? 'hint-star-ring' : 'hint-star' }));
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

/** What a press on a square can be about now. @param {State} state @returns {Square[]} */
const meant = state => [
  ...new Set(state.moves.map(move => move.from)),
  ...(state.lifted ? destinations(state, state.lifted).keys() : []),
  ...(state.move ? destinations(state, state.move.from).keys() : []),
];

/**
 * The square that is pressed. They are small on a phone and in a small window: what is pressed beside
 * them means the nearest that it can mean anything on.
 * @param {View} view @param {State} state @param {import('../board/system.js').Point} event
 */
export function squareUnder(view, state, event) {
  const hit = view.geometry.under(event);
  const squares = meant(state);
  if (hit && squares.includes(hit)) return hit;
  return view.geometry.nearest(event, squares, event.pointerType === 'touch' ? FINGER : LEAST_TARGET) ?? hit;
}

/** @param {View} view @param {State} _state @param {{square: Square, carried: SVGElement | null}} press @param {import('../board/system.js').Point} event */
export function carryTo(view, _state, { square, carried }, event) {
  const { x, y } = view.geometry.point(event);
  carried?.setAttribute('transform', `translate(${x} ${y}) scale(${view.geometry.spot(square).r / 42})`);
}

/** A frame round a square. @param {View} view @param {State} _state @param {Square} square */
export const frame = (view, _state, square) => element('path', { class: 'hint-over', d: view.geometry.path(square), 'data-square': square });

/** What goes over the squares by keyboard. */
export function newCursor() {
  const cursor = element('g', { class: 'board-cursor' });
  cursor.append(element('path', { class: 'cursor-edge' }), element('path', { class: 'cursor-line' }));
  return cursor;
}

/** @param {View} view @param {State} _state @param {Element} cursor @param {Square} square */
export function putCursor(view, _state, cursor, square) {
  for (const each of cursor.children) each.setAttribute('d', view.geometry.path(square));
}
