// How far the database had come when the page was told of a change. What the page fetches from then on must show it, though a
// replica may answer that is behind.

let after = '';

/** @param {string | undefined} place `0/3000148` */
export function note(place) {
  if (place) after = place;
}

/** The headers with which a page or a part of it is fetched. @returns {Headers} */
export function pageHeaders() {
  const headers = new Headers({ accept: 'text/html' });
  if (after) headers.set('page-after', after);
  return headers;
}
