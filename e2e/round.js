// The round board as a player handles it: its squares by name, wherever they are when it has been turned.

import { expect } from '@playwright/test';
import { pointerOn } from './pointer.js';

export { expectPiece, pieceOn } from './pointer.js';

/** The middle of a square in the picture. */
async function middle(page, square) {
  await expect(page.locator('#board.board-live')).toBeAttached();
  const path = page.locator(`#board .round-square[data-square="${square}"]`);
  await expect(path).toBeAttached();
  return path.evaluate(async (drawn) => {
    const svg = drawn.ownerSVGElement;
    // While the board is turning, what is under a point is not yet what will be.
    await Promise.allSettled(svg.getAnimations({ subtree: true }).map((animation) => animation.finished));
    const [x, y] = drawn.dataset.at.split(' ').map(Number);
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    const box = svg.getBoundingClientRect();
    return { x: at.x - box.left, y: at.y - box.top };
  });
}

export const { clickSquare, doubleClickSquare, tapSquare, carryByFinger, dragSquare } = pointerOn(middle);

/** Where the squares are that are marked with a hint: `move`, `capture`, `teleport`. */
export async function hinted(page, name) {
  const marks = page.locator(`#board .hint-${name}`);
  await expect(marks.first()).toBeAttached();
  return (await marks.evaluateAll((all) => all.map((each) => each.dataset.square))).sort();
}
