// The analysis board: turns of both sides, variations and notes, kept and shared; by pointer, by keyboard and without scripts.

import { clickSquare, dragSquare, expectBesideBoard, expectPiece, holdAnswer } from './board.js';
import { clickSquare as clickRound } from './round.js';
import { atWidths, expect, expectAccessible, showAs, test } from './site.js';

const turns = (page) => page.getByRole('region', { name: 'Turns and variations' });
const here = (page) => turns(page).locator('[aria-current]');
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** A turn, click by click; the page then stands after it. */
async function play(page, name, ...squares) {
  for (const square of squares) await clickSquare(page, square);
  await expect(here(page)).toHaveText(name);
}

async function paste(page, text) {
  await page.getByText('Paste a position or a game').click();
  await page.getByLabel('FEN or PGN').fill(text);
  await press(page, 'Open');
}

test('a turn that is typed and played at once is not read into the position after it', async ({ page }) => {
  await page.goto('/analysis');
  const status = page.locator('#board-status');
  let answerReading = () => {};
  const released = new Promise((resolve) => { answerReading = resolve; });
  await page.route('**/rules/turn?*', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/rules/turn?*');
  const answered = page.waitForResponse('**/rules/turn?*');
  await page.getByLabel('Turn', { exact: true }).fill('e4@c6');
  await asked;
  await press(page, 'Play');
  await expect(here(page)).toHaveText('1. e4@c6');
  const said = await status.textContent();
  answerReading();
  await (await answered).finished();
  // What is asked for later is answered later: by then the page has read the first answer.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
  await expect(status).toHaveText(said ?? '');
});

test('what is done while a turn is being played is done after it, in its order', async ({ page }) => {
  await page.goto('/analysis');
  await expect(page.locator('#board.board-live')).toBeVisible();
  await play(page, '1. e4@c6', 'e2', 'e4', 'c6');
  const first = await holdAnswer(page, /\/analysis$/, 'POST');
  for (const square of ['e7', 'e6', 'e2']) await clickSquare(page, square);
  await first.asked;
  for (const square of ['d2', 'd4', 'd6']) await clickSquare(page, square);
  await press(page, 'Back');
  await press(page, 'Back');
  await first.release();
  await expect(turns(page).locator('.node:not(.node-start)')).toHaveText(['1. e4@c6', 'e6@e2', '2. d4@d6']);
  await expect(here(page)).toHaveText('1. e4@c6');

  const next = await holdAnswer(page, /\/analysis$/, 'POST');
  await page.keyboard.press('n');
  await next.asked;
  await page.keyboard.press('n');
  await next.release();
  await expect(here(page)).toHaveText('2. d4@d6');
});

test('a note that is saved on the way to the board takes nothing from it', async ({ page }) => {
  await page.goto('/analysis');
  await play(page, '1. e4@c6', 'e2', 'e4', 'c6');
  const saved = await holdAnswer(page, /\/analysis$/, 'POST');
  await page.getByLabel('Your note on 1. e4@c6').fill('The usual.');
  await clickSquare(page, 'e7');
  await saved.asked;
  await saved.release();
  for (const square of ['e6', 'e2']) await clickSquare(page, square);
  await expect(here(page)).toHaveText('1... e6@e2');
  await expect(turns(page).locator('.study-note')).toHaveText('The usual.');
});

test('on a round board nothing is lost either', async ({ page }) => {
  await page.goto('/analysis?variant=duchess-2');
  const first = await holdAnswer(page, /\/analysis$/, 'POST');
  for (const square of ['1c3', '1c4']) await clickRound(page, square);
  await first.asked;
  for (const square of ['4c3', '4c4']) await clickRound(page, square);
  await first.release();
  await expect(turns(page).locator('.node:not(.node-start)')).toHaveCount(2);
});

for (const width of [390, 1440]) {
  test(`a tree is made on the board, ${width} wide`, async ({ page }) => {
    await showAs(page, { width });
    await page.goto('/analysis');
    if (width === 1440) await expectBesideBoard(page, page.getByLabel('Turn', { exact: true }));
    await play(page, '1. e4@c6', 'e2', 'e4', 'c6');
    await play(page, 'e6@e2', 'e7', 'e6', 'e2');
    await press(page, 'Back');
    await expect(here(page)).toHaveText('1. e4@c6');
    await expectPiece(page, 'e7', 'bP');
    await dragSquare(page, 'd7', 'd5');
    await clickSquare(page, 'd3');
    await expect(here(page)).toHaveText('1... d5@d3');
    await page.getByLabel('Your note on 1... d5@d3').fill('Bold, and the duck helps.');
    await press(page, 'Move this variation up');
    await expect(turns(page).locator('.study-turns, .study-note')).toHaveText(['1. e4@c6 d5@d3', 'Bold, and the duck helps.', '1... e6@e2']);
    await expectAccessible(page);
    await showAs(page, { width, scheme: 'dark' });
    await expectAccessible(page);

    // Going back undoes a change, and loading the page anew loses nothing.
    await page.goBack();
    await expect(turns(page).locator('.study-turns').first()).toHaveText('1. e4@c6 e6@e2');
    await page.goForward();
    await expect(turns(page).locator('.study-turns').first()).toHaveText('1. e4@c6 d5@d3');
    await page.reload();
    await expect(turns(page).locator('.study-turns').first()).toHaveText('1. e4@c6 d5@d3');
    await expectPiece(page, 'd3', 'duck');
  });
}

atWidths(() => {
  test('a whole study by keys alone', async ({ page }) => {
    await page.goto('/analysis');
    await page.keyboard.press('t');
    await expect(page.getByLabel('Turn', { exact: true })).toBeFocused();
    await page.keyboard.type('e4@c6');
    await page.keyboard.press('Enter');
    await expect(here(page)).toHaveText('1. e4@c6');
    await page.keyboard.type('e6@e2');
    await page.keyboard.press('Enter');
    await expect(here(page)).toHaveText('e6@e2');
    await page.locator('#board').focus();
    await expect(page.locator('#board')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await expect(here(page)).toHaveText('1. e4@c6');
    await page.keyboard.press('s');
    await expect(here(page)).toHaveText('Start');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(here(page)).toHaveText('e6@e2');
    await page.keyboard.press('f');
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys).toContainText('One turn back');
    await expect(keys.getByRole('button', { name: 'Close' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await page.keyboard.press('w');
    await page.keyboard.type('Is this f or g?');
    await page.keyboard.press('Tab');
    await expect(turns(page).locator('.study-note')).toHaveText('Is this f or g?');
  });
});

atWidths(() => {
  test('what is pasted is opened, or it is said what is wrong with it', async ({ page }) => {
    await page.goto('/analysis');
    await paste(page, '1. e4@c6 e6@e2 2. Ke3@d6');
    await expect(page.getByRole('alert')).toContainText('Line 1, column 19 (Ke3@d6)');
    await expect(page.getByLabel('FEN or PGN')).toHaveValue('1. e4@c6 e6@e2 2. Ke3@d6');
    await page.getByLabel('FEN or PGN').fill('1. e4@c6 e6@e2 2. d4@d6');
    await press(page, 'Open');
    await expect(here(page)).toHaveText('2. d4@d6');
    await page.getByText('Copy and share').click();
    const address = await page.getByLabel('Address of this board').inputValue();
    await page.goto(address);
    await expect(here(page)).toHaveText('2. d4@d6');
    await expectPiece(page, 'd6', 'duck');
  });
});

test('a position of Duchess is pasted, and tried on its own board', async ({ page }) => {
  await page.goto('/analysis?variant=duchess-6');
  const fen = await page.locator('#fen').inputValue();
  await page.goto('/analysis');
  await expect(page.locator('#board.board-round')).toHaveCount(0);
  await paste(page, fen);
  await expect(page.locator('#board.board-round')).toBeVisible();
  await page.getByLabel('Turn', { exact: true }).fill('1c3-1c4');
  await press(page, 'Play');
  await expect(here(page)).toHaveText('1. 1c3-1c4');
});

atWidths(() => {
  test('what is tried in a game is kept, and becomes conditional turns', async ({ game }) => {
    const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
    const { page } = white;
    await page.getByRole('main').getByRole('link', { name: 'Analysis' }).click();
    await play(page, 'Nf6@e2', 'g8', 'f6', 'e2');
    await play(page, '3. Nc3@e7', 'b1', 'c3', 'e7');
    await expect(page.getByText('Saved to your account. Only you can see it.')).toBeVisible();
    await expect(page.getByText('As conditional turns: Nf6@e2 Nc3@e7.')).toBeVisible();
    await black.post(`${path}/actions`, { action: 'move', ply: '3', turn: 'a6@a5' });
    await expect(page.getByText('The game has moved on.')).toBeVisible();
    await press(page, 'Back');
    await expect(turns(page).locator('.node-made').last()).toHaveText('a6@a5');
    await expect(here(page)).toHaveText('2... Nf6@e2');
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'Analysis' }).click();
    await expect(turns(page)).toContainText('3. Nc3@e7');
  });
});

test('a double click deletes once, and what is deleted can be brought back', async ({ player }) => {
  const { page } = await player('ann');
  await page.goto('/analysis');
  for (const turn of ['e4@c6', 'e6@e2', 'd4@d6']) {
    await page.getByLabel('Turn', { exact: true }).fill(turn);
    await press(page, 'Play');
    await expect(here(page)).toContainText(turn);
  }
  await page.getByRole('button', { name: 'Delete from here on' }).dblclick();
  await expect(page.getByRole('status').filter({ hasText: 'Deleted: 2. d4@d6.' })).toBeVisible();
  await expect(here(page)).toHaveText('e6@e2');
  // Nor does a key that is held down delete twice.
  await page.getByRole('button', { name: 'Delete from here on' }).focus();
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.locator('#deleted')).toContainText('Deleted: 1... e6@e2.');
  await expect(here(page)).toHaveText('1. e4@c6');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo the deletion' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(here(page)).toHaveText('e6@e2');
  await expect(page.locator('#deleted')).toBeHidden();
});

test.describe('without scripts', () => {
  test('a tree is made, corrected and kept', async ({ player }) => {
    const { page } = await player('ann', { javaScriptEnabled: false });
    await page.goto('/analysis');
    for (const turn of ['e4@c6', 'e6@e2']) {
      await page.getByLabel('Turn', { exact: true }).fill(turn);
      await press(page, 'Play');
    }
    await press(page, 'Back');
    await page.getByLabel('Turn', { exact: true }).fill('d5@c6');
    await press(page, 'Play');
    await expect(page.getByRole('alert')).toContainText('The duck must move');
    await page.getByLabel('Turn', { exact: true }).fill('d5@d3');
    await page.getByLabel('Turn', { exact: true }).press('Enter');
    await expect(here(page)).toHaveText('1... d5@d3');
    await press(page, 'Delete from here on');
    await press(page, 'Undo the deletion');
    await expect(here(page)).toHaveText('1... d5@d3');
    await press(page, 'Delete from here on');
    await turns(page).getByRole('button', { name: 'e6@e2' }).click();
    await page.goto('/analysis');
    await expect(turns(page).locator('.study-turns')).toHaveText('1. e4@c6 e6@e2');
  });
});
