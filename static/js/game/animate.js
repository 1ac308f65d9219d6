// Turns shown one after the other, from the position on the board to the last, or from the start if that is the last: in each
// the piece, then the duck. It stops at a press, and when anything else is done with the board.

/** @typedef {import('../board/motion.js').Pace} Pace */

/**
 * @typedef {object} Film the turns that can be shown; its page knows how
 * @property {number} at where the board stands, counted in turns
 * @property {() => number} last where it ends; it may grow meanwhile
 * @property {(turns: number, pace?: Pace) => Promise<boolean>} show whether it could be
 */

/** @type {Pace} */
const PACE = { piece: 450, duck: 400 };
/** From one turn to the next, with the time in which it is made. */
const TURN_MS = 1500;
/** Whatever leads to another position. */
const ENDS = '#stop, .step, .turn, .node, #viewing a, button[type="submit"]';

let running = 0;
/** @type {() => Film} */
let film;

/** Whether it runs. The body knows: what is in it may be renewed meanwhile. */
export const isRunning = () => document.body.classList.contains('animating');

/** Ends it where it is. */
export function stop() {
  running += 1;
  const hadFocus = document.activeElement?.id === 'stop';
  document.body.classList.remove('animating');
  if (hadFocus) document.getElementById('animate')?.focus();
}

/** Begins, or begins anew. */
export async function animate() {
  const { at, last, show } = film();
  if (last() === 0) return;
  const mine = ++running;
  const hadFocus = document.activeElement?.id === 'animate';
  document.body.classList.add('animating');
  if (hadFocus) document.getElementById('stop')?.focus();
  let shown = at;
  if (shown === last()) {
    shown = 0;
    await show(shown);
    await pause();
  }
  while (mine === running && shown < last()) {
    shown += 1;
    if (!await show(shown, PACE)) break;
    if (shown < last()) await pause();
  }
  if (mine === running) stop();
}

const pause = () => new Promise(resolve => setTimeout(resolve, TURN_MS));

/** Of the buttons, and of whatever else is done meanwhile. @param {() => Film} shown what there is from where the board stands */
export function listenToAnimation(shown) {
  film = shown;
  document.addEventListener('click', event => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('#animate')) animate();
    else if (isRunning() && target?.closest(ENDS)) stop();
  }, { capture: true });
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !isRunning() || event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    stop();
  });
  // A turn is made by keys too; what it is sent by comes without a click.
  document.addEventListener('keydown', event => {
    const makesTurn = event.key === 'Enter' || event.key === ' ' || event.key.startsWith('Arrow');
    if (makesTurn && isRunning() && event.target instanceof Element && event.target.closest('#board')) stop();
  }, { capture: true });
  document.addEventListener('submit', () => { if (isRunning()) stop(); }, { capture: true });
  document.addEventListener('pointerdown', event => {
    if (isRunning() && event.target instanceof Element && event.target.closest('#board')) stop();
  }, { capture: true });
  addEventListener('popstate', stop);
}
