// What a pawn may become: buttons over the square board, from the promotion square towards the middle.

import { newChoice, newGroup } from '../hands/promotion.js';
import { corner } from './squares.js';
import { phase } from './state.js';
import { ROLES, capitalised } from './words.js';

/** The roles in the order in which they are offered. */
const PROMOTIONS = ['Q', 'N', 'R', 'B'];

/** @param {import('../hands/drawing.js').View} view @param {import('./state.js').State} state @returns {HTMLElement | null} none while there is no choice */
export function promotionGroup(view, state) {
  if (phase(state) !== 'promotion') return null;
  const { x, y } = corner(state.choices[0].to, state.orientation);
  const choices = PROMOTIONS.map(role => {
    const figure = { href: `${view.sprite}#${state.toMove[0]}${role}`, inset: 0 };
    return newChoice(capitalised(ROLES[role]), role, [figure]);
  });
  const group = newGroup(`The pawn on ${state.choices[0].to} becomes`, choices);
  group.classList.toggle('promotion-from-below', y > 0);
  group.classList.toggle('promotion-from-right', x >= 400);
  group.style.setProperty('--column', String(x >= 400 ? 700 - x : x));
  return group;
}
