// What stays of a game's page when it is renewed, beyond what morphing keeps: what has been typed for a turn that cannot be
// made any more, a question that was asked, a refusal; and how a new turn is shown and announced.

import { announcementLine, announce } from '../game/announce.js';
import { sentence } from '../sentences.js';

const byId = (/** @type {string} */ id) => document.getElementById(id);

/**
 * Puts into the new action bar what the old one holds.
 * @param {Document} fresh @param {boolean} stays whether the viewer is still to make the same turn
 */
export function keepActionBar(fresh, stays) {
  const [old, next] = [document, fresh].map(each => each.querySelector('.actions'));
  if (old?.querySelector('.question')) {
    next?.replaceWith(old.cloneNode(true));
    return;
  }
  const form = old?.querySelector('#action-form');
  const newForm = next?.querySelector('#action-form');
  if (!form || !newForm) return;
  for (const field of form.querySelectorAll('input, textarea')) makeOwn(/** @type {HTMLInputElement} */ (field));
  const summary = byId('error-summary');
  if (stays && summary) newForm.prepend(summary.cloneNode(true));
  keepAction(form, newForm);
  keepIntendedAction(form, newForm);
  keepTurn(form, newForm);
}

/** What the server put back into a field after a refusal is as good as typed. @param {HTMLInputElement} field */
function makeOwn(field) {
  if (field.type === 'hidden') return;
  const { value, checked } = field;
  if (field.type === 'checkbox') field.defaultChecked = false;
  else field.defaultValue = '';
  Object.assign(field, field.type === 'checkbox' ? { checked } : { value });
}

/** Who is writing goes on with what they have chosen to do. @param {Element} form @param {Element} newForm */
function keepAction(form, newForm) {
  const chosen = /** @type {HTMLSelectElement | null} */ (form.querySelector('select#action'))?.value;
  const message = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('#message'))?.value;
  const option = message && newForm.querySelector(`#action option[value="${chosen}"]`);
  if (!option) return;
  newForm.querySelector('#action option[selected]')?.removeAttribute('selected');
  option.setAttribute('selected', '');
}

/**
 * What was written to go with something that cannot be done any more says so: it is not to go as something else unasked.
 * If it can be done again later, it goes with that.
 * @param {Element} form @param {Element} newForm
 */
function keepIntendedAction(form, newForm) {
  const message = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('#message'))?.value.trim();
  const chosen = /** @type {HTMLSelectElement | null} */ (form.querySelector('select#action'))?.selectedOptions[0];
  const before = byId('intended-action');
  const action = before?.dataset.action ?? chosen?.value;
  if (!message || !action) return;
  const option = newForm.querySelector(`#action option[value="${action}"]`);
  if (option && before) {
    newForm.querySelector('#action option[selected]')?.removeAttribute('selected');
    option.setAttribute('selected', '');
  }
  if (option || newForm.querySelector(`input[name="action"][value="${action}"]`)) return;
  newForm.querySelector('.field-message')?.before(before?.cloneNode(true) ?? newIntendedAction(action, chosen?.text ?? ''));
}

/** @param {string} action @param {string} words its name */
function newIntendedAction(action, words) {
  const intended = Object.assign(document.createElement('div'), { id: 'intended-action', className: 'notice' });
  intended.setAttribute('role', 'status');
  intended.dataset.action = action;
  intended.textContent = sentence('intended-action', { action: words });
  return intended;
}

/** Asks once whether what was written for something else is to go now. @param {HTMLFormElement} form @param {AbortSignal} signal */
export function listenToIntendedAction(form, signal) {
  const select = /** @type {HTMLSelectElement | null} */ (form.querySelector('select#action'));
  select?.addEventListener('change', () => byId('intended-action')?.remove(), { signal });
  form.addEventListener('submit', event => {
    const intended = byId('intended-action');
    const message = /** @type {HTMLTextAreaElement | null} */ (byId('message'))?.value.trim();
    if (!intended || !message || intended.dataset.asked) return;
    event.preventDefault();
    intended.dataset.asked = 'yes';
    intended.textContent = sentence('other-action', { action: select?.selectedOptions[0].text ?? sentence('comment') });
  }, { signal });
}

/** A turn that cannot be made any more stays to be read, as the server shows one too. @param {Element} form @param {Element} newForm */
function keepTurn(form, newForm) {
  const typed = /** @type {HTMLInputElement | null} */ (form.querySelector('#turn'));
  if (!typed?.value || newForm.querySelector('#turn')) return;
  const kept = document.createElement('div');
  kept.className = 'field field-turn';
  const label = Object.assign(document.createElement('label'), { htmlFor: 'turn', textContent: sentence('typed') });
  const field = Object.assign(document.createElement('input'), { id: 'turn', name: 'turn', readOnly: true });
  const line = Object.assign(document.createElement('div'), { className: 'turn-line' });
  field.value = typed.value;
  line.append(field);
  kept.append(label, line);
  newForm.querySelector('.field')?.before(kept);
}

/** What is announced when it changes: the first of these that has. */
const ANNOUNCED = ['.outcome-words', '#steps', '.offer > p'];

/** @returns {string[]} */
const announced = () => ANNOUNCED.map(each => {
  const found = document.querySelector(each);
  return found?.getAttribute('data-said') ?? found?.textContent ?? '';
});

/** The turn that has come, whose turn it is now, and how long they have. @param {string} turn */
function turnWords(turn) {
  const left = document.querySelector('.player-to-move .clock-left')?.textContent;
  const status = document.querySelector('#board-status, .actions .viewing p')?.textContent ?? '';
  return left ? sentence('turn', { turn, status, left }) : turn;
}

/** Announces what has changed to screen readers. @returns {() => void} to be called when the page is new */
export function listenForChanges() {
  announcementLine();
  const before = announced();
  const comments = document.querySelectorAll('.comment').length;
  return () => {
    const now = announced();
    const changed = now.findIndex((words, index) => words && words !== before[index]);
    const said = document.querySelectorAll('.comment').length > comments ? sentence('message') : '';
    const words = changed < 0 ? said : ANNOUNCED[changed] === '#steps' ? turnWords(now[changed]) : now[changed];
    // The last announcement stays: the ratings that follow the end of a game have none of their own.
    if (words) announce(words);
  };
}
