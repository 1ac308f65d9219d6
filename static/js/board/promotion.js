// What a pawn becomes: buttons over the board, from the promotion square towards the middle. A press elsewhere and Escape
// take the pawn back.

import { promote } from './change.js';
import { corner } from './squares.js';
import { phase } from './state.js';
import { ROLES, capitalised } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./render.js').View} View */
/** @typedef {import('./drag.js').Board} Board */

/** The roles in the order in which they are offered. */
const PROMOTIONS = ['Q', 'N', 'R', 'B'];
const FORWARD = ['ArrowDown', 'ArrowRight'];
const BACK = ['ArrowUp', 'ArrowLeft'];

/** Shows the buttons while there is a choice. The first has the focus; when they go, the board has it again. @param {View} view @param {State} state */
export function renderPromotion(view, state) {
  const old = view.board.querySelector('.promotion');
  if (phase(state) !== 'promotion') {
    const had = old?.contains(document.activeElement);
    old?.remove();
    if (had) view.board.focus({ preventScroll: true });
    return;
  }
  old?.remove();
  const group = newGroup(view, state);
  view.board.append(group);
  /** @type {HTMLElement} */ (group.querySelector('button')).focus({ preventScroll: true });
}

/** @param {View} view @param {State} state */
function newGroup(view, state) {
  const { x, y } = corner(state.choices[0].to, state.orientation);
  const group = document.createElement('div');
  group.className = 'promotion';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', `The pawn on ${state.choices[0].to} becomes`);
  group.classList.toggle('promotion-from-below', y > 0);
  group.classList.toggle('promotion-from-right', x >= 400);
  group.style.setProperty('--column', String(x >= 400 ? 700 - x : x));
  for (const role of PROMOTIONS) {
    const choice = document.createElement('button');
    choice.type = 'button';
    choice.dataset.role = role;
    choice.className = 'promotion-choice';
    choice.title = capitalised(ROLES[role]);
    choice.setAttribute('aria-label', capitalised(ROLES[role]));
    choice.innerHTML = '<svg viewBox="0 0 100 100" aria-hidden="true"><use/></svg>';
    choice.querySelector('use')?.setAttribute('href', `${view.sprite}#${state.toMove[0]}${role}`);
    group.append(choice);
  }
  return group;
}

/** @param {Board} board */
export function listenToPromotion(board) {
  const { view } = board;
  const choices = () => /** @type {HTMLElement[]} */ ([...view.board.querySelectorAll('.promotion-choice')]);

  view.board.addEventListener('click', event => {
    const choice = event.target instanceof Element ? event.target.closest('.promotion-choice') : null;
    if (choice instanceof HTMLElement) board.change(promote(board.state(), choice.dataset.role ?? ''));
  });
  // Before the board's own keys hear of it.
  view.board.addEventListener('keydown', event => {
    if (phase(board.state()) !== 'promotion' || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = choices();
    const step = FORWARD.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    const next = promote(board.state(), event.key.toUpperCase());
    if (next !== board.state()) board.change(next);
    else if (step) {
      const turned = view.board.querySelector('.promotion-from-below') && !event.key.endsWith('t') ? -step : step;
      all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + turned + all.length) % all.length].focus();
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
