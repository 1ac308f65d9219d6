// A turn in the making: joins the board and the text of the turn. The board lives as long as its position; what is around it
// may be renewed meanwhile, and is then attached anew.

import { systems } from './board/systems.js';
import { listenToKeys } from './input/keys.js';
import { listenToPointers } from './input/pointers.js';
import { listenToPromotion } from './input/promotion.js';
import { clearProblems } from './problems.js';
import { system as square } from './square/system.js';
import { readTurn, whyNot } from './turn/ask.js';
import { stepBack } from './turn/change.js';
import { begun, newState, phase, turnText } from './turn/state.js';
import { stateWords } from './turn/words.js';

/** @typedef {import('./turn/state.js').State} State */
/** @typedef {import('./board/system.js').BoardSystem} BoardSystem */
/** @typedef {import('./board/system.js').Point} Point */
/** @typedef {import('./input/double_click.js').TimedPoint} TimedPoint */

systems.set('square', square);

/** How long nothing is typed before it is read. */
const TYPING_MS = 150;

/**
 * @typedef {object} Controls what a turn is made with besides the board
 * @property {HTMLFormElement} form
 * @property {HTMLInputElement} turn
 * @property {HTMLElement} status it says in `data-when-made` what to do with a whole turn, if it is not to be sent
 * @property {HTMLElement | null} back
 * @property {string} greeting what the status says before anything is begun
 * @property {(action: string) => void} chooseAction
 * @property {() => void} [whenWhole] the board holds a whole turn
 * @property {AbortSignal} signal lets go of them
 */

/** @typedef {{reattach: (controls: Controls) => void, say: (words: string, quiet?: boolean) => void}} Play */

/**
 * @typedef {object} Inputs what can be done to a board from elsewhere
 * @property {() => void} reorient it has been flipped or turned
 * @property {(from: TimedPoint, to: Point) => void} press with a pointer, down at one point and up at another
 * @property {(key: string) => void} key pressed on the board
 */

/** @type {WeakMap<HTMLElement, Inputs>} */
const inputs = new WeakMap();

/** The inputs of a board on which a turn is made. @param {HTMLElement} board @returns {Inputs | undefined} */
export const inputsOf = board => inputs.get(board);

/**
 * @param {import('./turn/state.js').BoardData} data @param {HTMLElement} boardElement @param {Controls} controls
 * @param {boolean} outdated whether what is in the field was meant for an earlier position: it is not sent at the first press
 * @returns {Play}
 */
