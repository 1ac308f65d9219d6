// The stream by which the server notifies a page of changes. It begins with the present state, so after a disconnection for whatever
// reason it is enough to connect again.

/** Before the first connection: the page's own files are loaded first. */
const SETTLE_MS = 1000;
/** After so long without a message or heartbeat the stream is opened again. The server sends a heartbeat every 25 seconds. */
const DEAD_MS = 60_000;
/** How often a hidden tab asks. It holds no stream: browsers open at most six connections to a site. */
const ASK_MS = 60_000;
/** When a tab is shown again, a stream that was silent for so long is opened again. */
const STALE_MS = 30_000;

/** After so long without a stream it is checked whether the server answers at all. A restart of it takes less. */
const UNANSWERED_MS = 8000;

/** The delay before the next attempt: exponential backoff with jitter. @param {number} failures from 0 @param {number} jitter from 0 to 1 */
export const nextWait = (failures, jitter) => Math.min(DEAD_MS, 1000 * 2 ** failures) * (0.5 + jitter / 2);

/** @typedef {{game?: number, beside?: number, waiting?: {turns: number, challenges: number}, lobby?: boolean, player?: boolean, watched?: boolean, after?: string}} Message what has changed: `beside` are the extras of answer.js, `after` is for after.js */

/**
 * @param {() => string} address @param {(message: Message) => Promise<void> | void} onMessage resolves when the page shows the change
 * @param {{checkServer: () => Promise<boolean>, connected: () => void}} connection shows whether the server answers
 */
export function listen(address, onMessage, connection) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let failures = 0;
  let lastSign = 0;
  const silence = watchSilence(connection);

  const openIn = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const live = () => {
    lastSign = Date.now();
    openIn(DEAD_MS);
  };
  const rest = () => {
    close();
    silence.end();
    openIn(ASK_MS);
  };
  function open() {
    close();
    const opened = new EventSource(address());
    source = opened;
    live();
    opened.addEventListener('beat', live);
    opened.addEventListener('message', async event => {
      failures = 0;
      live();
      silence.end();
      if (document.hidden) rest();
      await onMessage(JSON.parse(event.data));
      silence.answered();
    });
    opened.addEventListener('error', () => {
      if (opened !== source) return;
      silence.begin();
      // The browser reconnects by itself if the server ended the stream.
      if (opened.readyState !== EventSource.CLOSED) return;
      close();
      openIn(nextWait(failures++, Math.random()));
    });
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) rest();
    else if (!source || Date.now() - lastSign > STALE_MS) open();
  });
  addEventListener('online', open);
  // The stream itself is only silent then.
  addEventListener('offline', silence.begin);
  addEventListener('pagehide', close);
  addEventListener('pageshow', event => { if (event.persisted) open(); });
  onceLoaded(() => (document.hidden ? rest() : openIn(SETTLE_MS)));
  return { open };
}

/** @param {() => void} begin */
function onceLoaded(begin) {
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

/**
 * After a while without a stream it is checked whether the server answers at all.
 * @param {{checkServer: () => Promise<boolean>, connected: () => void}} connection
 */
function watchSilence({ checkServer, connected }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silent;
  const check = async () => {
    const isOffline = await checkServer();
    // A message that has come meanwhile is newer. And a proxy may block the stream alone.
    if (!silent) connected();
    else if (!isOffline) silent = undefined;
  };
  return {
    begin: () => { silent ??= setTimeout(check, UNANSWERED_MS); },
    end: () => {
      clearTimeout(silent);
      silent = undefined;
    },
    /** The page shows what has come. */
    answered: () => { if (!silent) connected(); },
  };
}
