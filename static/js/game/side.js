// The board seen from the other player's side, for as long as the page is open: the address says so, and so do all links and
// forms of the page. A round board is turned by the link itself.

import { flip } from '../board/flip.js';
import { addressWith, bar } from './address.js';
import { forget, putAside } from './steps.js';

/** @param {(board: HTMLElement) => void} turned tells the hands that their board was turned */
export function listenToFlip(turned) {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('#flip') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector('.board-round')) return;
    event.preventDefault();
    turn(turned);
  });
}

/** @param {(board: HTMLElement) => void} turned */
function turn(turned) {
  const aside = putAside();
  const shown = /** @type {HTMLElement} */ (document.getElementById('board'));
  const side = flip(shown);
  if (aside) flip(aside.board);
  turned(aside?.board ?? shown);
  changePlaces();
  forget();
  history.replaceState(history.state, '', addressWith({ side }));
  const main = document.getElementById('main');
  if (main) main.dataset.path = addressWith({ ply: null });
  for (const part of [document, aside?.actions, aside?.steps]) if (part) keep(part, side);
  // What is said of the position beside the board says it from this side too.
  document.dispatchEvent(new CustomEvent('positionshown'));
}

/** Who was above is below now. */
function changePlaces() {
  const [above, below] = ['opponent', 'self'].map(place => /** @type {HTMLElement} */ (document.querySelector(`.player-${place}`)));
  for (const [player, place] of [[above, 'self'], [below, 'opponent']]) {
    /** @type {HTMLElement} */ (player).classList.remove('player-self', 'player-opponent');
    /** @type {HTMLElement} */ (player).classList.add(`player-${place}`);
  }
  const mark = document.createComment('');
  above.replaceWith(mark);
  below.replaceWith(above);
  mark.replaceWith(below);
}

/** Whatever leads on holds on to the side. @param {Document | HTMLElement} part @param {string} side */
function keep(part, side) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (part.querySelectorAll('a[href*="ply="], a[data-latest], a.tab'))) {
    const url = new URL(link.href, location.href);
    if (/\.\w+$/.test(url.pathname)) continue;
    const other = side === 'white' ? 'black' : 'white';
    url.searchParams.set('side', link.id === 'flip' ? other : side);
    link.setAttribute('href', url.pathname + url.search);
  }
  const game = bar().dataset.game ?? '';
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (part.querySelectorAll('form[method="post"]'))) {
    if (!form.getAttribute('action')?.startsWith(game)) continue;
    const field = form.querySelector('input[type="hidden"][name="side"]') ?? Object.assign(document.createElement('input'), { type: 'hidden', name: 'side' });
    field.setAttribute('value', side);
    form.prepend(field);
  }
}
