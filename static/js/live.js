// Live pages: what waits for the viewer, the lists and the game bring themselves up to date.

import { note } from './live/after.js';
import { answerTo } from './live/answer.js';
import * as connection from './live/reconnect.js';
import { renew } from './live/renew.js';
import { listen } from './live/stream.js';

/** @typedef {import('./live/stream.js').Message} Message */

/** Where the page's stream is. Renewing the page may change it: other games are on it. */
const address = () => document.body.dataset.live;
let opened = address();
const stream = opened ? listen(() => opened ?? '', onMessage, connection) : null;

/** @param {Message} message @returns {Promise<void>} done when the page shows what is new */
async function onMessage(message) {
  note(message.after);
  if (message.waiting) showCounts(message.waiting);
  const { renew: kind, events, extras, path } = document.getElementById('main')?.dataset ?? {};
  switch (answerTo({ kind, events: Number(events), extras: Number(extras), hidden: document.hidden }, message)) {
    case 'renew':
      // The page that answers a form has the form's address, and `?ply=` would soon be the past: a game's page names its own.
      await renew(path ?? location.href);
      if (address() && address() !== opened) {
        opened = address();
        stream?.open();
      }
      break;
    case 'notify':
      document.dispatchEvent(new CustomEvent('gamechanged', { detail: message.game }));
      break;
    case 'notice':
      for (const each of document.querySelectorAll('[data-words]')) each.textContent = each.getAttribute('data-words');
      break;
    case 'panel':
      document.dispatchEvent(new Event('besidechanged'));
      break;
    default:
  }
  if (message.waiting) document.dispatchEvent(new Event('waitingchanged'));
}

/** In the header. @param {Record<string, number>} waiting */
function showCounts(waiting) {
  for (const [of, number] of Object.entries(waiting)) {
    for (const link of document.querySelectorAll(`[data-count="${of}"]`)) showCount(link, number);
  }
}

/** As the server writes it: nothing for none. @param {Element} link @param {number} number */
function showCount(link, number) {
  const shown = link.querySelector('.count');
  if (Number.parseInt(shown?.textContent ?? '0', 10) === number) return;
  shown?.remove();
  if (number === 0) return;
  const words = document.createElement('span');
  words.className = 'visually-hidden';
  words.textContent = ` ${link.getAttribute('data-count-words')}`;
  const count = document.createElement('span');
  count.className = 'count';
  count.append(String(number), words);
  link.append(' ', count);
}
