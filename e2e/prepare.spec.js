// A reply prepared on the game's own board while one waits: it becomes a conditional turn, after a question.

import { boardStatus, clickSquare, dragSquare, expectPiece, expectTurns, holdAnswer } from './board.js';
import { act } from './players.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

const OPENING = 'e4@c6 e6@e2 d4@d6';
const planned = (page) => page.getByRole('region', { name: 'Your conditional turns' });
const begin = (page) => page.getByRole('link', { name: 'Prepare a reply' });
const field = (page) => page.getByLabel(/^(Their turn|My reply)$/);
const proceed = (page) => page.getByRole('button', { name: 'Continue', exact: true });

async function clicks(page, ...squares) {
  for (const square of squares) await clickSquare(page, square);
}

for (const width of [390, 1440]) {
  test(`a reply is prepared on the board, asked about, kept and played, at ${width}`, async ({ game }) => {
    const { white, black, path } = await game(OPENING, { viewport: { width, height: 844 } });
    const { page } = white;
    const sent = [];
    page.on('request', (request) => { if (request.method() === 'POST' && request.url().endsWith('/actions')) sent.push(request.url()); });
    await begin(page).click();
    await expect(boardStatus(page)).toHaveText(`If ${black.name} plays … Play their turn on the board.`);
    await expectAccessible(page);
    await clicks(page, 'g8', 'f6', 'e2');
    await expect(boardStatus(page)).toHaveText('… then I reply to Nf6@e2. Play your turn on the board.');
    await dragSquare(page, 'b1', 'c3');
    await clicks(page, 'e7');
    await expect(boardStatus(page)).toHaveText('Knight b1 to c3, duck to e7. Press Continue: you will be asked whether to keep it.');
    await proceed(page).click();
    await expect(page.getByRole('alert')).toHaveText('If Nf6@e2 comes, you reply Nc3@e7. Keep this?');
    await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await expectAccessible(page);
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect(planned(page)).toContainText('if 2... Nf6@e2 then 3. Nc3@e7');
    await expect(page).toHaveURL(path);

    await act(path, black, 'move', { ply: '3', turn: 'Nf6@e2' });
    await expectTurns(page, ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2', /^Nc3@e7/]);
  });
}

atWidths(() => {
  test('a reply that the duck can block gets a second one before anything is kept', async ({ game }) => {
    const { white, black, path } = await game(OPENING);
    const { page } = white;
    await begin(page).click();
    await field(page).fill('h6@*');
    await proceed(page).click();
    await expect(page.getByLabel('My reply')).toBeVisible();
    await field(page).fill('Nf3@e5');
    await proceed(page).click();
    await expect(page.getByRole('alert')).toHaveText('If h6@* comes, you reply Nf3@e5. Keep this?');
    await expect(page.getByText('The duck can block your reply Nf3@e5: after h6@f3 or h6@e5')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reply to h6@e5' }).click();
    await expect(boardStatus(page)).toHaveText('… then I reply to h6@e5. Play your turn on the board.');
    await expect(page.getByText('The duck can block')).toHaveCount(0);
    await field(page).fill('Nf3@c5');
    await proceed(page).click();
    await expect(page.getByRole('alert')).toHaveText('If h6@e5 comes, you reply Nf3@c5. Keep this?');
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect(planned(page)).toContainText('if 2... h6@* then 3. Nf3@e5 if 2... h6@e5 then 3. Nf3@c5');

    await act(path, black, 'move', { ply: '3', turn: 'h6@e5' });
    await expectTurns(page, ['e4@c6', 'e6@e2', 'd4@d6', 'h6@e5', /^Nf3@c5/]);
  });
});

test('what is done while the server is asked for the next step is not lost', async ({ game }) => {
  const { white: { page } } = await game(OPENING);
  const first = await holdAnswer(page, /\/conditionals$/);
  await begin(page).click();
  await first.asked;
  await clicks(page, 'g8', 'f6', 'e2');
  const second = await holdAnswer(page, /\/conditionals$/, 'POST');
  await first.release();
  await second.asked;
  await clicks(page, 'b1', 'c3', 'e7');
  await second.release();
  await expect(field(page)).toHaveValue('Nc3@e7');
  await proceed(page).click();
  await expect(page.getByRole('alert')).toHaveText('If Nf6@e2 comes, you reply Nc3@e7. Keep this?');
});

atWidths(() => {
  test('what is being prepared is there when the page is opened at another tab, and is not made once more', async ({ game }) => {
    const { white, path } = await game(OPENING);
    const { page } = white;
    await begin(page).click();
    await expect(boardStatus(page)).toHaveText(/^If .* plays …/);
    await clicks(page, 'g8', 'f6', 'e2');
    await expect(boardStatus(page)).toHaveText(/^… then I reply/);
    await clicks(page, 'b1', 'c3');
    await expect(field(page)).toHaveValue('Nc3@');
    await page.addInitScript(() => {
      window.glided = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function counted(...how) {
        window.glided += 1;
        return animate.apply(this, how);
      };
    });
    await page.goto(`${path}?tab=rules`);
    await expect(field(page)).toHaveValue('Nc3@');
    await expectPiece(page, 'c3', 'wN');
    await expect(page.locator('#panel').getByRole('region', { name: 'The rules' })).toBeVisible();
    expect(await page.evaluate(() => window.glided)).toBe(0);
    await clicks(page, 'e7');
    await expect(field(page)).toHaveValue('Nc3@e7');
    expect(await page.evaluate(() => window.glided)).toBeGreaterThan(0);
  });
});

test('a new reply leaves those that were there, wherever the duck goes', async ({ game }) => {
  const { white, path } = await game(OPENING);
  const { page } = white;
  await white.post(`${path}/actions`, { action: 'conditional', ply: '3', lines: 'Nf6@e2 Nc3@e7' });
  await page.reload();
  await begin(page).click();
  await expect(boardStatus(page)).toHaveText(/^If .* plays …/);
  await clicks(page, 'a7', 'a6');
  await page.getByRole('button', { name: 'Add, wherever the duck goes' }).click();
  await expect(boardStatus(page)).toHaveText('… then I reply to a6@*. Play your turn on the board.');
  await field(page).fill('e5@e7');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('If a6@* comes, you reply e5@e7. Keep this?');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(planned(page)).toContainText('if 2... Nf6@e2 then 3. Nc3@e7');
  await expect(planned(page)).toContainText('if 2... a6@* then 3. e5@e7');
});

atWidths(() => {
  test('each step is taken back by Escape, and at last all of it', async ({ game }) => {
    const { white } = await game(OPENING);
    const { page } = white;
    await page.getByLabel('Message').fill('While you think …');
    await page.keyboard.press('Tab');
    await page.keyboard.press('r');
    await expect(page.locator('#board')).toBeFocused();
    await clicks(page, 'g8', 'f6', 'e2');
    await expect(boardStatus(page)).toHaveText('… then I reply to Nf6@e2. Play your turn on the board.');
    await clicks(page, 'b1', 'c3');
    await page.keyboard.press('Escape');
    await expectPiece(page, 'b1', 'wN');
    await page.keyboard.press('Escape');
    await expect(boardStatus(page)).toHaveText(/^If .* plays …/);
    await expectPiece(page, 'g8', 'bN');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Message')).toHaveValue('While you think …');
    await expect(begin(page)).toBeFocused();
    await expectPiece(page, 'd6', 'duck');
  });
});

test('what is refused says why, and nothing is kept that was thought better of', async ({ game }) => {
  const { white } = await game(OPENING);
  const { page } = white;
  await begin(page).click();
  await field(page).fill('Ke4@e5');
  await proceed(page).click();
  await expect(page.getByRole('alert')).toContainText('king');
  await expect(field(page)).toHaveValue('Ke4@e5');
  await field(page).fill('Nf6@e2');
  await proceed(page).click();
  await page.getByRole('button', { name: 'Then resign' }).click();
  await expect(page.getByRole('alert')).toHaveText('If Nf6@e2 comes, you resign. Keep this?');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(begin(page)).toBeVisible();
  await page.reload();
  await expect(planned(page)).toHaveCount(0);
});

test('it outlives a new message and a step back, and is announced when it is too late', async ({ game }) => {
  const { white, black, path } = await game(OPENING);
  const { page } = white;
  await begin(page).click();
  await expect(boardStatus(page)).toHaveText(/^If .* plays …/);
  await clicks(page, 'g8', 'f6', 'e2');
  await expect(boardStatus(page)).toHaveText('… then I reply to Nf6@e2. Play your turn on the board.');
  await clicks(page, 'b1', 'c3');
  await act(path, black, 'comment', { ply: '3', message: 'A moment, please.' });
  await expect(page.getByText('A moment, please.')).toBeVisible();
  await expectPiece(page, 'c3', 'wN');
  await expect(field(page)).toHaveValue('Nc3@');

  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expectPiece(page, 'e2', 'duck');
  await expect(field(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Last', exact: true }).click();
  await expect(field(page)).toHaveValue('Nc3@');
  await clicks(page, 'e7');

  await act(path, black, 'move', { ply: '3', turn: 'a6@e2' });
  await expect(boardStatus(page)).toHaveText('The game has moved on. You were preparing: Nf6@e2 Nc3@e7');
  await expectPiece(page, 'a6', 'bP');
});

test('what is being prepared is there again when its page was left', async ({ game }) => {
  const { white, black, path } = await game(OPENING);
  const { page } = white;
  await page.getByLabel('Message').fill('A moment');
  await begin(page).click();
  await expect(boardStatus(page)).toHaveText(/^If .* plays …/);
  await clicks(page, 'g8', 'f6', 'e2');
  await expect(boardStatus(page)).toHaveText('… then I reply to Nf6@e2. Play your turn on the board.');
  await clicks(page, 'b1', 'c3');
  await expect(field(page)).toHaveValue('Nc3@');
  await page.goto('/lobby');
  await page.goto(path);
  await expect(field(page)).toHaveValue('Nc3@');
  await expectPiece(page, 'c3', 'wN');
  await clicks(page, 'e7');
  await proceed(page).click();
  await expect(page.getByRole('alert')).toHaveText('If Nf6@e2 comes, you reply Nc3@e7. Keep this?');
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('If Nf6@e2 comes, you reply Nc3@e7. Keep this?');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('A moment');
  await page.reload();
  await expect(begin(page)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('A moment');

  await begin(page).click();
  await field(page).fill('Nf6@e2');
  await proceed(page).click();
  await expect(boardStatus(page)).toHaveText('… then I reply to Nf6@e2. Play your turn on the board.');
  await page.goto('/lobby');
  await act(path, black, 'move', { ply: '3', turn: 'a6@e2' });
  await page.goto(path);
  await expect(boardStatus(page)).toHaveText('The game has moved on. You were preparing: Nf6@e2');
});

async function beginsReply(page) {
  await begin(page).click();
  await field(page).fill('Nf6@e2');
  await proceed(page).click();
  await expect(boardStatus(page)).toHaveText('… then I reply to Nf6@e2. Play your turn on the board.');
  await field(page).fill('Nc3@e7');
}

test('at an earlier position it stays kept until the present is shown', async ({ game }) => {
  const { white: { page }, path } = await game(OPENING);
  await beginsReply(page);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expectPiece(page, 'e2', 'duck');
  for (const query of ['?ply=1', '?ply=1&tab=tags']) {
    await page.goto(path + query);
    await expectPiece(page, 'c6', 'duck');
  }
  await page.getByRole('link', { name: 'Last', exact: true }).click();
  await expect(field(page)).toHaveValue('Nc3@e7');
});

test('it stays kept while the server does not answer', async ({ game }) => {
  const { white: { page }, path } = await game(OPENING);
  await beginsReply(page);
  await page.goto('/lobby');
  await page.route('**/conditionals', () => {});
  const asked = page.waitForRequest('**/conditionals');
  await page.goto(path);
  await asked;
  await page.goto('/lobby');
  await page.unroute('**/conditionals');
  await page.goto(path);
  await expect(field(page)).toHaveValue('Nc3@e7');
});

test('without scripts it is the page of conditional turns', async ({ newVisitor, game }) => {
  const { white, path } = await game(OPENING);
  const page = await newVisitor({ javaScriptEnabled: false, storageState: await white.page.context().storageState() });
  await page.goto(path);
  await begin(page).click();
  await expect(page).toHaveURL(`${path}/conditionals`);
});
