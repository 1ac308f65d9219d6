// Why a square does nothing now, in one sentence. What the position alone says is said at once; why a piece cannot go
// somewhere the rules know, and they are on the server.

import { moveText } from './turn.js';
import { phase } from './state.js';
import { whyNotLifted } from './words.js';

/** @typedef {import('./state.js').State} State */

/** How long an answer is waited for. */
const PATIENCE_MS = 4000;

/** @param {State} state @param {string} square @returns {string | Promise<string>} */
export function whyNot(state, square) {
  if (phase(state) !== 'square' || !state.lifted) return whyNotLifted(state, square);
  const from = state.lifted;
  const text = moveText(state, { from, to: square, kind: 'line', way: [], capture: state.pieces[square] ?? null, promotion: '' });
  return ask(state, text).catch(() => `That piece cannot go to ${square}.`);
}

/** @param {State} state @param {string} text */
async function ask(state, text) {
  const query = new URLSearchParams({ variant: state.variant, fen: state.fen, turn: text });
  const answer = await fetch(`/rules/why?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`why: ${answer.status}`);
  return answer.text();
}
