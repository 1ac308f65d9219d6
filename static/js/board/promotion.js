// What a pawn becomes: buttons over a board of any kind.

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
