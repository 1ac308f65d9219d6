// What only the rules know, and they are on the server: what a typed text says, and why something cannot be done.

import { make, placeDuck, takeBack } from './change.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Square} Square */

/** How long an answer is waited for. */
const TIMEOUT_MS = 4000;

/**
 * @param {string} address @param {State} state @param {Record<string, string>} more
 * @returns {Promise<Response | null>} none if there is no answer
 */
async function ask(address, { variant, fen, theirs }, more) {
  const query = new URLSearchParams({ variant, fen, theirs: String(theirs), ...more });
  const answer = await fetch(`${address}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  return answer?.ok ? answer : null;
}

/**
 * The state that a text describes, and what is amiss with it. What cannot be read shows the position as it is.
 * @param {State} state @param {string} text @returns {Promise<{state: State, hint: string}>}
 */
export async function readTurn(state, text) {
  const clear = takeBack(state);
  if (!text.trim()) return { state: clear, hint: '' };
  const answer = await ask('/rules/turn', state, { turn: text });
  const read = answer && await answer.json().catch(() => null);
  if (!read) return { state: clear, hint: state.words.unread };
  const move = state.moves.find(({ from, to, promotion }) => from === read.from && to === read.to && promotion === read.promotion);
  if (!move) return { state: clear, hint: read.hint };
  const made = make(clear, move);
  return { state: read.duck ? placeDuck(made, read.duck) : made, hint: read.hint };
}

/** Why a click, a drop or a key on a square did nothing. @param {State} state @param {Square} square @returns {Promise<string>} */
export async function whyNot(state, square) {
  const answer = await ask('/rules/why', state, attempt(state, square));
  return answer ? answer.text().catch(() => state.words.unexplained) : state.words.unexplained;
}

/** What was meant by it. @param {State} state @param {Square} square @returns {Record<string, string>} */
export function attempt(state, square) {
  const { features, lifted, move } = state;
  if (lifted) return { from: lifted, to: square };
  if (!move || !features.duck) return { from: square };
  return { from: move.from, to: move.to, promotion: move.promotion ?? '', duck: square };
}
