// A page without a browser, for the scripts that work on one. It is there before they are loaded: they may look at it at once.

import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><main id="main"></main>', { url: 'http://mallard.test/' });

Object.assign(globalThis, { window, document: window.document });
for (const name of [
  'DOMParser', 'Element', 'Event', 'HTMLElement', 'HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement', 'Node',
]) Object.assign(globalThis, { [name]: window[name] });

/** Shows markup as the page's content. @param {string} html @returns {HTMLElement} the element that holds it */
export function page(html) {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  main.innerHTML = html;
  return main;
}

/** The same element of a page that has just been fetched. @param {string} html @returns {Element} */
export const fetched = html =>
  /** @type {Element} */ (new DOMParser().parseFromString(`<main id="main">${html}</main>`, 'text/html').getElementById('main'));

/** @param {string} selector @returns {HTMLInputElement} */
export const find = selector => /** @type {HTMLInputElement} */ (document.querySelector(selector));

/** As somebody does it: a field knows that it has been changed. @param {string} selector @param {string} text */
export function type(selector, text) {
  find(selector).focus();
  find(selector).value = text;
}
