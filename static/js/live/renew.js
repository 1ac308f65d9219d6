// Fetches the page once more and shows what has changed. What somebody has typed or begun stays: see morph.js, and for
// the game's page live/game.js.

import { localise, refresh } from '../time.js';
import { pageHeaders } from './after.js';
import { changed, morph } from './morph.js';

/** After a failure, before the next try. */
const AGAIN_MS = 5000;
/** The longest a list waits while the mouse is over one of its buttons. */
const HOVER_MS = 5000;

/** @typedef {{prepare: (fresh: Document) => void, done: () => void}} RenewHooks what takes care of what morphing cannot keep */

/** @type {RenewHooks} */
let hooks = { prepare() {}, done() {} };
let running = false;
let again = false;
/** What was asked for last. */
let wanted = '';
let shown = Promise.resolve();

/** @param {RenewHooks} given */
export const setRenewHooks = given => { hooks = given; };

/** Brings the page up to date. @param {string} path what to fetch @returns {Promise<void>} done when it is shown */
export function renew(path) {
  wanted = path;
  again = running;
  if (!running) shown = run();
  return shown;
}

async function run() {
  running = true;
  try {
    do {
      again = false;
      const fresh = await fetchPage(wanted);
      await untilPointerLeaves();
      if (fresh && !again) show(fresh);
    } while (again);
  } finally {
    running = false;
  }
}

/** Too much came from this network at once: the next try comes later. */
const TOO_MANY = 429;
const LATER_MS = 30_000;

/** @param {string} path @returns {Promise<Document | null>} */
async function fetchPage(path) {
  const headers = pageHeaders();
  // Who looks at the page has seen what is new, and needs no email about it.
  if (document.visibilityState === 'visible') headers.set('page-visible', 'yes');
  const answer = await fetch(path, { headers }).catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === TOO_MANY) {
    setTimeout(() => renew(wanted), answer?.status === TOO_MANY ? LATER_MS : AGAIN_MS);
    return null;
  }
  // A computer has accepted a challenge: its page is the game's now.
  if (answer.redirected && location.pathname.startsWith('/challenges/') && new URL(answer.url).pathname.startsWith('/games/')) {
    location.assign(answer.url);
    return null;
  }
  // Signed out, or not to be seen any more: what is on the page stays until its reader goes on.
  if (answer.redirected || !answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/** @param {Document} fresh */
function show(fresh) {
  const [old, next] = [document, fresh].map(each => each.getElementById('main'));
  if (!old || !next) return;
  if (isOutdated(fresh) && ![...document.querySelectorAll('input, select, textarea')].some(changed)) {
    location.assign(location.pathname + location.search);
    return;
  }
  // First, so that a time in words is not taken for a change.
  localise(fresh);
  refresh(fresh, Date.now());
  hooks.prepare(fresh);
  morph(old, next);
  document.title = fresh.title;
  const { live } = fresh.body.dataset;
  if (live) document.body.dataset.live = live;
  hooks.done();
}

/** Whether the site's scripts and styles are others by now. @param {Document} fresh */
function isOutdated(fresh) {
  const [ours, theirs] = [document, fresh].map(each => each.querySelector('link[rel="icon"]')?.getAttribute('href'));
  return ours !== theirs;
}

/** A row that moves under the mouse would let another one be clicked. @returns {Promise<void>} */
function untilPointerLeaves() {
  const button = document.querySelector('.list button:hover');
  if (!button) return Promise.resolve();
  return new Promise(resolve => {
    button.addEventListener('pointerleave', () => resolve(), { once: true });
    setTimeout(resolve, HOVER_MS);
  });
}
