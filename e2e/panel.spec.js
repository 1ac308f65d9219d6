// The panel of a game's page: what is under its tabs, with and without scripts, on a phone and on a large screen.

import { boardStatus, clickSquare, expectRecord, expectTurns, pieceOn, record, send, turnField } from './board.js';
import { isCounted } from './database.js';
import { act } from './players.js';
import { atWidths, expect, expectAccessible, showAs, test } from './site.js';

const OPENING = 'e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@e7 d5@e5 Bg5@e7 Nxe4@f6';
const tabs = (page) => page.getByRole('navigation', { name: 'About the game' });
const tab = (page, name) => tabs(page).getByRole('link', { name, exact: true });
const region = (page, name) => page.locator('#panel').getByRole('region', { name, exact: true });

for (const width of [390, 1440]) {
  test(`each tab opens without loading the page, and nobody is kept out, ${width}`, async ({ game }) => {
    const { white: { page }, path } = await game(OPENING);
    await showAs(page, { width });
    await page.evaluate(() => { window.same = true; });
    await clickSquare(page, 'c3');
    await clickSquare(page, 'e4');
    await expect(turnField(page)).toHaveValue('Nxe4@');
    const seen = [
      ['Turns', 'moves', 'Turns of the game'], ['Material', 'material', 'Material'], ['Tags', 'tags', 'Tags'],
      ['Rules', 'rules', 'The rules'], ['Explorer', 'explorer', 'Explorer'], ['Help', 'help', 'Help'],
    ];
    for (const [name, key, title] of seen) {
      await tab(page, name).click();
      await expect(region(page, title)).toBeVisible();
      await expect(tab(page, name)).toHaveAttribute('aria-current', 'true');
      await expect(page).toHaveURL(`${path}?tab=${key}`);
      await showAs(page, { scheme: 'light' });
      await expectAccessible(page);
      await showAs(page, { scheme: 'dark' });
      await expectAccessible(page, ['color-contrast', 'target-size', 'link-in-text-block']);
    }
    await tab(page, 'Record').click();
    await expect(page).toHaveURL(path);
    await expectTurns(page, OPENING.split(' '));
    // The half of a turn that was made stays.
    await expect(turnField(page)).toHaveValue('Nxe4@');
    await clickSquare(page, 'e7');
    await expect(turnField(page)).toHaveValue('Nxe4@e7');
    expect(await page.evaluate(() => window.same)).toBe(true);
  });
}

atWidths(() => {
  test('what is typed under a tab is there again when one comes back to it', async ({ game }) => {
    const { white: { page } } = await game('e4@c6');
    await tab(page, 'Tags').click();
    await page.getByLabel('Tags, separated').fill('league');
    await tab(page, 'Rules').click();
    await expect(region(page, 'The rules')).toBeVisible();
    await tab(page, 'Tags').click();
    await expect(page.getByLabel('Tags, separated')).toHaveValue('league');
  });
});

atWidths(() => {
  test('who is ahead is said at the name, at every turn of the game', async ({ game }) => {
    const { white: { page } } = await game(OPENING);
    const at = (seat) => page.getByRole('region', { name: seat }).locator('.player-ahead');
    await expect(at('Black')).toHaveText('1 ahead');
    await expect(at('White')).toBeHidden();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page.locator('#viewing')).toBeVisible();
    await expect(at('Black')).toBeHidden();
    await page.getByRole('link', { name: 'Flip the board' }).click();
    await page.getByRole('link', { name: 'Last', exact: true }).click();
    await expect(at('Black')).toHaveText('1 ahead');
    await expect(at('White')).toBeHidden();
  });
});

test('a half of a turn outlives the turning of the board and the opening of a tab', async ({ game }) => {
  const { white: { page }, path } = await game('e4@c6 e6@e2');
  await page.getByRole('link', { name: 'Flip the board' }).click();
  await expect(page).toHaveURL(`${path}?side=black`);
  for (const square of ['g1', 'f3']) await clickSquare(page, square);
  await expect(turnField(page)).toHaveValue('Nf3@');
  await tab(page, 'Material').click();
  await expect(region(page, 'Material')).toBeVisible();
  await expect(turnField(page)).toHaveValue('Nf3@');
  await expect(page.getByText('The game has moved on')).toHaveCount(0);
  await clickSquare(page, 'a6');
  await expect(turnField(page)).toHaveValue('Nf3@a6');
});

