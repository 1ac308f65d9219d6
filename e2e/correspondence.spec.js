// What lies between the turns: conditional turns made on a board, leave, and a rematch.

import { chooseAction, clickSquare, dragSquare, expectBesideBoard, expectPiece, holdAnswer, record, send } from './board.js';
import { password } from './players.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

const save = (page) => page.getByRole('button', { name: 'Save' });

/** A turn in the tree, as it is read: `if 2... Nf6@e2`. */
const node = (page, name) => page.getByRole('button', { name, exact: true });

/** The tree on the game's page. */
const planned = (page) => page.getByRole('region', { name: 'Your conditional turns' });

async function makeTurn(page, ...squares) {
  for (const square of squares) await clickSquare(page, square);
}

async function signIn(page, name) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

test('replies are made on the board, saved, and played at once', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await page.getByRole('link', { name: 'Conditional turns', exact: true }).click();
  // Its board is of another size than the game's.
  await expect(save(page)).toBeVisible();
  await expectBesideBoard(page, page.getByLabel('Their turn'));
  await makeTurn(page, 'g8', 'f6', 'e2');
  await expect(page.getByText('… then I reply to Nf6@e2')).toBeVisible();
  await expectPiece(page, 'f6', 'bN');
  await makeTurn(page, 'b1', 'c3', 'e7');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await expect(node(page, 'then 3. Nc3@e7')).toHaveAttribute('aria-current', 'step');
  await expectAccessible(page);
  await expect(page).toHaveURL(`${path}/conditionals`);
  await page.goBack();
  await expect(page.getByText('… then I reply to Nf6@e2')).toBeVisible();
  await expect(node(page, 'then 3. Nc3@e7')).toHaveCount(0);
  await page.goForward();
  await expect(node(page, 'then 3. Nc3@e7')).toBeVisible();
  await page.reload();
  await expect(node(page, 'then 3. Nc3@e7')).toBeVisible();
  await save(page).click();
  await expect(planned(page)).toContainText('if 2... Nf6@e2 then 3. Nc3@e7');

  await black.post(`${path}/actions`, { action: 'move', ply: '3', turn: 'Nf6@e2' });
  await expect(record(page).locator('.turn').nth(4)).toContainText('Nc3@e7');
  await expectPiece(page, 'c3', 'wN');
});

test('what is done while a turn is being added is not lost', async ({ game }) => {
  const { white, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await page.goto(`${path}/conditionals`);
  const first = await holdAnswer(page, /\/conditionals$/, 'POST');
  await makeTurn(page, 'g8', 'f6', 'e2');
  await first.asked;
  await makeTurn(page, 'b1', 'c3', 'e7');
  await makeTurn(page, 'd7', 'd5', 'e5');
  await first.release();
  await expect(node(page, 'then 3. Nc3@e7')).toBeVisible();
  await expect(page.getByText('… then I reply to d5@e5')).toBeVisible();

  // Dragged, typed, and saved at once.
  const next = await holdAnswer(page, /\/conditionals$/, 'POST');
  await page.getByLabel('My reply').fill('exd5@e7');
  await expectPiece(page, 'e7', 'duck');
  await page.keyboard.press('Enter');
  await next.asked;
  await page.keyboard.type('a6@a5');
  await page.keyboard.press('Enter');
  await dragSquare(page, 'a2', 'a4');
  await clickSquare(page, 'e2');
  await save(page).click();
  await next.release();
  await expect(planned(page)).toContainText('if 3... d5@e5 then 4. exd5@e7');
  await expect(planned(page)).toContainText('if 4... a6@a5 then 5. a4@e2');
});

test('what happens in the game leaves what is begun on the board', async ({ game }) => {
  const { white, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await page.goto(`${path}/conditionals`);
  const refreshed = await holdAnswer(page, /\/conditionals$/, 'POST');
  await clickSquare(page, 'g8');
  await page.evaluate(() => document.dispatchEvent(new Event('gamechanged')));
  await refreshed.asked;
  await refreshed.release();
  for (const square of ['f6', 'e2']) await clickSquare(page, square);
  await expect(page.getByText('… then I reply to Nf6@e2')).toBeVisible();
});

test('a piece move is answered wherever the duck goes', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await page.goto(`${path}/conditionals`);
  await page.getByLabel('Their turn').fill('a6@*');
  await expect(page.getByText('This move of theirs, wherever the duck goes.')).toBeVisible();
  await clickSquare(page, 'h7');
  await page.getByRole('button', { name: 'Take back' }).click();
  await clickSquare(page, 'a7');
  await clickSquare(page, 'a6');
  await page.getByRole('button', { name: 'Add, wherever the duck goes' }).click();
  await expect(node(page, 'if 2... a6@*')).toBeVisible();
  await page.getByLabel('My reply').fill('e5@e7');
  await page.getByLabel('My reply').press('Enter');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await save(page).click();
  await black.post(`${path}/actions`, { action: 'move', ply: '3', turn: 'a6@h4' });
  await expect(record(page).locator('.turn').nth(4)).toContainText('e5@e7');
});

test('a tree is gone over and changed by keyboard alone', async ({ game }) => {
  const { white, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await white.post(`${path}/actions`, { action: 'conditional', ply: '3', lines: 'Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\nNf6@e2 Nc3@e7 h6@c6 resign' });
  await page.goto(`${path}/conditionals`);
  await node(page, 'then 3. Nc3@e7').focus();
  await page.keyboard.press('Enter');
  await expect(node(page, 'then 3. Nc3@e7')).toHaveAttribute('aria-current', 'step');
  await expect(node(page, 'then 3. Nc3@e7')).toBeFocused();
  await expectPiece(page, 'c3', 'wN');
  await page.getByRole('button', { name: 'Remove the reply to h6@c6' }).focus();
  await page.keyboard.press('Space');
  await expect(node(page, 'if 3... h6@c6')).toHaveCount(0);
  await page.locator('#board').focus();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await page.getByLabel('Their turn').fill('quack@e5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Their turn')).toHaveValue('quack@e5');
});

test('conditional turns need no scripts, and what is wrong with them is said', async ({ game }) => {
  const { white, path } = await game('e4@c6 e6@e2 d4@d6', { javaScriptEnabled: false });
  const { page } = white;
  await page.goto(`${path}/conditionals`);
  await page.getByLabel('Their turn').fill('Nf6@e2');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('My reply').fill('Ke4@e5');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('king');
  await expect(page.getByLabel('My reply')).toHaveValue('Ke4@e5');
  await page.getByRole('button', { name: 'Then resign' }).click();
  await expect(node(page, 'then 3. resign')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('… then I reply to Nf6@e2')).toBeVisible();
  await page.goForward();
  await expect(node(page, 'then 3. resign')).toBeVisible();
  await expect(page).toHaveURL(`${path}/conditionals`);
  await save(page).click();
  await expect(planned(page)).toContainText('if 2... Nf6@e2 then 3. resign');
  await page.getByRole('link', { name: 'Change them' }).click();
  await page.getByRole('button', { name: 'Remove the reply to Nf6@e2' }).click();
  await save(page).click();
  await expect(page.getByRole('link', { name: 'Conditional turns', exact: true })).toBeVisible();
});

test('a page of conditional turns goes along with the game, and names what cannot come any more', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  const stream = page.waitForResponse(answer => answer.url().endsWith(`${path}/live`));
  await page.goto(`${path}/conditionals`);
  await stream;
  await makeTurn(page, 'a7', 'a6', 'a3');
  await makeTurn(page, 'b1', 'c3', 'e7');
  await expect(node(page, 'then 3. Nc3@e7')).toBeVisible();
  await page.getByRole('button', { name: 'After 2. d4@d6' }).click();
  await expectPiece(page, 'a7', 'bP');
  await makeTurn(page, 'g8', 'f6', 'e2');
  await makeTurn(page, 'g1', 'f3', 'e7');
  await expect(node(page, 'then 3. Nf3@e7')).toBeVisible();
  await black.post(`${path}/actions`, { action: 'move', ply: '3', turn: 'a6@a3' });
  await expect(page.getByRole('alert')).toContainText('The game has moved on since you began this: the last turn is 2... a6@a3');
  await expectPiece(page, 'a6', 'bP');
  const gone = page.getByRole('region', { name: 'No longer possible' });
  await expect(gone.getByRole('listitem')).toHaveText('Nf6@e2 Nf3@e7 2... a6@a3 was played, not Nf6@e2');
  await expect(page.getByLabel('One branch per line')).toHaveValue('Nc3@e7');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play Nc3@e7' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
  await expect(page.locator('.turns')).toContainText('Nc3@e7');
});

