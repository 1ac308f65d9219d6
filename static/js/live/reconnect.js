// While the server does not answer: a line says so, and forms are not submitted. The browser would replace the page, and what was
// typed into it, with its own error page.

const WORDS = 'Mallard is not answering at the moment. What you type stays here, and this page keeps trying.';
const ASKING = 'Checking whether Mallard is back…';
const NOT_SENT = 'Mallard is not answering, so nothing was sent. What you typed is still here.';
/** How long an answer is waited for. */
const TIMEOUT_MS = 5000;

let isOffline = false;
/** A form that is submitted although the stream is not connected yet. @type {EventTarget | null} */
let allowed = null;

const line = addLine();
// On the window: a page that handles its form by itself hears of the submit first.
addEventListener('submit', hold);
addEventListener('online', checkServer);

/** Asks the server whether it is there, and shows it if not. @returns {Promise<boolean>} whether it does not answer */
export async function checkServer() {
  const before = isOffline;
  isOffline = !(await answers());
  if (isOffline !== before) line.textContent = isOffline ? WORDS : '';
  return isOffline;
}

/** The server has answered. */
export function connected() {
  isOffline = false;
  line.textContent = '';
}

/** A submit is not lost: it is sent as soon as the server answers. @param {SubmitEvent} event */
async function hold(event) {
  // The browser knows of a connection that is gone before the stream does.
  if ((!isOffline && navigator.onLine) || event.defaultPrevented || event.target === allowed) return;
  event.preventDefault();
  line.textContent = ASKING;
  const there = await answers();
  if (!there && !navigator.onLine) isOffline = true;
  line.textContent = isOffline && !there ? NOT_SENT : '';
  if (!there) return;
  allowed = event.target;
  /** @type {HTMLFormElement} */ (event.target).requestSubmit(event.submitter);
  allowed = null;
}

/** @returns {Promise<boolean>} */
const answers = () => fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
  .then(answer => answer.ok || answer.status === 429, () => false);

/** Outside of what is renewed. Screen readers hear a live region only if it was there before its text. */
function addLine() {
  const line = Object.assign(document.createElement('p'), { id: 'offline', className: 'offline' });
  line.setAttribute('aria-live', 'polite');
  document.body.append(line);
  return line;
}
