// One whole game without a mouse or a touch: every turn is made and sent by keys alone.

import { squareAt } from '../static/js/square/squares.js';
import { boardStatus, expectTurns, turnField } from './board.js';
import { expect, test } from './site.js';

const cursor = (page) => page.locator('#board .board-cursor');

/** Presses arrows until the cursor is on a square. */
async function goTo(page, square, orientation) {
  const at = async () => {
    const [x, y] = await Promise.all(['x', 'y'].map((axis) => cursor(page).getAttribute(axis)));
    return { column: Number(x) / 100, row: Number(y) / 100 };
  };
  const { column, row } = await at();
  const target = { column: 0, row: 0 };
  for (target.row = 0; target.row < 8; target.row += 1) {
    for (target.column = 0; target.column < 8; target.column += 1) {
      if (squareAt(target.column, target.row, orientation) !== square) continue;
      const across = target.column - column;
      const down = target.row - row;
      for (let n = 0; n < Math.abs(across); n += 1) await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
      for (let n = 0; n < Math.abs(down); n += 1) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
      expect(squareAt((await at()).column, (await at()).row, orientation)).toBe(square);
      return;
    }
  }
}

for (const width of [390, 1440]) {
  test(`a whole game by the keyboard alone, at ${width}`, async ({ game }) => {
    const { white, black } = await game('', { viewport: { width, height: 844 } });
    const turns = [['e2 e4 e3', 'e4@e3'], ['d7 d5 e6', 'd5@e6'], ['f1 b5 e3', 'Bb5@e3'], ['a7 a6 e6', 'a6@e6'], ['b5 e8', 'Bxe8']];
    for (const [ply, [squares, text]] of turns.entries()) {
      const { page } = ply % 2 ? black : white;
      await expect(turnField(page)).toBeVisible();
      await expect(page.getByRole('application', { name: /^Board\./ })).toBeVisible();
      await page.keyboard.press('b');
      await expect(page.getByRole('application', { name: /^Board\./ })).toBeFocused();
      for (const square of squares.split(' ')) {
        await goTo(page, square, ply % 2 ? 'black' : 'white');
        await page.keyboard.press('Enter');
      }
      await expect(turnField(page)).toHaveValue(text);
      await expect(boardStatus(page)).toHaveText(/Now send the turn\.$/);
      await page.keyboard.press('t');
      await expect(turnField(page)).toBeFocused();
      await page.keyboard.press('Enter');
      await expectTurns(page, turns.slice(0, ply + 1).map(([, each]) => each));
    }
    for (const { page } of [white, black]) {
      await expect(page.getByRole('region', { name: 'Result' })).toContainText('White wins');
    }
  });
}
