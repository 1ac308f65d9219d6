// A turn as text, written and read: `N1b2-1c4`, `Q1c2x4c5`, `1c6-V=Q`. Reading is lenient in case and signs; it knows only
// the legal moves, so what it understands is legal.

import { movesFrom, promotionsOf, roleOf } from './state.js';
import { make, takeBack } from './change.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Move} Move */

const TURN = /^([kqrbnpdfw])?([1-6][a-e][1-6]|v)[-–—x×:]?([1-6][a-e][1-6]|v)(?:[=(]?([kqrbnpdfw])\)?)?$/;

/**
 * The one name that is written of a square with two: in the ring `1b5` is `2e6`.
 * @param {string} name in small letters
 */
export function squareNamed(name) {
  if (name === 'v') return 'V';
  const [flap, line, depth] = name;
  if (Number(depth) < 5 || line > 'b') return name;
  return `${(Number(flap) % 6) + 1}${depth === '5' ? 'e' : 'd'}${line === 'a' ? 5 : 6}`;
}

/** @param {State} state @param {Move} move @returns {string} */
export function moveText(state, move) {
  const role = roleOf(state.pieces[move.from]);
  const sign = move.capture ? 'x' : '-';
  return `${role === 'P' ? '' : role}${move.from}${sign}${move.to}${move.promotion ? `=${move.promotion}` : ''}`;
}

/** @param {State} state @returns {string} the turn as far as it has been made; empty when it has not */
export const turnText = state => (state.move ? moveText(state, state.move) : '');

/**
 * The state that a text describes, and what is amiss with it. What cannot be read shows the position as it is.
 * @param {State} state @param {string} text @returns {{state: State, hint: string}}
 */
export function readTurn(state, text) {
  const clear = takeBack(state);
  const bare = text.toLowerCase().replace(/[\s+#!?]/g, '');
  if (!bare) return { state: clear, hint: '' };
  const match = bare.match(TURN);
  if (!match) return { state: clear, hint: 'Write the turn as N1b2-1c4, or move on the board.' };
  const [, role, from, to, promotion] = match;
  const start = squareNamed(from);
  const move = movesFrom(state, start).find(each => each.to === squareNamed(to));
  const fits = move && (!role || roleOf(state.pieces[start]) === role.toUpperCase());
  if (!move || !fits) return { state: clear, hint: 'That is no legal turn. Continue asks why.' };
  if (!promotion) return { state: make(clear, move), hint: '' };
  const wanted = promotion.toUpperCase();
  if (promotionsOf(state, move).includes(wanted)) return { state: make(clear, { ...move, promotion: wanted }), hint: '' };
  return { state: clear, hint: 'A pawn becomes only a piece of yours that has been taken, and only on the Vortex.' };
}
