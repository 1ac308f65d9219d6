// The square board flipped: whatever lies on a square goes to the opposite place, and the names along the edges are read
// backwards; the colours of the squares stay as they are.

/** @param {HTMLElement} board */
export function flip(board) {
  for (const each of board.querySelectorAll('use[data-square]')) {
    for (const axis of ['x', 'y']) each.setAttribute(axis, String(700 - Number(each.getAttribute(axis))));
  }
  for (const isFile of [true, false]) {
    const names = [...board.querySelectorAll('.board-coordinates text')].filter(each => each.hasAttribute('text-anchor') === isFile);
    const words = names.map(each => each.textContent);
    names.forEach((each, index) => { each.textContent = words[names.length - 1 - index]; });
  }
  board.dataset.orientation = board.dataset.orientation === 'white' ? 'black' : 'white';
}
