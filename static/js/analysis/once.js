// Buttons marked `data-once`: pressed again, they would do the same to another turn. The second half of a double click does not press them,
// nor does Enter that is held down.

export function listenToOnce() {
  /** @param {Event} event @param {boolean} isAgain */
  const ignore = (event, isAgain) => { if (isAgain && event.target instanceof Element && event.target.closest('[data-once]')) event.preventDefault(); };
  document.addEventListener('click', event => ignore(event, event.detail > 1), { capture: true });
  document.addEventListener('keydown', event => ignore(event, event.repeat && event.key === 'Enter'), { capture: true });
}
