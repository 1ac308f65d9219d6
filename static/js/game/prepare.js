// A reply prepared while one waits: on the game's own board a turn that the other may make, then one's own to it. Then it is asked
// whether that is to be kept, and kept as a conditional turn among those there are. Each step is one of the page of
// conditional turns, which the server answers; nothing is kept before the question is answered.

import { draftOf, fetchDraft, refusal, selectSentTurn, settleInput } from '../draft.js';
import { seeFrom } from '../board/orientation.js';
import { defer, deferInput, deferSubmit, dropInput, isDeferring, replayInput } from '../input/deferred.js';
import { newPlay } from '../play.js';
import { sentence } from '../sentences.js';
import { renew } from '../live/renew.js';
import { addressWith, plyOfLast } from './address.js';

/** Stands in a line for one's own turn where another player's is next. */
const WAIT = '..';

/** @typedef {{board: HTMLElement, actions: HTMLElement}} Present what stands there else */

const byId = (/** @type {string} */ id) => document.getElementById(id);

/** @type {Present | null} */
let present = null;
/** Whether the rest of the page has changed meanwhile. */
let hasChanged = false;
let detach = new AbortController();
/** The drafts gone through, the last first to go back to. @type {string[]} */
let before = [];
let address = '';
/** The step's form, while there is something to be made in it, and what it held when it came. @type {HTMLFormElement | null} */
let open = null;
let came = '';
let isSent = false;

const ask = (/** @type {string} */ draft) => fetchDraft(address, draft, 'conditionals-form');

/** Whether a reply is being prepared. */
export const isPreparing = () => present !== null;

/** What is saved when the page is left. @returns {import('./drafts.js').ReplyDraft | null} */
export const replyDraft = () => (present && !isSent ? { ply: plyOfLast(), draft: open ? draftOf(open) : came } : null);

addEventListener('pageshow', event => { if (event.persisted) isSent = false; });

/**
 * Begins, or goes on with a draft.
 * @param {string} page the address of the page of conditional turns @param {string} [draft]
 * @returns {Promise<boolean>} whether it could be
 */
export async function prepare(page, draft) {
  address = page;
  const first = await (draft === undefined ? beginning() : ask(draft));
  if (!first || (draft === undefined && !first.getElementById('board-data'))) return false;
  // Pressed twice: what stands there now is not what is to be put back.
  if (present) return true;
  present = { board: /** @type {HTMLElement} */ (byId('board')), actions: /** @type {HTMLElement} */ (document.querySelector('.actions')) };
  hasChanged = false;
  before = [];
  show(first);
  replayInput();
  return true;
}

/** @returns {Promise<Document | null>} */
async function beginning() {
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null);
  return answer?.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

/** Puts back what stood there before. */
export function end() {
  if (!present) return;
  dropInput();
  detach.abort();
  byId('board-voice')?.remove();
  seeFrom(present.board, byId('board')?.dataset.orientation ?? '', { seen: false });
  byId('board')?.replaceWith(present.board);
  document.querySelector('.actions')?.replaceWith(present.actions);
  present = null;
  if (hasChanged) renew(addressWith({ ply: null }));
  byId('prepare')?.focus();
}

/**
 * Before the page is renewed: while the same turn is awaited the preparation goes on, else it ends and what was prepared is announced.
 * @param {Document} fresh @returns {string} what was prepared, once it is too late
 */
export function keepPreparing(fresh) {
  if (!present) return '';
  const ply = (/** @type {Document} */ page) => page.getElementById('steps')?.dataset.last;
  if (ply(fresh) === ply(document)) {
    hasChanged = true;
    const [board, voice] = [byId('board'), byId('board-voice')];
    if (board) fresh.getElementById('board')?.replaceWith(board.cloneNode(true), voice?.cloneNode(true) ?? '');
    const actions = document.querySelector('.actions');
    if (actions) fresh.querySelector('.actions')?.replaceWith(actions.cloneNode(true));
    return '';
  }
  const words = [byId('prepared-line'), byId('turn')].map(each => /** @type {HTMLInputElement | null} */ (each)?.value.trim()).filter(Boolean);
  hasChanged = false;
  end();
  return words.join(' ');
}

