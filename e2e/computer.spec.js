// A visitor plays the computer, without an account and with or without scripts. What the computer plays differs each time, so a turn is any
// that is legal: a pawn of the edge, which hardly anything keeps from going on.

import { boardStatus, clickSquare, send, turnField } from './board.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

/** Turns that are nearly always possible one after the other, and squares for the duck, of which one is free. */
const pawnMoves = ['a2a3', 'h2h3', 'b2b3', 'g2g3', 'c2c3'];
const ducks = ['a5', 'h5', 'b5', 'g5', 'd5', 'e5'];

/** Types turns until one is taken. */
async function makeAnyTurn(page) {
  for (const move of pawnMoves) {
    for (const duck of ducks) {
      await turnField(page).fill(`${move}@${duck}`);
      await send(page);
      await page.waitForLoadState();
      if (!(await page.getByRole('alert').count())) return;
    }
  }
  throw new Error('no turn was taken');
}

test('a visitor presses the button and plays three turns without scripts', async ({ newVisitor }) => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer now' }).click();
  await expect(page).toHaveURL(/\/games\//);
  await expect(page.getByRole('main')).toContainText('Duckling-computer');
  for (let round = 1; round <= 3; round += 1) {
    await makeAnyTurn(page);
    await expect(async () => {
      await page.reload();
      await expect(turnField(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
  }
});

test('the answer of the computer appears by itself', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer now' }).click();
  await expect(page).toHaveURL(/\/games\//);
  // Before, the board hears no clicks.
  await page.waitForLoadState();
  await clickSquare(page, 'e2');
  await clickSquare(page, 'e4');
  await clickSquare(page, 'e5');
  await send(page);
  await expect(boardStatus(page)).toHaveText('Your turn. Move a piece, then the duck.');
});

atWidths(() => {
  test('a new player begins the welcome game, and finds it on the home page', async ({ player }) => {
    const { page } = await player('ana');
    const card = page.getByRole('region', { name: 'Your welcome game' });
    await page.goto('/');
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Begin the game' }).click();
    await expect(page).toHaveURL(/\/games\//);
    const game = new URL(page.url()).pathname;
    await page.goto('/');
    await expect(card.getByRole('link')).toHaveAttribute('href', game);
    await expect(card).toContainText('Your turn');
    await expectAccessible(page);
  });

  test('the opponent, the game and the seat are chosen, and the computer moves first', async ({ page }) => {
    await page.goto('/play');
    await expect(page.getByRole('radio', { name: /^Beginner/ })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('radio', { name: /^Strong/ }).check();
    await page.getByRole('radio', { name: /^Three-Check/ }).check();
    await page.getByRole('radio', { name: 'You move second' }).check();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByRole('main')).toContainText('Pintail-computer');
    await expect(turnField(page)).toBeVisible();
  });
});
