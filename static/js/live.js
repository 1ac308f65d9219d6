// Live pages: what waits for the viewer, the lists and the game bring themselves up to date.

import { answerTo } from './live/heed.js';
import { renew } from './live/renew.js';
import { listen } from './live/stream.js';

/** @typedef {import('./live/stream.js').Message} Message */

const address = document.body.dataset.live;
if (address) listen(address, heed);

/** @param {Message} message */
function heed(message) {
  if (message.waiting) showCounts(message.waiting);
  const { renew: kind, events } = document.getElementById('main')?.dataset ?? {};
  switch (answerTo({ kind, events: Number(events), hidden: document.hidden }, message)) {
    case 'renew':
      // The page that answers a form has the form's address, and `?ply=` would soon be the past.
      renew(kind === 'game' ? String(address).replace(/\/live$/, '') : location.href);
      break;
    case 'say':
      for (const each of document.querySelectorAll('[data-words]')) each.textContent = each.getAttribute('data-words');
      break;
    default:
  }
}

/** In the header. @param {Record<string, number>} waiting */
function showCounts(waiting) {
  for (const [of, number] of Object.entries(waiting)) {
    const count = document.querySelector(`[data-count="${of}"]`);
    count?.toggleAttribute('hidden', number === 0);
    const shown = count?.querySelector('.count-number');
    if (shown && shown.textContent !== String(number)) shown.textContent = String(number);
  }
}
