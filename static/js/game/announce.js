// The live region for screen readers: what has happened in the game, and which position is shown. It is outside of what is renewed,
// and there before its text: else it would not be heard.

/** @param {string} words */
export function announce(words) {
  announcementLine().textContent = words;
}

/** Makes the line, if there is none. @returns {HTMLElement} */
export function announcementLine() {
  const line = document.getElementById('announcements');
  if (line) return line;
  const made = Object.assign(document.createElement('p'), { id: 'announcements', className: 'visually-hidden' });
  made.setAttribute('aria-live', 'polite');
  document.body.append(made);
  return made;
}
