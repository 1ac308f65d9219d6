// The keys of the game's page. What they do is said in its template (templates/keys.html).

import { plyOfLast } from './address.js';
import { animate, isRunning, stop } from './animate.js';
import { focusBoard } from '../shortcuts.js';
import { go, plyToShow } from './steps.js';

const press = (/** @type {string} */ id) => document.getElementById(id)?.click();
const step = (/** @type {() => number} */ to) => () => {
  stop();
  go(to());
};

/** @type {import('../shortcuts.js').Shortcut[]} */
export const SHORTCUTS = [
  { keys: ['arrowleft', 'p'], does: step(() => plyToShow() - 1) },
  { keys: ['arrowright', 'n'], does: step(() => plyToShow() + 1) },
  { keys: ['shift+arrowleft', 's'], does: step(() => 0) },
  { keys: ['shift+arrowright', 'l'], does: step(plyOfLast) },
  { keys: ['f'], does: () => press('flip') },
  { keys: ['a'], does: () => (isRunning() ? stop() : animate()) },
  { keys: ['b'], does: focusBoard },
  { keys: ['t'], does: () => document.getElementById('turn')?.focus() },
  { keys: ['r'], does: () => press('prepare') },
  { keys: ['o'], does: () => press('board-settings') },
];
