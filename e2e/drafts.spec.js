// What has been begun on a game's page and is not sent stays, whatever else its player does meanwhile.

import { boardStatus, clickSquare, expectPiece, record, turnField } from './board.js';
import { act, startGame } from './players.js';
import { expect, test } from './site.js';

const openTab = (page, name) => page.getByRole('navigation', { name: 'About the game' }).getByRole('link', { name, exact: true }).click();

test('a turn in the making outlives a look back, tags and the answer to an offer', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  const { page } = white;
  await act(path, black, 'offer-draw', { ply: '2' });
  await expect(page.locator('#offer')).toContainText(`${black.name} offers a draw.`);
  await clickSquare(page, 'd2');
  await clickSquare(page, 'd4');
  await page.getByLabel('Message').fill('Look out');
  await page.getByText('Conditional turns after this turn').click();
  await page.getByLabel('Conditional turns after this turn').fill('Nf6@e3 resign');

  await record(page).getByRole('link', { name: 'e4@c6' }).click();
  await expectPiece(page, 'c6', 'duck');
  await page.getByRole('link', { name: 'Back to the latest position' }).click();
  const expectAll = async (message) => {
    await expect(turnField(page)).toHaveValue('d4@');
    await expect(page.getByLabel('Message')).toHaveValue(message);
    await expect(page.getByLabel('Conditional turns after this turn')).toHaveValue('Nf6@e3 resign');
    await expectPiece(page, 'd4', 'wP');
  };
  await expectAll('Look out');

  await openTab(page, 'Tags');
  await page.getByLabel('Tags, separated by commas').fill('to show');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await expect(page.getByRole('link', { name: 'to show', exact: true })).toBeVisible();
  await expectAll('Look out');

  await openTab(page, 'Record');
  await expect(record(page)).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(record(page)).toContainText('declined the draw');
  await expect(record(page)).toContainText('Look out');
  await expectAll('');

  await clickSquare(page, 'd6');
  await page.getByRole('button', { name: /^Send( turn)?$/ }).click();
  await expect(record(page).locator('.turn').nth(2)).toHaveText('d4@d6');
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('what was begun is not sent to another position at the first press', async ({ game }) => {
  const { white, black, path } = await game('e4@c6');
  const { page } = black;
  await turnField(page).fill('e6@e2');
  await page.goto('/lobby');
  await act(path, black, 'move', { ply: '1', turn: 'Nf6@e2' });
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
  await page.goto(path);
  await expect(turnField(page)).toHaveValue('e6@e2');
  await expect(boardStatus(page)).toHaveText('The game has moved on. What you had begun is still in the field.');
  await page.getByRole('button', { name: /^Send( turn)?$/ }).click();
  await expect(boardStatus(page)).toHaveText('The game has moved on since you began this. Press Send turn again to send it.');
});

test('what is typed beside the action bar is there when that was sent', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  const { page } = white;
  await openTab(page, 'Tags');
  const tags = page.getByLabel('Tags, separated by commas');
  await tags.fill('to show, half a');
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Comment' });
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: /^Send( turn)?$/ }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expect(tags).toHaveValue('to show, half a');

  // Under another tab meanwhile, and off the page.
  await openTab(page, 'Record');
  await expect(record(page)).toContainText('Hello');
  await page.goto('/lobby');
  await page.goto(path);
  await openTab(page, 'Tags');
  await expect(tags).toHaveValue('to show, half a');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await expect(page.getByRole('link', { name: 'half a', exact: true })).toBeVisible();
  await tags.fill('to show');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await expect(page.getByRole('link', { name: 'half a', exact: true })).toHaveCount(0);
  await expect(tags).toHaveValue('to show');

  await black.page.goto(`${path}?tab=tags`);
  await expect(black.page.getByLabel('Tags, separated by commas')).toHaveValue('');
});

test('what is begun below a game that is over outlives a word in the action bar', async ({ player }) => {
  const [white, black] = [await player('white'), await player('black')];
  const path = await startGame(white, black, 'e4@c6 e6@e2', { public: 'yes' });
  await act(path, black, 'resign', { ply: '2', confirm: 'yes' });
  const { page } = white;
  await page.goto(path);
  await page.getByLabel('Write to the spectators').fill('Both of us forgot');
  await page.getByLabel('Message').fill('Thank you');
  await page.getByRole('button', { name: /^Send( turn)?$/ }).click();
  await expect(record(page)).toContainText('Thank you');
  await expect(page.getByLabel('Write to the spectators')).toHaveValue('Both of us forgot');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(page.locator('#kibitz')).toContainText('Both of us forgot');
  await expect(page.getByLabel('Write to the spectators')).toHaveValue('');
});
