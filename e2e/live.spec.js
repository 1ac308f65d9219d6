// Pages that renew themselves: what others do appears, and what one has begun oneself stays.

import { clickSquare, expectPiece, expectRecord, record, send, turnField } from './board.js';
import { act, challenge, startGame } from './players.js';
import { expect, expectAccessible, test } from './site.js';

const message = (page) => page.getByLabel('Message', { exact: true });
const count = (page, of) => page.locator(`[data-count="${of}"] .count`);

/** Waits until a page's stream has begun. */
async function opened(page, path) {
  const stream = page.waitForResponse((answer) => answer.url().endsWith('/live') || answer.url().includes('/live?'));
  await page.goto(path);
  await stream;
}

/** A mark that only this very page has: gone if it is loaded anew. */
const leaveMark = (page) => page.evaluate(() => { window.mark = 'the same page'; });
const expectSamePage = async (page) => expect(await page.evaluate(() => window.mark)).toBe('the same page');

test('a turn appears where the other player looks, without a reload', async ({ game }) => {
  const { white, black, path } = await game();
  await leaveMark(black.page);
  await expect(black.page).not.toHaveTitle(/Your turn/);
  await act(path, white, 'move', { ply: '0', turn: 'e4@c6' });

  await expectRecord(black.page, ['e4@c6']);
  await expectPiece(black.page, 'e4', 'wP');
  await expectPiece(black.page, 'c6', 'duck');
  await expect(black.page).toHaveTitle(/^Your turn:/);
  await expect(black.page.locator('#board-status')).toHaveText('Your turn. Move a piece, then the duck.');
  await expect(black.page.locator('#announcements')).toHaveText(/^1\. e4@c6\. White: pawn e2 to e4, duck to c6\. Your turn\. Move a piece, then the duck\. .* left\.$/);
  await expectSamePage(black.page);

  for (const square of ['e7', 'e6', 'e2']) await clickSquare(black.page, square);
  await expect(turnField(black.page)).toHaveValue('e6@e2');
  await send(black.page);
  await expectRecord(white.page, ['e4@c6', 'e6@e2']);
  await expectAccessible(white.page);
});

test('both play on in pages that are never reloaded by their players', async ({ game }) => {
  const { white, black } = await game();
  const turns = ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2', 'Nc3@e7', 'd5@e5'];
  for (const [ply, turn] of turns.entries()) {
    const { page } = ply % 2 ? black : white;
    await expect(turnField(page)).toBeEditable();
    await turnField(page).fill(turn);
    await send(page);
    await expectRecord(page, turns.slice(0, ply + 1));
  }
  await expectRecord(white.page, turns);
});

test('what is being written stays, with its focus and selection', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await message(black.page).fill('Let me think about this');
  await message(black.page).evaluate((field) => field.setSelectionRange(4, 6));
  await black.page.evaluate(() => { window.field = document.activeElement; });
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });

  await expectRecord(black.page, ['e4@c6', 'e6@e2', 'd4@d6']);
  await expect(message(black.page)).toHaveValue('Let me think about this');
  await expect(message(black.page)).toBeFocused();
  expect(await message(black.page).evaluate((field) => [field === window.field, field.selectionStart, field.selectionEnd]))
    .toEqual([true, 4, 6]);
  await expect(black.page.getByLabel('Action', { exact: true })).toHaveValue('comment');
  await send(black.page);
  await expect(record(white.page)).toContainText('Let me think about this');
});

test('who is writing when their turn comes sees it, and can make it with what they have written', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
  await expectRecord(white.page, ['e4@c6', 'e6@e2', 'd4@d6']);
  await expect(turnField(white.page)).toHaveCount(0);
  await message(white.page).fill('While I wait');
  await act(path, black, 'move', { ply: '3', turn: 'Nf6@e2' });
  await expect(white.page.locator('#board-status')).toHaveText('Your turn. Move a piece, then the duck.');
  await expect(turnField(white.page)).toBeVisible();
  await expect(white.page.getByLabel('Action', { exact: true })).toHaveValue('comment');
  await expect(message(white.page)).toHaveValue('While I wait');
  await expect(message(white.page)).toBeFocused();

  await turnField(white.page).click();
  await turnField(white.page).fill('Nf3@e5');
  await expect(white.page.getByLabel('Action', { exact: true })).toHaveValue('move');
  await send(white.page);
  await expect(record(black.page)).toContainText('Nf3@e5');
  await expect(record(black.page)).toContainText('While I wait');
});

