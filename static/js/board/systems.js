// The kinds of boards that the page can show, by their shapes. A page that may have a round board loads its script, which adds it
// here, before the one that makes turns: so that no turn is made, and no key pressed, before its board is ready.

/** @type {Map<string, import('./system.js').BoardSystem<any>>} */
export const systems = new Map();

/** The kind of a board that the server has drawn. @param {Element} board */
export const systemOf = board => /** @type {import('./system.js').BoardSystem<any>} */ (systems.get(board.getAttribute('data-shape') ?? ''));
