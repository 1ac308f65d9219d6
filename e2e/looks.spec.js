// How boards look: chosen with samples before one's eyes, and kept; marks that differ in shape; motion for who
// wants it.

import { boardStatus, clickSquare, expectPiece, turnField } from './board.js';
import { atWidths, expect, expectAccessible, showAs, test } from './site.js';

const IN_REACH = 'e4@c6 d5@e6 Bb5@a6';
const save = (page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const preview = (page) => page.locator('.looks > .sample');
const squareColour = (board) => board.locator('.board-dark').evaluate((squares) => getComputedStyle(squares).fill);

test('pieces and colours are chosen by what they look like, and are on every board then', async ({ game }) => {
  const { black: { page }, path } = await game(IN_REACH);
  const usual = await squareColour(page.locator('#board'));
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Pebble' }).check();
  await page.getByRole('radio', { name: 'Heron' }).check();
  await expect(preview(page)).toHaveAttribute('data-board', 'heron');
  await expect(preview(page).locator('[data-piece=wK]')).toHaveAttribute('href', /pebble\.svg#wK$/);
  const designs = page.locator('#design .sample');
  await expect(designs.first()).toHaveAttribute('data-board', 'pond');
  await expect(designs.first().locator('[data-piece=wK]')).toHaveAttribute('href', /pebble\.svg#wK$/);
  const sets = page.locator('#pieces .sample');
  await expect(sets.first()).toHaveAttribute('data-board', 'heron');
  await expect(sets.first().locator('[data-piece=wK]')).toHaveAttribute('href', /mallard\.svg#wK$/);
  const heron = await squareColour(preview(page));
  expect(heron).not.toBe(usual);
  for (const width of [390, 1440]) {
    await showAs(page, { width });
    await expectAccessible(page);
  }

  await save(page);
  await expect(page.getByRole('radio', { name: 'Pebble' })).toBeChecked();
  await page.goto(path);
  expect(await squareColour(page.locator('#board'))).toBe(heron);
  await clickSquare(page, 'h7');
  await clickSquare(page, 'h5');
  await expectPiece(page, 'h5', 'bP');
  const pieces = await page.locator('.board use.piece').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(pieces.filter((href) => !href.includes('/pebble.svg#'))).toEqual([]);
  await expectAccessible(page);
});

atWidths(() => {
  test('the samples show what stands at the edge and on kings', async ({ player }) => {
    const { page } = await player('looker');
    await page.goto('/settings');
    await expect(preview(page).locator('text').first()).toBeVisible();
    await expect(preview(page).locator('.mark-check')).toBeVisible();
    await page.getByLabel('The names of files and ranks').uncheck();
    await expect(preview(page).locator('text').first()).toBeHidden();
    await page.getByLabel('A king that can be captured next').uncheck();
    await expect(page.locator('.mark-check:visible')).toHaveCount(0);
    await save(page);
    await expect(page.getByLabel('A king that can be captured next')).not.toBeChecked();
    await expect(page.locator('.mark-check:visible')).toHaveCount(0);
  });
});

atWidths(() => {
  test('the keyboard goes through the pieces, and every choice is large enough for a thumb', async ({ player }) => {
    const { page } = await player('keys');
    await page.goto('/settings');
    await page.getByRole('radio', { name: 'Mallard' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Reed slim, with a drake', exact: true })).toBeChecked();
    await expect(preview(page).locator('[data-piece=duck]')).toHaveAttribute('href', /reed\.svg#duck$/);
    for (const choice of await page.locator('.looks .choice').all()) {
      const { width, height } = await choice.boundingBox();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });
});

atWidths(() => {
  test('what is chosen is saved without scripts', async ({ player }) => {
    const { page } = await player('plain', { javaScriptEnabled: false });
    await page.goto('/settings');
    await page.getByRole('radio', { name: 'Jetty' }).check();
    await page.getByLabel('The names of files and ranks').uncheck();
    await expect(preview(page).locator('text').first()).toBeHidden();
    await save(page);
    await expect(preview(page)).toHaveAttribute('data-board', 'jetty');
    await page.goto('/rules/duck');
    await expect(page.locator('main')).toHaveAttribute('data-board', 'jetty');
    await expect(page.locator('.board text')).toHaveCount(0);
  });
});

atWidths(() => {
  test('a king’s mark stays while a piece is lifted, and goes when nobody knows any more', async ({ game }) => {
    const { black: { page } } = await game(IN_REACH);
    const mark = page.locator('#board .mark-check');
    await expect(mark).toHaveAttribute('data-square', 'e8');
    await expect(mark).toBeVisible();
    await clickSquare(page, 'b8');
    await expect(mark).toBeVisible();
    await clickSquare(page, 'd7');
    await expect(mark).toBeHidden();
    await clickSquare(page, 'h3');
    await expect(mark).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(mark).toBeVisible();
  });

  test('a king that can be captured is said in words too', async ({ game }) => {
    const { white, black } = await game(IN_REACH);
    await expect(boardStatus(black.page)).toHaveText('Your turn. Move a piece, then the duck. Your king on e8 can be captured.');
    await expect(boardStatus(white.page)).toHaveText(`Waiting for ${black.name}. The king on e8 can be captured.`);
  });
});

atWidths(() => {
  test('where the duck came from is faintly marked', async ({ game }) => {
    const { white } = await game('e4@c6 e6@e3');
    await expect(white.page.locator('#board .mark-duck-from')).toHaveAttribute('data-square', 'c6');
    await expect(white.page.locator('#board .mark-duck')).toHaveAttribute('data-square', 'e3');
  });
});

atWidths(() => {
  test('last turn, squares to go to, captures and squares for the duck have shapes of their own', async ({ game }) => {
    const { black: { page } } = await game('e4@c6 d5@e6 Bb5@a6');
    const shapes = () => page.locator('#board :is(.mark, .hint)').evaluateAll((all) => all.map((each) => each.getAttribute('href').split('#')[1]));
    const seen = new Set(await shapes());
    await clickSquare(page, 'd5');
    for (const shape of await shapes()) seen.add(shape);
    await clickSquare(page, 'e4');
    for (const shape of await shapes()) seen.add(shape);
    expect([...seen].sort()).toEqual(['capture', 'check', 'duck', 'duck-from', 'from', 'lifted', 'move', 'pond', 'to']);
    const address = await page.locator('#board').getAttribute('data-marks');
    const drawn = await page.evaluate(async (url) => {
      const marks = new DOMParser().parseFromString(await (await fetch(url)).text(), 'image/svg+xml');
      return [...marks.querySelectorAll('symbol')].map((symbol) => symbol.innerHTML.replace(/\s+/g, ' '));
    }, address);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});

atWidths(() => {
  for (const [reducedMotion, moves] of [['no-preference', true], ['reduce', false]]) {
    test(`pieces ${moves ? 'glide' : 'stand at once for who wants no motion'}`, async ({ game }) => {
      const { white: { page } } = await game('', { reducedMotion });
      await page.evaluate(() => {
        window.glided = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function count(...how) {
          window.glided += 1;
          return animate.apply(this, how);
        };
      });
      await clickSquare(page, 'e2');
      await clickSquare(page, 'e4');
      await expectPiece(page, 'e4', 'wP');
      expect(await page.evaluate(() => window.glided > 0)).toBe(moves);
    });
  }
});

for (const width of [390, 1440]) {
  test(`the board’s settings open over a game and lose nothing that is begun in it, at ${width}`, async ({ game }) => {
    const { white: { page }, path } = await game('e4@c6 e6@e2', { viewport: { width, height: 844 } });
    for (const square of ['d2', 'd4']) await clickSquare(page, square);
    await page.getByLabel('Message').fill('Let me see.');
    await page.locator('body').click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog', { name: 'Board' });
    await expect(dialog.getByRole('radio', { name: /^Mallard/ })).toBeFocused();
    await expect(dialog.getByLabel('Time zone')).toBeHidden();
    await dialog.getByRole('radio', { name: /^Reed/ }).check();
    await expect(dialog.locator('.looks > .sample [data-piece=duck]')).toHaveAttribute('href', /reed\.svg#duck$/);
    await showAs(page, { width, height: 844, scheme: 'light' });
    await expectAccessible(page);
    await showAs(page, { width, height: 844, scheme: 'dark' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('#board [data-piece=duck]')).toHaveAttribute('href', /mallard\.svg#duck$/);
    await expect(turnField(page)).toHaveValue('d4@');

    await page.getByRole('link', { name: 'Settings of the board' }).click();
    await dialog.getByRole('radio', { name: /^Reed/ }).check();
    await dialog.getByRole('radio', { name: /^Jetty/ }).check();
    await dialog.getByLabel('The names of files and ranks').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('#board [data-piece=duck]')).toHaveAttribute('href', /reed\.svg#duck$/);
    await expect(page.locator('main')).toHaveAttribute('data-board', 'jetty');
    await expect(page.locator('#board text')).toHaveCount(0);
    await expect(page).toHaveURL(path);
    await expect(turnField(page)).toHaveValue('d4@');
    await expectPiece(page, 'd4', 'wP');
    await expect(page.getByLabel('Message')).toHaveValue('Let me see.');

    // What is not of the board has stayed as it was.
    await page.goto('/settings');
    await expect(page.getByLabel('it is my turn')).toBeChecked();
    await expect(page.getByLabel('Ask me to confirm each turn')).not.toBeChecked();
  });
}

test('who is signed out meanwhile does not read that the board’s settings were saved', async ({ game }) => {
  const { white: { page } } = await game('e4@c6');
  await page.getByRole('link', { name: 'Settings of the board' }).click();
  await page.getByRole('dialog', { name: 'Board' }).getByRole('radio', { name: /^Reed/ }).check();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('who is not signed in is led to where the settings are', async ({ game, newVisitor }) => {
  const { path } = await game('e4@c6');
  const page = await newVisitor();
  await page.goto(path);
  await page.getByRole('link', { name: 'Settings of the board' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
});
