// Drafts: what is in the action bar and has not been sent, and a reply that is being prepared. They are saved in the session storage
// while their writer looks at an earlier position or sends something else, and restored when they come back to the present.

import { bar } from './address.js';

const FIELDS = ['turn', 'message', 'lines'];

/** @typedef {{ply: number, action: string, draw: boolean, typed: Record<string, string>}} Draft */

/** @param {HTMLFormElement} form @param {string} name */
const field = (form, name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));

/** By the game and the viewer: nobody finds the draft of another. @param {HTMLFormElement} form */
const keyOf = form => `unsent ${form.getAttribute('action')?.split('#')[0]} ${field(form, 'writer')?.value}`;

/** @typedef {{ply: number, draft: string}} ReplyDraft a reply that is being prepared: the fields of its form */

/** The viewer. The page of an earlier position may have no form that names them. */
let writer = '';

function keyOfReply() {
  writer = /** @type {HTMLInputElement | null} */ (document.querySelector('#main input[name="writer"]'))?.value ?? writer;
  return `reply ${bar().dataset.game} ${writer}`;
}

/** @returns {ReplyDraft | null} */
export const savedReply = () => JSON.parse(sessionStorage.getItem(keyOfReply()) ?? 'null');

/** @param {ReplyDraft | null} reply null removes it */
export function saveReply(reply) {
  if (reply) sessionStorage.setItem(keyOfReply(), JSON.stringify(reply));
  else sessionStorage.removeItem(keyOfReply());
}

/** @param {HTMLFormElement} form @returns {Draft | null} null if the form is empty */
function draftIn(form) {
  const typed = Object.fromEntries(FIELDS.map(name => [name, field(form, name)?.value ?? '']));
  const draw = Boolean(field(form, 'offer_draw')?.checked);
  if (!draw && !Object.values(typed).some(text => text.trim())) return null;
  return { ply: Number(field(form, 'ply')?.value), action: field(form, 'action')?.value ?? '', draw, typed };
}

/** Whether it has been sent. That holds when the page is renewed before the answer is there. */
let isSent = false;

/**
 * Saves the draft when its writer leaves the page, unless they have sent it.
 * @param {HTMLFormElement} form @param {AbortSignal} signal ends it
 */
export function saveOnLeave(form, signal) {
  // Other listeners may prevent the submit.
  form.addEventListener('submit', event => setTimeout(() => { isSent = !event.defaultPrevented; }), { signal });
  form.addEventListener('input', () => { isSent = false; }, { signal });
  addEventListener('pageshow', event => { if (event.persisted) isSent = false; }, { signal });
  addEventListener('pagehide', () => {
    const draft = isSent ? null : draftIn(form);
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(form));
  }, { signal });
}

/**
 * Restores the draft, if the page's own fields are empty.
 * @param {HTMLFormElement} form @returns {boolean} whether it was meant for an earlier position
 */
export function restoreDraft(form) {
  const draft = /** @type {Draft | null} */ (JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null'));
  if (!draft || draftIn(form)) return false;
  for (const name of FIELDS) {
    const into = field(form, name);
    if (into && draft.typed[name]) into.value = draft.typed[name];
  }
  const lines = /** @type {HTMLElement | null} */ (field(form, 'lines'));
  if (draft.typed.lines) lines?.closest('details')?.setAttribute('open', '');
  const offersDraw = field(form, 'offer_draw');
  if (offersDraw) offersDraw.checked = draft.draw;
  const action = form.elements.namedItem('action');
  if (action instanceof HTMLSelectElement && [...action.options].some(option => option.value === draft.action)) action.value = draft.action;
  return draft.ply < Number(field(form, 'ply')?.value);
}
