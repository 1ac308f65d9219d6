// The keys of the game's page, and the dialog that shows them. They are not taken from fields, from the board while one goes over
// its squares, or from the browser; who wants none can turn them off.

import { plyOfLast, plyShown } from './address.js';
import { animate, isRunning, stop } from './animate.js';
import { go } from './steps.js';

const OFF = 'mallard-keys';

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys as `KeyboardEvent.key` has them, letters small
 * @property {string} shown how the keys are written
 * @property {string} words
 * @property {() => void} does
 */

const isRound = () => document.querySelector('.board-round') !== null;
const press = (/** @type {string} */ id) => document.getElementById(id)?.click();
const step = (/** @type {() => number} */ to) => () => {
  stop();
  go(to());
};

/** @type {Shortcut[]} */
const SHORTCUTS = [
  { keys: ['arrowleft', 'p'], shown: '← or P', words: 'One turn back', does: step(() => plyShown() - 1) },
  { keys: ['arrowright', 'n'], shown: '→ or N', words: 'One turn forward', does: step(() => plyShown() + 1) },
  { keys: ['shift+arrowleft', 's'], shown: 'Shift ← or S', words: 'To the start', does: step(() => 0) },
  { keys: ['shift+arrowright', 'l'], shown: 'Shift → or L', words: 'To the last turn', does: step(plyOfLast) },
  { keys: ['f'], shown: 'F', words: isRound() ? 'Turn the board, flap by flap' : 'Flip the board', does: () => press('flip') },
  { keys: ['a'], shown: 'A', words: 'Animate, or stop', does: () => (isRunning() ? stop() : animate()) },
  { keys: ['b'], shown: 'B', words: 'To the board', does: () => document.getElementById('board')?.focus() },
  { keys: ['t'], shown: 'T', words: 'To the field for your turn', does: () => document.getElementById('turn')?.focus() },
  { keys: ['r'], shown: 'R', words: 'Prepare a reply, while you wait', does: () => press('prepare') },
  { keys: ['o'], shown: 'O', words: 'Settings of the board', does: () => press('board-settings') },
  { keys: ['?'], shown: '?', words: 'This list', does: () => showKeys() },
];

/** On the board, with the arrows over its squares. */
const ON_BOARD = [
  ['← ↑ → ↓', 'Go over the squares'],
  ['Enter', isRound() ? 'Lift and put down' : 'Lift, put down, place the duck'],
  ['Escape', 'Take back one step'],
];

const areOff = () => localStorage.getItem(OFF) === 'off';

/** Begins to listen. */
export function listenToShortcuts() {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && isRunning()) {
      event.preventDefault();
      stop();
      return;
    }
    if (isTakenElsewhere(event) || areOff()) return;
    const shift = event.shiftKey && event.key.startsWith('Arrow') ? 'shift+' : '';
    const found = SHORTCUTS.find(each => each.keys.includes(shift + event.key.toLowerCase()));
    if (!found || (event.shiftKey && !shift && event.key !== '?')) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith('Arrow')) found.does();
  }, { capture: false });
  document.addEventListener('click', event => {
    if (event.target instanceof Element && event.target.closest('#keys')) showKeys();
  });
}

/** @param {KeyboardEvent} event whether the key has a meaning of its own where it was pressed */
function isTakenElsewhere(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input, textarea, select, [contenteditable]')) return true;
  if (!event.key.startsWith('Arrow')) return false;
  return target.closest('[role="application"], [role="tablist"], [role="radiogroup"], .record-scroll, .planned-tree') !== null && !target.closest('a');
}

/** The dialog, made when it is asked for. Escape closes it, and the focus goes back where it was. */
export function showKeys() {
  const dialog = document.createElement('dialog');
  dialog.className = 'keys-dialog';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  dialog.innerHTML = `<h2 id="keys-title">Keys</h2><dl class="keys-list"></dl><h3>On the board</h3><dl class="keys-list"></dl>
    <label class="choice"><input type="checkbox"> <span>Use these keys</span></label>
    <form method="dialog" class="buttons"><button class="button button-primary" autofocus>Close</button></form>`;
  const [everywhere, onBoard] = dialog.querySelectorAll('dl');
  for (const { shown, words } of SHORTCUTS) add(everywhere, shown, words);
  for (const [shown, words] of ON_BOARD) add(onBoard, shown, words);
  const use = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
  use.checked = !areOff();
  use.addEventListener('change', () => (use.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'off')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Element} list @param {string} shown @param {string} words */
function add(list, shown, words) {
  const row = document.createElement('div');
  const key = document.createElement('dt');
  key.append(...shown.split(/( or )/).map(part => (part === ' or ' ? part : Object.assign(document.createElement('kbd'), { textContent: part }))));
  row.append(key, Object.assign(document.createElement('dd'), { textContent: words }));
  list.append(row);
}
