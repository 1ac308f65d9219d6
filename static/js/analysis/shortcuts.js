// The keys of the analysis board, the same as on a game's page where there is the same to do.

import { animate, isRunning, stop } from '../game/animate.js';
import { focusBoard } from '../shortcuts.js';

const press = (/** @type {string} */ id) => () => document.getElementById(id)?.click();
const goTo = (/** @type {string} */ id) => () => document.getElementById(id)?.focus();

/** @type {import('../shortcuts.js').Shortcut[]} */
export const SHORTCUTS = [
  { keys: ['arrowleft', 'p'], shown: '← or P', words: 'One turn back', does: press('step-back') },
  { keys: ['arrowright', 'n'], shown: '→ or N', words: 'One turn forward', does: press('step-forward') },
  { keys: ['shift+arrowleft', 's'], shown: 'Shift ← or S', words: 'To the start', does: press('step-start') },
  { keys: ['shift+arrowright', 'l'], shown: 'Shift → or L', words: 'To the end of the line', does: press('step-last') },
  { keys: ['f'], shown: 'F', words: document.querySelector('.board-round') ? 'Turn the board, flap by flap' : 'Flip the board', does: press('flip') },
  { keys: ['a'], shown: 'A', words: 'Animate, or stop', does: () => (isRunning() ? stop() : animate()) },
  { keys: ['b'], shown: 'B', words: 'To the board', does: focusBoard },
  { keys: ['t'], shown: 'T', words: 'To the field for a turn', does: goTo('turn') },
  { keys: ['w'], shown: 'W', words: 'To your note', does: goTo('note') },
  { keys: ['o'], shown: 'O', words: 'Settings of the board', does: press('board-settings') },
];

/** With the arrows over its squares. */
export const ON_BOARD = [
  ['← ↑ → ↓', 'Move between squares, once you come by Tab or B'],
  ['Enter', 'Lift, put down'],
  ['Escape', 'Take back what is begun'],
];
