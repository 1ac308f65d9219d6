// The board seen from another seat, for as long as the page is open: the address says so, and so do all links and forms of the
// page.

import { seeFrom } from '../board/orientation.js';
import { sentence } from '../sentences.js';
import { addressWith, bar } from './address.js';
import { announce } from './announce.js';
import { forget, savedPresent } from './steps.js';

/** @param {(board: HTMLElement) => void} turned tells whoever makes a turn that the board was turned */
export function listenToFlip(turned) {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('#flip') : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn(new URL(link.href, location.href).searchParams.get('side') ?? '', turned);
  });
}

/** @param {string} side the seat to see it from @param {(board: HTMLElement) => void} turned */
function turn(side, turned) {
  const saved = savedPresent();
  const shown = /** @type {HTMLElement} */ (document.getElementById('board'));
  seeFrom(shown, side);
  if (saved) seeFrom(saved.board, side, { seen: false });
  turned(saved?.board ?? shown);
  const next = changePlaces(side);
  forget();
  history.replaceState(history.state, '', addressWith({ side }));
  const main = document.getElementById('main');
  if (main) main.dataset.path = addressWith({ ply: null });
  for (const part of [document, saved?.actions, saved?.steps]) if (part) keep(part, side, next);
  announce(sentence(`seen-from-${side}`));
  // What is said of the position beside the board says it from this side too.
  document.dispatchEvent(new CustomEvent('positionshown'));
}

/**
 * The seat goes to its place at the lower edge, the others follow in the order of their turns.
 * @param {string} side @returns {string} the seat after it
 */
function changePlaces(side) {
  const seatOf = (/** @type {Element} */ player) => player.getAttribute('data-seat') ?? '';
  const places = ['.player-self', '.player:not(.player-self)'].flatMap(query => [...document.querySelectorAll(`.game ${query}`)]);
  const kinds = places.map(player => [...player.classList].find(name => /^player-(self|opponent|other)$/.test(name)) ?? '');
  const first = places.findIndex(player => seatOf(player) === side);
  const players = [...places.slice(first), ...places.slice(0, first)];
  const marks = places.map(player => {
    const mark = document.createComment('');
    player.replaceWith(mark);
    return mark;
  });
  for (const [n, player] of players.entries()) {
    player.classList.remove(...kinds);
    player.classList.add(kinds[n]);
    marks[n].replaceWith(player);
  }
  return seatOf(players[1]);
}

/** Whatever leads on holds on to the side. @param {Document | HTMLElement} part @param {string} side @param {string} next where the board is turned to from there */
function keep(part, side, next) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (part.querySelectorAll('a[href*="ply="], a[data-latest], a.tab'))) {
    const url = new URL(link.href, location.href);
    if (/\.\w+$/.test(url.pathname)) continue;
    url.searchParams.set('side', link.id === 'flip' ? next : side);
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
