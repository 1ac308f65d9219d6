// Games from elsewhere: imported, searched, stepped through and taken home again.

import { readFile } from 'node:fs/promises';
import { atWidths, expect, test } from './site.js';

const FILE = `[Event "Pond open"]
[White "kwik"]
[Black "kwek"]
[Result "1-0"]
[Variant "Duck"]

1. e4,c6 { The usual square. } ( 1. d4,d6 ) 1... e6,e2 2. d4,d6 1-0

[White "Ann"]
[Variant "Atomic"]

1. e4 e5 2. Nf3 Nc6 1/2-1/2

[White "Ann"]
[Black "Bob"]

1. Nf3@e5 Nf6@e4 *
`;

const file = { name: 'Pond games.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(FILE) };

/** Imports a file and waits until it has been read: the page brings itself up to date, and without scripts says how. */
async function importsFile(page, hasScripts = true) {
  await page.goto('/collections');
  await page.getByLabel('PGN file').setInputFiles(file);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pond games');
  const taken = page.getByText('2 games were taken.');
  if (!hasScripts) {
    await expect(async () => {
      await page.getByRole('link', { name: 'Reload' }).click({ timeout: 100 }).catch(() => {});
      await expect(taken).toBeVisible({ timeout: 100 });
    }).toPass({ timeout: 30_000 });
  }
  await expect(taken).toBeVisible();
}

atWidths(() => {
  for (const javaScriptEnabled of [true, false]) {
    test(`a player brings games along and steps through one, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ player }) => {
      const { page } = await player('ann', { javaScriptEnabled });
      await page.goto('/games');
      await page.getByRole('main').getByRole('link', { name: 'Collections' }).click();
      await importsFile(page, javaScriptEnabled);
      await expect(page.getByText('Game 2, line 10:')).toBeVisible();
      await expect(page.getByRole('link', { name: '1 game could not be read.' })).toBeVisible();

      await page.getByLabel('Player', { exact: true }).fill('KWI');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.locator('main tbody tr')).toHaveCount(1);
      await page.getByRole('link', { name: 'kwik against kwek' }).click();
      await expect(page.getByText('The usual square.', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Forward', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Turns and variations' }).locator('[aria-current]')).toHaveText('1. e4@c6');
      await expect(page.getByText('Pond open', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'your search' }).click();
      await expect(page.locator('main tbody tr')).toHaveCount(1);
      await page.getByRole('link', { name: 'Clear the search' }).click();
      await expect(page.locator('main tbody tr')).toHaveCount(2);

      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download as PGN' }).click();
      const text = await readFile(await (await download).path(), 'utf8');
      expect(text).toContain('1. e4@c6 {The usual square.} (1. d4@d6) 1... e6@e2 2. d4@d6 1-0');
    });
  }
});

test('a collection is shown to others, taken back, and deleted after it was asked once more', async ({ player, newVisitor }) => {
  const { page } = await player('ann');
  await importsFile(page);
  const stranger = await newVisitor({ javaScriptEnabled: false });
  const address = page.url();
  const sees = async (status) => expect((await stranger.goto(address)).status()).toBe(status);
  await sees(404);
  await page.getByRole('radio', { name: 'By link' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Whoever knows its address can see it.').first()).toBeVisible();
  await sees(200);
  await expect(stranger.locator('main tbody tr')).toHaveCount(2);
  await expect(stranger.getByRole('button', { name: 'Save' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Delete the collection' }).click();
  await page.getByRole('link', { name: 'Keep', exact: true }).click();
  await page.getByRole('link', { name: 'Delete the collection' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL('/collections');
  await expect(page.getByText('You have no collections yet.')).toBeVisible();
  await sees(404);
});

test('games are deleted, one alone and all that a search finds', async ({ player }) => {
  const { page } = await player('ann');
  await importsFile(page);
  const rows = page.locator('main tbody tr');
  await page.getByLabel('Player', { exact: true }).fill('ann');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Delete these' }).click();
  await expect(page.getByText('Delete 1 game from Pond games, matching “Player: ann”?')).toBeVisible();
  await page.getByRole('link', { name: 'Keep', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('link', { name: 'Delete these' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows).toHaveText([/kwik against kwek/]);

  await rows.getByRole('link').click();
  const line = page.getByRole('navigation', { name: 'Collection' });
  await expect(line).toContainText('Game 1 of 1 in the collection');
  // It stays beside the board while turns are looked at.
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  await line.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('0 games, imported by')).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test('a file is imported by keyboard, and what is wrong is said beside its field', async ({ player }) => {
  const { page } = await player('ann');
  await page.goto('/collections');
  const name = page.getByLabel('Name');
  await name.focus();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('PGN file')).toBeFocused();
  await page.getByLabel('PGN file').setInputFiles({ ...file, buffer: Buffer.from('') });
  await page.getByRole('button', { name: 'Import' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Choose a PGN file.');
  await expect(name).toHaveValue('By keyboard');
  await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
});
