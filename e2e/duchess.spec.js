// Duchess: several people at one round board, each with a browser of their own.

import { expect, expectAccessible, showAs, test } from './site.js';
import { act, challenge } from './players.js';

const ROUND = ['1c3-1c4', '2c3-2c4', '3c3-3c4', '4c3-4c4', '5c3-5c4', '6c3-6c4'];

/** Six players, and the path of their game: the first has challenged, the others have sat down on the page. */
async function gameOfSix(player) {
  const players = [];
  for (const stem of ['red', 'blue', 'yellow', 'green', 'magenta', 'cyan']) players.push(await player(stem));
  const [red, , yellow] = players;
  const path = await challenge(red, { variant: 'duchess-6', partners: yellow.name });
  for (const [seat, colour] of ['Red', 'Blue', 'Yellow', 'Green', 'Magenta', 'Cyan'].entries()) {
    if (seat === 0) continue;
    const { page } = players[seat];
    await page.goto(path);
    await page.getByRole('button', { name: `Play ${colour}` }).click();
    await expect(page.getByRole('listitem').filter({ hasText: players[seat].name }).or(page.locator('#board'))).toBeVisible();
  }
  const last = players[5].page;
  await expect(last).toHaveURL(/\/games\//);
  return { players, path: new URL(last.url()).pathname };
}

test('six sit down one after the other, and play a round by typing their turns', async ({ player }) => {
  const { players, path } = await gameOfSix(player);
  for (const [seat, turn] of ROUND.entries()) {
    const { page } = players[seat];
    await page.goto(path);
    await expect(page.getByText(/^Your turn: /)).toBeVisible();
    await page.getByLabel('Your turn', { exact: true }).fill(turn);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('link', { name: turn })).toBeVisible();
  }
  await expect(players[0].page.getByText(/^Your turn: Red/)).toBeVisible();
});

test('the page of a game of six can be used by everyone, at any size and in both schemes', async ({ player }) => {
  const { players, path } = await gameOfSix(player);
  for (const [ply, turn] of ROUND.entries()) await act(path, players[ply], 'move', { ply: String(ply), turn });
  const { page } = players[2];
  await page.goto(path);
  for (const width of [390, 820, 1440]) {
    for (const scheme of ['light', 'dark']) {
      await showAs(page, { width, scheme });
      await expect(page.getByRole('img', { name: /The board after/ })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  }
});

test('a flap comes to the lower edge for the one who sits there', async ({ player }) => {
  const players = [await player('red'), await player('yellow'), await player('magenta')];
  const path = await challenge(players[0], { variant: 'duchess-3' });
  await players[1].post(`${path}/accept`);
  const game = await players[2].post(`${path}/accept`);
  for (const [seat, flap] of ['red', 'yellow', 'magenta'].entries()) {
    await players[seat].page.goto(game);
    await expect(players[seat].page.locator('#board')).toHaveAttribute('data-orientation', flap);
  }
});

test('the board of six stands in a frame with all their names, and its pictures are there', async ({ player, newVisitor }) => {
  const { players, path } = await gameOfSix(player);
  await act(path, players[0], 'move', { ply: '0', turn: ROUND[0] });
  const page = await newVisitor();
  for (const [width, height] of [[300, 420], [400, 540], [1000, 500]]) {
    for (const scheme of ['light', 'dark']) {
      await page.goto(`${path}/embed?side=green`);
      await showAs(page, { width, height, scheme });
      await expect(page.getByRole('img', { name: /^The board after 1\. 1c3-1c4/ })).toBeInViewport({ ratio: 1 });
      for (const { name } of players) await expect(page.getByText(name, { exact: true })).toBeInViewport();
      await expect(page.getByRole('link', { name: /in a new window$/ })).toBeInViewport();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  }
  await page.goto(`${path}?tab=share`);
  for (const kind of ['SVG', 'PNG', 'GIF']) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: kind, exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`-1\\.${kind.toLowerCase()}$`));
  }
});
