// The game page: joins the board, the text of the turn and the action bar. Nothing is sent but by the form's own submit.

import { newState, begun, phase } from './board/state.js';
import { takeBack } from './board/change.js';
import { readTurn, turnText } from './board/turn.js';
import { refusalWords, stateWords } from './board/words.js';
import { newView, render } from './board/render.js';
import { listenToPointers } from './board/drag.js';
import { listenToKeys } from './board/keys.js';
import { listenToAction } from './action.js';

/** @typedef {import('./board/state.js').State} State */

const byId = (/** @type {string} */ id) => document.getElementById(id);

const form = /** @type {HTMLFormElement | null} */ (byId('action-form'));
const data = byId('board-data');
const boardElement = byId('board');
const turn = /** @type {HTMLInputElement | null} */ (byId('turn'));
const status = byId('board-status');
const chooseAction = form ? listenToAction(form) : () => {};

showCurrentTurn();
takeMessageAlong();
if (form && data && boardElement && turn && status) start(form, JSON.parse(data.textContent ?? ''), boardElement, turn, status);

/**
 * @param {HTMLFormElement} form @param {import('./board/state.js').BoardData} data @param {HTMLElement} boardElement
 * @param {HTMLInputElement} turn @param {HTMLElement} status
 */
function start(form, data, boardElement, turn, status) {
  const greeting = status.textContent ?? '';
  const back = byId('take-back');
  const voice = addVoice(boardElement);
  let state = newState(data);

  const say = (/** @type {string} */ words, quiet = false) => {
    status.textContent = words;
    status.classList.toggle('status-hint', quiet);
  };
  const show = (/** @type {State} */ next, /** @type {{still?: string | null}} */ options = {}) => {
    state = next;
    render(view, state, options);
    if (back) back.hidden = !begun(state);
    say(stateWords(state) || greeting);
  };
  const view = newView(boardElement);
  const board = {
    view,
    state: () => state,
    change: (/** @type {State} */ next, /** @type {{still?: string | null}} */ options = {}) => {
      show(next, options);
      turn.value = turnText(state);
      turn.removeAttribute('aria-invalid');
      if (begun(state)) chooseAction('move');
    },
    refuse: (/** @type {string} */ square) => say(refusalWords(state, square), true),
  };
  // Quiet after a refusal: the server has said already what is amiss.
  const read = ({ quiet = false } = {}) => {
    const { state: next, hint } = readTurn(state, turn.value);
    show(next);
    if (hint && !quiet) say(hint, true);
    if (back) back.hidden = !turn.value && !begun(state);
  };

  boardElement.tabIndex = 0;
  boardElement.setAttribute('role', 'application');
  boardElement.setAttribute('aria-label', 'Board. Arrows go over the squares, Enter lifts and puts down, Escape takes back.');
  boardElement.setAttribute('aria-describedby', status.id);
  listenToPointers(board);
  listenToKeys(board, words => { voice.textContent = words; });
  turn.addEventListener('input', () => read());
  turn.addEventListener('change', () => { if (phase(state) === 'whole') turn.value = turnText(state); });

  const clear = () => {
    turn.value = '';
    board.change(takeBack(state));
  };
  back?.addEventListener('click', clear);
  document.addEventListener('keydown', event => {
    const elsewhere = event.target instanceof Element && event.target.matches('textarea, select');
    if (event.key !== 'Escape' || event.isComposing || elsewhere || !(begun(state) || turn.value)) return;
    event.preventDefault();
    clear();
  });

  form.addEventListener('submit', event => {
    if (new FormData(form).get('action') !== 'move') return;
    const next = phase(state);
    if (next === 'whole') turn.value = turnText(state);
    else if (!turn.value.trim() || (next === 'duck' && turn.value === turnText(state))) {
      event.preventDefault();
      say(next === 'duck' ? stateWords(state) : 'Move a piece first, then the duck.');
    }
  });

  render(view, state);
  if (turn.value) read({ quiet: turn.getAttribute('aria-invalid') === 'true' });
}

/** The line that only a screen reader hears, while the cursor goes over the board. @param {HTMLElement} board */
function addVoice(board) {
  const voice = document.createElement('p');
  voice.className = 'visually-hidden';
  voice.setAttribute('aria-live', 'polite');
  board.after(voice);
  return voice;
}

/** An answer to an offer is a form of its own; what is written already goes with it. */
function takeMessageAlong() {
  byId('offer')?.addEventListener('formdata', event => {
    const message = /** @type {HTMLTextAreaElement | null} */ (byId('message'));
    if (message) /** @type {FormDataEvent} */ (event).formData.set('message', message.value);
  });
}

/** Brings the turn that is shown into view in the record, without moving the page. */
function showCurrentTurn() {
  const scroll = document.querySelector('.record-scroll');
  const current = scroll?.querySelector('[aria-current]');
  if (!scroll || !current) return;
  const turns = scroll.querySelectorAll('.turn');
  const box = scroll.getBoundingClientRect();
  if (current === turns[turns.length - 1]) scroll.scrollTop = scroll.scrollHeight;
  else scroll.scrollTop += current.getBoundingClientRect().bottom - box.top - box.height + 16;
}
