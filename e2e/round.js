// The round board as a player handles it: its squares by name, wherever they are when it has been turned.

import { expect } from '@playwright/test';

const picture = (page) => page.locator('#board .board-svg');

/** The middle of a square in the picture, for `click({ position })`. */
async function middle(page, square) {
  // The hands of the round board are loaded by themselves, and a page counts as loaded before.
  await expect(page.locator('#board.board-live')).toBeAttached();
  const path = page.locator(`#board .round-square[data-square="${square}"]`);
  await expect(path).toBeAttached();
  return path.evaluate((drawn) => {
    const svg = drawn.ownerSVGElement;
    const [x, y] = drawn.dataset.at.split(' ').map(Number);
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    const box = svg.getBoundingClientRect();
    return { x: at.x - box.left, y: at.y - box.top };
  });
}

export async function clickSquare(page, square) {
  await picture(page).click({ position: await middle(page, square) });
}

/** A finger that comes down so many pixels beside the middle. */
export async function tapSquare(page, square, beside = 0, below = 0) {
  const { x, y } = await middle(page, square);
  await picture(page).tap({ position: { x: x + beside, y: y + below } });
}

/** Where a square is in the window. */
async function inWindow(page, square) {
  const [at, box] = [await middle(page, square), await picture(page).boundingBox()];
  return { x: box.x + at.x, y: box.y + at.y };
}

/** A finger that comes down on a square, goes to another and is lifted there. */
export async function carryByFinger(page, from, to) {
  await picture(page).scrollIntoViewIfNeeded();
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [start, end] = [await inWindow(page, from), await inWindow(page, to)];
  await send('touchStart', [start]);
  for (const part of [0.3, 0.6, 1]) await send('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }]);
  await send('touchEnd', []);
  await touch.detach();
}

export async function dragSquare(page, from, to) {
  const board = picture(page);
  await board.dragTo(board, { sourcePosition: await middle(page, from), targetPosition: await middle(page, to) });
}

/** What stands on a square: `red wN`. */
export const pieceOn = (page, square) => page.locator(`#board .board-pieces [data-square="${square}"]`);

export async function expectPiece(page, square, piece) {
  await expect(pieceOn(page, square)).toHaveAttribute('data-piece', piece);
}

/** Where the squares are that are marked with a hint: `move`, `capture`, `teleport`. */
export async function hinted(page, name) {
  const marks = page.locator(`#board .hint-${name}`);
  await expect(marks.first()).toBeAttached();
  return (await marks.evaluateAll((all) => all.map((each) => each.dataset.square))).sort();
}
