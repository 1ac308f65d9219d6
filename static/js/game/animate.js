// The game as it was played, from the position on the board to the last, or from the start if that is the last: in each turn
// the piece, then the duck. It stops at a press, and when anything else is done with the board.

import { plyOfLast, plyShown } from './address.js';
import { go } from './steps.js';

const PACE = { piece: 450, duck: 400 };
/** From one turn to the next, with the time in which it is made. */
const TURN_MS = 1500;

let running = 0;

const game = () => document.querySelector('.game');

/** Whether it runs. */
export const isRunning = () => game()?.classList.contains('animating') ?? false;

/** Ends it where it is. */
export function stop() {
  running += 1;
  const hadFocus = document.activeElement?.id === 'stop';
  game()?.classList.remove('animating');
  if (hadFocus) document.getElementById('animate')?.focus();
}

/** Begins, or begins anew. */
export async function animate() {
  const mine = ++running;
  const hadFocus = document.activeElement?.id === 'animate';
  game()?.classList.add('animating');
  if (hadFocus) document.getElementById('stop')?.focus();
  if (plyShown() === plyOfLast()) {
    await go(0);
    await pause();
  }
  while (mine === running && plyShown() < plyOfLast()) {
    if (!await go(plyShown() + 1, { pace: PACE })) break;
    if (plyShown() < plyOfLast()) await pause();
  }
  if (mine === running) stop();
}

const pause = () => new Promise(resolve => setTimeout(resolve, TURN_MS));

/** Of the buttons, and of whatever else is done meanwhile. */
export function listenToAnimation() {
  document.addEventListener('click', event => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('#animate')) animate();
    else if (isRunning() && target?.closest('#stop, .step, .turn, #viewing a')) stop();
  }, { capture: true });
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !isRunning() || event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    stop();
  });
  document.addEventListener('pointerdown', event => {
    if (isRunning() && event.target instanceof Element && event.target.closest('#board')) stop();
  }, { capture: true });
  addEventListener('popstate', stop);
}
