// The choice of how boards look: the samples in its form look as is chosen, before that is saved. Coordinates and check marks are
// the style sheet's to show or hide.

/** @param {HTMLFormElement} form */
export function listenToLooks(form) {
  form.addEventListener('change', () => showLooks(form));
}

/** Shows the choices on every sample, but not on one that stands for another choice of the same kind. @param {HTMLFormElement} form */
export function showLooks(form) {
  const chosen = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name="${name}"]:checked`));
  const pieces = chosen('pieces')?.dataset.pieces;
  const design = chosen('design')?.value;
  for (const sample of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.sample'))) {
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
