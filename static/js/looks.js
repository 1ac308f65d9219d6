// The settings page: its sample boards look as is chosen, before that is saved. Coordinates and check marks are the style
// sheet's to show or hide.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form:has(.sample)'));

/** @param {string} name @returns {HTMLInputElement | null | undefined} */
const chosen = name => form?.querySelector(`input[name="${name}"]:checked`);

/** Shows the choices on every sample, but not on one that stands for another choice of the same kind. */
function show() {
  const pieces = chosen('pieces')?.dataset.pieces;
  const design = chosen('design')?.value;
  for (const sample of /** @type {NodeListOf<HTMLElement>} */ (form?.querySelectorAll('.sample'))) {
    const kind = sample.closest('label')?.querySelector('input')?.name;
    if (design && kind !== 'design') sample.dataset.board = design;
    if (pieces && kind !== 'pieces') draw(sample, pieces);
  }
}

/** @param {HTMLElement} sample @param {string} pieces the address of a set */
function draw(sample, pieces) {
  for (const piece of /** @type {NodeListOf<SVGUseElement>} */ (sample.querySelectorAll('.piece'))) {
    const href = `${pieces}#${piece.dataset.piece}`;
    if (piece.getAttribute('href') !== href) piece.setAttribute('href', href);
  }
}

form?.addEventListener('change', show);
// What a browser puts back into the form is not what the server drew.
addEventListener('pageshow', show);
