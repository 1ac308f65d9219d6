// The sentences of a page's scripts stand in its HTML, in `<template id="sentences">`, each with its key. Here one is chosen and filled
// in.

/** What stands in braces filled in. @param {string} sentence @param {Record<string, string>} parts */
export const filled = (sentence, parts) => sentence.replace(/\{(\w+)\}/g, (brace, name) => parts[name] ?? brace);

/**
 * @param {string} key @param {Record<string, string>} [parts] @param {Document} [page] whose sentences they are
 * @returns {string}
 */
export function sentence(key, parts = {}, page = document) {
  const template = /** @type {HTMLTemplateElement | null} */ (page.getElementById('sentences'));
  return filled(template?.content.querySelector(`[data-key="${key}"]`)?.textContent ?? '', parts);
}
