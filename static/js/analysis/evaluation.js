// What the computer says of the position on the board and of its line, shown as soon as it is there. The stream tells that something that waits
// for this player may have changed; then the part is fetched by its address, and with it the board that has its arrows.

import { pageHeaders } from '../live/after.js';
import { morph } from '../live/morph.js';

const part = () => /** @type {HTMLElement | null} */ (document.querySelector('#evaluation[data-waits]'));

/** Looks whether there is an answer, whenever there may be one. */
export function listenToEvaluation() {
  document.addEventListener('waitingchanged', look);
}

/** How long after one look the next may come: of a line there is something new several times a second. */
const PAUSE_MS = 1500;
let isLooking = false;
let isWanted = false;

/** Shows what is new if the page waits for something: at once, or after the look that is under way. */
export async function look() {
  isWanted = true;
  if (isLooking) return;
  isLooking = true;
  try {
    while (isWanted) {
      isWanted = false;
      await show();
      if (part()) await new Promise((done) => { setTimeout(done, PAUSE_MS); });
    }
  } finally {
    isLooking = false;
  }
}

const side = () => /** @type {HTMLInputElement | null} */ (document.querySelector('#analysis-form [name="side"]'))?.value ?? '';

async function show() {
  const [address, seat] = [part()?.dataset.address, side()];
  if (!address) return;
  const answer = await fetch(`${address}&side=${encodeURIComponent(seat)}`, { headers: pageHeaders() }).catch(() => null);
  const text = answer?.ok && await answer.text().catch(() => '');
  if (!text) return;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  const [old, next] = [part(), fresh.getElementById('evaluation')];
  // Another position may be on the board by now.
  if (!old || !next || old.dataset.address !== address) return;
  // What is open and where one is stays so.
  morph(old, next);
  if (side() === seat) showArrows(fresh.querySelector('.board-arrows'));
}

/** Draws the arrows on the board, above the pieces. @param {Element | null} arrows */
function showArrows(arrows) {
  const board = document.querySelector('#board .board-svg');
  board?.querySelector('.board-arrows')?.remove();
  if (board && arrows) board.append(document.importNode(arrows, true));
}
