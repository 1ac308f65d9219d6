// The terms of a challenge follow the game that is chosen: the style hides what it does not have (css/challenge.css), and this
// leaves to the lot what cannot be chosen any more, and sends no partners where there are none. What was typed comes back with
// the game that has them.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form.terms'));
const partners = /** @type {HTMLInputElement | null} */ (document.getElementById('partners'));

/** @param {Element} element */
const isSeen = element => element.checkVisibility();

function follow() {
  if (!form || !partners) return;
  partners.disabled = !isSeen(partners);
  const seat = form.querySelector('[name="seat"]:checked');
  if (seat && !isSeen(seat)) /** @type {HTMLInputElement} */ (form.querySelector('[name="seat"][value="random"]')).checked = true;
}

form?.addEventListener('change', event => {
  if (event.target instanceof HTMLInputElement && event.target.name === 'variant') follow();
});
// What a browser puts back into the form is not what the server drew.
addEventListener('pageshow', follow);
