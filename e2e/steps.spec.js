// The bar below the board: going through the game, looking from the other side, seeing it played, and the keys for all of it.

import { clickSquare, deafen, expectPiece, holdAnswer, pieceOn, record, send, turnField } from './board.js';
import { act } from './players.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

const TURNS = ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2'];
const OPENING = TURNS.join(' ');

const bar = (page) => page.getByRole('navigation', { name: 'Positions' });
const step = (page, name) => bar(page).getByRole('link', { name, exact: true });
const current = (page) => record(page).locator('[aria-current]');

/** A mark that only this very page has: gone if it is loaded anew. */
const leaveMark = (page) => page.evaluate(() => { window.mark = 'the same page'; });
const expectSamePage = async (page) => expect(await page.evaluate(() => window.mark)).toBe('the same page');

/** Lets an animation wait after each turn until it may go on: a busy machine would miss the turns between. */
const holdEachTurn = (page) => page.evaluate(() => {
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) => {
    if (ms !== 1500) return setTimeout(run, ms, ...rest);
    window.goOn = run;
    return 0;
  };
});
const showNextTurn = async (page) => {
  await page.waitForFunction(() => window.goOn);
  await page.evaluate(() => { const { goOn } = window; window.goOn = undefined; goOn(); });
};

for (const width of [390, 1440]) {
  test(`steps leave the page, a half-made turn and its message as they are, at ${width}`, async ({ game }) => {
    const { white, path } = await game(OPENING, { viewport: { width, height: 844 }, reducedMotion: 'reduce' });
    const { page } = white;
    await leaveMark(page);
    for (const square of ['b1', 'c3']) await clickSquare(page, square);
    await page.getByLabel('Message').fill('Let me see.');

    await step(page, 'Back').click();
    await expect(page).toHaveURL(`${path}?ply=3`);
    await expectPiece(page, 'd6', 'duck');
    await expectPiece(page, 'b1', 'wN');
    await expectPiece(page, 'g8', 'bN');
    await expect(current(page)).toHaveText('d4@d6');
    await expect(page.getByText('You are looking at the position after 2. d4@d6.')).toBeVisible();
    await expect(page.getByText('White: pawn d2 to d4, duck to d6.', { exact: true }).first()).toBeVisible();
    await expect(page.locator('#announcements')).toHaveText('2. d4@d6. White: pawn d2 to d4, duck to d6.');
    await expect(page.getByRole('table', { name: 'The position as a table' }).getByRole('row', { name: /^6/ }).getByRole('cell').nth(3)).toHaveText('duck');
    await expect(turnField(page)).toHaveCount(0);
    await expect(step(page, 'Back')).toBeFocused();

    await step(page, 'Start').click();
    await expect(page).toHaveURL(`${path}?ply=0`);
    await expect(page.locator('#board [data-piece="duck"]')).toHaveCount(0);
    await expect(current(page)).toHaveCount(0);
    await record(page).getByRole('link', { name: 'e6@e2' }).click();
    await expect(page).toHaveURL(`${path}?ply=2`);
    await expectPiece(page, 'e2', 'duck');
    await expectAccessible(page);
    await step(page, 'Forward').click();
    await expect(page).toHaveURL(`${path}?ply=3`);

    await step(page, 'Last').click();
    await expect(page).toHaveURL(path);
    await expect(current(page)).toHaveText('Nf6@e2');
    await expectPiece(page, 'c3', 'wN');
    await expect(turnField(page)).toHaveValue('Nc3@');
    await expect(page.getByLabel('Message')).toHaveValue('Let me see.');
    await clickSquare(page, 'e2');
    await expect(turnField(page)).toHaveValue('Nc3@');
    await clickSquare(page, 'e5');
    await expect(turnField(page)).toHaveValue('Nc3@e5');
    await expectSamePage(page);
  });

  test(`the address of a step is shared, and back leads out of the steps, at ${width}`, async ({ game, newVisitor }) => {
    const { white, path } = await game(OPENING, { viewport: { width, height: 844 } });
    const { page } = white;
    await leaveMark(page);
    await step(page, 'Back').click();
    await expect(page).toHaveURL(`${path}?ply=3`);
    await step(page, 'Back').click();
    await expect(page).toHaveURL(`${path}?ply=2`);
    const stranger = await newVisitor({ viewport: { width, height: 844 } });
    await stranger.goto(page.url());
    await expectPiece(stranger, 'e2', 'duck');
    await expect(stranger.getByText('You are looking at the position after 1... e6@e2.')).toBeVisible();
    await stranger.getByRole('link', { name: 'Back to the latest position' }).click();
    await expect(stranger).toHaveURL(path);
    await expectPiece(stranger, 'f6', 'bN');

    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(turnField(page)).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(`${path}?ply=2`);
    await expectPiece(page, 'e2', 'duck');
    await expectSamePage(page);
  });

  test(`the board is flipped, stays so, and can be shared so, at ${width}`, async ({ game, newVisitor }) => {
    const { white, path } = await game(OPENING, { viewport: { width, height: 844 } });
    const { page } = white;
    const above = async () => (await page.getByRole('region', { name: 'White' }).boundingBox()).y;
    const before = await above();
    await clickSquare(page, 'b1');
    await step(page, 'Flip the board').click();
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
    await expect(page).toHaveURL(`${path}?side=black`);
    await expect(page.locator('.board-coordinates text').first()).toHaveText('8');
    expect(await above()).toBeLessThan(before);
    // Clicks fall on the squares as they are seen now.
    await expect(page.locator('#board .hint-move')).toHaveCount(3);
    for (const square of ['c3', 'e5']) await clickSquare(page, square);
    await expect(turnField(page)).toHaveValue('Nc3@e5');

    await step(page, 'Back').click();
    await expect(page).toHaveURL(`${path}?side=black&ply=3`);
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
    const stranger = await newVisitor();
    await stranger.goto(page.url());
    await expect(stranger.locator('#board')).toHaveAttribute('data-orientation', 'black');

    await step(page, 'Flip the board').click();
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'white');
    await step(page, 'Last').click();
    await expect(page).toHaveURL(`${path}?side=white`);
    await expect(turnField(page)).toHaveValue('Nc3@e5');
    await expectPiece(page, 'c3', 'wN');
    await clickSquare(page, 'a6');
    await expect(turnField(page)).toHaveValue('Nc3@a6');
  });
}

