// The game page: takes hold of the board and the action bar, and again whenever the page has been renewed. Nothing is sent but
// by the form's own submit.

import { listenToAction } from './action.js';
import { inputsOf, newPlay } from './play.js';
import './panel.js';
import { slideChanges } from './board/motion.js';
import { listenToSettings, pressed } from './bar.js';
import { addressWith, bar, plyOfLast, plyShown } from './game/address.js';
import { listenToAnimation } from './game/animate.js';
import { deferInput, dropInput } from './input/deferred.js';
import { restoreDraft, saveOnLeave, saveReply, savedReply } from './game/drafts.js';
import { isAtEnd, showCurrentTurn } from './game/record.js';
import { SHORTCUTS } from './game/shortcuts.js';
import { listenToFlip } from './game/side.js';
import { go, isPresent, listenToSteps } from './game/steps.js';
import { setRenewHooks } from './live/renew.js';
import { goOnAfterSending, rememberSent } from './sent.js';
import { sentence } from './sentences.js';
import { listenToShortcuts } from './shortcuts.js';
import { keepActionBar, listenForChanges, listenToIntendedAction } from './live/game.js';

/** @typedef {import('./play.js').Controls} Controls */

const byId = (/** @type {string} */ id) => document.getElementById(id);
const position = (/** @type {Document} */ page) => page.getElementById('board-data')?.textContent ?? '';
/** The same from whichever side it is seen. @param {Document} page */
const turned = page => position(page).replace(/"orientation":"\w*",?/, '');

/** Loaded when a reply is prepared, and there once one has been begun. @type {typeof import('./game/prepare.js') | null} */
let preparing = null;

let detach = new AbortController();
// Before a turn in the making: Escape ends the animation first.
listenToAnimation(() => ({ at: plyShown(), last: plyOfLast, show: (ply, pace) => go(ply, { pace }) }));
listenToShortcuts(SHORTCUTS);
listenToSteps();
listenToFlip(board => inputsOf(board)?.reorient());
document.addEventListener('click', beginPreparing);
listenToSettings(() => location.assign(addressWith({})));
const begun = /** @type {HTMLFormElement | null} */ (byId('action-form'));
const isOutdated = begun ? restoreDraft(begun) : false;
let controls = attach();
let play = begin(isOutdated);
if (isOutdated) sayThatItWentOn();
showCurrentTurn();
/** Whether the record is to go on showing its end. Who has scrolled up in it is left there. */
let followsRecord = true;
document.addEventListener('scroll', () => { followsRecord = isAtEnd(); }, { capture: true, passive: true });
addEventListener('resize', () => { if (followsRecord) showCurrentTurn(); });
setRenewHooks({ prepare, done: () => finish() });
goOnPreparing();
rememberSent();
goOnAfterSending(bar().dataset.game ?? '');
addEventListener('pagehide', () => { if (preparing) saveReply(preparing.replyDraft()); });

/** @returns {Controls | null} what a turn is made with, if it is the viewer's */
function attach() {
  detach.abort();
  detach = new AbortController();
  const { signal } = detach;
  const form = /** @type {HTMLFormElement | null} */ (byId('action-form'));
  if (form) listenToIntendedAction(form, signal);
  if (form) saveOnLeave(form, signal);
  const chooseAction = form ? listenToAction(form, signal) : () => {};
  const turn = /** @type {HTMLInputElement | null} */ (byId('turn'));
  const status = byId('board-status');
  if (!form || !turn || turn.readOnly || !status) return null;
  return { form, turn, status, back: byId('take-back'), greeting: status.textContent ?? '', chooseAction, signal };
}

/** @param {boolean} outdated whether what is in the field was meant for an earlier position */
function begin(outdated) {
  const board = byId('board');
  return controls && board && position(document) ? newPlay(JSON.parse(position(document)), board, controls, outdated) : null;
}

function sayThatItWentOn() {
  play?.say(sentence('gone-on'), true);
}

/** To whoever still waits too: then nothing is made on the board. @param {string} turns */
function sayWhatWasPrepared(turns) {
  const words = sentence('gone-on-prepared', { turns });
  const status = byId('board-status');
  if (play) play.say(words, true);
  else if (status) status.textContent = words;
}

let finish = () => {};

/** Before the page is renewed. @param {Document} fresh */
function prepare(fresh) {
  const prepared = preparing?.keepPreparing(fresh);
  const stays = Boolean(play) && turned(fresh) === turned(document);
  const follows = isAtEnd();
  const tell = listenForChanges();
  keepActionBar(fresh, stays);
  const [board, next] = [document, fresh].map(page => page.getElementById('board'));
  // The board of a turn in the making is left alone; any other is taken as it is drawn.
  const voice = byId('board-voice');
  // Who prepares a reply has seen to the board already.
  const isKept = preparing?.isPreparing();
  if (stays && board && !isKept) next?.replaceWith(board.cloneNode(true), voice?.cloneNode(true) ?? '');
  else if (board && next && !isKept) {
    voice?.remove();
    board.replaceWith(document.importNode(next, true));
  }

  finish = () => {
    controls = attach();
    if (stays && controls) play?.reattach(controls);
    else play = begin(Boolean(controls?.turn.value));
    const now = byId('board');
    if (!stays && now && board) slideChanges(now, board);
    if (!stays && controls?.turn.value) sayThatItWentOn();
    if (prepared) sayWhatWasPrepared(prepared);
    const { renew, path } = byId('main')?.dataset ?? {};
    if (location.search && renew === 'game') history.replaceState(null, '', path);
    if (renew === 'game') isPresent();
    if (!preparing) goOnPreparing();
    if (follows) showCurrentTurn();
    tell();
  };
}

/** A press on the link to conditional turns that can be answered here. @param {MouseEvent} event */
async function beginPreparing(event) {
  const link = pressed(event, 'prepare');
  if (!link) return;
  event.preventDefault();
  const kept = preparing ? null : savedReply();
  if (!await prepareReply(link.href, kept?.ply === plyOfLast() ? kept.draft : undefined)) location.assign(link.href);
}

/** @param {string} page of conditional turns @param {string} [draft] @returns {Promise<boolean>} whether one is being prepared */
async function prepareReply(page, draft) {
  deferInput();
  const module = await import('./game/prepare.js');
  const isBegun = await module.prepare(page, draft);
  // Not before: what is kept stays so until it stands on the page.
  if (isBegun) preparing = module;
  else dropInput();
  return isBegun;
}

/** What was being prepared when the page was left. At an earlier position it stays kept. */
async function goOnPreparing() {
  const kept = byId('main')?.dataset.renew === 'game' ? savedReply() : null;
  const link = byId('prepare');
  if (kept && link instanceof HTMLAnchorElement && kept.ply === plyOfLast()) {
    await prepareReply(link.href, kept.draft);
  } else if (kept) {
    const draft = new URLSearchParams(kept.draft);
    sayWhatWasPrepared(`${draft.get('line')} ${draft.get('turn')}`.trim());
    saveReply(null);
  }
}
