// The addresses of a game's page: which position is on the board, and from where it is looked at. The rest of what an address
// says (the tab below the board) holds when these change.

/** The bar below the board, which knows where it stands. */
export const bar = () => /** @type {HTMLElement} */ (document.getElementById('steps'));

/** The ply on the board. */
export const plyShown = () => Number(bar().dataset.ply);

/** The ply that the game has come to. */
export const plyOfLast = () => Number(bar().dataset.last);

/**
 * An address of this game like the present one, but for what is given; `null` takes it out.
 * @param {Record<string, string | number | null>} changes @returns {string}
 */
export function addressWith(changes) {
  const url = new URL(bar().dataset.game ?? '', location.href);
  url.search = location.search;
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return url.pathname + url.search;
}

/** The ply that a link of this game leads to; `null` for any other. @param {HTMLAnchorElement} link @returns {number | null} */
export function plyOf(link) {
  const url = new URL(link.href, location.href);
  const ply = url.searchParams.get('ply');
  if (url.pathname !== location.pathname && url.pathname !== bar().dataset.game) return null;
  if (ply !== null) return Number(ply);
  return link.hasAttribute('data-latest') ? plyOfLast() : null;
}
