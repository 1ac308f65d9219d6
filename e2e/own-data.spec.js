// What is kept of a player: taken home as a file, and ended; by keyboard, with and without scripts.

import { readFile } from 'node:fs/promises';
import { password } from './players.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

/** Presses Tab until an element has the focus. */
async function tabTo(page, element) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('no way there by keyboard');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    atWidths(() => {
      test('everything is taken home by one button', async ({ player }) => {
        const { page, name } = await player('keeper', { javaScriptEnabled });
        await page.goto('/settings');
        await page.getByRole('link', { name: 'Take everything home' }).click();
        const button = page.getByRole('button', { name: 'Download everything' });
        await tabTo(page, button);
        const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
        expect(download.suggestedFilename()).toBe(`mallard-${name}.zip`);
        const zip = await readFile(await download.path());
        expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
        expect(zip.includes('README.txt') && zip.includes('games.pgn')).toBe(true);
        expect(zip.subarray(-22, -18).toString('latin1'), 'it is whole').toBe('PK\x05\x06');
      });

      test('a deletion is asked for, told of on the home page, and taken back', async ({ player }) => {
        const { page } = await player('leaver', { javaScriptEnabled });
        await page.goto('/settings');
        await page.getByRole('link', { name: 'Delete your account' }).click();
        if (javaScriptEnabled) await expectAccessible(page);
        await tabTo(page, page.getByLabel('Your password'));
        await page.keyboard.type(password);
        await tabTo(page, page.getByRole('checkbox', { name: 'Delete my account in 14 days' }));
        await page.keyboard.press('Space');
        await tabTo(page, page.getByRole('button', { name: 'Delete my account' }));
        await page.keyboard.press('Enter');
        await expect(page.getByRole('status').filter({ hasText: 'Your account will be deleted.' })).toBeFocused();
        await page.goto('/');
        await expect(page.locator('.notice-deletion')).toContainText('Your account will be deleted: ');
        if (javaScriptEnabled) await expectAccessible(page);
        await tabTo(page, page.getByRole('button', { name: 'Keep my account' }));
        await page.keyboard.press('Enter');
        await expect(page.getByRole('status').filter({ hasText: 'Your account stays.' })).toBeFocused();
        await page.goto('/');
        await expect(page.locator('.notice-deletion')).toHaveCount(0);
      });
    });
  });
}

test('a wrong password deletes nothing, and the box stays ticked', async ({ player }) => {
  const { page } = await player('doubter');
  await page.goto('/settings/delete');
  await page.getByLabel('Your password').fill('not this one');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByLabel('Your password')).toHaveValue('');
  await expectAccessible(page);
});