export function newPlay(data, boardElement, controls, outdated) {
  const system = /** @type {BoardSystem} */ (systems.get(data.shape));
  const { words } = data;
  const voice = addVoice(boardElement);
  const view = system.newView(boardElement);
  let state = newState(data, system.squares(view));
  /** Of several readings, and of several refusals, only the last answer counts; none does once the board has changed. */
  let readings = 0;
  let refusals = 0;
  /** Whether the board does not show yet what is in the field. */
  let isUnread = false;
  /** What is amiss with it, as far as the server has said. */
  let hint = '';
  /** A submit that waits until the field has been read. @type {{submitter: HTMLElement | null} | null} */
  let heldSubmit = null;
  /** Pending while a pointer is down on the board. */
  let press = /** @type {Promise<void>} */ (Promise.resolve());
  let endPress = () => {};

  let said = 0;
  const say = (/** @type {string} */ text, quiet = false) => {
    said += 1;
    controls.status.textContent = text;
    controls.status.classList.toggle('status-hint', quiet);
  };
  const show = (/** @type {State} */ next, /** @type {import('./board/system.js').Drawing} */ how = {}) => {
    state = next;
    system.render(view, state, how);
    if (controls.back) controls.back.hidden = !begun(state);
  };
  const sayState = () => say(stateWords(state, controls.status.dataset.whenMade ?? words.next) || controls.greeting);
  const board = {
    system,
    view,
    state: () => state,
    change: (/** @type {State} */ next, /** @type {import('./board/system.js').Drawing} */ how = {}) => {
      readings += 1;
      refusals += 1;
      isUnread = false;
      hint = '';
      heldSubmit = null;
      outdated = false;
      show(next, how);
      sayState();
      controls.turn.value = turnText(state);
      clearProblems(controls.turn);
      if (begun(state)) controls.chooseAction('move');
      if (phase(state) === 'whole') controls.whenWhole?.();
    },
    refuse: async (/** @type {string} */ on, before = state) => {
      const mine = ++refusals;
      const { signal } = controls;
      const reason = await whyNot(before, on);
      if (mine === refusals && !signal.aborted && reason) say(reason, true);
    },
    // What has been read meanwhile is shown once the press is over: the board must not change under the pointer.
    pressBegins: () => {
      endPress();
      press = new Promise(resolve => { endPress = () => resolve(); });
    },
    pressEnds: () => endPress(),
  };
  // What has been said meanwhile stays, and an answer that comes after the form has gone on to another position is dropped. After a
  // refusal the server has said already what is amiss.
  const read = async ({ isTyped = false, isRefused = false } = {}) => {
    const mine = ++readings;
    refusals += 1;
    const { signal } = controls;
    const isStale = () => mine !== readings || signal.aborted;
    const before = said;
    isUnread = true;
    const text = controls.turn.value;
    if (isTyped && text.trim()) await new Promise(resolve => setTimeout(resolve, TYPING_MS));
    if (isStale()) return;
    const answer = await readTurn(state, text);
    await press;
    if (isStale()) return;
    isUnread = false;
    hint = answer.hint;
    // The board may have been flipped meanwhile.
    show({ ...answer.state, orientation: state.orientation }, { still: isTyped ? null : true });
    if (said === before && hint && !isRefused) say(hint, true);
    else if (said === before) sayState();
    if (controls.back) controls.back.hidden = !controls.turn.value && !begun(state);
    submitHeld();
  };
  const isRefused = () => controls.turn.getAttribute('aria-invalid') === 'true';
  const submitHeld = () => {
    if (!heldSubmit) return;
    const { submitter } = heldSubmit;
    heldSubmit = null;
    controls.form.requestSubmit(submitter instanceof HTMLButtonElement && submitter.form === controls.form ? submitter : null);
  };
  // What cannot be read as a turn is one step.
  const back = () => {
    controls.turn.value = '';
    board.change(stepBack(state));
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    const { form, turn } = controls;
    if (event.submitter?.getAttribute('name') === 'answer' || new FormData(form).get('action') !== 'move') return;
    if (isUnread && turn.value.trim() && !outdated && !event.defaultPrevented) {
      event.preventDefault();
      if (!heldSubmit) {
        heldSubmit = { submitter: event.submitter };
        read();
      }
      return;
    }
    if (outdated) {
      outdated = false;
      event.preventDefault();
      say(words.outdated);
      return;
    }
    const next = isUnread ? 'piece' : phase(state);
    if (next === 'whole') turn.value = turnText(state);
    else if (!turn.value.trim() || (next === 'duck' && !hint)) {
      event.preventDefault();
      say(next === 'duck' ? words.unplaced : words.unmade);
    }
  };
  const listen = () => {
    const { form, turn, back: takesBack, signal } = controls;
    turn.addEventListener('input', () => {
      outdated = false;
      heldSubmit = null;
      clearProblems(turn);
      // Who types a turn means to make it, whatever they have been writing.
      if (turn.value.trim()) controls.chooseAction('move');
      read({ isTyped: true });
    }, { signal });
    turn.addEventListener('change', () => { if (!isUnread && phase(state) === 'whole') turn.value = turnText(state); }, { signal });
    takesBack?.addEventListener('click', back, { signal });
    form.addEventListener('submit', submit, { signal });
    document.addEventListener('keydown', event => {
      const isInField = event.target instanceof Element && event.target.matches('textarea, select');
      const isElsewhere = event.defaultPrevented || !boardElement.isConnected || document.querySelector('dialog[open]');
      if (event.key !== 'Escape' || event.isComposing || isInField || isElsewhere || !(begun(state) || turn.value)) return;
      event.preventDefault();
      back();
    }, { signal });
  };

  boardElement.tabIndex = 0;
  boardElement.setAttribute('role', 'application');
  boardElement.setAttribute('aria-label', words.board);
  boardElement.setAttribute('aria-describedby', controls.status.id);
  listenToPromotion(board);
  const pointers = listenToPointers(board);
  const keys = listenToKeys(board, words => { voice.textContent = words; });
  const reorient = () => {
    state = { ...state, orientation: boardElement.dataset.orientation ?? state.orientation };
    system.reoriented?.(view);
    system.render(view, state);
    keys.reoriented();
  };
  inputs.set(boardElement, { reorient, press: pointers.replay, key: keys.press });
  listen();
  system.render(view, state);
  if (controls.turn.value) {
    if (controls.back) controls.back.hidden = false;
    read({ isRefused: isRefused() });
  }
  return {
    reattach: others => {
      controls = others;
      listen();
      if (controls.turn.value && (isUnread || controls.turn.value !== turnText(state))) read({ isRefused: isRefused() });
      else if (begun(state)) {
        show(state);
        sayState();
      }
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
