// The page of conditional turns: a turn made on the board goes into the field, and a whole one is added to the line. Nothing
// holds before it is saved, so adding needs no question.

import { newState, begun, phase } from './board/state.js';
import { takeBack } from './board/change.js';
import { readTurn, turnText } from './board/turn.js';
import { refusalWords, stateWords } from './board/words.js';
import { newView, render } from './board/render.js';
import { listenToPointers } from './board/drag.js';
import { listenToKeys } from './board/keys.js';

const byId = (/** @type {string} */ id) => document.getElementById(id);

const form = /** @type {HTMLFormElement | null} */ (byId('conditionals-form'));
const data = byId('board-data');
const boardElement = byId('board');
const turn = /** @type {HTMLInputElement | null} */ (byId('turn'));
const status = byId('board-status');

if (form && data && boardElement && turn && status) start(form, JSON.parse(data.textContent ?? ''), boardElement, turn, status);

/**
 * @param {HTMLFormElement} form @param {import('./board/state.js').BoardData} data @param {HTMLElement} boardElement
 * @param {HTMLInputElement} turn @param {HTMLElement} status
 */
function start(form, data, boardElement, turn, status) {
  const greeting = status.textContent ?? '';
  const back = byId('take-back');
  const anyDuck = byId('any-duck');
  const view = newView(boardElement);
  let state = newState(data);

  const show = (/** @type {import('./board/state.js').State} */ next, /** @type {{still?: string | null}} */ options = {}) => {
    state = next;
    render(view, state, options);
    if (back) back.hidden = !begun(state);
    anyDuck?.classList.toggle('button-primary', phase(state) === 'duck');
    status.textContent = (begun(state) && stateWords(state)) || greeting;
  };
  const board = {
    view,
    state: () => state,
    change: (/** @type {import('./board/state.js').State} */ next, /** @type {{still?: string | null}} */ options = {}) => {
      show(next, options);
      turn.value = turnText(state);
      if (phase(state) === 'whole') form.requestSubmit();
    },
    refuse: (/** @type {string} */ square) => { status.textContent = refusalWords(state, square); },
  };

  boardElement.tabIndex = 0;
  boardElement.setAttribute('role', 'application');
  boardElement.setAttribute('aria-label', 'Board. Arrows go over the squares, Enter lifts and puts down, Escape takes back.');
  const voice = document.createElement('p');
  voice.className = 'visually-hidden';
  voice.setAttribute('aria-live', 'polite');
  boardElement.after(voice);
  listenToPointers(board);
  listenToKeys(board, words => { voice.textContent = words; });
  turn.addEventListener('input', () => show(readTurn(state, turn.value).state));
  const clear = () => {
    show(takeBack(state));
    turn.value = '';
  };
  back?.addEventListener('click', clear);
  document.addEventListener('keydown', event => {
    const elsewhere = event.target instanceof Element && event.target.matches('textarea, select');
    if (event.key !== 'Escape' || elsewhere || !begun(state)) return;
    event.preventDefault();
    clear();
  });
  render(view, state);
}
