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

test('what was typed goes along to a board and to the explorer, and Enter searches', async ({ newVisitor }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await newVisitor({ javaScriptEnabled });
    for (const [button, heading] of [['play them on a board', 'Analysis'], ['choose among those that were played', 'Explorer']]) {
      await page.goto('/games');
      await page.getByLabel('Result').selectOption('0–1');
      await page.getByText('More to search by').click();
      await page.getByLabel('First turns').fill('e4@c6');
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(page.getByRole('main')).toContainText('Result: 0–1');
      await expect(page.getByRole('main')).toContainText('1. e4@c6');
    }
    await page.goto('/games');
    await page.getByText('More to search by').click();
    await page.getByLabel('First turns').fill('e4@c6');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/games?turns=e4%40c6');
  }
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

atWidths(() => {
  test('a player saves a search, opens it again and removes it', async ({ page, player }) => {
    const { white, game } = await lostGame(player);
    await untilLossIsFound(page, white, game);
    const own = white.page;
    await own.goto(`/games?player=${white.name}&result=0-1`);
    await own.getByText('Save this search').click();
    await own.getByLabel('Name').fill('Lessons');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(own.locator('.library-saved [aria-current]')).toHaveText('Lessons');
    await own.goto('/games');
    await own.getByRole('link', { name: 'Lessons' }).click();
    await expect(own.locator(`main a[href="${game}"]`)).toHaveCount(1);
    await own.getByRole('link', { name: 'Rename or remove' }).click();
    await own.getByLabel('Another name for Lessons').fill('To learn from');
    await own.getByRole('button', { name: 'Rename Lessons' }).click();
    await expect(own.getByRole('link', { name: 'To learn from' })).toHaveCount(1);
    await own.getByRole('button', { name: 'Remove To learn from' }).click();
    await expect(own.getByText('You have saved no search yet.')).toBeVisible();
  });
});

test('a search is saved by keyboard alone, and without scripts', async ({ newVisitor, player }) => {
  const { white } = await lostGame(player);
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.context().addCookies(await white.page.context().cookies());
  await page.goto('/games?rated=yes');
  await page.getByText('Save this search').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Rated');
  await page.keyboard.press('Enter');
  await expect(page.locator('.library-saved [aria-current]')).toHaveText('Rated');
});

test('a player finds a game by a note and a message, and nobody else does', async ({ page, player }) => {
  const [white, black] = [await player('white'), await player('black')];
  const game = await startGame(white, black, 'Nh3@a3 Nh6@a4', { rated: 'no' });
  await act(game, white, 'note', { ply: '2', message: 'The rim is dim' });
  await act(game, black, 'comment', { ply: '2', message: 'Good morning' });
  const finds = async (who, query, count) => expect(async () => {
    await who.goto(`/games?${query}`);
    await expect(who.locator(`main a[href="${game}"]`)).toHaveCount(count, { timeout: 100 });
  }).toPass({ timeout: 30_000 });
  await finds(white.page, 'note=dim&words=morning', 1);
  await finds(black.page, 'words=morning', 1);
  await finds(black.page, 'note=dim', 0);
  await page.goto('/games?words=morning');
  await expect(page.getByRole('alert')).toContainText('when you are logged in');
  await act(game, white, 'resign', { ply: '2', confirm: 'yes' });
  await finds(white.page, 'note=dim&words=morning&result=0-1', 1);
});
