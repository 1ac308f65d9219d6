// What a pawn may become on the Vortex: buttons in the middle of the board, one for each kind of piece that has been taken, and
// one to stay a pawn.

import { newChoice, newGroup } from '../hands/promotion.js';
import { phase } from './state.js';
import { ROLES, capitalised } from './words.js';

/** @param {import('./render.js').View} view @param {import('./state.js').State} state @returns {HTMLElement | null} none while there is no choice */
export function promotionGroup(view, state) {
  if (phase(state) !== 'promotion') return null;
  const lightness = state.pieces[state.choosing?.from ?? ''].split(' ')[1][0];
  const token = { href: `${view.marks}#token-${state.shapes[state.toMove]}`, inset: 0 };
  const choices = [...state.promotions, 'P'].map(role => {
    const words = role === 'P' ? 'Stay a pawn' : capitalised(ROLES[role]);
    const choice = newChoice(words, role, [token, { href: `${view.sprite}#${lightness}${role}`, inset: 10 }]);
    choice.classList.add(`seat-${state.toMove}`);
    return choice;
  });
  const group = newGroup('The pawn on the Vortex becomes', choices);
  group.classList.add('promotion-round');
  return group;
}
