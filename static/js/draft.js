// Pages whose form is a draft, of conditional turns or of an analysis: what the form holds, the page that the server makes of
// it, and the board on which its turns are made.

import { dropInput, replayInput } from './input/deferred.js';
import { newPlay } from './play.js';

/** @typedef {import('./play.js').Play} Play */

/** The answers that are that page. */
const SHOWN = [200, 409, 422];
/** How long an answer is waited for. */
const TIMEOUT_MS = 20_000;

const byId = (/** @type {string} */ id) => document.getElementById(id);

/** The fields as they stand. @param {HTMLFormElement | null} form @param {HTMLElement | null} [button] the one that was pressed */
export const draftOf = (form, button) => new URLSearchParams(/** @type {any} */ (new FormData(form ?? undefined, button))).toString();

/**
 * The page with a draft after its step.
 * @param {string} address @param {string} draft @param {string} form the id of the form that makes it that page
 * @returns {Promise<Document | null>} none if another page answers, or there is no answer
 */
export async function fetchDraft(address, draft, form) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  try {
    const answer = await fetch(address, { method: 'POST', headers, body: draft, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const page = SHOWN.includes(answer.status) ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
    return page?.getElementById(form) ? page : null;
  } catch {
    return null;
  }
}

/** A page's position, and its board as the server drew it. @param {Document} page */
const positionOf = page => `${page.getElementById('board-data')?.textContent} ${page.getElementById('board')?.outerHTML}`;

/** The position on the board, and the turn in the making there; none where no turn can be made. */
let position = '';
/** @type {Play | null} */
let play = null;

/**
 * Before a page takes the place of this one: its board too, but the board of the same position stays, with a turn that is begun.
 * @param {Document} fresh
 */
export function takeBoard(fresh) {
  const [board, voice, next] = [byId('board'), byId('board-voice'), fresh.getElementById('board')];
  const fetched = positionOf(fresh);
  if (play && board && fetched === position) {
    next?.replaceWith(board.cloneNode(true), voice?.cloneNode(true) ?? '');
    return;
  }
  play = null;
  position = fetched;
  voice?.remove();
  if (next) board?.replaceWith(document.importNode(next, true));
}

/**
 * Attaches to the board: a whole turn that is made on it presses a button of the form.
 * @param {HTMLFormElement | null} form @param {string} button its id @param {AbortSignal} signal lets go of it
 */
export function makeTurnsFor(form, button, signal) {
  const [data, board, status, turn] = ['board-data', 'board', 'board-status', 'turn'].map(byId);
  if (!form || !data || !board || !status || !(turn instanceof HTMLInputElement)) return;
  const controls = {
    form, turn, status, signal,
    back: byId('take-back'),
    greeting: status.textContent ?? '',
    chooseAction: () => {},
    whenWhole: () => form.requestSubmit(byId(button)),
  };
  if (play) {
    play.reattach(controls);
    return;
  }
  position ||= positionOf(document);
  play = newPlay(JSON.parse(data.textContent ?? ''), board, controls, false);
}

/** What is typed while a turn is on its way is the next one. */
export function selectSentTurn() {
  const turn = byId('turn');
  if (turn instanceof HTMLInputElement && turn === document.activeElement) turn.select();
}

/** What the page says is wrong with what was sent. */
export const refusal = () => byId('error-summary')?.textContent ?? '';

/**
 * Once an answer is shown: does what was done meanwhile. After a step that is refused, or waits for an answer, that was not meant for this position.
 * @param {string} before what was refused before
 */
export function settleInput(before) {
  const now = refusal();
  const isHeldBack = byId('question')?.hasAttribute('data-held');
  if (isHeldBack || now && now !== before) dropInput();
  else replayInput();
}
