// Keys that do what a page has buttons for, and the dialog that shows them; each page has its own table. They are not taken from
// fields, from the board while the arrows go over its squares, or from the browser; who wants none can turn them off.

const OFF = 'mallard-keys';

/** Where the arrows have a meaning of their own. */
const OWN_ARROWS = '.board-by-keyboard, [role="tablist"], [role="radiogroup"], .record-scroll, .planned-tree';

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys as `KeyboardEvent.key` has them, letters small
 * @property {string} shown how the keys are written
 * @property {string} words
 * @property {() => void} does
 */

const areOff = () => localStorage.getItem(OFF) === 'off';

/**
 * Begins to listen, also for the button that shows the list.
 * @param {Shortcut[]} own @param {string[][]} onBoard what keys do on the board itself, and in words: for the list alone
 */
export function listenToShortcuts(own, onBoard) {
  const shortcuts = [...own, { keys: ['?'], shown: '?', words: 'This list', does: () => showKeys(shortcuts, onBoard) }];
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector('dialog[open]') || isTakenElsewhere(event) || areOff()) return;
    const shift = event.shiftKey && event.key.startsWith('Arrow') ? 'shift+' : '';
    const found = shortcuts.find(each => each.keys.includes(shift + event.key.toLowerCase()));
    if (!found || (event.shiftKey && !shift && event.key !== '?')) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith('Arrow')) found.does();
  });
  document.addEventListener('click', event => {
    if (event.target instanceof Element && event.target.closest('#keys')) showKeys(shortcuts, onBoard);
  });
}

/** To the board, to go over its squares. After a click on it the board has the focus already, and is to hear that keys are meant. */
export function focusBoard() {
  const board = document.getElementById('board');
  board?.blur();
  board?.focus();
}

/** @param {KeyboardEvent} event whether the key has a meaning of its own where it was pressed */
function isTakenElsewhere(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input, textarea, select, [contenteditable]')) return true;
  return event.key.startsWith('Arrow') && target.closest(OWN_ARROWS) !== null && !target.closest('a');
}

/** The dialog, made when it is asked for. Escape closes it, and the focus goes back where it was. @param {Shortcut[]} shortcuts @param {string[][]} onBoard */
function showKeys(shortcuts, onBoard) {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  dialog.innerHTML = `<h2 id="keys-title">Keys</h2><dl class="keys-list"></dl><h3>On the board</h3><dl class="keys-list"></dl>
    <label class="choice"><input type="checkbox"> <span>Use these keys</span></label>
    <form method="dialog" class="buttons"><button class="button button-primary" autofocus>Close</button></form>`;
  const [everywhere, board] = dialog.querySelectorAll('dl');
  for (const { shown, words } of shortcuts) add(everywhere, shown, words);
  for (const [shown, words] of onBoard) add(board, shown, words);
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