atWidths(() => {
  test('the game is played before one’s eyes, and stopped', async ({ game }) => {
    const { white, path } = await game(OPENING, { reducedMotion: 'no-preference' });
    const { page } = white;
    await step(page, 'Start').click();
    await expect(page).toHaveURL(`${path}?ply=0`);
    await holdEachTurn(page);
    await bar(page).getByRole('button', { name: 'Animate' }).click();
    await expect(bar(page).getByRole('button', { name: 'Stop' })).toBeFocused();
    await expectPiece(page, 'c6', 'duck');
    // The piece goes first, and the duck waits for it.
    const delays = await page.locator('#board').evaluate((board) => board.getAnimations({ subtree: true }).map((each) => each.effect.getTiming().delay));
    expect(delays.every((delay) => delay === 0 || delay === 450)).toBe(true);
    await showNextTurn(page);
    await expect(current(page)).toHaveText('e6@e2');
    await page.waitForFunction(() => window.goOn);
    await bar(page).getByRole('button', { name: 'Stop' }).click();
    await expect(bar(page).getByRole('button', { name: 'Animate' })).toBeFocused();
    await showNextTurn(page);
    await expect(current(page)).toHaveText('e6@e2');
    await bar(page).getByRole('button', { name: 'Animate' }).click();
    await expect(current(page)).toHaveText('d4@d6');
    await showNextTurn(page);
    await expect(current(page)).toHaveText('Nf6@e2');
    await expect(bar(page).getByRole('button', { name: 'Animate' })).toBeVisible();
    await expect(turnField(page)).toBeVisible();
  });
});

atWidths(() => {
  test('before the first turn there is nothing to animate, nor anywhere to go', async ({ game }) => {
    const { white: { page }, path } = await game();
    await expect(bar(page).getByRole('button', { name: 'Animate' })).toBeDisabled();
    for (const name of ['Start', 'Back', 'Forward', 'Last']) await expect(step(page, name)).toBeDisabled();
    await page.keyboard.press('a');
    await expect(page).toHaveURL(path);
    await expect(bar(page).getByRole('button', { name: 'Stop' })).toBeHidden();
  });
});

atWidths(() => {
  test('nothing moves for who wants no motion', async ({ game }) => {
    const { white } = await game(OPENING, { reducedMotion: 'reduce' });
    const { page } = white;
    await page.evaluate(() => {
      window.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function counted(...all) {
        window.moved += 1;
        return animate.apply(this, all);
      };
    });
    await bar(page).getByRole('button', { name: 'Animate' }).click();
    await expect(current(page)).toHaveText('e4@c6');
    await expectPiece(page, 'c6', 'duck');
    expect(await page.evaluate(() => window.moved)).toBe(0);
  });
});

