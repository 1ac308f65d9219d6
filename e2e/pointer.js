// A board of any kind under a pointer: clicks, taps and drags on the middle of squares, and what stands on them.

import { expect } from '@playwright/test';

export const picture = (page) => page.locator('#board .board-svg');

/** What stands on a square: `wN`, `duck`, `red wN`. */
export const pieceOn = (page, square) => page.locator(`#board .board-pieces [data-square="${square}"]`);

export async function expectPiece(page, square, piece) {
  await expect(pieceOn(page, square)).toHaveAttribute('data-piece', piece);
}

/**
 * What a mouse and a finger do on a kind of board.
 * @param {(page: import('@playwright/test').Page, square: string) => Promise<{x: number, y: number}>} middle of a square in
 *   the picture
 */
export function pointerOn(middle) {
  return {
    async clickSquare(page, square) {
      await picture(page).click({ position: await middle(page, square) });
    },
    async doubleClickSquare(page, square) {
      await picture(page).dblclick({ position: await middle(page, square) });
    },
    /** A finger that comes down so many pixels to the right of the middle, or below it. */
    async tapSquare(page, square, right = 0, below = 0) {
      const { x, y } = await middle(page, square);
      await picture(page).tap({ position: { x: x + right, y: y + below } });
    },
    /** A finger that comes down on a square, goes to another and is lifted there. */
    async carryByFinger(page, from, to) {
      await picture(page).scrollIntoViewIfNeeded();
      const box = await picture(page).boundingBox();
      const inWindow = async (square) => {
        const { x, y } = await middle(page, square);
        return { x: box.x + x, y: box.y + y };
      };
      const [start, end] = [await inWindow(from), await inWindow(to)];
      const touch = await page.context().newCDPSession(page);
      const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await send('touchStart', [start]);
      for (const part of [0.3, 0.6, 1]) await send('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }]);
      await send('touchEnd', []);
      await touch.detach();
    },
    async dragSquare(page, from, to) {
      const board = picture(page);
      await board.dragTo(board, { sourcePosition: await middle(page, from), targetPosition: await middle(page, to) });
    },
  };
}
