// Duchess: several people at one round board, each with a browser of their own.

import { expect, expectAccessible, showAs, test } from './site.js';
import { boardStatus, chooseAction, record, send, turnField } from './board.js';
import { letDaysPass, startFrom } from './database.js';
import { act, challenge } from './players.js';
import { clickSquare } from './round.js';

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
  // Six people take six times as long as one.
  test.slow();
  const { players, path } = await gameOfSix(player);
  for (const [seat, turn] of ROUND.entries()) {
    const { page } = players[seat];
    await page.goto(path);
    await expect(page.getByText(/^Your turn: /)).toBeVisible();
    await page.getByLabel('Your turn', { exact: true }).fill(turn);
    await page.getByRole('button', { name: 'Send turn' }).click();
    await expect(page.getByRole('link', { name: turn })).toBeVisible();
  }
  await expect(players[0].page.getByText(/^Your turn: Red/)).toBeVisible();
});

test('the page of a game of six can be used by everyone, at any size and in both schemes', async ({ player }) => {
  // Six people take six times as long as one.
  test.slow();
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

/** Each king of Red's side sits in a corner, and each seat of the other can mate one of them. */
const SIX_CORNERS = '6 1 K1a1P1a3/R1e2R1c4K2c1/K3a1P3a3/R3e2R3c4K4c1/K5a1P5a3/R5e2R5c4K6c1';

/** A turn made on the board by two clicks. */
async function plays({ page }, turn) {
  const [, from, to] = turn.match(/^[A-Z]?(\w+)-(\w+)$/);
  await clickSquare(page, from);
  await clickSquare(page, to);
  await expect(turnField(page)).toHaveValue(turn);
  await send(page);
  await expect(record(page).locator('.turn').filter({ hasText: turn })).toBeVisible();
}

const result = (page) => page.locator('.record-result');
const seat = (page, name) => page.getByRole('region', { name, exact: true });

test('six play on without one whose time is up, and a side wins when all kings of the other are mated', async ({ player }) => {
  // Six people take six times as long as one.
  test.slow();
  const { players, path } = await gameOfSix(player);
  const [red, blue, yellow, green, magenta, cyan] = players;
  await startFrom(path, SIX_CORNERS);
  await act(path, red, 'comment', { ply: '0', message: 'Good luck to all of you!' });
  for (const { page } of players) await page.goto(path);
  await expect(boardStatus(cyan.page)).toHaveText(`Waiting for ${red.name}.`);

  await chooseAction(yellow.page, 'To your side only');
  await yellow.page.getByLabel('Message').fill('Mind your corners.');
  await send(yellow.page);
  await expect(record(yellow.page).getByText('Mind your corners.')).toBeVisible();
  // The page that it was written on hears of it too; the next is there when nothing stands in the field any more.
  await expect(yellow.page.getByLabel('Message')).toHaveValue('');
  for (const [n, { page }] of players.entries()) {
    await page.goto(path);
    await expect(record(page).getByText('Good luck to all of you!')).toBeVisible();
    await expect(record(page).getByText('Mind your corners.')).toHaveCount(n % 2 ? 0 : 1);
  }

  const round = ['1a3-1a4', 'K2c1-2c2', '3a3-3a4', 'K4c1-4c2', '5a3-5a4', 'K6c1-6c2'];
  for (const [n, turn] of round.entries()) {
    await expect(boardStatus(players[n].page)).toHaveText(/^Your turn: /);
    await plays(players[n], turn);
  }
  await expect(boardStatus(red.page)).toHaveText('Your turn: Red is to move.');

  await letDaysPass(path, 31);
  await expect(boardStatus(blue.page)).toHaveText('Your turn: Blue is to move.');
  await expect(record(blue.page)).toContainText(`${red.name} ran out of time, and misses all turns`);
  await expect(seat(blue.page, 'Red')).toContainText('out of time');
  await red.page.goto(path);
  await expect(turnField(red.page)).toHaveCount(0);
  const others = [blue, yellow, green, magenta, cyan];
  for (const [n, turn] of ['K2c2-2c1', '3a4-3a3', 'K4c2-4c1', '5a4-5a3', 'K6c2-6c1'].entries()) {
    await act(path, others[n], 'move', { ply: String(6 + n), turn });
  }
  // Red is skipped.
  await expect(record(blue.page)).toContainText('K6c2-6c1');
  await expect(boardStatus(blue.page)).toHaveText('Your turn: Blue is to move.');
  await plays(blue, 'R1c4-1c1');
  await act(path, yellow, 'move', { ply: '12', turn: '3a3-3a4' });
  await act(path, green, 'move', { ply: '13', turn: 'R3c4-3c1' });
  await act(path, magenta, 'move', { ply: '14', turn: '5a3-5a4' });
  await cyan.page.goto(path);
  await plays(cyan, 'R5c4-5c1');
  for (const { page } of players) {
    await page.goto(path);
    await expect(result(page)).toContainText('Blue, Green and Cyan win by checkmate');
    for (const name of ['Blue', 'Green', 'Cyan']) await expect(seat(page, name)).toContainText('won');
    await expect(seat(page, 'Yellow')).not.toContainText('won');
  }
});

test('of three the one on the right of who is mated wins, not who mates', async ({ player }) => {
  const [red, yellow, magenta] = [await player('red'), await player('yellow'), await player('magenta')];
  const challenged = await challenge(red, { variant: 'duchess-3' });
  await yellow.post(`${challenged}/accept`);
  const path = await magenta.post(`${challenged}/accept`);
  await startFrom(path, '3 3 K1a1P1a3/R1e2R1c4K3c1/K5c1');
  await yellow.page.goto(path);
  await plays(yellow, 'R1c4-1c1');
  await expect(result(yellow.page)).toContainText('Magenta wins by checkmate');
  await magenta.page.goto(path);
  await expect(seat(magenta.page, 'Magenta')).toContainText('won');
  for (const name of ['Red', 'Yellow']) await expect(seat(magenta.page, name)).not.toContainText('won');
});

test('one player plays two sets against another’s two', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const challenged = await challenge(ann, { variant: 'duchess-2x2', opponent: ben.name });
  const path = await ben.post(`${challenged}/accept`);
  await startFrom(path, '2x2 1 K1a1P1a3/R1e2R1c4K2c1/K4a1P4a3/R4e2R4c4K5c1');
  for (const { page } of [ann, ben]) await page.goto(path);
  const turns = ['1a3-1a4', 'R1c4-1c1', '4a3-4a4', 'R4c4-4c1'];
  const seats = ['Red', 'Blue', 'Green', 'Magenta'];
  for (const [n, turn] of turns.entries()) {
    const mover = n % 2 ? ben : ann;
    const mated = n < 2 ? '' : ' Red is mated, and misses every turn until that changes.';
    await expect(boardStatus(mover.page)).toHaveText(`Your turn: ${seats[n]} is to move.${mated}`);
    await plays(mover, turn);
  }
  await expect(result(ben.page)).toContainText('Blue and Magenta win by checkmate');
  await expect(ann.page.getByText('Blue and Magenta win by checkmate').first()).toBeVisible();
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
