// A turn in the making: joins the board and the text of the turn. The board lives as long as its position; what is around it
// may be renewed meanwhile, and is then taken hold of anew.

import * as square from './board/system.js';
import { listenToKeys } from './hands/keys.js';
import { listenToPointers } from './hands/pointers.js';
import { listenToPromotion } from './hands/promotion.js';

/** The round board's hands, where there is a round board, or one can come: any position is pasted for analysis. @type {any} */
const round = document.querySelector('.board-round, #analysis-form') ? await import('./round/system.js') : null;

/** @typedef {import('./board/state.js').State} State */

/**
 * @typedef {object} Hands what a turn is made with besides the board
 * @property {HTMLFormElement} form
 * @property {HTMLInputElement} turn
 * @property {HTMLElement} status
 * @property {HTMLElement | null} back
 * @property {string} greeting what the status says before anything is begun
 * @property {string} [whenMade] what it says of a whole turn, if that is not sent by Continue
 * @property {(action: string) => void} chooseAction
 * @property {() => void} [whenWhole] the board holds a whole turn
 * @property {AbortSignal} signal lets go of them
 */

/** @typedef {{hold: (hands: Hands) => void, say: (words: string, quiet?: boolean) => void}} Play */

/** What is to be done when a board is seen from another side. @type {WeakMap<HTMLElement, () => void>} */
const turns = new WeakMap();

/** Tells the hands of a board, if it has any, that it has been turned. @param {HTMLElement} board */
export const turnPlay = board => turns.get(board)?.();

/**
 * @param {import('./board/state.js').BoardData} data @param {HTMLElement} boardElement @param {Hands} hands
 * @param {boolean} outdated whether what is in the field was meant for an earlier position: it is not sent at the first press
 * @returns {Play}
 */
export function newPlay(data, boardElement, hands, outdated) {
  const system = /** @type {any} */ ('round' in data ? round : square);
  const { begun, phase, stepBack, readTurn, turnText, stateWords, whyNot, render } = system;
  const voice = addVoice(boardElement);
  const view = system.newView(boardElement);
  let state = system.newState(data);
  let refusals = 0;

  const say = (/** @type {string} */ words, quiet = false) => {
    hands.status.textContent = words;
    hands.status.classList.toggle('status-hint', quiet);
  };
  const show = (/** @type {State} */ next, /** @type {{still?: string | true | null}} */ options = {}) => {
    state = next;
    refusals += 1;
    render(view, state, options);
    if (hands.back) hands.back.hidden = !begun(state);
    say(stateWords(state, hands.whenMade) || hands.greeting);
  };
  const board = {
    system,
    view,
    state: () => state,
    change: (/** @type {State} */ next, /** @type {{still?: string | null}} */ options = {}) => {
      outdated = false;
      show(next, options);
      hands.turn.value = turnText(state);
      hands.turn.removeAttribute('aria-invalid');
      if (begun(state)) hands.chooseAction('move');
      if (phase(state) === 'whole') hands.whenWhole?.();
    },
    // The reason may have to be asked for: a later one counts.
    refuse: async (/** @type {string} */ on, before = state) => {
      const asked = ++refusals;
      const words = await whyNot(before, on);
      if (asked === refusals) say(words, true);
    },
  };
  // Quiet after a refusal: the server has said already what is amiss. What was there before the page is not made once more.
  const read = ({ quiet = false, isThere = false } = {}) => {
    const { state: next, hint } = readTurn(state, hands.turn.value);
    show(next, { still: isThere || null });
    if (hint && !quiet) say(hint, true);
    if (hands.back) hands.back.hidden = !hands.turn.value && !begun(state);
  };
  // What cannot be read as a turn is one step.
  const back = () => {
    hands.turn.value = '';
    board.change(stepBack(state));
  };
  const submit = (/** @type {Event} */ event) => {
    const { form, turn } = hands;
    const isAnswer = /** @type {SubmitEvent} */ (event).submitter?.getAttribute('name') === 'answer';
    if (isAnswer || new FormData(form).get('action') !== 'move') return;
    if (outdated) {
      outdated = false;
      event.preventDefault();
      say('The game has gone on since you began this. Continue once more sends it.');
      return;
    }
    const next = phase(state);
    if (next === 'whole') turn.value = turnText(state);
    else if (!turn.value.trim() || (next === 'duck' && turn.value === turnText(state))) {
      event.preventDefault();
      say(next === 'duck' ? stateWords(state) : system.unmade);
    }
  };
  const listen = () => {
    const { form, turn, back: takesBack, signal } = hands;
    turn.addEventListener('input', () => {
      outdated = false;
      read();
    }, { signal });
    turn.addEventListener('change', () => { if (phase(state) === 'whole') turn.value = turnText(state); }, { signal });
    takesBack?.addEventListener('click', back, { signal });
    form.addEventListener('submit', submit, { signal });
    document.addEventListener('keydown', event => {
      const elsewhere = event.target instanceof Element && event.target.matches('textarea, select');
      const away = event.defaultPrevented || !boardElement.isConnected || document.querySelector('dialog[open]');
      if (event.key !== 'Escape' || event.isComposing || elsewhere || away || !(begun(state) || turn.value)) return;
      event.preventDefault();
      back();
    }, { signal });
  };

  boardElement.tabIndex = 0;
  boardElement.setAttribute('role', 'application');
  boardElement.setAttribute('aria-label', 'Board. Arrows go over the squares, Enter lifts and puts down, Escape takes back.');
  boardElement.setAttribute('aria-describedby', hands.status.id);
  listenToPromotion(board);
  listenToPointers(board);
  const keys = listenToKeys(board, words => { voice.textContent = words; });
  turns.set(boardElement, () => {
    state = { ...state, orientation: boardElement.dataset.orientation };
    system.turned?.(view);
    render(view, state);
    keys.turned();
  });
  listen();
  render(view, state);
  if (hands.turn.value) read({ quiet: hands.turn.getAttribute('aria-invalid') === 'true', isThere: true });
  return {
    hold: others => {
      hands = others;
      listen();
      if (begun(state)) show(state);
      else if (hands.turn.value) read();
    },
    say,
  };
}

/** The line that only a screen reader hears, while the cursor goes over the board. @param {HTMLElement} board */
function addVoice(board) {
  const voice = document.createElement('p');
  voice.id = 'board-voice';
  voice.className = 'visually-hidden';
  voice.setAttribute('aria-live', 'polite');
  board.after(voice);
  return voice;
}
