// The analysis board: a turn made on the board is played at once, and every step is asked for in place, so that the page stays.
// Without scripts each step is a page that a form was sent for, and the two are the same to the server.
//
// What the steps have made is kept in the browser's history: a change is an entry of its own, so that going back undoes it;
// going to another position is none. In a chapter that its viewer may change, no change is.

import { listenToEvaluation, look } from './analysis/evaluation.js';
import { wayTo } from './analysis/film.js';
import { listenToOnce } from './analysis/once.js';
import { SHORTCUTS } from './analysis/shortcuts.js';
import { listenToSettings } from './bar.js';
import { slideChanges } from './board/motion.js';
import { draftOf, fetchDraft, makeTurnsFor, refusal, selectSentTurn, settleInput, takeBoard } from './draft.js';
import { listenToAnimation } from './game/animate.js';
import { deferInput, deferSubmit, dropInput, isDeferring } from './input/deferred.js';
import { changed, morph } from './live/morph.js';
import { listenToShortcuts } from './shortcuts.js';

/** @typedef {import('./board/motion.js').Pace} Pace */

const byId = (/** @type {string} */ id) => document.getElementById(id);
const form = () => /** @type {HTMLFormElement | null} */ (byId('analysis-form'));
const pgn = (/** @type {Document} */ page) => /** @type {HTMLTextAreaElement | null} */ (page.getElementById('pgn'))?.defaultValue;
const version = (/** @type {Document} */ page) => /** @type {HTMLInputElement | null} */ (page.querySelector('[name="version"], [name="chapter-version"]'))?.defaultValue;

/** @returns {HTMLInputElement[]} */
const fields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('#main input, #main textarea'))];

/** The button that opens the explorer. */
const EXPLORES = '[name="step"][value="explore"]';
/** The steps that may lead to another page. */
const LEAVING = ['keep', 'study'];

let detach = new AbortController();
/** The step that is on its way. @type {Promise<boolean> | null} */
let running = null;
let byItself = false;
/** Whether the browser sends the form. */
let isSending = false;
let shows = 0;

if (form()) begin();

function begin() {
  const kept = history.state?.analysis;
  document.addEventListener('submit', step);
  window.addEventListener('popstate', event => { if (event.state?.analysis) goBackTo(event.state.analysis); });
  listenToAnimation(film);
  listenToEvaluation();
  listenToOnce();
  listenToShortcuts(SHORTCUTS);
  listenToSettings(() => {
    keep();
    location.reload();
  });
  // A note is kept when its writer turns to something else, but for the changes of others, which it may have to do with.
  document.addEventListener('change', event => {
    if (event.target === byId('note') && !byId('news-way')?.matches(':active')) make(/** @type {HTMLButtonElement | null} */ (byId('note-save')));
  });
  window.addEventListener('beforeunload', event => { if (!isSending && mayLoseNote()) event.preventDefault(); });
  document.addEventListener('gamechanged', event => tellOfChange(/** @type {CustomEvent<number>} */ (event).detail));
  attach();
  if (kept && kept !== draftOf(form())) comeBack(new URLSearchParams(kept));
  else keep();
}

/**
 * The page is loaded anew. What a notebook has is the latest there is, so that only the place is gone to; what is in no
 * notebook, or waits for an answer, is in the history alone.
 * @param {URLSearchParams} kept
 */