test('a private note is not sent with a turn that is typed meanwhile', async ({ game }) => {
  const { white, black } = await game('e4@c6 e6@e2');
  await white.page.getByLabel('Action', { exact: true }).selectOption({ label: 'Private note' });
  await message(white.page).fill('For me alone');
  await turnField(white.page).fill('d4@d6');
  await expect(white.page.getByLabel('Action', { exact: true })).toHaveValue('note');
  await send(white.page);
  await expect(record(white.page)).toContainText('For me alone');
  await expect(turnField(white.page)).toHaveValue('d4@d6');
  await send(white.page);
  await expect(record(black.page)).toContainText('d4@d6');
  await expect(record(black.page)).not.toContainText('For me alone');
});

test('a half-made turn stays on the board while its position stands', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  for (const square of ['d2', 'd4']) await clickSquare(white.page, square);
  await act(path, black, 'comment', { ply: '2', message: 'Take your time.' });

  await expect(record(white.page)).toContainText('Take your time.');
  await expect(white.page.locator('#announcements')).toHaveText('There is a new message.');
  await expectPiece(white.page, 'd4', 'wP');
  await expect(turnField(white.page)).toHaveValue('d4@');
  await expect(white.page.locator('#board-status')).toHaveText('Pawn d2 to d4. Now choose a square for the duck.');
  await clickSquare(white.page, 'd6');
  await expect(turnField(white.page)).toHaveValue('d4@d6');
  await send(white.page);
  await expect(record(black.page).getByRole('link', { name: 'd4@d6' })).toBeVisible();
});

test('a turn begun for a position that is gone stays to be read', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await turnField(white.page).fill('Nf3@e5');
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
  await expect(white.page.getByLabel('You typed')).toHaveValue('Nf3@e5');
  await expect(white.page.locator('#board-status')).toHaveText(`Waiting for ${black.name}.`);

  await act(path, black, 'move', { ply: '3', turn: 'Nf6@e2' });
  await expect(turnField(white.page)).toHaveValue('Nf3@e5');
  await expect(turnField(white.page)).toBeEditable();
  await expect(white.page.locator('#board-status')).toHaveText('The game has moved on. What you had begun is still in the field.');

  // It was meant for another position: a press that was already on its way must not send it.
  await send(white.page);
  await expect(white.page.locator('#board-status')).toHaveText('The game has moved on since you began this. Press Send turn again to send it.');
  await expectRecord(black.page, ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2']);
  await send(white.page);
  await expectRecord(black.page, ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2', 'Nf3@e5']);
});

test('a page of the past only says that the game has gone on', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await opened(black.page, `${path}?ply=1`);
  await expect(black.page.getByText('The game has moved on')).toHaveCount(0);
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });

  await expect(black.page.getByText('The game has moved on since you opened this page.')).toBeVisible();
  await expect(black.page.getByText('You are looking at the position after 1. e4@c6.')).toBeVisible();
  await expectRecord(black.page, ['e4@c6', 'e6@e2']);
  await expectAccessible(black.page);
  await black.page.getByRole('link', { name: 'Back to the latest position' }).click();
  await expectRecord(black.page, ['e4@c6', 'e6@e2', 'd4@d6']);
});

test('the end of a game appears too', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await act(path, white, 'resign', { ply: '2', confirm: 'yes' });
  await expect(black.page.getByRole('region', { name: 'Result' })).toContainText('Black wins by resignation');
  await expect(black.page.locator('#announcements')).toContainText('Black wins by resignation');
});

test('a question that was asked is not taken away', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await white.page.getByLabel('Action', { exact: true }).selectOption({ label: 'Resign' });
  await send(white.page);
  await expect(white.page.getByRole('alert')).toHaveText('Resign this game? This cannot be undone.');
  await act(path, black, 'comment', { ply: '2', message: 'Are you there?' });
  await expect(record(white.page)).toContainText('Are you there?');
  await expect(white.page.getByRole('button', { name: 'Yes, resign' })).toBeVisible();
});

