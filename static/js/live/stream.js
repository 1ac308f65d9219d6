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

/** How long to wait after so many tries in vain. @param {number} failures from 0 @param {number} lot from 0 to 1 */
export const nextWait = (failures, lot) => Math.min(DEAD_MS, 1000 * 2 ** failures) * (0.5 + lot / 2);

/** @typedef {{game?: number, waiting?: {turns: number, challenges: number}, lobby?: boolean}} Message what is new */

/** @param {string} address @param {(message: Message) => void} tell */
export function listen(address, tell) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let failures = 0;
  let lastSign = 0;

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
    openIn(ASK_MS);
  };
  function open() {
    close();
    const opened = new EventSource(address);
    source = opened;
    live();
    opened.addEventListener('beat', live);
    opened.addEventListener('message', event => {
      failures = 0;
      live();
      if (document.hidden) rest();
      tell(JSON.parse(event.data));
    });
    opened.addEventListener('error', () => {
      // The browser comes again by itself where the server was there and ended the stream.
      if (opened !== source || opened.readyState !== EventSource.CLOSED) return;
      close();
      openIn(nextWait(failures++, Math.random()));
    });
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) rest();
    else if (!source || Date.now() - lastSign > STALE_MS) open();
  });
  addEventListener('online', open);
  addEventListener('pagehide', close);
  addEventListener('pageshow', event => { if (event.persisted) open(); });
  const begin = () => {
    if (document.hidden) rest();
    else openIn(SETTLE_MS);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
