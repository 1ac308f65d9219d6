// What a pawn may become on the Vortex: buttons in the middle of the board, one for each kind of piece that has been taken, and
// one to stay a pawn.

import { newChoice, newGroup } from '../board/promotion.js';
import { STAYS } from '../turn/change.js';
import { phase } from '../turn/state.js';
import { kind } from '../turn/words.js';

/** @param {import('./render.js').View} view @param {import('../turn/state.js').State} state @returns {HTMLElement | null} none while there is no choice */
export function promotionGroup(view, state) {
  if (phase(state) !== 'promotion') return null;
  const lightness = state.pieces[state.choices[0].from].split(' ')[1][0];
  const token = { href: `${view.marks}#token-${state.shapes?.[state.toMove]}`, inset: 0 };
  const choices = state.choices.map(({ promotion }) => {
    const letter = promotion ?? STAYS;
    const words = promotion ? kind(state, promotion) : state.words.stay;
    const choice = newChoice(words, letter, [token, { href: `${view.sprite}#${lightness}${letter}`, inset: 10 }]);
    choice.classList.add(`seat-${state.toMove}`);
    return choice;
  });
  const group = newGroup(state.words.promoting, choices);
  group.classList.add('promotion-round');
  return group;
}
