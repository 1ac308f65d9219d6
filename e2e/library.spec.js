// The search for games, as a visitor uses it.

import { act, startGame } from './players.js';
import { atWidths, expect, test } from './site.js';

/** Waits until a game that White has lost is found as such: games are taken in some seconds after they begin, and again after their end. */
async function untilLossIsFound(page, white, game) {
  await expect(async () => {
    await page.goto(`/games?player=${white.name}&result=0-1`);
    await expect(page.locator(`main a[href="${game}"]`)).toHaveCount(1, { timeout: 100 });
  }).toPass({ timeout: 30_000 });
}

/** A game that White has lost. */
async function lostGame(player) {
  const [white, black] = [await player('white'), await player('black')];
  const game = await startGame(white, black, 'Nh3@a3 Nh6@a4', { rated: 'no' });
  await act(game, white, 'resign', { ply: '2', confirm: 'yes' });
  return { white, black, game };
}

atWidths(() => {
  test('a visitor finds a game, looks at the boards and takes it home', async ({ page, player }) => {
    const { white, black, game } = await lostGame(player);
    await untilLossIsFound(page, white, game);

    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Games' }).click();
    await page.getByLabel('Player', { exact: true }).fill(white.name.toUpperCase());
    await page.getByLabel('Result').selectOption('0–1');
    await page.getByText('More to search by').click();
    await page.getByLabel('First turns').fill('1. g1h3@a3 Nh6@a4');
    await page.getByRole('button', { name: 'Search' }).click();
    const row = page.getByRole('row', { name: `${white.name} against ${black.name}` });
    await expect(row).toContainText('Black wins by resignation');
    await expect(page.getByLabel('First turns')).toHaveValue('1. g1h3@a3 Nh6@a4');

    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(page.locator('.library-board .board-svg')).toHaveCount(1);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all as PGN' }).click();
    expect((await download).suggestedFilename()).toBe('mallard-games.pgn');

    await page.getByRole('link', { name: /^Result: 0–1/ }).click();
    await expect(page).not.toHaveURL(/result/);
    await page.locator(`main a[href="${game}"]`).click();
    await expect(page).toHaveURL(game);
  });
});

test('what cannot be searched is said beside its field, and what was typed stays', async ({ newVisitor }) => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto('/games');
  await page.getByLabel('Player', { exact: true }).fill('nobody-at-all');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no player “nobody-at-all”.');
  await expect(page.getByLabel('Player', { exact: true })).toHaveValue('nobody-at-all');
});

test('a game is found by keyboard alone', async ({ page, player }) => {
  const { white, game } = await lostGame(player);
  await untilLossIsFound(page, white, game);
  await page.goto('/games');
  await page.getByLabel('Player', { exact: true }).focus();
  await page.keyboard.type(white.name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/player=/);
  await page.locator(`main a[href="${game}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(game);
});
