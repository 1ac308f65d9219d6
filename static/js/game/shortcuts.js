// The keys of the game's page.

import { plyOfLast } from './address.js';
import { animate, isRunning, stop } from './animate.js';
import { focusBoard } from '../shortcuts.js';
import { go, plyToShow } from './steps.js';

const isRound = () => document.querySelector('.board-round') !== null;
const press = (/** @type {string} */ id) => document.getElementById(id)?.click();
const step = (/** @type {() => number} */ to) => () => {
  stop();
  go(to());
};

/** @type {import('../shortcuts.js').Shortcut[]} */
export const SHORTCUTS = [
  { keys: ['arrowleft', 'p'], shown: '← or P', words: 'One turn back', does: step(() => plyToShow() - 1) },
  { keys: ['arrowright', 'n'], shown: '→ or N', words: 'One turn forward', does: step(() => plyToShow() + 1) },
  { keys: ['shift+arrowleft', 's'], shown: 'Shift ← or S', words: 'To the start', does: step(() => 0) },
  { keys: ['shift+arrowright', 'l'], shown: 'Shift → or L', words: 'To the last turn', does: step(plyOfLast) },
  { keys: ['f'], shown: 'F', words: isRound() ? 'Turn the board, flap by flap' : 'Flip the board', does: () => press('flip') },
  { keys: ['a'], shown: 'A', words: 'Animate, or stop', does: () => (isRunning() ? stop() : animate()) },
  { keys: ['b'], shown: 'B', words: 'To the board', does: focusBoard },
  { keys: ['t'], shown: 'T', words: 'To the field for your turn', does: () => document.getElementById('turn')?.focus() },
  { keys: ['r'], shown: 'R', words: 'Prepare a reply, while you wait', does: () => press('prepare') },
  { keys: ['o'], shown: 'O', words: 'Settings of the board', does: () => press('board-settings') },
];

/** With the arrows over its squares. */
export const ON_BOARD = [
  ['← ↑ → ↓', 'Move between squares, once you come by Tab or B'],
  ['Enter', isRound() ? 'Lift and put down' : 'Lift, put down, place the duck'],
  ['Escape', 'Take back one step'],
];
