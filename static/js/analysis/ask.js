// Asking for the analysis board after a step.

/** The answers that are this page. */
const SHOWN = [200, 409, 422];
/** How long an answer is waited for. */
const PATIENCE_MS = 20_000;

/** The fields as they stand. @param {HTMLFormElement | null} form @param {HTMLElement | null} [button] the one that was pressed */
export const draftOf = (form, button) => new URLSearchParams(/** @type {any} */ (new FormData(form ?? undefined, button))).toString();

/** @param {string} address @param {string} draft @returns {Promise<Document | null>} none if another page answers, or nobody */
export async function ask(address, draft) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  try {
    const answer = await fetch(address, { method: 'POST', headers, body: draft, signal: AbortSignal.timeout(PATIENCE_MS) });
    const page = SHOWN.includes(answer.status) ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
    return page?.getElementById('analysis-form') ? page : null;
  } catch {
    return null;
  }
}
