// The page of conditional turns: a turn made on the board goes into the field, and a whole one is added to the line. Nothing
// holds before it is saved, so adding needs no question.

import { newPlay } from './play.js';

const byId = (/** @type {string} */ id) => document.getElementById(id);

const form = /** @type {HTMLFormElement | null} */ (byId('conditionals-form'));
const data = byId('board-data');
const board = byId('board');
const turn = /** @type {HTMLInputElement | null} */ (byId('turn'));
const status = byId('board-status');

if (form && data && board && turn && status) {
  const hands = {
    form,
    turn,
    status,
    back: byId('take-back'),
    greeting: status.textContent ?? '',
    chooseAction: () => {},
    whenWhole: () => form.requestSubmit(),
    signal: new AbortController().signal,
  };
  newPlay(JSON.parse(data.textContent ?? ''), board, hands, false);
}
