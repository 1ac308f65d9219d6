// The stream by which the server tells a page that something has changed. It begins with how things stand; so whatever
// the reason it was closed for, opening it again is all there is to do.

/** After the page is there, before the first stream: what the page is made of comes first. */
const SETTLE_MS = 1000;
/** After so long without a sign of life the stream is opened anew. The server gives one every 25 seconds. */
const DEAD_MS = 60_000;
/** How often a page in a tab that nobody looks at asks. It holds no stream: browsers open six connections to a site. */
const ASK_MS = 60_000;
/** A stream that was silent for so long while nobody looked is not trusted. */
const STALE_MS = 30_000;

/** After so long without a stream it is checked whether the server answers at all. A restart of it takes less. */
const UNANSWERED_MS = 8000;

/** How long to wait after so many tries in vain. @param {number} failures from 0 @param {number} lot from 0 to 1 */
export const nextWait = (failures, lot) => Math.min(DEAD_MS, 1000 * 2 ** failures) * (0.5 + lot / 2);

/** @typedef {{game?: number, beside?: number, waiting?: {turns: number, challenges: number}, lobby?: boolean, player?: boolean}} Message what is new */

/**
 * @param {string} address @param {(message: Message) => Promise<void> | void} tell is done when the page shows what is new
 * @param {{checkServer: () => Promise<boolean>, connected: () => void}} connection shows whether the server answers
 */
export function listen(address, tell, connection) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let failures = 0;
  let lastSign = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let lost;

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
  const lose = () => { lost ??= setTimeout(look, UNANSWERED_MS); };
  const look = async () => {
    const isOffline = await connection.checkServer();
    // What has been heard meanwhile is newer. And a stream alone may be what somebody between us does not let through.
    if (!lost) connection.connected();
    else if (!isOffline) lost = undefined;
  };
  const found = () => {
    clearTimeout(lost);
    lost = undefined;
  };
  const rest = () => {
    close();
    found();
    openIn(ASK_MS);
  };
  function open() {
    close();
    const opened = new EventSource(address);
    source = opened;
    live();
    opened.addEventListener('beat', live);
    opened.addEventListener('message', async event => {
      failures = 0;
      live();
      found();
      if (document.hidden) rest();
      await tell(JSON.parse(event.data));
      if (!lost) connection.connected();
    });
    opened.addEventListener('error', () => {
      if (opened !== source) return;
      lose();
      // The browser comes again by itself where the server was there and ended the stream.
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
  addEventListener('offline', lose);
  addEventListener('pagehide', close);
  addEventListener('pageshow', event => { if (event.persisted) open(); });
  const begin = () => {
    if (document.hidden) rest();
    else openIn(SETTLE_MS);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
