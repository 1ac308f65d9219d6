// The line that only a screen reader hears: what has come, and which position is shown. Outside of what is renewed, so that it
// is there before it speaks.

/** @param {string} words */
export function announce(words) {
  announcementLine().textContent = words;
}

/** Makes the line, if there is none. @returns {HTMLElement} */
export function announcementLine() {
  const line = document.getElementById('news');
  if (line) return line;
  const made = Object.assign(document.createElement('p'), { id: 'news', className: 'visually-hidden' });
  made.setAttribute('aria-live', 'polite');
  document.body.append(made);
  return made;
}