test('an open tab stays open when the other has moved', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await tab(black.page, 'Rules').click();
  await expect(region(black.page, 'The rules')).toBeVisible();
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
  await expect(boardStatus(black.page)).toContainText('Your turn');
  await expect(region(black.page, 'The rules')).toBeVisible();
  await expect(black.page).toHaveURL(`${path}?tab=rules`);
});

atWidths(() => {
  test('without scripts the tabs are links, and what is sent comes back to the open one', async ({ game }) => {
    const { white: { page }, path } = await game(OPENING, { javaScriptEnabled: false });
    await tab(page, 'Material').click();
    await expect(page).toHaveURL(`${path}?tab=material#panel`);
    await expect(region(page, 'Material')).toContainText('Captured from White');
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Comment' });
    await page.getByLabel('Message').fill('Hello');
    await send(page);
    await expect(page).toHaveURL(`${path}?tab=material#actions`);
    await tab(page, 'Record').click();
    await expect(record(page)).toContainText('Hello');
    await tab(page, 'Tags').click();
    await turnField(page).fill('Nxe4@e7');
    await send(page);
    await expectTurns(page, [...OPENING.split(' '), 'Nxe4@e7']);
  });
});

atWidths(() => {
  test('the board is seen from the other side, also after something was sent', async ({ game }) => {
    const { white: { page }, path } = await game('e4@c6 e6@e2');
    await page.goto(`${path}?side=black`);
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
    await clickSquare(page, 'd2');
    await clickSquare(page, 'd4');
    await clickSquare(page, 'd6');
    await send(page);
    await expectRecord(page, ['e4@c6', 'e6@e2', 'd4@d6']);
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
    await expect(pieceOn(page, 'd6')).toHaveAttribute('data-piece', 'duck');
  });
});

atWidths(() => {
  test('the explorer shows what was played from a position as soon as a game has ended', async ({ game, player }) => {
    const { white, black, path } = await game('g4@a6 g5@a5 h3@a6');
    await act(path, black, 'resign', { ply: '3', confirm: 'yes' });
    const { page } = await player('reader');
    const explorer = region(page, 'Explorer');
    // Counted by whichever server comes first, soon after the end; others may have played the same before.
    const itself = explorer.getByRole('link', { name: `${white.name} – ${black.name}` });
    await expect.poll(() => isCounted(path)).toBe(true);
    await page.goto(`${path}?tab=explorer&ply=2`);
    await expect(itself.first()).toBeVisible();
    await expect(explorer.getByRole('row', { name: /h3@a6 played here/ })).toBeVisible();
    for (const [width, scheme] of [[390, 'light'], [1440, 'dark']]) {
      await showAs(page, { width, scheme });
      await expectAccessible(page);
    }
  });
});

for (const [width, height] of [[390, 844], [768, 1024], [1024, 768], [1280, 720], [1280, 1024], [1440, 900]]) {
  test(`no tab stands in a row alone, at ${width} by ${height}`, async ({ game }) => {
    const { white: { page } } = await game('e4@c6 e6@e2');
    await page.setViewportSize({ width, height });
    const boxes = await Promise.all((await page.locator('.tabs > a').all()).map((tab) => tab.boundingBox()));
    expect(boxes).toHaveLength(9);
    const rows = [...new Set(boxes.map(({ y }) => Math.round(y)))];
    expect(rows.length).toBeLessThanOrEqual(2);
    for (const row of rows) expect(boxes.filter(({ y }) => Math.round(y) === row).length).toBeGreaterThan(3);
    const widest = await page.locator('.tabs').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth);
    expect(widest).toBeLessThanOrEqual(0);
  });
}
