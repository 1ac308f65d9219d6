// The board by keyboard: arrows go over the squares, Enter or Space does what a click does there. Escape is the page's.

import { promote, tap } from './change.js';
import { beside, corner } from './squares.js';
import { duckShown, phase } from './state.js';
import { PROMOTIONS, use } from './render.js';
import { ROLES, squareWords } from './words.js';

/** @typedef {import('./drag.js').Board} Board */
/** @typedef {import('./squares.js').Square} Square */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board @param {(words: string) => void} say */
export function listenToKeys(board, say) {
  const { view } = board;
  const first = board.state();
  /** @type {Square} */
  let at = Object.keys(first.pieces).find(square => first.pieces[square] === `${first.toMove[0]}K`) ?? duckShown(first) ?? 'e1';
  let role = 0;
  const cursor = use('board-cursor', `${view.marks}#cursor`, at, first.orientation);
  cursor.setAttribute('hidden', '');
  view.over.append(cursor);

  const show = () => {
    const choices = [...view.over.querySelectorAll('.promotion-choice')];
    const { x, y } = corner(at, board.state().orientation);
    cursor.setAttribute('x', String(x));
    cursor.setAttribute('y', String(y));
    cursor.toggleAttribute('hidden', choices.length > 0);
    choices.forEach((choice, index) => choice.classList.toggle('promotion-at', index === role));
  };

  const choose = (/** @type {KeyboardEvent} */ event) => {
    const choices = [...view.over.querySelectorAll('.promotion-choice')].map(each => each.getAttribute('data-role') ?? '');
    const arrow = ARROWS[event.key];
    if (arrow) {
      const { y } = corner(board.state().choices[0].to, board.state().orientation);
      role = (role + (y === 0 ? arrow[1] : -arrow[1]) + arrow[0] + choices.length) % choices.length;
      say(ROLES[choices[role]]);
    } else if (isEnter(event)) board.change(promote(board.state(), choices[role]));
    else board.change(promote(board.state(), event.key.toUpperCase()));
  };

  const go = (/** @type {KeyboardEvent} */ event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      at = beside(at, ...arrow, board.state().orientation);
      say(squareWords(board.state(), at));
      return;
    }
    const state = board.state();
    const next = tap(state, at);
    if (next === state) board.refuse(at);
    else board.change(next);
    role = 0;
    if (phase(next) === 'promotion') say(ROLES[PROMOTIONS[role]]);
  };

  view.board.addEventListener('keydown', event => {
    const choosing = phase(board.state()) === 'promotion';
    const known = event.key in ARROWS || isEnter(event) || (choosing && /^[qrbn]$/i.test(event.key));
    if (!known || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    (choosing ? choose : go)(event);
    show();
  });
  view.board.addEventListener('pointerdown', () => cursor.setAttribute('hidden', ''));
  view.board.addEventListener('focus', () => {
    if (!view.board.matches(':focus-visible')) return;
    show();
    say(squareWords(board.state(), at));
  });
}

const isEnter = (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' || event.key === ' ';
