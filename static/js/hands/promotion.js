// What a pawn becomes: buttons over a board of any kind. A press elsewhere and Escape take the pawn back.

/** @typedef {import('./pointers.js').Board} Board */

const FORWARD = ['ArrowDown', 'ArrowRight'];
const BACK = ['ArrowUp', 'ArrowLeft'];

/**
 * Shows the buttons while there is a choice. The first has the focus; when they go, the board has it again.
 * @param {HTMLElement} board @param {HTMLElement | null} group the buttons, while there is one
 */
export function renderPromotion(board, group) {
  const old = board.querySelector('.promotion');
  const hadFocus = old?.contains(document.activeElement);
  old?.remove();
  if (group) {
    board.append(group);
    /** @type {HTMLElement} */ (group.querySelector('button')).focus({ preventScroll: true });
  } else if (hadFocus) board.focus({ preventScroll: true });
}

/**
 * @param {string} words what the pawn becomes @param {string} role its letter
 * @param {{href: string, inset: number}[]} layers the picture, what is below first
 */
export function newChoice(words, role, layers) {
  const choice = document.createElement('button');
  choice.type = 'button';
  choice.dataset.role = role;
  choice.className = 'promotion-choice';
  choice.title = words;
  choice.setAttribute('aria-label', words);
  const uses = layers.map(({ inset }) => `<use x="${inset}" y="${inset}" width="${100 - 2 * inset}" height="${100 - 2 * inset}"/>`);
  choice.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true">${uses.join('')}</svg>`;
  for (const [n, use] of choice.querySelectorAll('use').entries()) use.setAttribute('href', layers[n].href);
  return choice;
}

/** @param {string} words @param {HTMLElement[]} choices */
export function newGroup(words, choices) {
  const group = document.createElement('div');
  group.className = 'promotion';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', words);
  group.append(...choices);
  return group;
}

/** @param {Board} board */
export function listenToPromotion(board) {
  const { view, system } = board;
  const choices = () => /** @type {HTMLElement[]} */ ([...view.board.querySelectorAll('.promotion-choice')]);

  view.board.addEventListener('click', (/** @type {Event} */ event) => {
    const choice = event.target instanceof Element ? event.target.closest('.promotion-choice') : null;
    if (choice instanceof HTMLElement) board.change(system.promote(board.state(), choice.dataset.role ?? ''));
  });
  // Before the board's own keys hear of it.
  view.board.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (system.phase(board.state()) !== 'promotion' || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = choices();
    const step = FORWARD.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    const next = system.promote(board.state(), event.key.toUpperCase());
    if (next !== board.state()) board.change(next);
    else if (step) {
      const turned = view.board.querySelector('.promotion-from-below') && !event.key.endsWith('t') ? -step : step;
      all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + turned + all.length) % all.length].focus();
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
