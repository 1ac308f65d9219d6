// While the server does not answer: a line says so, and a form stays where it is. A browser would leave the page, and what
// was typed with it, for one of its own that says that nobody is there.

const WORDS = 'Mallard is not answering at the moment. What you type stays here, and this page keeps trying.';
const ASKING = 'Checking whether Mallard is back…';
const NOT_SENT = 'Mallard is still not answering, so nothing was sent. What you typed is still here.';
/** How long an answer is waited for. */
const PATIENCE_MS = 5000;

let away = false;
/** A form that may go, though nothing has been heard yet. @type {EventTarget | null} */
let passing = null;

const line = addLine();
// On the window, so that a page that answers a form by itself has had it first.
addEventListener('submit', hold);

/** Says that the server does not answer, if it does not. @returns {Promise<boolean>} whether it does not */
export async function look() {
  const before = away;
  away = !(await answers());
  if (away !== before) line.textContent = away ? WORDS : '';
  return away;
}

/** The server has been heard. */
export function back() {
  away = false;
  line.textContent = '';
}

/** A press is not lost: it is done as soon as it is known that somebody answers. @param {SubmitEvent} event */
async function hold(event) {
  if (!away || event.defaultPrevented || event.target === passing) return;
  event.preventDefault();
  line.textContent = ASKING;
  const there = await answers();
  if (away) line.textContent = there ? '' : NOT_SENT;
  if (!there) return;
  passing = event.target;
  /** @type {HTMLFormElement} */ (event.target).requestSubmit(event.submitter);
  passing = null;
}

/** @returns {Promise<boolean>} */
const answers = () => fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
  .then(answer => answer.ok, () => false);

/** Outside of what is renewed, and there before it speaks. */
function addLine() {
  const line = Object.assign(document.createElement('p'), { id: 'away', className: 'away' });
  line.setAttribute('aria-live', 'polite');
  document.body.append(line);
  return line;
}
