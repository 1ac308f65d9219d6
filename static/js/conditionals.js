// The page of conditional turns: a turn made on the board goes into the field, and a whole one is added to the line. Nothing
// holds before it is saved, so adding needs no question.
//
// Without scripts each step is a page that a form was sent for. Here the page stays and becomes the answer, and the drafts
// are kept in the browser's history: so going back, and loading the page anew, find them and ask nothing.

import { draftOf, fetchDraft, makeTurnsFor, refusal, selectSentTurn, settleInput, takeBoard } from './draft.js';
import { defer, deferInput, deferSubmit, dropInput, isDeferring } from './input/deferred.js';
import { morph } from './live/morph.js';

const byId = (/** @type {string} */ id) => document.getElementById(id);
const form = () => /** @type {HTMLFormElement | null} */ (byId('conditionals-form'));

/** Where the draft is sent; a button has the name of the property. */
const address = () => form()?.getAttribute('action') ?? '';

/** @returns {HTMLInputElement[]} */
const fields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('#main input, #main textarea'))];

let detach = new AbortController();
let shows = 0;
let byItself = false;

if (form()) begin();

function begin() {
  const kept = history.state?.draft;
  const shown = draft();
  document.addEventListener('submit', step);
  window.addEventListener('popstate', event => { if (event.state?.draft) goBackTo(event.state.draft); });
  // The server says what has come, and shows it with the draft.
  document.addEventListener('gamechanged', () => (isDeferring() ? defer(showChanges) : showChanges()));
  attach();
  if (kept && kept !== shown) show(kept);
  else keep();
}

/** What has happened in the game: nobody has asked, so turns can be made meanwhile. */
function showChanges() {
  show(draft(), undefined, false);
}

/** @param {string} kept a draft of the history */
async function goBackTo(kept) {
  dropInput();
  if (!await show(kept)) location.reload();
}

/** @param {HTMLElement | null} [button] the one that was pressed */
function draft(button) {
  return draftOf(form(), button);
}

/** Keeps the draft in the history, at the address of the page itself. */
function keep() {
  history.replaceState({ draft: draft() }, '', address());
}

/** @param {SubmitEvent} event */
async function step(event) {
  const button = event.submitter;
  if (event.target !== form() || byItself) return;
  if (isDeferring()) {
    event.preventDefault();
    deferSubmit(/** @type {HTMLFormElement} */ (event.target), button);
    return;
  }
  if (button?.hasAttribute('formaction')) return;
  event.preventDefault();
  selectSentTurn();
  if (await show(draft(button), () => history.pushState(null, '', address()))) return;
  // To sign in, or because there is no answer: then it is the browser's to show why.
  byItself = true;
  form()?.requestSubmit(button);
  byItself = false;
}

/**
 * Shows the page with a draft.
 * @param {string} sent @param {() => void} [before] @param {boolean} [asked] whether its reader has asked for it
 * @returns {Promise<boolean>} whether there is one
 */
async function show(sent, before, asked = true) {
  if (asked) deferInput();
  const turn = ++shows;
  const typed = new Map(fields().map(field => [field, field.value]));
  const page = await fetchDraft(address(), sent, 'conditionals-form');
  // Who goes back twice wants to see the last of it.
  if (turn !== shows) return true;
  if (!page) {
    if (asked) dropInput();
    return false;
  }
  const refusedBefore = refusal();
  before?.();
  renew(page, typed, asked);
  keep();
  if (asked) settleInput(refusedBefore);
  return true;
}

/**
 * @param {Document} fresh @param {Map<HTMLInputElement, string>} sent what was in the fields then
 * @param {boolean} asked who has not asked for it keeps their place
 */
function renew(fresh, sent, asked) {
  const [old, next] = [document, fresh].map(page => /** @type {HTMLElement} */ (page.getElementById('main')));
  const atBoard = byId('board')?.contains(document.activeElement);
  takeBoard(fresh);
  // What the answer says of what was sent holds; what has been typed since is its writer's.
  for (const field of fields()) if (field.value === sent.get(field)) field.defaultValue = field.value;
  if (next.querySelector('.as-text[open]')) old.querySelector('.as-text')?.setAttribute('open', '');
  morph(old, next);
  attach();
  const refused = byId('error-summary');
  if (refused && asked) refused.focus();
  // Another reply is to be written.
  else if (asked && document.activeElement?.closest('.reply-blocked')) byId('turn')?.focus();
  else if (atBoard) byId('board')?.focus({ preventScroll: true });
  else if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (old.querySelector('.node-start'))?.focus({ preventScroll: true });
}

function attach() {
  detach.abort();
  detach = new AbortController();
  makeTurnsFor(form(), 'add', detach.signal);
}