test('my games, and what waits in every header, renew themselves', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  await opened(ann.page, '/games/mine');
  const elsewhere = await ann.page.context().newPage();
  await opened(elsewhere, '/rules');
  await leaveMark(ann.page);
  await expect(count(elsewhere, 'turns')).toBeHidden();

  const path = await startGame(ann, ben);
  const card = ann.page.getByRole('link', { name: `Duck Chess against ${ben.name}` });
  await expect(ann.page.getByRole('list', { name: /Your turn/ })).toBeVisible();
  await expect(card).toBeVisible();
  for (const page of [ann.page, elsewhere]) await expect(count(page, 'turns')).toHaveText('1 waiting for you');

  await card.focus();
  await act(path, ann, 'move', { ply: '0', turn: 'e4@c6' });
  await expect(ann.page.getByRole('list', { name: 'Their turn' })).toBeVisible();
  for (const page of [ann.page, elsewhere]) await expect(count(page, 'turns')).toBeHidden();
  await act(path, ben, 'move', { ply: '1', turn: 'e6@e2' });
  await expect(ann.page.getByRole('list', { name: /Your turn/ })).toBeVisible();
  await expectSamePage(ann.page);
});

test('the lobby renews itself, for a stranger too', async ({ player, newVisitor }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const stranger = await newVisitor();
  await opened(ann.page, '/lobby');
  await opened(stranger, '/lobby');
  const open = await challenge(ben);
  for (const page of [ann.page, stranger]) await expect(page.getByRole('link', { name: ben.name })).toBeVisible();
  await challenge(ben, { opponent: ann.name });
  await expect(ann.page.getByRole('table', { name: 'Challenges to you' })).toContainText(ben.name);
  await expect(count(ann.page, 'challenges')).toHaveText('1 waiting for your answer');
  await ben.post(`${open}/withdraw`);
  await expect(stranger.getByRole('link', { name: ben.name })).toHaveCount(0);
});

test('a page that was offline catches up', async ({ game, complaints }) => {
  const { white, black, path } = await game();
  await black.page.context().setOffline(true);
  await act(path, white, 'move', { ply: '0', turn: 'e4@c6' });
  await expectRecord(white.page, ['e4@c6']);
  await expectRecord(black.page, []);
  await black.page.context().setOffline(false);
  await expectRecord(black.page, ['e4@c6']);
  const others = complaints.splice(0).filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
  expect(others).toEqual([]);
});

test('a tab that nobody looks at holds no stream, and catches up when somebody does', async ({ game }) => {
  const { white, black, path } = await game();
  const show = (state) => black.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state === 'hidden');
  await show('hidden');
  await act(path, white, 'move', { ply: '0', turn: 'e4@c6' });
  await expectRecord(white.page, ['e4@c6']);
  await expectRecord(black.page, []);
  await show('visible');
  await expectRecord(black.page, ['e4@c6']);
});

test('what was written to go with a turn is not sent alone unasked', async ({ game }) => {
  const { white, path } = await game('e4@c6 e6@e2');
  await message(white.page).fill('This pawn decides it');
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
  const meant = white.page.locator('#intended-action');
  await expect(meant).toHaveText('You wrote this to go with “Move”, which can no longer be done.');
  await expectAccessible(white.page);
  await send(white.page);
  await expect(meant).toHaveText('You wrote this to go with something else. Press Send again to send it as “Comment”.');
  await expect(message(white.page)).toHaveValue('This pawn decides it');
  await expect(record(white.page)).not.toContainText('This pawn decides it');
  await send(white.page);
  await expect(record(white.page)).toContainText('This pawn decides it');
  await expect(meant).toHaveCount(0);
});

test('what was written to go with a turn waits for the next one', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await message(white.page).fill('This pawn decides it');
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
  await expect(white.page.locator('#intended-action')).toBeVisible();
  await act(path, black, 'move', { ply: '3', turn: 'Nf6@e2' });
  await expect(turnField(white.page)).toBeEditable();
  await expect(white.page.locator('#intended-action')).toHaveCount(0);
  await expect(message(white.page)).toHaveValue('This pawn decides it');
  await turnField(white.page).fill('Nf3@e5');
  await send(white.page);
  await expect(record(black.page)).toContainText('on Nf3@e5');
  await expect(record(black.page)).toContainText('This pawn decides it');
});

