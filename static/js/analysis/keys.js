// The keys of the analysis board, the same as on a game's page, and the dialog that shows them.

/** @typedef {{keys: string[], shown: string[], words: string, id: string}} Key a key and the button that it presses */

/** @type {Key[]} */
const KEYS = [
  { keys: ['arrowleft', 'p'], shown: ['←', 'P'], words: 'One turn back', id: 'step-back' },
  { keys: ['arrowright', 'n'], shown: ['→', 'N'], words: 'One turn forward', id: 'step-forward' },
  { keys: ['shift+arrowleft', 's'], shown: ['Shift ←', 'S'], words: 'To the start', id: 'step-start' },
  { keys: ['shift+arrowright', 'l'], shown: ['Shift →', 'L'], words: 'To the end of the line', id: 'step-last' },
  { keys: ['f'], shown: ['F'], words: document.querySelector('.board-round') ? 'Turn the board, flap by flap' : 'Flip the board', id: 'flip' },
  { keys: ['?'], shown: ['?'], words: 'These keys', id: 'keys' },
];

/** What can be gone to by a letter. @type {Record<string, string>} */
const PLACES = { b: 'board', t: 'turn', w: 'note' };

/** On the board, with the arrows over its squares, and to its fields. */
const OTHERS = [
  [['B'], 'To the board'],
  [['T'], 'To the field for a turn'],
  [['W'], 'To your note'],
  [['← ↑ → ↓'], 'On the board: over its squares'],
  [['Enter'], 'On the board: lift, put down'],
  [['Escape'], 'Take back what is begun'],
];

/** Who wants none of them has turned them off, here or on a game's page. */
const areOff = () => localStorage.getItem('mallard-keys') === 'off';

/** @param {(id: string) => void} press presses a button by its id */
export function listenToSteps(press) {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || areOff()) return;
    if (document.querySelector('dialog[open]') || hasOwnMeaning(event)) return;
    const key = (event.shiftKey && event.key.startsWith('Arrow') ? 'shift+' : '') + event.key.toLowerCase();
    const found = KEYS.find(each => each.keys.includes(key));
    const place = PLACES[key];
    if (!found && !place) return;
    event.preventDefault();
    if (found) press(found.id);
    else document.getElementById(place)?.focus();
  });
  document.addEventListener('click', event => {
    if (event.target instanceof Element && event.target.closest('#keys')) showKeys();
  });
}

/** @param {KeyboardEvent} event whether the key has a meaning of its own where it was pressed */
function hasOwnMeaning(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input, textarea, select')) return true;
  return event.key.startsWith('Arrow') && target.closest('[role="application"]') !== null;
}

/** Escape closes it, and the focus goes back where it was. */
function showKeys() {
  const dialog = document.createElement('dialog');
  dialog.className = 'keys-dialog';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  const title = Object.assign(document.createElement('h2'), { id: 'keys-title', textContent: 'Keys' });
  const list = document.createElement('dl');
  list.className = 'keys-list';
  for (const { shown, words } of KEYS) list.append(row(shown, words));
  for (const [shown, words] of OTHERS) list.append(row(/** @type {string[]} */ (shown), String(words)));
  const close = document.createElement('form');
  close.method = 'dialog';
  close.className = 'buttons';
  close.append(Object.assign(document.createElement('button'), { className: 'button button-primary', textContent: 'Close', autofocus: true }));
  dialog.append(title, list, close);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string[]} shown @param {string} words */
function row(shown, words) {
  const made = document.createElement('div');
  const key = document.createElement('dt');
  for (const [index, each] of shown.entries()) {
    key.append(...(index ? [' or '] : []), Object.assign(document.createElement('kbd'), { textContent: each }));
  }
  made.append(key, Object.assign(document.createElement('dd'), { textContent: words }));
  return made;
}
