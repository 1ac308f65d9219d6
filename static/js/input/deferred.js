// What is done on a page while the server is asked for its next step: presses and keys on the board, and buttons of its form. It
// is kept, and done in the same order once the answer is shown. Nobody has to wait for the server between two turns.

import { inputsOf } from '../play.js';
import { takesKey } from './keys.js';

/** @typedef {import('./double_click.js').TimedPoint} Point */
/** @typedef {() => void} Action */

/** The actions that are kept; null while no answer is waited for. @type {Action[] | null} */
let kept = null;
/** A press that began while an answer was waited for. @type {{pointer: number, from: Point} | null} */
let press = null;

/** Whether an answer is waited for. */
export const isDeferring = () => kept !== null;

/** From now on input is kept. */
export function deferInput() {
  kept ??= [];
}

/** Keeps an action too. @param {Action} action */
export function defer(action) {
  kept?.push(action);
}

/** The answer is shown: does what was kept, until one of the actions asks the server again. */
export function replayInput() {
  const actions = kept ?? [];
  kept = null;
  while (actions.length && !isDeferring()) actions.shift()?.();
  for (const action of actions) defer(action);
}

/** What was kept was meant for an answer that has not come. */
export function dropInput() {
  kept = null;
}

/**
 * Keeps the press of a form's button. The page that comes may have another in its place.
 * @param {HTMLFormElement} form @param {HTMLElement | null} button
 */
export function deferSubmit(form, button) {
  const [formId, id, name, value] = [form.id, button?.id, button?.getAttribute('name'), button?.getAttribute('value')];
  defer(() => {
    const fresh = /** @type {HTMLFormElement | null} */ (document.getElementById(formId));
    const buttons = /** @type {HTMLButtonElement[]} */ ([...fresh?.elements ?? []].filter(each => each instanceof HTMLButtonElement));
    const found = buttons.find(each => (id ? each.id === id : each.name === name && each.value === value));
    if (found && !found.disabled) fresh?.requestSubmit(found);
    else if (!button) fresh?.requestSubmit();
  });
}

const picture = () => document.querySelector('#board .board-svg');

/** A point as a part of the picture: that may have moved when it is used. @param {PointerEvent} event @returns {Point} */
function pointOf({ clientX, clientY, pointerType, timeStamp }) {
  const { left, top, width, height } = picture()?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  return { clientX: (clientX - left) / width, clientY: (clientY - top) / height, pointerType, timeStamp };
}

/** Where that point is now. @param {Point} point @returns {Point} */
function pointNow({ clientX, clientY, pointerType, timeStamp }) {
  const { left, top, width, height } = picture()?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  return { clientX: left + clientX * width, clientY: top + clientY * height, pointerType, timeStamp };
}

/** @param {(inputs: import('../play.js').Inputs) => void} action on the board that is there by then */
function onBoard(action) {
  const run = () => {
    const board = document.getElementById('board');
    const inputs = board && inputsOf(board);
    if (inputs) action(inputs);
  };
  // The answer may have come between the beginning of a press and its end.
  if (isDeferring()) defer(run);
  else run();
}

// Before the board itself hears of it.
document.addEventListener('pointerdown', event => {
  if (!isDeferring() || !event.isPrimary || event.button !== 0) return;
  if (!(event.target instanceof Element) || !picture()?.contains(event.target)) return;
  event.stopPropagation();
  press = { pointer: event.pointerId, from: pointOf(event) };
}, { capture: true });

document.addEventListener('pointerup', event => {
  if (press?.pointer !== event.pointerId) return;
  event.stopPropagation();
  const [from, to] = [press.from, pointOf(event)];
  press = null;
  onBoard(inputs => inputs.press(pointNow(from), pointNow(to)));
}, { capture: true });

document.addEventListener('pointercancel', event => { if (press?.pointer === event.pointerId) press = null; }, { capture: true });

document.addEventListener('keydown', event => {
  const board = document.getElementById('board');
  if (!isDeferring() || !board || !takesKey(board, event)) return;
  event.preventDefault();
  event.stopPropagation();
  const { key } = event;
  onBoard(inputs => inputs.key(key));
}, { capture: true });

// What is typed is for the next position: the turn on the board, which is on its way, is not to read or to replace it.
for (const kind of ['input', 'change']) {
  document.addEventListener(kind, event => {
    if (isDeferring() && event.target instanceof Element && event.target.id === 'turn') event.stopPropagation();
  }, { capture: true });
}
