// A turn in the making: joins the board and the text of the turn. The board lives as long as its position; what is around it
// may be renewed meanwhile, and is then attached anew.

import { listenToKeys } from './input/keys.js';
import { listenToPointers } from './input/pointers.js';
import { listenToPromotion } from './input/promotion.js';
import { system as square } from './square/system.js';
import { readTurn, whyNot } from './turn/ask.js';
import { stepBack } from './turn/change.js';
import { begun, newState, phase, turnText } from './turn/state.js';
import { stateWords } from './turn/words.js';

/** @typedef {import('./turn/state.js').State} State */
/** @typedef {import('./board/system.js').BoardSystem} BoardSystem */

/** Where there is a round board, or one can come: any position is pasted for analysis. */
const round = document.querySelector('.board-round, #analysis-form') ? await import('./round/system.js') : null;

/** The kinds of boards by their shapes. @type {Record<string, BoardSystem | undefined>} */
const SYSTEMS = { square, round: /** @type {BoardSystem | undefined} */ (round?.system) };

/** How long nothing is typed before it is read. */
const TYPING_MS = 150;

/**
 * @typedef {object} Controls what a turn is made with besides the board
 * @property {HTMLFormElement} form
 * @property {HTMLInputElement} turn
 * @property {HTMLElement} status it says in `data-when-made` what to do with a whole turn, if that is not sent by Continue
 * @property {HTMLElement | null} back
 * @property {string} greeting what the status says before anything is begun
 * @property {(action: string) => void} chooseAction
 * @property {() => void} [whenWhole] the board holds a whole turn
 * @property {AbortSignal} signal lets go of them
 */

/** @typedef {{hold: (controls: Controls) => void, say: (words: string, quiet?: boolean) => void}} Play */

/** What is to be done when a board is seen from another side. @type {WeakMap<HTMLElement, () => void>} */
const onReorient = new WeakMap();

/** Tells whoever makes a turn on a board that it has been flipped or turned. @param {HTMLElement} board */
export const reorientPlay = board => onReorient.get(board)?.();

/**
 * @param {import('./turn/state.js').BoardData} data @param {HTMLElement} boardElement @param {Controls} controls
 * @param {boolean} outdated whether what is in the field was meant for an earlier position: it is not sent at the first press
 * @returns {Play}
 */
export function newPlay(data, boardElement, controls, outdated) {
  const system = /** @type {BoardSystem} */ (SYSTEMS[data.shape]);
  const { words } = data;
  const voice = addVoice(boardElement);
  const view = system.newView(boardElement);
  let state = newState(data, system.squares(view));
  /** Of what was asked of the server only the last answer counts, and only while nothing else has been done. */
  let asked = 0;
  /** Whether the board does not show yet what is in the field. */
  let isUnread = false;

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
      asked += 1;
      isUnread = false;
      outdated = false;
      show(next, how);
      sayState();
      controls.turn.value = turnText(state);
      controls.turn.removeAttribute('aria-invalid');
      if (begun(state)) controls.chooseAction('move');
      if (phase(state) === 'whole') controls.whenWhole?.();
    },
    refuse: async (/** @type {string} */ on, before = state) => {
      const mine = ++asked;
      const { signal } = controls;
      const reason = await whyNot(before, on);
      if (mine === asked && !signal.aborted && reason) say(reason, true);
    },
  };
  // What has been said meanwhile stays, and an answer that comes after the form has gone on to another position is dropped. After a
  // refusal the server has said already what is amiss.
  const read = async ({ isTyped = false, isRefused = false } = {}) => {
    const mine = ++asked;
    const { signal } = controls;
    const before = said;
    isUnread = true;
    const text = controls.turn.value;
    if (isTyped && text.trim()) await new Promise(resolve => setTimeout(resolve, TYPING_MS));
    if (mine !== asked || signal.aborted) return;
    const { state: next, hint } = await readTurn(state, text);
    if (mine !== asked || signal.aborted) return;
    isUnread = false;
    // The board may have been flipped meanwhile.
    show({ ...next, orientation: state.orientation }, { still: isTyped ? null : true });
    if (said === before && hint && !isRefused) say(hint, true);
    else if (said === before) sayState();
    if (controls.back) controls.back.hidden = !controls.turn.value && !begun(state);
  };
  // What cannot be read as a turn is one step.
  const back = () => {
    controls.turn.value = '';
    board.change(stepBack(state));
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    const { form, turn } = controls;
    if (event.submitter?.getAttribute('name') === 'answer' || new FormData(form).get('action') !== 'move') return;
    if (outdated) {
      outdated = false;
      event.preventDefault();
      say(words.outdated);
      return;
    }
    const next = isUnread ? 'piece' : phase(state);
    if (next === 'whole') turn.value = turnText(state);
    else if (!turn.value.trim() || (next === 'duck' && turn.value === turnText(state))) {
      event.preventDefault();
      say(next === 'duck' ? stateWords(state) : words.unmade);
    }
  };
  const listen = () => {
    const { form, turn, back: takesBack, signal } = controls;
    turn.addEventListener('input', () => {
      outdated = false;
      read({ isTyped: true });
    }, { signal });
    turn.addEventListener('change', () => { if (!isUnread && phase(state) === 'whole') turn.value = turnText(state); }, { signal });
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
  boardElement.setAttribute('aria-label', words.board);
  boardElement.setAttribute('aria-describedby', controls.status.id);
  listenToPromotion(board);
  listenToPointers(board);
  const keys = listenToKeys(board, words => { voice.textContent = words; });
  onReorient.set(boardElement, () => {
    state = { ...state, orientation: boardElement.dataset.orientation ?? state.orientation };
    system.reoriented?.(view);
    system.render(view, state);
    keys.reoriented();
  });
  listen();
  system.render(view, state);
  if (controls.turn.value) {
    if (controls.back) controls.back.hidden = false;
    read({ isRefused: controls.turn.getAttribute('aria-invalid') === 'true' });
  }
  return {
    hold: others => {
      controls = others;
      listen();
      if (controls.turn.value && (isUnread || !begun(state))) read();
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
