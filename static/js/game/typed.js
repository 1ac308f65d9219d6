// What is typed beside the action bar, under the tabs and below the game: kept while its writer is under another tab, or off the
// page to send something else, and put back where its field is again. For its window alone, as what is begun in the bar.

import { changed } from '../live/morph.js';

const FIELDS = ':is(#panel, #kibitz) :is(input, textarea):not([readonly])';

/** What was typed into fields that are not there now, by their ids. @type {Map<string, string>} */
const typed = new Map();

/** @returns {HTMLInputElement[]} */
const fields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(FIELDS))].filter(field => field.id);

/** The game and whose page it is: nobody finds what another has begun. */
function place() {
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
  // Those that hold a submit back do so in listeners of their own.
  document.addEventListener('submit', event => setTimeout(() => { if (!event.defaultPrevented) sent = event.target; }));
  document.addEventListener('input', () => { sent = null; });
  addEventListener('pageshow', event => { if (event.persisted) sent = null; });
  addEventListener('pagehide', () => {
    const kept = new Map(typed);
    for (const field of fields()) if (changed(field) && field.form !== sent) kept.set(field.id, field.value);
    if (kept.size) sessionStorage.setItem(place(), JSON.stringify([...kept]));
    else sessionStorage.removeItem(place());
  });
  for (const [id, words] of JSON.parse(sessionStorage.getItem(place()) ?? '[]')) typed.set(id, words);
  putBackTyped();
}
