// The settings of the board, over the game: the form of the settings page, of which what is not of the board goes along unseen.
// Once they are saved, the page is reloaded.

import { listenToLooks } from '../looks.js';

/**
 * Shows them.
 * @param {string} page the address of the settings page @param {() => void} reload shows the page anew
 * @returns {Promise<boolean>} whether they could be had
 */
export async function showSettings(page, reload) {
  const answer = await fetch(page, { headers: { accept: 'text/html' } }).catch(() => null);
  const fresh = answer?.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
  const given = /** @type {HTMLFormElement | null} */ (fresh?.querySelector('form:has(.looks)') ?? null);
  if (!given) return false;
  // Pressed twice: one is enough.
  if (document.querySelector('dialog[open]')) return true;
  await styled(/** @type {HTMLLinkElement | null} */ (fresh?.querySelector('link[href$="/settings.css"]') ?? null));
  show(document.importNode(given, true), reload);
  return true;
}

/** @param {HTMLLinkElement | null} sheet @returns {Promise<void>} once the page has it */
function styled(sheet) {
  if (!sheet || document.querySelector(`link[href="${sheet.getAttribute('href')}"]`)) return Promise.resolve();
  const own = document.importNode(sheet, true);
  return new Promise(resolve => {
    for (const end of ['load', 'error']) own.addEventListener(end, () => resolve(), { once: true });
    document.head.append(own);
  });
}

/** @param {HTMLFormElement} form @param {() => void} reload */
function show(form, reload) {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog dialog-settings';
  dialog.setAttribute('aria-labelledby', 'looks-title');
  form.className = '';
  for (const part of form.children) if (!part.matches('.looks, .buttons')) part.setAttribute('hidden', '');
  const close = Object.assign(document.createElement('button'), { className: 'button', type: 'button', textContent: form.dataset.cancel ?? '' });
  close.addEventListener('click', () => dialog.close());
  form.querySelector('.buttons')?.append(close);
  const said = Object.assign(document.createElement('p'), { className: 'error' });
  said.setAttribute('role', 'alert');
  form.querySelector('.buttons')?.before(said);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const answer = await save(form);
    if (!answer) said.textContent = form.dataset.notSaved ?? '';
    else if (answer.ok && new URL(answer.url).pathname === new URL(form.action).pathname) reload();
    // To sign in, or refused: the server's own page says why.
    else form.submit();
  });
  listenToLooks(form);
  dialog.append(form);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {HTMLFormElement} form @returns {Promise<Response | null>} none if nobody answers */
function save(form) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  return fetch(form.action, { method: 'POST', body }).catch(() => null);
}
