// Puzzles, as a visitor and as a player solve them.

import { boardStatus, clickSquare, expectPiece } from './board.js';
import { newPlayer, uniqueName } from './players.js';
import { expect, showAs, test } from './site.js';

const turnField = (page) => page.getByLabel('Turn', { exact: true });

test('a visitor solves the warm-up puzzle on the board', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Puzzles' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Puzzles');
  await page.goto('/puzzles/1');
  await expect(boardStatus(page)).toHaveText('White to move.');

  // A whole turn is tried at once: what tempts, and then the same piece move with another duck.
  for (const square of ['e7', 'h7', 'g5']) await clickSquare(page, square);
  const wrong = page.getByRole('alert');
  await expect(wrong).toContainText('Qxh7@g5 does not win next turn: Black answers Kxh7@');
  await expect(wrong.getByRole('img')).toBeVisible();
  await expect(wrong).toBeFocused();
  await expectPiece(page, 'e7', 'wQ');

  for (const square of ['e7', 'f6', 'g6']) await clickSquare(page, square);
  await expect(page.getByRole('heading', { name: 'Solved' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Themes' })).toContainText('The duck must leave');
  await expectPiece(page, 'g6', 'duck');

  await page.goBack();
  await expectPiece(page, 'e7', 'wQ');
  await page.goForward();
  await page.getByRole('link', { name: 'Next puzzle' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Puzzle 2');
});

test('a puzzle is solved by keyboard alone', async ({ page }) => {
  await page.goto('/puzzles/1');
  await page.locator('#board').focus();
  await turnField(page).focus();
  await page.keyboard.type('Qf6@g6');
  await expectPiece(page, 'f6', 'wQ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Solved' })).toBeVisible();
  await expect(page.locator('#puzzle-said')).toBeFocused();
});

test('the analysis board takes the solution', async ({ page }) => {
  await page.goto('/puzzles/1?played=e7f6@g6');
  await page.getByRole('link', { name: 'Analysis board' }).click();
  await expect(page.getByRole('button', { name: 'Qf6@g6' })).toBeVisible();
  await expectPiece(page, 'e7', 'wQ');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a player solves, misses, and reports', async ({ page }) => {
    await newPlayer(page, uniqueName('solver'));
    await page.goto('/puzzles');
    await page.getByRole('link', { name: 'Next puzzle' }).click();
    await expect(page.getByText('This one is for warming up')).toBeVisible();
    await turnField(page).fill('Qf6@g6');
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByRole('heading', { name: 'Solved' })).toBeVisible();

    await page.getByRole('link', { name: 'Next puzzle' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Puzzle 1');
    await turnField(page).fill('nonsense');
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByRole('alert')).toContainText('“nonsense” is not a turn');
    await expect(turnField(page)).toHaveValue('nonsense');
    await page.getByRole('button', { name: 'Give up and see the solution' }).click();
    await expect(page.getByRole('heading', { name: 'The solution' })).toBeVisible();
    await expect(page.getByText(/^−\d+ points?\. Your puzzle rating is about \d+\.$/)).toBeVisible();

    await page.getByText('Report a bad puzzle').click();
    await page.getByLabel('What is wrong with it').fill('There is a quicker win.');
    await page.getByRole('button', { name: 'Report' }).click();
    await expect(page.getByText('you have reported this puzzle')).toBeVisible();
    await page.goto('/puzzles');
    await expect(page.locator('.puzzle-standing')).toContainText('0 of 1');
  });
});

test('the puzzle of the day is on the home page, for visitors and for players', async ({ page }) => {
  await page.goto('/');
  const daily = page.getByRole('region', { name: 'Puzzle of the day' });
  await daily.getByRole('link', { name: 'Solve it' }).click();
  await expect(page.locator('.puzzle-of')).toContainText('puzzle of the day');
  const today = page.url();
  await newPlayer(page, uniqueName('daily'));
  await page.goto('/');
  await daily.getByRole('link', { name: 'Solve it' }).click();
  expect(page.url()).toBe(today);
});

test('the puzzle of the day is as wide as what is around it', async ({ page }) => {
  await page.goto('/');
  for (const width of [390, 820, 1440]) {
    await showAs(page, { width });
    const [daily, others] = await Promise.all(['.daily', '.promises'].map((each) => page.locator(each).boundingBox()));
    expect([daily?.x, daily?.width], `at ${width}`).toEqual([others?.x, others?.width]);
  }
});
