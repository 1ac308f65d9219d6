// After something was saved its reader goes on at what has changed, or at the message that says so: never at the top of the
// page. Without scripts too.

import { chooseAction, send, turnField } from './board.js';
import { newPlayer, password, startGame, uniqueName } from './players.js';
import { expect, test } from './site.js';

/** What has the focus is this, or something in it. */
async function expectFocusAt(page, selector) {
  await expect(page.locator(`${selector}:is(:focus, :focus-within)`)).toHaveCount(1);
}

/** What has the focus is only read and has no ring; who goes on by keyboard sees where they are. */
async function expectRingFromHereOn(page) {
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
  expect(await ring()).toBe('none');
  await page.keyboard.press('Tab');
  expect(await ring()).toBe('solid');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test('conditional turns', async ({ game }) => {
      const { white, path } = await game('e4@c6 e6@e2 d4@d6', { javaScriptEnabled });
      const { page } = white;
      await page.goto(`${path}/conditionals`);
      await page.locator('.as-text summary').click();
      await page.getByLabel('One branch per line').fill('Nf6@e2 Nc3@e7');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Your conditional turns' })).toBeFocused();
      await expectRingFromHereOn(page);
      await page.goto(`${path}/conditionals`);
      await page.locator('.as-text summary').click();
      await page.getByLabel('One branch per line').fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expectFocusAt(page, '#planned');
    });

    test('a turn, a note and a comment', async ({ game }) => {
      const { white } = await game('e4@c6 e6@e2', { javaScriptEnabled });
      const { page } = white;
      await turnField(page).fill('d4@d6');
      await send(page);
      await expectFocusAt(page, '.actions');
      await expect(page.locator('#board-status')).toHaveText(/^Waiting for /);
      for (const kind of ['Private note', 'Comment']) {
        if (await page.getByLabel('Action', { exact: true }).count()) await chooseAction(page, kind);
        await page.getByLabel('Message').fill(`My ${kind}`);
        await send(page);
        await expect(page.getByText(`My ${kind}`)).toBeVisible();
        await expectFocusAt(page, '.actions');
        await expect(page.locator('#board')).toBeInViewport();
      }
    });

    test('what is refused, and a question', async ({ game }) => {
      const { white } = await game('e4@c6 e6@e2', { javaScriptEnabled });
      const { page } = white;
      await turnField(page).fill('Ke4@e5');
      await send(page);
      await expect(page.getByRole('alert')).toBeVisible();
      await expectFocusAt(page, '.actions');
      await turnField(page).fill('');
      await chooseAction(page, 'Resign');
      await send(page);
      await expect(page.getByRole('button', { name: 'No, play on' })).toBeVisible();
      await expectFocusAt(page, '.actions');
    });

    test('tags and kibitz', async ({ newVisitor }) => {
      const player = async (stem) => newPlayer(await newVisitor({ javaScriptEnabled }), uniqueName(stem));
      const [white, black, spectator] = [await player('white'), await player('black'), await player('spectator')];
      const path = await startGame(white, black, 'e4@c6', { public: 'yes' });
      const { page } = spectator;
      await page.goto(`${path}?tab=tags`);
      await page.getByLabel('Tags, separated').fill('to study');
      await page.getByRole('button', { name: 'Save tags' }).click();
      await expect(page.getByRole('link', { name: 'to study' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Your tags' })).toBeFocused();
      await page.getByLabel('Comment as a spectator').fill('What a start');
      await page.getByRole('button', { name: 'Write' }).click();
      await expect(page.getByText('What a start')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Kibitz' })).toBeFocused();
    });

    test('settings, the address, leave', async ({ player }) => {
      const { page } = await player('chooser', { javaScriptEnabled });
      await page.goto('/settings');
      await page.getByLabel('Ask me to confirm each turn').check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeFocused();
      await expectRingFromHereOn(page);
      await page.getByRole('button', { name: /^Make the addresses/ }).click();
      await expect(page.getByRole('region', { name: 'Feeds' })).toBeFocused();
      await expectRingFromHereOn(page);
      await page.goto('/settings/email');
      await page.getByLabel('Email').fill(`${uniqueName('other')}@mallard.example`);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Save this address' }).click();
      await expect(page.locator('#sent')).toBeFocused();
      await page.goto('/leave');
      await page.getByLabel('Days', { exact: true }).fill('3');
      await page.getByRole('button', { name: 'Take leave' }).click();
      await expect(page.getByRole('heading', { name: 'Taken' })).toBeFocused();
      await expectRingFromHereOn(page);
    });
  });
}
