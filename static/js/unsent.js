// What has been begun in the action bar and is not sent: kept by the browser, for its window, while its writer looks at an
// earlier position or sends something else from the page, and put back when they come to the present again.

import { bar } from './game/address.js';

const FIELDS = ['turn', 'message', 'lines'];

/** @typedef {{ply: number, action: string, draw: boolean, typed: Record<string, string>}} Unsent */

/** @param {HTMLFormElement} form @param {string} name */
const field = (form, name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));

/** The game and whose page it is: nobody finds what another has begun. @param {HTMLFormElement} form */
const placeOf = form => `unsent ${form.getAttribute('action')} ${field(form, 'writer')?.value}`;

/** @typedef {{ply: number, draft: string}} UnsentReply one that is being prepared while its writer waits, by its draft */

/** Whose page it is. Where an earlier position is shown nothing on it may say so. */
let writer = '';

function placeOfReply() {
  writer = /** @type {HTMLInputElement | null} */ (document.querySelector('#main input[name="writer"]'))?.value ?? writer;
  return `reply ${bar().dataset.game} ${writer}`;
}

/** @returns {UnsentReply | null} */
export const keptReply = () => JSON.parse(sessionStorage.getItem(placeOfReply()) ?? 'null');

/** @param {UnsentReply | null} reply null if there is none any more */
export function keepReply(reply) {
  if (reply) sessionStorage.setItem(placeOfReply(), JSON.stringify(reply));
  else sessionStorage.removeItem(placeOfReply());
}

/** @param {HTMLFormElement} form @returns {Unsent | null} null if nothing has been begun */
function begun(form) {
  const typed = Object.fromEntries(FIELDS.map(name => [name, field(form, name)?.value ?? '']));
  const draw = Boolean(field(form, 'offer_draw')?.checked);
  if (!draw && !Object.values(typed).some(text => text.trim())) return null;
  return { ply: Number(field(form, 'ply')?.value), action: field(form, 'action')?.value ?? '', draw, typed };
}

/** Whether it is on its way. It is still so when the page, before the answer is there, hears of what was sent and is renewed. */
let isSent = false;

/**
 * Keeps what is begun when its writer leaves the page, unless they have sent it.
 * @param {HTMLFormElement} form @param {AbortSignal} signal ends it
 */
export function keepUnsent(form, signal) {
  // Those that hold a submit back do so in listeners of their own.
  form.addEventListener('submit', event => setTimeout(() => { isSent = !event.defaultPrevented; }), { signal });
  form.addEventListener('input', () => { isSent = false; }, { signal });
  addEventListener('pageshow', event => { if (event.persisted) isSent = false; }, { signal });
  addEventListener('pagehide', () => {
    const kept = isSent ? null : begun(form);
    if (kept) sessionStorage.setItem(placeOf(form), JSON.stringify(kept));
    else sessionStorage.removeItem(placeOf(form));
  }, { signal });
}

/**
 * Puts back what was begun, where the page itself comes with nothing in its fields.
 * @param {HTMLFormElement} form @returns {boolean} whether it was meant for an earlier position
 */
export function putBack(form) {
  const kept = /** @type {Unsent | null} */ (JSON.parse(sessionStorage.getItem(placeOf(form)) ?? 'null'));
  if (!kept || begun(form)) return false;
  for (const name of FIELDS) {
    const into = field(form, name);
    if (into && kept.typed[name]) into.value = kept.typed[name];
  }
  const lines = /** @type {HTMLElement | null} */ (field(form, 'lines'));
  if (kept.typed.lines) lines?.closest('details')?.setAttribute('open', '');
  const draw = field(form, 'offer_draw');
  if (draw) draw.checked = kept.draw;
  const action = form.elements.namedItem('action');
  if (action instanceof HTMLSelectElement && [...action.options].some(option => option.value === kept.action)) action.value = kept.action;
  return kept.ply < Number(field(form, 'ply')?.value);
}
