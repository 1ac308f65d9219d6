// Pages on paper: what is read is there, what is pressed is not.

import { record, turnField } from './board.js';
import { act, challenge } from './players.js';
import { atWidths, expect, showAs, test } from './site.js';

const TURNS = 'e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@e7 d5@e5 Bg5@e7 Nxe4@f6 Nxe4@e7 dxe4@f6 Bb5@e7 c6@f6 Ba4@e7 Qxd4@d2';

/** As it would be printed, whatever colours its reader's system has. */
async function onPaper(page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.waitForFunction(() => matchMedia('print').matches);
}

const ink = (page) => page.evaluate(() => getComputedStyle(document.documentElement).color);

/** Nothing of a region is cut off. */
const isWhole = (region) => region.evaluate((box) => box.scrollHeight <= box.clientHeight + 1);

atWidths(() => {
  test('a game is printed with its board, its players and all that was said, and with nothing to press', async ({ game }) => {
    const { white, black, path } = await game(TURNS);
    const { page } = white;
    await act(path, black, 'comment', { ply: '14', message: 'Your queen’s pawn looked lonely.' });
    await act(path, white, 'note', { ply: '14', message: 'He never sees the pin.' });
    await act(path, black, 'resign', { ply: '14', confirm: 'yes' });
    await page.goto(path);
    await showAs(page, { width: page.viewportSize().width, height: 500, scheme: 'light' });
    const light = await ink(page);
    await onPaper(page);
    expect(await ink(page)).toBe(light);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(`Duck Chess: ${white.name} against ${black.name}`);
    expect((await title.boundingBox()).height).toBeGreaterThan(16);
    for (const seat of ['White', 'Black']) await expect(page.getByRole('region', { name: seat })).toBeVisible();
    await expect(page.locator('#board .board-svg')).toBeVisible();
    await expect(record(page)).toContainText('Your queen’s pawn looked lonely.');
    await expect(record(page).getByRole('link', { name: 'Qxd4@d2' })).toBeVisible();
    await expect(record(page)).toContainText('White wins by resignation');
    await expect(record(page).getByText('He never sees the pin.')).toBeHidden();
    expect(await isWhole(record(page))).toBe(true);
    for (const pressed of ['navigation', 'button', 'textbox', 'combobox', 'banner', 'contentinfo']) {
      await expect(page.getByRole(pressed)).toHaveCount(0);
    }
  });

  test('of six players the tokens stand beside the names', async ({ player }) => {
    const players = [];
    for (const stem of ['red', 'blue', 'yellow', 'green', 'magenta', 'cyan']) players.push(await player(stem));
    const challenged = await challenge(players[0], { variant: 'duchess-6' });
    let path = challenged;
    for (const other of players.slice(1)) path = await other.post(`${challenged}/accept`);
    const { page } = players[0];
    await page.goto(path);
    await onPaper(page);
    const regions = page.locator('.player');
    await expect(regions).toHaveCount(6);
    for (const region of await regions.all()) {
      const token = await region.locator('.player-seat').boundingBox();
      for (const part of ['.player-name', '.clock-left']) {
        const box = await region.locator(part).boundingBox();
        expect(box.x, `${part} of ${await region.getAttribute('aria-label')}`).toBeGreaterThanOrEqual(token.x + token.width);
      }
    }
  });

  test('the board is not larger than what it stands on, and the turns are beside or below it', async ({ game }) => {
    const { white: { page } } = await game(TURNS);
    await onPaper(page);
    await expect(turnField(page)).toBeHidden();
    const { width } = page.viewportSize();
    const board = await page.locator('#board').boundingBox();
    expect(board.x + board.width).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const turns = await record(page).boundingBox();
    expect(turns.x >= board.x + board.width || turns.y >= board.y + board.height).toBe(true);
  });

  test('the rules and an analysis are printed without what leads away from them', async ({ page }) => {
    await page.goto('/rules/duck');
    await onPaper(page);
    await expect(page.getByRole('heading', { name: 'Duck Chess', exact: true })).toBeVisible();
    await expect(page.locator('figure .board-svg').first()).toBeVisible();
    for (const away of ['banner', 'contentinfo']) await expect(page.getByRole(away)).toHaveCount(0);

    await page.goto(`/analysis?pgn=${encodeURIComponent('e4@c6 e6@e2 (d5@d3 {Bold.}) d4@d6')}`);
    const turns = page.getByRole('region', { name: 'Turns and variations' });
    await expect(turns).toContainText('d4@d6');
    await expect(turns).toContainText('Bold.');
    await expect(turns.getByText('d5@d3')).toBeVisible();
    await expect(page.locator('#board .board-svg')).toBeVisible();
    await expect(page.getByLabel('Turn', { exact: true })).toBeHidden();
    await expect(page.getByText('Copy and share')).toBeHidden();
    await expect(page.locator('#step-back')).toBeHidden();
  });
});