/** @param {Document} page the page of conditional turns after a step */
function show(page) {
  detach.abort();
  detach = new AbortController();
  byId('board-voice')?.remove();
  const board = document.importNode(/** @type {HTMLElement} */ (page.getElementById('board')), true);
  seeFrom(board, byId('board')?.dataset.orientation ?? '', { seen: false });
  byId('board')?.replaceWith(board);
  const form = document.importNode(/** @type {HTMLFormElement} */ (page.getElementById('conditionals-form')), true);
  came = draftOf(form);
  open = null;
  const line = /** @type {HTMLInputElement} */ (form.querySelector('input[name="line"]')).value.split(' ').filter(Boolean);
  const data = page.getElementById('board-data')?.textContent;
  const isAnswered = line.length > 0 && (line.length % 2 === 0 || !data);
  const panel = document.createElement('div');
  panel.className = 'actions';
  panel.append(isAnswered ? question(form, line, page) : half(form, page));
  document.querySelector('.actions')?.replaceWith(panel);
  if (isAnswered) /** @type {HTMLElement} */ (panel.querySelector('.button-primary')).focus();
  else if (data) attach(form, board, { ...JSON.parse(data), orientation: board.dataset.orientation });
}

/** The form of a step, without what belongs to a page of its own: the tree, and the lines as text. @param {HTMLFormElement} form @param {Document} page */
function half(form, page) {
  const lines = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('#lines'));
  open = form;
  form.className = 'action-bar preparing';
  form.append(hidden('lines', lines?.value ?? ''));
  for (const each of form.querySelectorAll('.tree, .reply-blocked, .as-text, .saving, :scope > .buttons')) each.remove();
  const line = form.querySelector('input[name="line"]');
  if (line) line.id = 'prepared-line';
  const making = form.querySelector('.making');
  making?.replaceWith(...making.childNodes);
  const add = form.querySelector('#add');
  if (add) {
    add.textContent = sentence('continue', {}, page);
    add.classList.add('button-primary');
  }
  // Where it has become one's own turn meanwhile, the page has no others.
  const buttons = form.querySelector('.buttons') ?? form.appendChild(Object.assign(document.createElement('div'), { className: 'buttons' }));
  buttons.append(copyOf(page, 'stop'));
  buttons.lastElementChild?.addEventListener('click', end);
  return form;
}

/** @param {HTMLFormElement} form @param {HTMLElement} board @param {import('../turn/state.js').BoardData} data */
function attach(form, board, data) {
  const [status, turn] = [byId('board-status'), byId('turn')];
  if (!status || !(turn instanceof HTMLInputElement)) return;
  const signal = detach.signal;
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (isDeferring()) deferSubmit(form, event.submitter);
    else step(form, event.submitter);
  }, { signal });
  status.dataset.whenMade = data.theirs ? '' : status.dataset.whenPrepared;
  const controls = {
    form, turn, status,
    back: byId('take-back'),
    greeting: status.textContent ?? '',
    chooseAction: () => {},
    whenWhole: data.theirs ? () => form.requestSubmit(byId('add')) : undefined,
    signal,
  };
  newPlay(data, board, controls, false);
  // After the turn in the making: only when there is nothing of it to take back.
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !board.isConnected) return;
    if (document.querySelector('dialog[open]') || (event.target instanceof Element && event.target.matches('textarea, select'))) return;
    event.preventDefault();
    if (isDeferring()) defer(goBack);
    else goBack();
  }, { signal });
  if (!form.contains(document.activeElement)) board.focus({ preventScroll: true });
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} pressed */
async function step(form, pressed) {
  const clean = new FormData(form);
  clean.set('turn', '');
  selectSentTurn();
  deferInput();
  const page = await ask(draftOf(form, pressed));
  if (!present) return;
  if (!page) {
    dropInput();
    // To sign in, or because nobody answers: the page of conditional turns says why, and has what was made.
    if (!form.isConnected) document.body.append(Object.assign(form, { hidden: true }));
    form.submit();
    return;
  }
  before.push(new URLSearchParams(/** @type {any} */ (clean)).toString());
  const refusedBefore = refusal();
  show(page);
  settleInput(refusedBefore);
}

