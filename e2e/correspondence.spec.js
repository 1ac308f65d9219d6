// What lies between the turns: conditional turns made on a board, leave, and a rematch.

import { clickSquare, expectPiece, record } from './board.js';
import { expect, expectAccessible, test } from './site.js';

const save = (page) => page.getByRole('button', { name: 'Save' });

test('replies are made on the board, saved, and played at once', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await page.getByRole('link', { name: 'Conditional turns' }).click();
  await clickSquare(page, 'g8');
  await clickSquare(page, 'f6');
  await clickSquare(page, 'e2');
  await expect(page.getByText('… then I reply')).toBeVisible();
  await expectPiece(page, 'f6', 'bN');
  await clickSquare(page, 'b1');
  await clickSquare(page, 'c3');
  await clickSquare(page, 'e7');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByText('… then I reply')).toBeVisible();
  await page.goForward();
  await save(page).click();
  await expect(page.getByRole('link', { name: 'Conditional turns (1)' })).toBeVisible();

  await black.post(`${path}/actions`, { action: 'move', ply: '3', turn: 'Nf6@e2' });
  await expect(record(page).locator('.turn').nth(4)).toContainText('Nc3@e7');
  await expectPiece(page, 'c3', 'wN');
});

test('a piece move is answered wherever the duck goes', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await page.goto(`${path}/conditionals`);
  await clickSquare(page, 'a7');
  await clickSquare(page, 'a6');
  await page.getByRole('button', { name: 'Add, wherever the duck goes' }).click();
  await expect(page.getByRole('link', { name: 'a6@*' })).toBeVisible();
  await page.getByLabel('My reply').fill('e5@e7');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await save(page).click();
  await black.post(`${path}/actions`, { action: 'move', ply: '3', turn: 'a6@h4' });
  await expect(record(page).locator('.turn').nth(4)).toContainText('e5@e7');
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
  await page.getByRole('button', { name: 'Resign then' }).click();
  await save(page).click();
  await page.goto(`${path}/conditionals`);
  await expect(page.getByRole('listitem').filter({ hasText: 'If Nf6@e2 then resign' })).toBeVisible();
  await page.getByRole('link', { name: 'Remove the reply to Nf6@e2' }).click();
  await save(page).click();
  await expect(page.getByRole('link', { name: 'Conditional turns', exact: true })).toBeVisible();
});

test('leave is considered, taken and seen by the opponent', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await white.page.goto('/leave');
  await white.page.getByLabel('Days', { exact: true }).fill('5');
  await white.page.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(white.page.getByText('Nothing has been taken yet.')).toBeVisible();
  await white.page.getByRole('button', { name: 'Take leave' }).click();
  await expect(white.page.getByText('You are on leave since')).toBeVisible();
  await expectAccessible(white.page);
  await black.page.goto(path);
  await expect(black.page.locator('.player-opponent')).toContainText('on leave until');
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
