// A puzzle's page: a whole turn that is made on the board is tried at once. What came of the last try is read out first.

import { makeTurnsFor } from './draft.js';

const form = document.getElementById('puzzle-form');
if (form instanceof HTMLFormElement) makeTurnsFor(form, 'play', new AbortController().signal);
/** @type {HTMLElement | null} */ (document.querySelector('#error-summary, #puzzle-said'))?.focus({ preventScroll: true });
