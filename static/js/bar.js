// What the bars below boards have in common besides animation: the settings of the board, which open over the page.

/** @param {MouseEvent} event @param {string} link an id @returns {HTMLAnchorElement | null} the link, if it was pressed to be followed here */
export function pressed(event, link) {
  const found = event.target instanceof Element ? event.target.closest(`#${link}`) : null;
  const isPlain = !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  return isPlain && found instanceof HTMLAnchorElement ? found : null;
}

/** @param {() => void} reload shows the page anew, with all that is begun on it, when something else has been chosen */
export function listenToSettings(reload) {
  document.addEventListener('click', async event => {
    const link = pressed(event, 'board-settings');
    if (!link) return;
    event.preventDefault();
    const { showSettings } = await import('./game/settings.js');
    if (!await showSettings(link.href, reload)) location.assign(link.href);
  });
}