atWidths(() => {
  test('all of it by keys, which a dialog shows, and which are not taken from what is typed', async ({ game }) => {
    const { white, path } = await game(OPENING, { reducedMotion: 'reduce' });
    const { page } = white;
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(`${path}?ply=3`);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(page).toHaveURL(`${path}?ply=0`);
    await page.keyboard.press('n');
    await expect(page).toHaveURL(`${path}?ply=1`);
    await page.keyboard.press('l');
    await expect(page).toHaveURL(path);
    await page.keyboard.press('f');
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
    await page.keyboard.press('a');
    await expect(bar(page).getByRole('button', { name: 'Stop' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar(page).getByRole('button', { name: 'Animate' })).toBeVisible();
    await page.keyboard.press('l');
    await expect(turnField(page)).toBeVisible();

    await page.getByLabel('Message').fill('');
    await page.getByLabel('Message').pressSequentially('fans of ?');
    await expect(page.getByLabel('Message')).toHaveValue('fans of ?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${path}?side=black`);

    await bar(page).getByRole('button', { name: 'Keys' }).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await expect(dialog).toContainText('Flip the board');
    await expectAccessible(page);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(`${path}?side=black`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(bar(page).getByRole('button', { name: 'Keys' })).toBeFocused();

    // Whoever speaks to their machine can be without them.
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Use these keys' }).uncheck();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('f');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
    await expect(page).toHaveURL(`${path}?side=black`);
  });
});

test('two steps made quickly are two, whoever answers late', async ({ game }) => {
  const { white: { page }, path } = await game(OPENING);
  const position = await holdAnswer(page, /\/positions\/3/);
  await step(page, 'Back').click();
  await position.asked;
  await step(page, 'Back').click();
  await expect(page).toHaveURL(`${path}?ply=2`);
  await position.release();
  await expect(page).toHaveURL(`${path}?ply=2`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(path);
});

test('after a click on the board the arrows go through the game', async ({ game }) => {
  const { white: { page }, path } = await game(OPENING);
  const cursor = page.locator('#board .board-cursor');
  await clickSquare(page, 'b1');
  await expect(page.locator('#board')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(cursor).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(`${path}?ply=3`);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(path);

  // Who comes by keyboard goes over its squares.
  await clickSquare(page, 'c3');
  await page.keyboard.press('b');
  await expect(cursor).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(cursor).toHaveAttribute('data-square', 'd1');
  await expect(page).toHaveURL(path);
  await expect(turnField(page)).toHaveValue('Nc3@');
});

test('a turn that comes while the past is on the board is announced, and there when one returns', async ({ game }) => {
  const { white, black, path } = await game(OPENING);
  const { page } = black;
  await step(page, 'Back').click();
  await expect(page).toHaveURL(`${path}?ply=3`);
  await act(path, white, 'move', { ply: '4', turn: 'Nc3@e7' });
  await expect(page.getByText('The game has moved on since you opened this page.')).toBeVisible();
  await step(page, 'Back').click();
  await expect(page).toHaveURL(`${path}?ply=2`);
  await expect(page.getByText('The game has moved on since you opened this page.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the latest position' }).click();
  await expectPiece(page, 'e7', 'duck');
  await expect(page).toHaveURL(path);
  await clickSquare(page, 'd7');
  await expect(page.locator('#board .hint-move')).toHaveCount(2);
});

test('a page behind a bad connection still leads to every position', async ({ game, complaints }) => {
  const { white, path } = await game(OPENING);
  const { page } = white;
  await deafen(page);
  await page.route(/\/positions\//, (route) => route.abort());
  await step(page, 'Back').click();
  await expect(page).toHaveURL(`${path}?ply=3`);
  await expectPiece(page, 'd6', 'duck');
  // The browser says of its own that something did not come.
  expect(complaints.splice(0).every((each) => each.includes('ERR_FAILED'))).toBe(true);
});

test('the side stays when a turn is sent', async ({ game }) => {
  const { white, path } = await game(OPENING);
  const { page } = white;
  await step(page, 'Flip the board').click();
  await turnField(page).fill('Nc3@e5');
  await send(page);
  await expect(current(page)).toHaveText('Nc3@e5');
  await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
  await expect(page).toHaveURL(`${path}?side=black`);
});

test('a tab that is opened in the past leaves the position, and what was begun at the present', async ({ game }) => {
  const { white, path } = await game(OPENING);
  const { page } = white;
  for (const square of ['b1', 'c3']) await clickSquare(page, square);
  await step(page, 'Back').click();
  await expect(page).toHaveURL(`${path}?ply=3`);
  await page.getByRole('link', { name: 'Material', exact: true }).click();
  await expect(page).toHaveURL(`${path}?ply=3&tab=material`);
  await expect(page.getByRole('region', { name: 'Material' })).toBeVisible();
  await expectPiece(page, 'd6', 'duck');
  await step(page, 'Last').click();
  await expect(page).toHaveURL(`${path}?tab=material`);
  await expectPiece(page, 'c3', 'wN');
  await expect(turnField(page)).toHaveValue('Nc3@');
});

atWidths(() => {
  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('the bar is made of links that work', async ({ newVisitor, game }) => {
      const { path } = await game(OPENING);
      const page = await newVisitor({ javaScriptEnabled: false });
      await page.goto(path);
      await expect(bar(page).getByRole('button')).toHaveCount(0);
      await step(page, 'Flip the board').click();
      await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
      await step(page, 'Back').click();
      await expect(page).toHaveURL(`${path}?ply=3&side=black`);
      await expectPiece(page, 'd6', 'duck');
      await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'black');
      await record(page).getByRole('link', { name: 'e4@c6' }).click();
      await expect(page).toHaveURL(`${path}?ply=1&side=black`);
      await expect(pieceOn(page, 'e2')).toHaveCount(0);
      await page.getByRole('link', { name: 'Back to the latest position' }).click();
      await expect(page).toHaveURL(`${path}?side=black`);
    });
  });
});
