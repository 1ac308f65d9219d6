// Chess without a duck: a game of a collection, gone on with by pointer, by keys and by typing.

import { clickSquare, expectPiece, goTo } from './board.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

/** A pawn is about to promote. */
const FILE = `[Event "Endings"]
[White "Paul"]
[Black "Duke"]
[Result "1-0"]
[SetUp "1"]
[FEN "7k/4P3/6K1/8/8/8/8/8 w - - 0 60"]

60. Kf7 { slower } Kh7 1-0

[Event "Endings"]
[White "Ann"]
[Black "Bob"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`;

const turns = (page) => page.getByRole('region', { name: 'Turns and variations' });
const here = (page) => turns(page).locator('[aria-current]');
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

async function importsFile(page) {
  await page.goto('/collections');
  await page.getByLabel('PGN file').setInputFiles({ name: 'Endings.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(FILE) });
  await press(page, 'Import');
  await expect(page.getByText('2 games were taken.')).toBeVisible();
}

atWidths(() => {
  test('a game of chess is gone on with by two clicks, and a pawn promotes', async ({ player }) => {
    const { page } = await player('ann');
    await importsFile(page);
    await page.getByRole('link', { name: 'Paul against Duke' }).click();
    await expect(page.locator('#board.board-live')).toBeVisible();
    await clickSquare(page, 'e7');
    await clickSquare(page, 'e8');
    const choices = page.getByRole('group', { name: 'The pawn on e8 becomes' });
    await expect(choices.getByRole('button')).toHaveCount(4);
    await choices.getByRole('button', { name: 'Rook' }).click();
    await expect(here(page)).toHaveText('60. e8=R#');
    await expect(page.locator('#board-status')).toHaveText('White wins by checkmate.');
    await expect(page.locator('#board .mark-check')).toHaveAttribute('data-square', 'h8');

    await press(page, 'Back');
    await expect(here(page)).toHaveText('Start');
    await expectPiece(page, 'e7', 'wP');
    await expect(page.locator('#board .mark-check')).toHaveCount(0);
    await clickSquare(page, 'g6');
    await clickSquare(page, 'g7');
    await expect(page.locator('#board-status')).toHaveText('The king cannot go to g7: the king on h8 attacks that square.');
    await expectAccessible(page);
  });

  test('chess is played by typing and by keys, and a check is marked', async ({ page }) => {
    await page.goto('/analysis?variant=chess');
    await page.getByLabel('Turn', { exact: true }).fill('f3');
    await press(page, 'Play');
    await expect(here(page)).toHaveText('1. f3');
    await clickSquare(page, 'e7');
    await clickSquare(page, 'e5');
    await expect(here(page)).toHaveText('e5');
    await page.getByLabel('Turn', { exact: true }).fill('a3');
    await press(page, 'Play');
    await expect(here(page)).toHaveText('2. a3');
    await clickSquare(page, 'd8');
    await clickSquare(page, 'h4');
    await expect(here(page)).toHaveText('Qh4+');
    await expect(page.locator('#board .mark-check')).toHaveAttribute('data-square', 'e1');
    await clickSquare(page, 'b1');
    await expect(page.locator('#board-status')).toHaveText('The knight on b1 cannot move: the king is in check, and the knight cannot help.');
    await page.keyboard.press('b');
    await expect(page.getByRole('application', { name: /^Board\./ })).toBeFocused();
    for (const square of ['g2', 'g3']) {
      await goTo(page, square, 'white');
      await page.keyboard.press('Enter');
    }
    await expect(here(page)).toHaveText('3. g3');
    await press(page, 'Flip the board');
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
  });
});