/** The browser keeps its cookie, of which the server no longer knows. */
async function sessionEnds(page) {
  const session = (await page.context().cookies()).find(({ name }) => name === 'mallard');
  await page.context().addCookies([{ ...session, value: 'a session of last year' }]);
}

for (const javaScriptEnabled of [true, false]) {
  test(`a session that ends costs nothing that was written, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ game }) => {
    const { white, path } = await game('e4@c6 e6@e2 d4@d6', { javaScriptEnabled });
    const { page } = white;
    await page.goto(`${path}/conditionals`);
    await page.getByLabel('Their turn').fill('Nf6@e2');
    await sessionEnds(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('nothing was sent');
    await expect(page).not.toHaveURL(/Nf6/);
    await signIn(page, white.name);
    await expect(page.getByLabel('My reply')).toBeVisible();
    await expect(node(page, 'if 2... Nf6@e2')).toBeVisible();
    await page.goto(path);
    await page.getByLabel('Message').fill('A word in private');
    await chooseAction(page, 'Private note');
    await sessionEnds(page);
    await send(page);
    await signIn(page, white.name);
    await expect(page).toHaveURL(url => url.pathname === path && !url.search.includes('private'));
    await expect(page.getByLabel('Message')).toHaveValue('A word in private');
    await expect(page.getByLabel('Action', { exact: true })).toHaveValue('note');
  });
}

atWidths(() => {
  test('leave is considered, taken and seen by the opponent', async ({ game }) => {
    const { white, black, path } = await game('e4@c6 e6@e2');
    await white.page.goto('/leave');
    await white.page.getByLabel('Days', { exact: true }).fill('5');
    await white.page.getByRole('button', { name: 'Show what it would do' }).click();
    await expect(white.page.getByText('You have not taken it yet.')).toBeVisible();
    await white.page.getByRole('button', { name: 'Take leave' }).click();
    await expect(white.page.getByText('You are on leave from')).toBeVisible();
    await expectAccessible(white.page);
    await black.page.goto(path);
    await expect(black.page.locator('.player-opponent')).toContainText('on leave until');
  });
});

test('a rematch is offered and answered', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await white.post(`${path}/actions`, { action: 'resign', ply: '2', confirm: 'yes' });
  await black.page.goto(path);
  await black.page.getByRole('button', { name: 'Offer a rematch' }).click();
  await expect(black.page.getByText('You have offered a rematch.')).toBeVisible();
  await white.page.goto(path);
  await white.page.getByRole('link', { name: 'Answer the rematch' }).click();
  await white.page.getByRole('button', { name: 'Accept' }).click();
  await expect(white.page.locator('.player-self')).toHaveAttribute('aria-label', 'Black');
});
