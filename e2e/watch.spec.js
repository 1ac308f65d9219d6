// What is being played, as a visitor watches it.

import { act, startGame } from './players.js';
import { atWidths, expect, test } from './site.js';

/** Opens the page until a game is on it: it is taken in some seconds after it has begun, and the fastest are looked for twice a minute. */
async function untilShown(page, game) {
  await expect(async () => {
    await page.goto('/watch?order=pace');
    await expect(page.locator(`main a[href="${game}"]`)).toHaveCount(1, { timeout: 100 });
  }).toPass({ timeout: 90_000 });
}

/** More turns than other scenes make in a game, so that it is among the first of the fastest. */
const LONG = Array.from({ length: 48 }, (_, ply) => `${['Nf3', 'Nf6', 'Ng1', 'Ng8'][ply % 4]}@${'abcdefgh'[ply % 8]}${4 + (ply % 2)}`).join(' ');

atWidths(() => {
  test('a visitor sees a turn on a small board when it is made, and opens the game', async ({ newVisitor, player }) => {
    const [white, black] = [await player('white'), await player('black')];
    const game = await startGame(white, black, LONG, { rated: 'no' });
    const visitor = await newVisitor();
    await untilShown(visitor, game);
    const card = visitor.locator(`a[href="${game}"]`);
    await expect(card).toContainText(`${white.name} is to move`);
    await act(game, white, 'move', { ply: 48, turn: 'e4@c6' });
    await expect(card).toContainText(`${black.name} is to move`);
    await card.click();
    await expect(visitor).toHaveURL(game);
  });
});

test('players are found by keyboard, without scripts', async ({ newVisitor, player }) => {
  const { name } = await player('mallard');
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto('/watch');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Players' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').focus();
  await page.keyboard.type(name.slice(0, -1));
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
