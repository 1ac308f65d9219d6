// What a pawn may become: buttons over the square board, from the promotion square towards the middle.

import { newChoice, newGroup } from '../board/promotion.js';
import { corner } from './squares.js';
import { phase } from '../turn/state.js';
import { filled } from '../sentences.js';
import { kind } from '../turn/words.js';

/** @param {import('../board/drawing.js').View} view @param {import('../turn/state.js').State} state @returns {HTMLElement | null} none while there is no choice */
export function promotionGroup(view, state) {
  if (phase(state) !== 'promotion') return null;
  const { to } = state.choices[0];
  const { x, y } = corner(to, state.orientation);
  const choices = state.choices.map(({ promotion = '' }) => {
    const figure = { href: `${view.sprite}#${state.toMove[0]}${promotion}`, inset: 0 };
    return newChoice(kind(state, promotion), promotion, [figure]);
  });
  const group = newGroup(filled(state.words.promoting, { square: to }), choices);
  group.classList.toggle('promotion-from-below', y > 0);
  group.classList.toggle('promotion-from-right', x >= 400);
  group.style.setProperty('--column', String(x >= 400 ? 700 - x : x));
  return group;
}
