// Studies: chapters that several players edit, with and without scripts, by pointer and by keyboard.

import { readFile } from 'node:fs/promises';
import { clickSquare } from './board.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

const turns = (page) => page.getByRole('region', { name: 'Turns and variations' });
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const played = (page) => turns(page).locator('.node:not(.node-start)');

/** Plays a turn that is typed. */
async function types(page, turn) {
  await page.getByLabel('Turn', { exact: true }).fill(turn);
  await press(page, 'Play');
  await expect(turns(page).locator('[aria-current]')).toContainText(turn);
}

/** Makes a study: its path. */
async function makes(page, name) {
  await page.goto('/studies');
  await page.getByLabel('Name of the study').fill(name);
  await press(page, 'Make the study');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  return new URL(page.url()).pathname;
}

/** The second player may edit the study from now on. */
async function edits(path, owner, editor) {
  await owner.page.goto(path);
  await owner.page.getByLabel('Invite a player').fill(editor.name);
  await press(owner.page, 'Invite');
  await editor.page.goto('/studies');
  await editor.page.getByRole('button', { name: 'Accept' }).click();
  await expect(editor.page.getByRole('heading', { name: 'Work on it' })).toBeVisible();
}

atWidths(() => {
  for (const javaScriptEnabled of [true, false]) {
    test(`a study is made, edited by two, and taken home, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ player }) => {
      const [ann, ben] = [await player('ann', { javaScriptEnabled }), await player('ben', { javaScriptEnabled })];
      const path = await makes(ann.page, 'Openings of ours');
      await edits(path, ann, ben);
      await ben.page.getByText('Or paste games or a position').click();
      await ben.page.getByLabel('PGN or FEN').fill('1. e4@c6 {The usual square.} e6@e2 *\n\n[Event "Pond open"]\n\n1. d4@d6 *');
      await press(ben.page, 'Add');
      const chapters = ann.page.getByRole('list', { name: 'Chapters' }).getByRole('link');
      await expect(async () => {
        if (!javaScriptEnabled) await ann.page.reload();
        await expect(chapters).toHaveCount(3, { timeout: 1000 });
      }).toPass();
      await ann.page.getByRole('button', { name: /^Up.*Pond open/ }).click();
      await expect(chapters.nth(1)).toContainText('Pond open');

      await chapters.nth(2).click();
      await expect(ann.page.getByRole('heading', { level: 1 })).toHaveText('Chapter 2');
      await types(ann.page, 'd4@d6');
      await expect(ann.page.getByText('Saved in the study, for all who can see it.')).toBeVisible();
      await ann.page.getByRole('link', { name: 'Previous chapter' }).click();
      await expect(ann.page.getByRole('heading', { level: 1 })).toHaveText('Pond open');
      await ann.page.getByRole('link', { name: 'Openings of ours' }).click();
      const download = ann.page.waitForEvent('download');
      await ann.page.getByRole('link', { name: 'Download as PGN' }).click();
      const text = await readFile(await (await download).path(), 'utf8');
      expect(text).toContain('1. e4@c6 {The usual square.} 1... e6@e2 2. d4@d6 *');
      expect(text.match(/\[StudyName "Openings of ours"\]/g)).toHaveLength(3);
    });
  }
});

test('two at a chapter tell each other, and what both have played is merged', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const path = await makes(ann.page, 'Together');
  await edits(path, ann, ben);
  const stream = ann.page.waitForResponse((answer) => answer.url().endsWith('/chapters/1/live'));
  await Promise.all([ann.page.goto(`${path}/chapters/1`), ben.page.goto(`${path}/chapters/1`)]);
  await stream;
  // What is typed and not sent stays.
  await ann.page.getByLabel('Turn', { exact: true }).fill('d4');
  await types(ben.page, 'e4@c6');
  const news = ann.page.getByText('Somebody else has changed this chapter. What you have typed stays here.');
  await expect(news).toBeVisible();
  await expect(played(ann.page)).toHaveCount(0);
  await expect(ben.page.locator('#news')).toBeEmpty();
  await press(ann.page, 'Show the change');
  await expect(played(ann.page)).toHaveText(['1. e4@c6']);
  await expect(news).toBeHidden();
  await expect(ann.page.getByLabel('Turn', { exact: true })).toHaveValue('d4');

  await types(ben.page, 'e6@e2');
  await expect(news).toBeVisible();
  await press(ann.page, 'Forward');
  await expect(played(ann.page)).toHaveText(['1. e4@c6', 'e6@e2']);
  await expect(news).toBeHidden();
  await ann.page.getByLabel('Turn', { exact: true }).fill('d5@d3');
  await types(ben.page, 'd4@d6');
  await expect(news).toBeVisible();
  // The turn is made in the chapter as it is now.
  await press(ann.page, 'Play');
  const both = ['1. e4@c6', 'e6@e2', '1... d5@d3', '2. d4@d6'];
  await expect(played(ann.page)).toHaveText(both);
  await expect(ann.page.getByText('Saved in the study, for all who can see it.')).toBeVisible();
  // Who is in the middle of nothing sees it at once, and stays where they are.
  await expect(played(ben.page)).toHaveText(both);
  await expect(ben.page.locator('#news')).toHaveText('Somebody else has changed this chapter. You see it as it is now.');
  await expect(ben.page.locator('#tree [aria-current="step"]')).toHaveText('2. d4@d6');
  await expectAccessible(ben.page);
  // Going back leaves the chapter, and undoes nothing.
  await ben.page.goBack();
  await expect(ben.page).not.toHaveURL(/chapters/);
  await ben.page.goto(`${path}/chapters/1`);
  await expect(played(ben.page)).toHaveText(both);
});

test('who changes a note that another has changed is asked, and can have both', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const path = await makes(ann.page, 'Notes');
  await edits(path, ann, ben);
  const says = async ({ page }, words) => {
    await page.getByLabel('Note at the start', { exact: true }).fill(words);
    await press(page, 'Save note');
  };
  await Promise.all([ann.page.goto(`${path}/chapters/1`), ben.page.goto(`${path}/chapters/1`)]);
  await ann.page.getByLabel('Note at the start', { exact: true }).fill('Of ann');
  await says(ben, 'Of ben');
  await expect(turns(ben.page)).toContainText('Of ben');
  await press(ann.page, 'Save note');
  const alert = ann.page.getByRole('alert');
  await expect(alert).toContainText('Somebody else has changed the note at the start. It now says: Of ben');
  await expect(alert).toBeFocused();
  await expect(alert).toBeInViewport();
  await expectAccessible(ann.page);
  // What is changed in the field is not in the study before that is answered, and is there after the page was loaded anew.
  const note = ann.page.getByLabel('Note at the start', { exact: true });
  await note.fill('Of ann, too');
  await Promise.all([ann.page.waitForResponse('**/analysis'), note.blur()]);
  await ann.page.reload();
  await expect(alert).toContainText('Of ben');
  await expect(note).toHaveValue('Of ann, too');
  await expect(turns(ben.page)).not.toContainText('ann');
  await press(ann.page, 'Keep both');
  await expect(turns(ben.page)).toContainText('Of ben Of ann, too');
  await expect(alert).toHaveCount(0);
});

test('who is at turns that another deletes brings their line back', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const path = await makes(ann.page, 'Lines');
  await edits(path, ann, ben);
  await ann.page.goto(`${path}/chapters/1`);
  for (const turn of ['e4@c6', 'e6@e2', 'd4@d6']) {
    await types(ann.page, turn);
    await press(ann.page, 'Play');
    await expect(played(ann.page).last()).toContainText(turn);
  }
  await ben.page.goto(`${path}/chapters/1`);
  await ann.page.getByLabel('Turn', { exact: true }).fill('Nf6@a3');
  await ben.page.getByRole('button', { name: '1. e4@c6' }).click();
  await ben.page.getByRole('button', { name: 'Delete from here on' }).click();
  await expect(played(ben.page)).toHaveCount(0);
  await press(ann.page, 'Play');
  const alert = ann.page.getByRole('alert');
  await expect(alert).toContainText('Somebody else has deleted the turns you were at.');
  await expect(alert).toContainText('1. e4@c6 e6@e2 2. d4@d6 Nf6@a3');
  await expect(alert).toBeFocused();
  await expect(played(ann.page)).toHaveCount(0);
  await expectAccessible(ann.page);
  await alert.focus();
  await ann.page.keyboard.press('Tab');
  await expect(ann.page.getByRole('button', { name: 'Bring it back' })).toBeFocused();
  await ann.page.keyboard.press('Enter');
  await expect(played(ben.page)).toHaveText(['1. e4@c6', 'e6@e2', '2. d4@d6', 'Nf6@a3']);
  // Who is in the middle of nothing is told that the board shows another turn.
  await ben.page.getByRole('button', { name: '2. d4@d6' }).click();
  await expect(turns(ben.page).locator('[aria-current]')).toHaveText('2. d4@d6');
  await ann.page.getByRole('button', { name: 'e6@e2' }).click();
  await expect(turns(ann.page).locator('[aria-current]')).toHaveText('e6@e2');
  await press(ann.page, 'Delete from here on');
  await expect(ben.page.locator('#news')).toHaveText('Somebody else has deleted the turns you were at. The board shows the last one that is left.');
  await expect(turns(ben.page).locator('[aria-current]')).toHaveText('1. e4@c6');
});

test('who only looks tries what they like, and takes it to a study of their own by the keyboard', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const path = await makes(ann.page, 'Shown');
  await ann.page.getByRole('radio', { name: 'Public' }).check();
  await press(ann.page, 'Save');
  await ben.page.goto('/studies/public');
  await ben.page.getByRole('link', { name: 'Shown' }).first().click();
  await expect(ben.page.getByRole('heading', { name: 'Work on it' })).toHaveCount(0);
  await ben.page.goto(`${path}/chapters/1`);
  await expect(ben.page.locator('#board.board-live')).toBeVisible();
  for (const square of ['e2', 'e4', 'c6']) await clickSquare(ben.page, square);
  await expect(played(ben.page)).toHaveText(['1. e4@c6']);
  await ben.page.getByRole('button', { name: 'Copy to another study' }).focus();
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText('Save to a study');
  await ben.page.getByLabel('Name of a new study').focus();
  await ben.page.keyboard.type('Of my own');
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('link', { name: 'Of my own' })).toBeVisible();
  await expect(played(ben.page)).toHaveText(['1. e4@c6']);
  await ann.page.goto(`${path}/chapters/1`);
  await expect(played(ann.page)).toHaveCount(0);
});
