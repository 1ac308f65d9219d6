// Buttons that do something else once they have done what they say: `data-once`. The second half of a double click, or Enter that is held
// down, presses them no second time.

export function listenToOnce() {
  /** @param {Event} event @param {boolean} isAgain */
  const ignore = (event, isAgain) => { if (isAgain && event.target instanceof Element && event.target.closest('[data-once]')) event.preventDefault(); };
  document.addEventListener('click', event => ignore(event, event.detail > 1), { capture: true });
  document.addEventListener('keydown', event => ignore(event, event.repeat && event.key === 'Enter'), { capture: true });
}
