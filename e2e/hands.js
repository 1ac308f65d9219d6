// A board in a browser as hands find it, of whatever kind: presses in the middle of squares, and what stands on them.

import { expect } from '@playwright/test';

export const picture = (page) => page.locator('#board .board-svg');

/** What stands on a square: `wN`, `duck`, `red wN`. */
export const pieceOn = (page, square) => page.locator(`#board .board-pieces [data-square="${square}"]`);

export async function expectPiece(page, square, piece) {
  await expect(pieceOn(page, square)).toHaveAttribute('data-piece', piece);
}

/**
 * What a hand does, where a kind of board has its squares.
 * @param {(page: import('@playwright/test').Page, square: string) => Promise<{x: number, y: number}>} middle of a square in
 *   the picture
 */
export function handsOn(middle) {
  return {
    async clickSquare(page, square) {
      await picture(page).click({ position: await middle(page, square) });
    },
    /** A finger that comes down so many pixels beside the middle. */
    async tapSquare(page, square, beside = 0) {
      const { x, y } = await middle(page, square);
      await picture(page).tap({ position: { x: x + beside, y } });
    },
    async dragSquare(page, from, to) {
      const board = picture(page);
      await board.dragTo(board, { sourcePosition: await middle(page, from), targetPosition: await middle(page, to) });
    },
  };
}
