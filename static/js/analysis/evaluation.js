// What the computer says of the position on the board and of its line, shown as soon as it is there. The stream tells that something that waits
// for this player may have changed; then the part is fetched by its address, and with it the board that has its arrows.

import { pageHeaders } from '../live/after.js';
import { morph } from '../live/morph.js';

const part = () => /** @type {HTMLElement | null} */ (document.querySelector('#evaluation[data-waits]'));

/** Looks whether there is an answer, whenever there may be one. */
export function listenToEvaluation() {
  document.addEventListener('waitingchanged', look);
}

/** Shows the answer if the page waits for one and it is there. */
export async function look() {
  const address = part()?.dataset.address;
  if (!address) return;
  const side = /** @type {HTMLInputElement | null} */ (document.querySelector('#analysis-form [name="side"]'))?.value ?? '';
  const answer = await fetch(`${address}&side=${encodeURIComponent(side)}`, { headers: pageHeaders() }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [old, next] = [part(), fresh.getElementById('evaluation')];
  // Another position may be on the board by now.
  if (!old || !next || old.dataset.address !== address) return;
  // Of a line there is more each time. What is open and where one is stays so.
  morph(old, next);
  showArrows(fresh.querySelector('.board-arrows'));
}

/** Draws the arrows on the board, above the pieces. @param {Element | null} arrows */
function showArrows(arrows) {
  const board = document.querySelector('#board .board-svg');
  board?.querySelector('.board-arrows')?.remove();
  if (board && arrows) board.append(document.importNode(arrows, true));
}
