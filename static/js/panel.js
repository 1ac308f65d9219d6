// The tabs of the panel, opened without loading the page: the board and what is typed stay, and the address follows.

import { changed } from './live/morph.js';
import { renew } from './live/renew.js';

/** What was typed under a tab that is not open, by the field's id. @type {Map<string, string>} */
const typed = new Map();

document.addEventListener('click', event => {
  const tab = event.target instanceof Element && event.target.closest('a.tab');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!tab || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  open(/** @type {HTMLAnchorElement} */ (tab).pathname + /** @type {HTMLAnchorElement} */ (tab).search);
});

/** @param {string} address of the page with this tab */
async function open(address) {
  for (const field of document.querySelectorAll('#panel :is(input, textarea)')) {
    if (changed(field)) typed.set(field.id, /** @type {HTMLInputElement} */ (field).value);
  }
  const main = document.getElementById('main');
  // What is heard meanwhile must not bring the former tab back.
  if (main?.dataset.renew === 'game') main.dataset.path = address;
  history.replaceState(null, '', address);
  await renew(address);
  for (const [id, value] of typed) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (!field) continue;
    field.value = value;
    typed.delete(id);
  }
}