test('ratings appear when a game has been counted', async ({ game, newVisitor }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  const stranger = await newVisitor();
  await opened(stranger, `/players/${black.name}`);
  await leaveMark(stranger);
  await act(path, white, 'resign', { ply: '2', confirm: 'yes' });
  for (const { page } of [white, black]) await expect(page.locator('.rating-change')).toHaveText([/162/, /162/]);
  await expect(stranger.locator('.rating-now')).toContainText('after 1 rated game');
  await expectSamePage(stranger);
});

test('what those who look on write appears for those who look on alone', async ({ player }) => {
  const [white, black, ann, ben] = [await player('white'), await player('black'), await player('ann'), await player('ben')];
  const path = await startGame(white, black, '', { public: 'yes' });
  for (const { page } of [white, ann]) await opened(page, path);
  await ann.page.getByLabel('Comment as a spectator').fill('I think');
  await ben.post(`${path}/kibitz`, { ply: '0', kibitz: 'What about the bishop?' });
  const kibitz = (page) => page.getByRole('region', { name: 'Kibitz' });
  await expect(kibitz(ann.page)).toContainText('What about the bishop?');
  await expect(ann.page.getByLabel('Comment as a spectator')).toHaveValue('I think');
  await act(path, white, 'move', { ply: '0', turn: 'e4@c6' });
  await expectRecord(white.page, ['e4@c6']);
  await expect(kibitz(white.page)).toHaveCount(0);
  await act(path, black, 'resign', { ply: '1', confirm: 'yes' });
  await expect(kibitz(white.page)).toContainText('What about the bishop?');
});

test('while the server does not answer the page says so, and keeps what is typed', async ({ game, complaints }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await opened(white.page, path);
  const offline = white.page.locator('#offline');
  await expect(offline).toHaveText('');
  await leaveMark(white.page);
  await message(white.page).fill('Are you there?');
  await white.page.context().setOffline(true);
  await expect(offline).toContainText('Mallard is not answering at the moment.', { timeout: 20_000 });
  await expectAccessible(white.page);
  await white.page.getByLabel('Action', { exact: true }).selectOption({ label: 'Comment' });
  await send(white.page);
  await expect(offline).toHaveText('Mallard is not answering, so nothing was sent. What you typed is still here.');
  await expect(message(white.page)).toHaveValue('Are you there?');
  await act(path, black, 'comment', { ply: '2', message: 'I am.' });

  await white.page.context().setOffline(false);
  await expect(record(white.page)).toContainText('I am.', { timeout: 20_000 });
  await expect(offline).toHaveText('');
  await expect(message(white.page)).toHaveValue('Are you there?');
  await expectSamePage(white.page);
  await send(white.page);
  await expect(record(white.page)).toContainText('Are you there?');
  const others = complaints.splice(0).filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
  expect(others).toEqual([]);
});

test('a turn that is sent at the moment the connection is gone is kept, and sent later', async ({ game, complaints }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await opened(white.page, path);
  await turnField(white.page).fill('d4@d6');
  await message(white.page).fill('From the train.');
  await white.page.context().setOffline(true);
  await white.page.locator('#send').click();
  await expect(white.page.locator('#offline')).toHaveText('Mallard is not answering, so nothing was sent. What you typed is still here.');
  await expect(turnField(white.page)).toHaveValue('d4@d6');
  await expect(message(white.page)).toHaveValue('From the train.');
  await white.page.context().setOffline(false);
  await expect(white.page.locator('#offline')).toHaveText('');
  await white.page.locator('#send').click();
  await expect(record(black.page)).toContainText('d4@d6');
  await expect(record(black.page)).toContainText('From the train.');
  const others = complaints.splice(0).filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
  expect(others).toEqual([]);
});

test('a stream alone that does not come through is no server that does not answer', async ({ game, complaints }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await white.page.route('**/live', (route) => route.abort());
  const asked = white.page.waitForResponse('**/healthz');
  await white.page.goto(path);
  await asked;
  await expect(white.page.locator('#offline')).toHaveText('');
  await turnField(white.page).fill('d4@d6');
  await send(white.page);
  await expectRecord(black.page, ['e4@c6', 'e6@e2', 'd4@d6']);
  const failed = complaints.splice(0).filter((complaint) => !complaint.includes('ERR_FAILED'));
  expect(failed).toEqual([]);
});
