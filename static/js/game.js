// The game page: takes hold of the board and the action bar, and again whenever the page has been renewed. Nothing is sent but
// by the form's own submit.

import { listenToAction } from './action.js';
import { newPlay } from './play.js';
import './panel.js';
import { keepBy } from './live/renew.js';
import { keepUnsent, putBack } from './unsent.js';
import { keepActionBar, listenForNews, listenToMeaning, slideLastTurn } from './live/game.js';

/** @typedef {import('./play.js').Hands} Hands */

const byId = (/** @type {string} */ id) => document.getElementById(id);
const position = (/** @type {Document} */ page) => page.getElementById('board-data')?.textContent ?? '';

let letGo = new AbortController();
const begun = /** @type {HTMLFormElement | null} */ (byId('action-form'));
const isOutdated = begun ? putBack(begun) : false;
let hands = takeHold();
let play = begin(isOutdated);
if (isOutdated) sayThatItWentOn();
showCurrentTurn();
keepBy({ prepare, done: () => finish() });

/** @returns {Hands | null} what a turn is made with, if it is the viewer's */
function takeHold() {
  letGo.abort();
  letGo = new AbortController();
  const { signal } = letGo;
  const form = /** @type {HTMLFormElement | null} */ (byId('action-form'));
  if (form) listenToMeaning(form, signal);
  if (form) keepUnsent(form, signal);
  const chooseAction = form ? listenToAction(form, signal) : () => {};
  const turn = /** @type {HTMLInputElement | null} */ (byId('turn'));
  const status = byId('board-status');
  if (!form || !turn || turn.readOnly || !status) return null;
  return { form, turn, status, back: byId('take-back'), greeting: status.textContent ?? '', chooseAction, signal };
}

/** @param {boolean} outdated whether what is in the field was meant for an earlier position */
function begin(outdated) {
  const board = byId('board');
  return hands && board && position(document) ? newPlay(JSON.parse(position(document)), board, hands, outdated) : null;
}

function sayThatItWentOn() {
  play?.say('The game has gone on. What you had begun is still in the field.', true);
}

let finish = () => {};

/** Before the page is renewed. @param {Document} fresh */
function prepare(fresh) {
  const stays = Boolean(play) && position(fresh) === position(document);
  const follows = isAtEnd();
  const tell = listenForNews();
  keepActionBar(fresh, stays);
  const [board, next] = [document, fresh].map(page => page.getElementById('board'));
  // The board of a turn in the making is left alone; any other is taken as it is drawn.
  const voice = byId('board-voice');
  if (stays && board) next?.replaceWith(board.cloneNode(true), voice?.cloneNode(true) ?? '');
  else if (board && next) {
    voice?.remove();
    board.replaceWith(document.importNode(next, true));
  }

  finish = () => {
    hands = takeHold();
    if (stays && hands) play?.hold(hands);
    else play = begin(Boolean(hands?.turn.value));
    if (!stays) slideLastTurn(byId('board'), board ?? null);
    if (!stays && hands?.turn.value) sayThatItWentOn();
    const { renew, path } = byId('main')?.dataset ?? {};
    if (location.search && renew === 'game') history.replaceState(null, '', path);
    if (follows) showCurrentTurn();
    tell();
  };
}

/** Brings the turn that is shown into view in the record, without moving the page. */
function showCurrentTurn() {
  const scroll = document.querySelector('.record-scroll:has(.turns)');
  const current = scroll?.querySelector('[aria-current]');
  if (!scroll || !current) return;
  const turns = scroll.querySelectorAll('.turn');
  const box = scroll.getBoundingClientRect();
  if (current === turns[turns.length - 1]) scroll.scrollTop = scroll.scrollHeight;
  else scroll.scrollTop += current.getBoundingClientRect().bottom - box.top - box.height + 16;
}

/** Whether the record shows its last turn, and so is to show the next. */
function isAtEnd() {
  const scroll = document.querySelector('.record-scroll:has(.turns)');
  return !scroll || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 24;
}
