// The keys of the analysis board, the same as on a game's page where there is the same to do. What they do is said in its template
// (templates/keys.html).

import { animate, isRunning, stop } from '../game/animate.js';
import { focusBoard } from '../shortcuts.js';

const press = (/** @type {string} */ id) => () => document.getElementById(id)?.click();
const goTo = (/** @type {string} */ id) => () => document.getElementById(id)?.focus();

/** @type {import('../shortcuts.js').Shortcut[]} */
export const SHORTCUTS = [
  { keys: ['arrowleft', 'p'], does: press('step-back') },
  { keys: ['arrowright', 'n'], does: press('step-forward') },
  { keys: ['shift+arrowleft', 's'], does: press('step-start') },
  { keys: ['shift+arrowright', 'l'], does: press('step-last') },
  { keys: ['f'], does: press('flip') },
  { keys: ['a'], does: () => (isRunning() ? stop() : animate()) },
  { keys: ['b'], does: focusBoard },
  { keys: ['t'], does: goTo('turn') },
  { keys: ['w'], does: goTo('note') },
  { keys: ['o'], does: press('board-settings') },
];
