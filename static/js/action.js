// The action bar: of its fields only those that the chosen action needs are shown. `data-for` names the actions of each.

import { clearProblems } from './problems.js';

/**
 * @param {HTMLFormElement} form @param {AbortSignal} signal ends it
 * @returns {(action: string) => void} chooses an action, if this game has it now
 */
export function listenToAction(form, signal) {
  form.addEventListener('input', event => { if (event.target instanceof HTMLElement) clearProblems(event.target); }, { signal });
  const select = form.elements.namedItem('action');
  if (!(select instanceof HTMLSelectElement)) return () => {};
  const message = form.elements.namedItem('message');
  /** What stands in the empty field of a message that not all players read. */
  const audience = () => select.selectedOptions[0]?.dataset.audience;
  const greeting = message instanceof HTMLTextAreaElement ? message.placeholder : '';
  const show = () => {
    if (message instanceof HTMLTextAreaElement) message.placeholder = audience() ?? greeting;
    // What is in a field that is not shown goes along all the same, and comes back: a turn in the making is not lost.
    for (const each of form.querySelectorAll('[data-for]')) {
      each.toggleAttribute('hidden', !(each.getAttribute('data-for') ?? '').split(' ').includes(select.value));
    }
  };
  select.addEventListener('change', show, { signal });
  show();
  return action => {
    if (select.value === action || ![...select.options].some(option => option.value === action)) return;
    // What was written for few must not become a message to all by a touch of the board: it is sent or deleted first.
    if (audience() && message instanceof HTMLTextAreaElement && message.value.trim()) return;
    select.value = action;
    show();
  };
}
