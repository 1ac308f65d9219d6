// What the computer says of a finished game, of a position and of a line, with and without scripts.

import { act, newPlayer, startGame, uniqueName } from './players.js';
import { expect, expectAccessible, test } from './site.js';

// What stands on the board of a running game is left out of every analysis: each test has turns that nobody else plays here.
const TURNS = 'a4@c6 h5@e3 b3@d6 Nh6@e3 Nc3@e6 g5@e5';
const OTHER_TURNS = 'h4@c6 a5@e3 g3@d6 Na6@e3 Nf3@e6 b5@e5';
const PLIES = TURNS.split(' ').length;
// What is known of a position is shown to everybody who asks: each test has one of its own.
const POSITION = '/analysis?variant=duck&fen=4k3/8/8/8/3*4/8/4P3/4K3+w+-+-+0+1';
const OTHER_POSITION = '/analysis?variant=duck&fen=4k3/8/8/8/3*4/8/3P4/4K3+w+-+-+0+1';

const LINE = '/analysis?variant=duck&pgn=a4@c6+h5@f3+Ra3@d6+Rh6@e3+Rb3@e6';
const OTHER_LINE = '/analysis?variant=duck&pgn=h4@c6+a5@f3+Rh3@d6+Ra6@e3+Rg3@e6';
const LINE_PLIES = 5;
// Where all lines begin something may be known already.
const ANALYSE = /^Analyse (the rest of )?this line$/;

/** A game that is over. */
async function finishedGame(newVisitor, turns, options = {}) {
  const ann = await newPlayer(await newVisitor(options), uniqueName('ann'));
  const ben = await newPlayer(await newVisitor(), uniqueName('ben'));
  const game = await startGame(ann, ben, turns);
  await act(game, ann, 'resign', { ply: String(PLIES), confirm: 'yes' });
  return { game, page: ann.page };
}

const points = (page) => page.locator('.chances-graph a');

test('a game is analysed while its page is open, and a point of the graph leads to its turn', async ({ newVisitor }) => {
  const { game, page } = await finishedGame(newVisitor, TURNS);
  await page.goto(`${game}?tab=computer`);
  await page.getByRole('button', { name: 'Analyse this game' }).click();
  await expect(points(page)).toHaveCount(PLIES + 1, { timeout: 60_000 });
  await expect(page.locator('.computer-progress')).toHaveCount(0, { timeout: 60_000 });
  await points(page).nth(2).click();
  await expect(page).toHaveURL(/ply=2/);
  await expect(page.locator('.chances-graph a[aria-current]')).toHaveAttribute('href', /ply=2/);
  await points(page).nth(3).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.chances-graph a[aria-current]')).toHaveAttribute('href', /ply=3/);
  await page.getByText('All turns').click();
  await expect(page.locator('.judged tbody tr')).toHaveCount(PLIES);
  await expectAccessible(page);
});

test('a game is analysed without scripts', async ({ newVisitor }) => {
  const { game, page } = await finishedGame(newVisitor, OTHER_TURNS, { javaScriptEnabled: false });
  await page.goto(`${game}?tab=computer`);
  await page.getByRole('button', { name: 'Analyse this game' }).click();
  await expect(async () => {
    await page.reload();
    await expect(points(page)).toHaveCount(PLIES + 1, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await points(page).nth(2).click();
  await expect(page).toHaveURL(/ply=2/);
  await expect(page.locator('.chances-graph a[aria-current]')).toHaveAttribute('href', /ply=2/);
});

test('the best lines of a position appear by themselves, with arrows', async ({ newVisitor }) => {
  const { page } = await newPlayer(await newVisitor(), uniqueName('ann'));
  await page.goto(POSITION);
  await page.getByRole('button', { name: 'Evaluate this position' }).click();
  await expect(page.locator('.evaluation-lines li')).toHaveCount(3, { timeout: 60_000 });
  await expect(page.locator('#board .arrow')).toHaveCount(3);
  await expectAccessible(page);
});

test('the best lines of a position are shown without scripts', async ({ newVisitor }) => {
  const { page } = await newPlayer(await newVisitor({ javaScriptEnabled: false }), uniqueName('ann'));
  await page.goto(OTHER_POSITION);
  await page.getByRole('button', { name: /Evaluate this position/ }).click();
  await expect(async () => {
    await page.goto(OTHER_POSITION);
    await expect(page.locator('.evaluation-lines li')).toHaveCount(3, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
});

test('the turns of a line are judged while one looks on, and lead to their positions', async ({ newVisitor }) => {
  const { page } = await newPlayer(await newVisitor(), uniqueName('ann'));
  await page.goto(LINE);
  await page.getByRole('button', { name: ANALYSE }).press('Enter');
  // The table is opened while turns are still added to it, and stays open.
  await page.locator('#judged-all summary').click({ timeout: 60_000 });
  const turns = page.locator('.judged tbody tr');
  await expect(turns).toHaveCount(LINE_PLIES, { timeout: 60_000 });
  await expect(page.locator('.computer-progress')).toHaveCount(0, { timeout: 60_000 });
  await turns.nth(1).getByRole('button').press('Enter');
  await expect(page.locator('.study [aria-current=step]')).toHaveText('h5@f3');
  await expect(page.locator('.judged tr[aria-current]')).toContainText('1... h5@f3');
  await expect(turns).toHaveCount(LINE_PLIES);
  await expectAccessible(page);
});

test('the turns of a line are judged without scripts', async ({ newVisitor }) => {
  const { page } = await newPlayer(await newVisitor({ javaScriptEnabled: false }), uniqueName('ann'));
  await page.goto(OTHER_LINE);
  await page.getByRole('button', { name: ANALYSE }).click();
  await expect(async () => {
    await page.goto(OTHER_LINE);
    await expect(page.locator('.computer-progress')).toHaveCount(0, { timeout: 1000 });
    await expect(page.locator('.judged tbody tr')).toHaveCount(LINE_PLIES, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await page.locator('#judged-all summary').click();
  await page.locator('.judged tbody tr').nth(1).getByRole('button').click();
  await expect(page.locator('.study [aria-current=step]')).toHaveText('a5@f3');
});
