// The settings page: shows what is chosen for boards; says which zone the browser is in, and leads to it in the list; and selects
// an address whole.

import { listenToLooks, showLooks } from './looks.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form:has(.looks)'));
if (form) {
  listenToLooks(form);
  // What a browser puts back into the form is not what the server drew.
  addEventListener('pageshow', () => showLooks(form));
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const select = /** @type {HTMLSelectElement | null} */ (document.getElementById('time_zone'));
const note = document.getElementById('time_zone-browser');

if (select && note && zone) {
  select.options[0].textContent = (select.dataset.browser ?? '').replace('{zone}', zone.replaceAll('_', ' '));
  const option = [...select.options].find(option => option.value === zone);
  if (option && option.value !== select.value) suggest(option);
}

/** @param {HTMLOptionElement} option */
function suggest(option) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.textContent = (note?.dataset.choose ?? '').replace('{zone}', zone.replaceAll('_', ' '));
  button.addEventListener('click', () => {
    option.selected = true;
    if (note) note.hidden = true;
    select?.focus();
  });
  note?.append(' ', button);
  if (note) note.hidden = false;
}

for (const address of document.querySelectorAll('input.address')) {
  address.addEventListener('focus', () => /** @type {HTMLInputElement} */ (address).select());
}
