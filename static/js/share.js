// Passing a position on: buttons that copy, and the browser's own sheet where there is one. Without scripts the fields can
// be selected and copied, and the links are links.

// The style sheet shows the buttons that work here. Pages are renewed in place, so the document listens and not the buttons.
document.documentElement.classList.add('can-copy');
document.documentElement.classList.toggle('can-share', 'share' in navigator);
document.addEventListener('click', press);

/** @param {MouseEvent} event */
function press(event) {
  const target = /** @type {Element} */ (event.target);
  const copy = target.closest('[data-copy]');
  if (copy) copyText(/** @type {HTMLInputElement | null} */ (document.getElementById(copy.getAttribute('data-copy') ?? '')));
  const panel = target.closest('[data-share]')?.closest('.share');
  if (panel instanceof HTMLElement) passOn(panel);
}

/** @param {HTMLInputElement | null} field */
async function copyText(field) {
  if (!field) return;
  try {
    await navigator.clipboard.writeText(field.value);
    say(field, 'copied');
  } catch {
    field.select();
    say(field, 'byHand');
  }
}

/** @param {HTMLElement} panel */
async function passOn(panel) {
  const { shareTitle: title, shareAddress: url } = panel.dataset;
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Who closes the sheet has changed their mind.
    if (/** @type {Error} */ (error).name !== 'AbortError') say(panel, 'notShared');
  }
}

/** @param {Element} element in the part that says it @param {string} what of the line's sentences */
function say(element, what) {
  const line = /** @type {HTMLElement | null | undefined} */ (element.closest('.share')?.querySelector('.share-said'));
  if (line) line.textContent = line.dataset[what] ?? '';
}
