// The tabs of the panel, opened without loading the page: the board and what is typed stay, and the address follows.

import { addressWith, plyShown } from './game/address.js';
import { keepTyped, listenToTyped, putBackTyped } from './game/typed.js';
import { savedPresent } from './game/steps.js';
import { pageHeaders } from './live/after.js';
import { morph } from './live/morph.js';
import { renew } from './live/renew.js';
import { localise, refresh } from './time.js';

listenToTyped();

document.addEventListener('click', event => {
  const tab = event.target instanceof Element && event.target.closest('a.tab');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!tab || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  open(new URL(/** @type {HTMLAnchorElement} */ (tab).href).searchParams.get('tab'));
});

// Tags are a line: Enter saves them.
document.addEventListener('keydown', event => {
  const field = event.target;
  if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLTextAreaElement) || field.id !== 'tags-field') return;
  event.preventDefault();
  field.form?.requestSubmit();
});

// What a tab says of the position on the board is of another one now.
const renewOfPosition = () => {
  if (document.querySelector('#panel [data-of-position]')) renewPanel(addressWith({ ply: plyShown() }));
};
document.addEventListener('positionshown', renewOfPosition);
document.addEventListener('besidechanged', renewOfPosition);

/** Brings the panel alone up to date: the rest of the page is put aside, or stays as it is. @param {string} address */
async function renewPanel(address) {
  const answer = await fetch(address, { headers: pageHeaders() }).catch(() => null);
  const fresh = answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('panel') : null;
  const panel = document.getElementById('panel');
  if (panel && fresh && address === addressWith({ ply: plyShown() })) {
    localise(fresh);
    refresh(fresh, Date.now());
    morph(panel, fresh);
  }
}

/** Forms send the tab along, those of the present too that are put aside. @param {string | null} tab */
function sendAlong(tab) {
  for (const part of [document, savedPresent()?.actions]) {
    for (const field of part?.querySelectorAll('input[type="hidden"][name="tab"]') ?? []) field.setAttribute('value', tab ?? '');
  }
}

/** @param {string | null} tab by its name in addresses */
async function open(tab) {
  const address = addressWith({ tab: tab === 'record' ? null : tab });
  keepTyped();
  const main = document.getElementById('main');
  // What is heard meanwhile must not bring the former tab back.
  if (main?.dataset.renew === 'game') main.dataset.path = address;
  history.replaceState(null, '', address);
  sendAlong(tab);
  if (savedPresent()) {
    if (main) main.dataset.path = addressWith({ tab, ply: null });
    await renewPanel(addressWith({ ply: plyShown() }));
  } else await renew(address);
  putBackTyped();
}
