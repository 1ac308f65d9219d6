// One whole game without a mouse or a touch: every turn is made and sent by keys alone.

import { boardStatus, expectTurns, goTo, turnField } from './board.js';
import { expect, test } from './site.js';

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