/** One step back; from the first there is none but to stop. */
async function goBack() {
  const draft = before.pop();
  if (draft === undefined) {
    end();
    return;
  }
  deferInput();
  const page = await ask(draft);
  if (!present) return;
  // Where nobody answers it stays where it is.
  if (page) show(page);
  else before.push(draft);
  replayInput();
}

/** Whether it is meant. @param {HTMLFormElement} form @param {string[]} line @param {Document} page of the step, to go on from */
function question(form, line, page) {
  const lines = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('#lines'))?.value ?? '';
  const ply = /** @type {HTMLInputElement} */ (form.querySelector('input[name="ply"]')).value;
  const asked = document.createElement('form');
  asked.className = 'action-bar preparing';
  asked.method = 'post';
  asked.action = address.replace(/conditionals$/, 'actions');
  const reply = line[line.length - 1];
  // Behind one's last reply come the turns of all others.
  const since = line.slice(0, -1).findLastIndex((word, n) => n % 2 === 1 && word !== WAIT);
  const theirs = line.slice(since + 1, -1).filter(word => word !== WAIT);
  const turns = theirs.slice(0, -1).reduceRight((others, turn) => sentence('turns', { turn, others }, page), theirs[theirs.length - 1] ?? '');
  const key = reply === 'resign' || reply === 'accept-draw' ? reply : 'reply';
  // Other listeners may prevent the submit.
  asked.addEventListener('submit', event => setTimeout(() => { isSent = !event.defaultPrevented; }));
  const parts = copyOf(page, 'question');
  const says = /** @type {HTMLElement} */ (parts.querySelector('.question p'));
  says.textContent = sentence(theirs.length > 1 ? `${key}-many` : key, { turns, reply }, page);
  const presses = { 'go-on': () => goOn(page), change: goBack, discard: end };
  for (const [name, press] of Object.entries(presses)) parts.querySelector(`[data-press="${name}"]`)?.addEventListener('click', press);
  warn(form, parts);
  if (!page.getElementById('board-data')) parts.querySelector('[data-press="go-on"]')?.remove();
  const kept = new URLSearchParams(location.search);
  const places = ['side', 'tab'].filter(name => kept.has(name)).map(name => hidden(name, kept.get(name) ?? ''));
  asked.append(hidden('ply', ply), hidden('action', 'conditional'), hidden('lines', lines), ...places, parts);
  asked.append(Object.assign(hidden('line', line.join(' ')), { id: 'prepared-line' }));
  // Nobody else who signs in here is to keep it.
  const writer = form.querySelector('input[name="writer"]');
  if (writer) asked.append(writer.cloneNode());
  return asked;
}

/** That the duck can block the reply, and the way to another for each turn. @param {HTMLFormElement} form @param {DocumentFragment} parts of the question */
function warn(form, parts) {
  const warning = form.querySelector('#reply-blocked');
  if (!warning) return;
  const copy = /** @type {HTMLElement} */ (warning.cloneNode(true));
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (warning.querySelectorAll('button'));
  for (const [n, button] of [...copy.querySelectorAll('button')].entries()) {
    button.type = 'button';
    button.addEventListener('click', () => step(form, buttons[n]));
  }
  parts.querySelector('.question')?.after(copy);
}

/** The line is to be longer: theirs again. @param {Document} page */
function goOn(page) {
  const form = document.importNode(/** @type {HTMLFormElement} */ (page.getElementById('conditionals-form')), true);
  const panel = document.createElement('div');
  panel.className = 'actions';
  panel.append(half(form, page));
  document.querySelector('.actions')?.replaceWith(panel);
  const board = /** @type {HTMLElement} */ (byId('board'));
  attach(form, board, { ...JSON.parse(page.getElementById('board-data')?.textContent ?? ''), orientation: board.dataset.orientation });
}

const hidden = (/** @type {string} */ name, /** @type {string} */ value) => Object.assign(document.createElement('input'), { type: 'hidden', name, value });

/** What a template of a page holds. @param {Document} page @param {string} id @returns {DocumentFragment} */
const copyOf = (page, id) => document.importNode(/** @type {HTMLTemplateElement} */ (page.getElementById(id)).content, true);
