// Drafts in fields outside of the action bar: in the tabs and below the game. They are saved in the session storage while another tab
// is open or another form is sent, and restored when their field is shown again.

import { changed } from '../live/morph.js';

const FIELDS = ':is(#panel, #kibitz) :is(input, textarea):not([readonly])';

/** What was typed into fields that are not there now, by their ids. @type {Map<string, string>} */
const typed = new Map();

/** @returns {HTMLInputElement[]} */
const fields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(FIELDS))].filter(field => field.id);

/** By the game and the viewer: nobody finds the draft of another. */
function storageKey() {
  const writer = /** @type {HTMLInputElement | null} */ (document.querySelector('#main input[name="writer"]'))?.value;
  return `beside ${document.getElementById('steps')?.dataset.game} ${writer}`;
}

/** Before the fields may go. */
export function keepTyped() {
  for (const field of fields()) if (changed(field)) typed.set(field.id, field.value);
}

/** Once others are there. */
export function putBackTyped() {
  for (const field of fields()) {
    const words = typed.get(field.id);
    if (words === undefined) continue;
    if (!changed(field)) field.value = words;
    typed.delete(field.id);
  }
}

/** Finds what was typed before the page was loaded, and keeps it when the page is left, but for what is sent then. */
export function listenToTyped() {
  /** @type {EventTarget | null} */
  let sent = null;
  // Other listeners may prevent the submit.
  document.addEventListener('submit', event => setTimeout(() => { if (!event.defaultPrevented) sent = event.target; }));
  document.addEventListener('input', () => { sent = null; });
  addEventListener('pageshow', event => { if (event.persisted) sent = null; });
  addEventListener('pagehide', () => {
    const kept = new Map(typed);
    for (const field of fields()) if (changed(field) && field.form !== sent) kept.set(field.id, field.value);
    if (kept.size) sessionStorage.setItem(storageKey(), JSON.stringify([...kept]));
    else sessionStorage.removeItem(storageKey());
  });
  for (const [id, words] of JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]')) typed.set(id, words);
  putBackTyped();
}
