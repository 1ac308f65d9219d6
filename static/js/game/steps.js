// Going through the positions of a game without loading its page anew. The server draws each of them, with the bar below the
// board; here it is put in its place. The board and the action bar of the present are put aside meanwhile, and come back as
// they were left: with a turn in the making and all that has been typed.

import { pageHeaders } from '../live/after.js';
import { morph } from '../live/morph.js';
import { renew } from '../live/renew.js';
import { slideChanges } from '../board/motion.js';
import { addressWith, bar, plyOf, plyOfLast, plyShown } from './address.js';
import { markShown } from './record.js';
import { announce } from './announce.js';

/** How the pieces get there. @typedef {import('../board/motion.js').Pace} Pace */

const byId = (/** @type {string} */ id) => document.getElementById(id);
const board = () => /** @type {HTMLElement} */ (byId('board'));
const actions = () => /** @type {HTMLElement} */ (document.querySelector('.actions'));
const main = () => /** @type {HTMLElement} */ (byId('main'));

/**
 * @typedef {{ply: number, board: HTMLElement, actions: HTMLElement, steps: HTMLElement, table: HTMLElement,
 *   standing: [Element, string | null][]}} SavedPresent
 */

/** What is saved while the past is shown; `null` too when the page began there. @type {SavedPresent | null} */
let saved = null;
/** Whether the game went on meanwhile. */
let isBehind = false;
let asked = 0;
/** The position that is on its way, if one is. @type {number | null} */
let coming = null;

/** The ply on the board, or on its way there: a second step begins where the first leads. */
export const plyToShow = () => coming ?? plyShown();

/** The positions that have been fetched, by their address. @type {Map<string, Promise<Document | null>>} */
const parts = new Map();

/** What belongs to the present though the past is on the board. @returns {SavedPresent | null} */
export const savedPresent = () => saved;

/** Forgets what was fetched: it is seen from elsewhere now. */
export const forget = () => parts.clear();

/** The page is the present again, whatever it was. */
export function isPresent() {
  saved = null;
  isBehind = false;
}

/**
 * Shows the position of a ply.
 * @param {number} ply @param {{history?: 'push' | 'none', pace?: Pace}} [how] by its own a step leaves one entry in the history
 *   for all steps until the present
 * @returns {Promise<boolean>} whether it is shown now
 */
export async function go(ply, { history: entry, pace } = {}) {
  if (!(ply >= 0 && ply <= plyOfLast())) return false;
  const turn = ++asked;
  coming = null;
  if (ply === plyShown()) return true;
  coming = ply;
  const leaves = saved === null && main().dataset.renew === 'game';
  if (ply >= (saved?.ply ?? plyOfLast())) {
    await showPresent(pace);
    if (turn !== asked) return false;
    coming = null;
  } else {
    const part = await partOf(ply);
    if (turn !== asked) return false;
    coming = null;
    if (!part) {
      location.assign(addressWith({ ply }));
      return false;
    }
    showPart(part, pace);
  }
  const address = addressWith({ ply: main().dataset.renew === 'game' ? null : ply });
  if (entry === 'push' || (leaves && !entry)) history.pushState(null, '', address);
  else if (!entry) history.replaceState(null, '', address);
  markShown(ply);
  for (const near of [ply + 1, ply - 1]) if (near >= 0 && near < (saved?.ply ?? plyOfLast())) partOf(near);
  document.dispatchEvent(new CustomEvent('positionshown'));
  return true;
}

/** The position as the server draws it. @param {number} ply @returns {Promise<Document | null>} */
function partOf(ply) {
  const address = `${bar().dataset.game}/positions/${ply}${new URL(addressWith({ ply: null, tab: null }), location.href).search}`;
  const known = parts.get(address);
  if (known) return known;
  const part = fetch(address, { headers: pageHeaders() })
    .then(async answer => (answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null))
    .catch(() => null)
    .then(page => {
      if (!page) parts.delete(address);
      return page;
    });
  parts.set(address, part);
  return part;
}

/** @returns {SavedPresent} */
function savePresent() {
  const copy = (/** @type {string} */ id) => /** @type {HTMLElement} */ (byId(id)?.cloneNode(true));
  const standing = [...document.querySelectorAll('.player :is(.player-checks, .player-ahead, .player-standing)')]
    .map(each => /** @type {[Element, string | null]} */ ([each, each.textContent]));
  return { ply: plyShown(), board: board(), actions: actions(), steps: copy('steps'), table: copy('board-table'), standing };
}

/** @param {Document} part @param {Pace} [pace] */
function showPart(part, pace) {
  const fresh = (/** @type {string} */ query) => document.importNode(/** @type {HTMLElement} */ (part.querySelector(query)), true);
  if (!saved && main().dataset.renew === 'game') saved = savePresent();
  isBehind ||= Boolean(document.querySelector('[data-words]:not(:empty)'));
  main().dataset.renew = 'past';
  const viewing = document.createElement('div');
  viewing.className = 'actions';
  viewing.append(fresh('#viewing'));
  swap(fresh('#board'), viewing, pace);
  morph(bar(), fresh('#steps'));
  // What the position says of a player stands at the name.
  for (const said of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll('[data-of]'))) {
    const shown = document.querySelector(`.player[data-seat="${said.dataset.of}"] .${said.dataset.part}`);
    if (shown) shown.textContent = said.textContent;
  }
  morph(/** @type {Element} */ (byId('board-table')), fresh('#board-table'));
  if (isBehind) sayBehind();
  announce(bar().dataset.said ?? '');
}

/** Puts a board and what is below it in the place of those that stand there. @param {HTMLElement} next @param {HTMLElement} below @param {Pace} [pace] */
function swap(next, below, pace) {
  const before = board();
  before.replaceWith(next);
  actions().replaceWith(below);
  slideChanges(next, before, pace);
}

function sayBehind() {
  for (const each of document.querySelectorAll('[data-words]')) each.textContent = each.getAttribute('data-words');
}

/** @param {Pace} [pace] */
async function showPresent(pace) {
  const address = addressWith({ ply: null });
  const kept = saved;
  const behind = isBehind || document.querySelector('[data-words]:not(:empty)') !== null || kept?.ply !== plyOfLast();
  if (kept) {
    swap(kept.board, kept.actions, pace);
    morph(bar(), kept.steps);
    morph(/** @type {Element} */ (byId('board-table')), kept.table);
    for (const [said, words] of kept.standing) said.textContent = words;
    main().dataset.renew = 'game';
    isPresent();
    announce(bar().dataset.said ?? '');
  }
  if (behind) await renew(address);
}

/** A press on a link of this game that leads to a position. @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || !link.closest('.game') || link.target || link.hasAttribute('download')) return;
  const ply = plyOf(link);
  if (ply === null || link.id === 'flip') return;
  event.preventDefault();
  const step = link.id === 'step-prev' ? -1 : link.id === 'step-next' ? 1 : 0;
  go(step ? plyToShow() + step : ply);
}

/** Takes care of the links to positions and of the way back. */
export function listenToSteps() {
  document.addEventListener('click', follow);
  addEventListener('popstate', () => {
    // The entry knows from which side the board was seen then, and with which tab; they stay as they are now.
    const { searchParams } = new URL(main().dataset.path ?? '', location.href);
    history.replaceState(history.state, '', addressWith({ side: searchParams.get('side'), tab: searchParams.get('tab') }));
    const ply = new URLSearchParams(location.search).get('ply');
    go(ply === null ? saved?.ply ?? plyOfLast() : Number(ply), { history: 'none' });
  });
}
