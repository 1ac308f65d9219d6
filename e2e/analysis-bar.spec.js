// The bar of the analysis board: the same settings as a game's board has, and the line played before one's eyes.

import { clickSquare, expectPiece } from './board.js';
import { atWidths, expect, expectAccessible, showAs, test } from './site.js';

const TREE = 'e4@c6 e6@e2 (d5@d3 Nf3@e5 a6@a3) d4@d6';

const bar = (page) => page.getByRole('group', { name: 'Positions' });
const button = (page, name) => bar(page).getByRole('button', { name, exact: true });
const turns = (page) => page.getByRole('region', { name: 'Turns and variations' });
const here = (page) => turns(page).locator('[aria-current]');
const open = (page, pgn, place) => page.goto(`/analysis?pgn=${encodeURIComponent(pgn)}&place=${place}`);

atWidths(() => {
  test('a variation is played to its end, and stopped where one wants to look', async ({ page }) => {
    await open(page, TREE, '1');
    await button(page, 'Start').click();
    await expect(here(page)).toHaveText('Start');
    await turns(page).getByRole('button', { name: '1... d5@d3' }).click();
    await button(page, 'Animate').click();
    await expect(button(page, 'Stop')).toBeFocused();
    await expect(button(page, 'Animate')).toBeHidden();
    await expect(here(page)).toHaveText('2. Nf3@e5');
    await expect(here(page)).toHaveText('a6@a3');
    // At the end of a line it begins anew, on the way to where it stood.
    await expect(button(page, 'Animate')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(here(page)).toHaveText('1. e4@c6');
    await expect(here(page)).toHaveText('1... d5@d3');
    await expectPiece(page, 'd3', 'duck');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Stop')).toBeHidden();
    await expect(button(page, 'Animate')).toBeFocused();
    await expect(here(page)).toHaveText('1... d5@d3');
    await expectAccessible(page);
  });

  test('in each turn the piece goes first, then the duck; nothing glides for who wants no motion', async ({ newVisitor }) => {
    for (const [reducedMotion, glides] of [['no-preference', true], ['reduce', false]]) {
      const page = await newVisitor({ reducedMotion });
      await open(page, TREE, '1');
      await page.evaluate(() => {
        window.delays = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function noted(frames, how) {
          window.delays.push(how.delay ?? 0);
          return animate.call(this, frames, how);
        };
      });
      await button(page, 'Animate').click();
      await expect(here(page)).toHaveText('2. d4@d6');
      const delays = await page.evaluate(() => window.delays);
      if (glides) expect(delays).toEqual([0, 450, 0, 450]);
      else expect(delays).toEqual([]);
    }
  });

  test('where there is nothing to be played there is nothing to animate', async ({ page }) => {
    await page.goto('/analysis');
    for (const name of ['Start', 'Back', 'Forward', 'Last', 'Animate']) await expect(button(page, name)).toBeDisabled();
    await open(page, 'e4@c6', '0');
    await expect(button(page, 'Animate')).toBeEnabled();
  });

  test('the board’s settings open over the analysis, and all that is on it stays', async ({ player }) => {
    const { page } = await player('looker');
    await page.goto('/analysis');
    for (const [name, ...squares] of [['1. e4@c6', 'e2', 'e4', 'c6'], ['e6@e2', 'e7', 'e6', 'e2']]) {
      for (const square of squares) await clickSquare(page, square);
      await expect(here(page)).toHaveText(name);
    }
    await button(page, 'Back').click();
    await expect(here(page)).toHaveText('1. e4@c6');
    for (const square of ['d7', 'd5']) await clickSquare(page, square);
    await expect(page.getByLabel('Turn', { exact: true })).toHaveValue('d5@');
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog', { name: 'Board' });
    await expect(dialog.getByRole('radio', { name: /^Mallard/ })).toBeFocused();
    await showAs(page, { width: page.viewportSize().width, scheme: 'dark' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await page.getByRole('link', { name: 'Settings of the board' }).click();
    await dialog.getByRole('radio', { name: /^Pebble/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('#board [data-piece=duck]')).toHaveAttribute('href', /pebble\.svg#duck$/);
    await expect(here(page)).toHaveText('1. e4@c6');
    await expect(turns(page)).toContainText('e6@e2');
    await expect(page.getByLabel('Turn', { exact: true })).toHaveValue('d5@');
    await expectPiece(page, 'd5', 'bP');
    await clickSquare(page, 'd3');
    await expect(here(page)).toHaveText('1... d5@d3');
  });
});

test('without scripts the settings are a page, and nothing is shown that does nothing', async ({ newVisitor }) => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await open(page, TREE, '1');
  await expect(page.getByRole('link', { name: 'Settings of the board' })).toBeVisible();
  for (const name of ['Animate', 'Stop', 'Keys']) await expect(button(page, name)).toBeHidden();
  await button(page, 'Forward').click();
  await expect(here(page)).toHaveText('e6@e2');
});
