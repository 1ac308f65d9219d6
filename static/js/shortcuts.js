// Keys that do what a page has buttons for, and the dialog that shows them; each page has its own table. They are not taken from
// fields, from the board while the arrows go over its squares, or from the browser. They can be turned off.

const OFF = 'mallard-keys';

/** Where the arrows have a meaning of their own. */
const OWN_ARROWS = '.board-by-keyboard, [role="tablist"], [role="radiogroup"], .record-scroll, .planned-tree';

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys as `KeyboardEvent.key` has them, letters small
 * @property {() => void} does
 */

const areOff = () => localStorage.getItem(OFF) === 'off';

/** Begins to listen, also for the button that shows the list. @param {Shortcut[]} own */
export function listenToShortcuts(own) {
  const shortcuts = [...own, { keys: ['?'], does: showKeys }];
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
    if (event.target instanceof Element && event.target.closest('#keys')) showKeys();
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

/** The page's dialog. Escape closes it, and the focus goes back where it was. */
function showKeys() {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById('keys-list'));
  const dialog = /** @type {HTMLDialogElement | undefined} */ (template && document.importNode(template.content, true).querySelector('dialog'));
  if (!dialog) return;
  const use = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
  use.checked = !areOff();
  use.addEventListener('change', () => (use.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'off')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