async function comeBack(kept) {
  if (version(document) === undefined || ['other', 'question', 'removed'].some(name => kept.has(name))) {
    await show(kept.toString());
    return;
  }
  const draft = new URLSearchParams(draftOf(form()));
  draft.set('go', kept.get('place') ?? '');
  if (!await show(draft.toString())) return;
  for (const name of ['turn', 'text']) {
    const field = /** @type {HTMLInputElement | null} */ (byId(name));
    if (!field || field.value || !kept.get(name)) continue;
    field.value = kept.get(name) ?? '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The line that the board is in. @returns {import('./game/animate.js').Film} */
function film() {
  const way = wayTo(byId('animate')?.dataset.way ?? '0');
  const place = new URLSearchParams(draftOf(form())).get('place') ?? '0';
  return { at: Math.max(0, way.indexOf(place)), last: () => way.length - 1, show: (turns, pace) => goTo(way[turns], pace) };
}

/** @param {string} place @param {Pace} [pace] @returns {Promise<boolean>} */
async function goTo(place, pace) {
  // A step that is on its way is shown first: the turn that it makes is not to be left behind.
  while (running) await running;
  const draft = new URLSearchParams(draftOf(form()));
  draft.set('go', place);
  return show(draft.toString(), { pace });
}

/** @param {string} kept a draft of the history */
async function goBackTo(kept) {
  dropInput();
  const draft = new URLSearchParams(kept);
  // It takes the place of what has come of it since, which this window has seen. What others have done to a chapter the server knows.
  const now = version(document);
  if (now !== undefined && draft.has('version')) draft.set('version', now);
  draft.set('back', 'yes');
  // It is a change of what is saved.
  draft.delete('saved');
  if (!await show(draft.toString())) location.reload();
}

/**
 * Somebody has changed the chapter, perhaps by the step that is on its way. Who is in the middle of something is told: what is typed stays,
 * and the next step takes the change where nothing was changed here. Anybody else sees it at once.
 * @param {number} version
 */
async function tellOfChange(version) {
  while (running) await running;
  const isShown = () => version <= Number(byId('main')?.dataset.events);
  const way = byId('news-way');
  if (!way || isShown()) return;
  const load = way.querySelector('button');
  const before = position();
  if (load && isAtRest()) await follow(load);
  tell(!isShown() ? 'news' : position() === before ? 'shown' : 'gone');
  if (!isShown()) way.hidden = false;
}

/** Shows what others have changed, unless something is begun before it is here. Nobody has pressed for it, so nobody waits. @param {HTMLButtonElement} load */
async function follow(load) {
  const [turn, draft] = [shows, draftOf(form())];
  const page = await fetchDraft(form()?.getAttribute('action') ?? '', draftOf(form(), load), 'analysis-form');
  if (!page || turn !== shows || draft !== draftOf(form()) || !isAtRest()) return;
  renew(page, new Map(), false);
  keep();
}

/** Whether a note that was typed is lost with the page: its writer is asked about it, or has not seen what others have changed. */
function mayLoseNote() {
  const note = /** @type {HTMLTextAreaElement | null} */ (byId('note'));
  const hasNews = byId('news-way')?.hidden === false;
  return document.querySelector('[name="question"]') !== null || hasNews && note !== null && changed(note);
}

/** The position on the board, as FEN. */
const position = () => /** @type {HTMLInputElement | null} */ (byId('fen'))?.defaultValue;

/** Says one of the sentences that the page has for it. @param {string} sentence */
function tell(sentence) {
  const news = byId('news');
  if (news) news.textContent = news.dataset[sentence] ?? '';
}

/** Whether nothing is typed, chosen or begun on the board, no step is on its way, and no question of the page is open. */
function isAtRest() {
  if (isDeferring() || document.querySelector('[name="confirm"], #question') || byId('take-back')?.hidden === false) return false;
  if (['turn', 'text'].some(id => /** @type {HTMLInputElement | null} */ (byId(id))?.value)) return false;
  return [...form()?.elements ?? []].every(field => !changed(field) || field.matches('.explorer-move input'));
}

/** Others wait until the step has been shown. @param {Promise<boolean>} step @returns {Promise<boolean>} whether it was */
async function run(step) {
  running = step;
  const shown = await step;
  if (running === step) running = null;
  return shown;
}

/** Keeps the draft in the history. */
function keep() {
  history.replaceState({ analysis: draftOf(form()) }, '');
}

/** @param {SubmitEvent} event */
function step(event) {
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (event.target !== form() || byItself || (LEAVING.includes(button?.value ?? '') && !isDeferring())) {
    isSending = true;
    return;
  }
  event.preventDefault();
  make(button);
}

/** One step after the other, in the order in which they are asked for. @param {HTMLButtonElement | null} button */
async function make(button) {
  const own = form();
  if (!own) return;
  if (isDeferring()) {
    deferSubmit(own, button);
    return;
  }
  selectSentTurn();
  const before = pgn(document);
  // A chapter is saved at each step, for all who can see it: going back leaves it, and undoes nothing.
  const isSavedForAll = own.querySelector('[name="chapter-version"]') !== null;
  const addEntry = (/** @type {Document} */ fresh) => { if (!isSavedForAll && pgn(fresh) !== before) history.pushState(null, ''); };
  if (await run(show(draftOf(own, button), { before: addEntry }))) return;
  // To sign in, or because there is no answer: then it is the browser's to show why.
  byItself = true;
  form()?.requestSubmit(button);
  byItself = false;
}

/**
 * Shows the page with a draft.
 * @param {string} sent @param {{before?: (fresh: Document) => void, pace?: Pace}} [how] `before` it is shown; how the pieces go
 * @returns {Promise<boolean>} whether there is one
 */
async function show(sent, { before, pace } = {}) {
  const typed = new Map(fields().map(field => [field, field.value]));
  const turn = ++shows;
  deferInput();
  const page = await fetchDraft(form()?.getAttribute('action') ?? '', sent, 'analysis-form');
  // Who goes back twice wants to see the last of it.
  if (turn !== shows) return true;
  if (!page) {
    dropInput();
    return false;
  }
  const refusedBefore = refusal();
  before?.(page);
  renew(page, typed, new URLSearchParams(sent).has('go'), pace);
  keep();
  settleInput(refusedBefore);
  return true;
}

/**
 * @param {Document} fresh @param {Map<HTMLInputElement, string>} sent what was in the fields then
 * @param {boolean} goes whether it shows another place of the same turns @param {Pace} [pace]
 */
function renew(fresh, sent, goes, pace) {
  const [old, then] = [document, fresh].map(page => /** @type {HTMLElement} */ (page.getElementById('main')));
  const atBoard = byId('board')?.contains(document.activeElement);
  const [refusedBefore, askedBefore] = ['error-summary', 'question'].map(id => byId(id)?.textContent);
  const before = byId('board');
  const hadExplorer = old.querySelector('.explorer-part') !== null;
  const opensExplorer = !hadExplorer && document.activeElement?.matches(EXPLORES);
  const wasInExplorer = document.activeElement?.closest('.explorer-part');
  takeBoard(fresh);
  // What the answer says of what was sent holds; what has been typed since is its writer's.
  for (const field of fields()) if (field.value === sent.get(field)) field.defaultValue = field.value;
  // What was opened stays open.
  for (const [index, each] of [...then.querySelectorAll('details')].entries()) {
    if (old.querySelectorAll('details')[index]?.open) each.open = true;
  }
  morph(old, then);
  document.title = fresh.title;
  attach();
  const now = byId('board');
  if (goes && before && now && now !== before) slideChanges(now, before, pace);
  const [refused, asked] = [byId('error-summary'), byId('question')];
  if (refused && refused.textContent !== refusedBefore) refused.focus();
  else if (asked && asked.textContent !== askedBefore) asked.focus();
  else if (atBoard) byId('board')?.focus({ preventScroll: true });
  else if (opensExplorer) byId('explorer-title')?.focus({ preventScroll: true });
  else if (wasInExplorer && !document.activeElement?.closest('.explorer-part')) {
    /** @type {HTMLElement | null} */ (byId('explorer-title') ?? old.querySelector(EXPLORES))?.focus({ preventScroll: true });
  } else if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (old.querySelector('.study-scroll'))?.focus({ preventScroll: true });
  showCurrentTurn();
  // It takes the place of the button that opens it, and all below moves. Where it is longer than the room for it, its beginning is shown.
  if (!hadExplorer) for (const part of ['.explorer-part', '.explorer-head']) old.querySelector(part)?.scrollIntoView({ block: 'nearest' });
  // It may have been answered while the page was on its way.
  look();
}

/** Brings the turn that is shown into view among the others, without moving the page. */
function showCurrentTurn() {
  const scroll = document.querySelector('.study-scroll');
  const current = scroll?.querySelector('[aria-current]');
  if (!scroll || !current) return;
  const [box, turn] = [scroll, current].map(each => each.getBoundingClientRect());
  if (turn.top < box.top) scroll.scrollTop -= box.top - turn.top + 16;
  else if (turn.bottom > box.bottom) scroll.scrollTop += turn.bottom - box.bottom + 16;
}

function attach() {
  detach.abort();
  detach = new AbortController();
  makeTurnsFor(form(), 'play', detach.signal);
}
