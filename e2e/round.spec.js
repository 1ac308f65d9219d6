// The round board of Duchess under the hands of its players: mouse, keys and text, on wide screens and on phones.

import { expect, expectAccessible, showAs, test } from './site.js';
import { act, startGame } from './players.js';

const square = (page, name) => page.locator(`.round-square[data-square="${name}"]`);
const piece = (page, name) => page.locator(`.piece[data-square="${name}"]`);
const status = page => page.locator('#board-status');

/** The middle of a square on the screen. */
async function middle(page, name) {
  const box = await square(page, name).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function twoPlayers(player) {
  const [red, green] = [await player('red'), await player('green')];
  return { red, green, path: await startGame(red, green, '', { variant: 'duchess-2' }) };
}

for (const width of [390, 1440]) {
  test(`turns are made by clicks, by dragging and by keys at ${width} pixels`, async ({ player }) => {
    const { red, green, path } = await twoPlayers(player);
    await showAs(red.page, { width, scheme: 'light' });
    await showAs(green.page, { width, scheme: 'dark' });

    await red.page.goto(path);
    await piece(red.page, '1c3').click();
    await expect(status(red.page)).toHaveText('Pawn on 1c3: choose where it goes.');
    await expect(red.page.locator('.hint-move[data-square="1c4"]')).toBeVisible();
    await square(red.page, '1c4').click();
    await expect(status(red.page)).toHaveText('Pawn 1c3 to 1c4. Continue sends it.');
    await expectAccessible(red.page);
    await red.page.getByRole('button', { name: 'Continue' }).click();
    await expect(red.page.getByRole('link', { name: '1c3-1c4' })).toBeVisible();

    await green.page.goto(path);
    await expect(green.page.locator('#board')).toHaveAttribute('data-orientation', 'green');
    const [from, to] = [await middle(green.page, '4c3'), await middle(green.page, '4c4')];
    await green.page.mouse.move(from.x, from.y);
    await green.page.mouse.down();
    await green.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await green.page.mouse.move(to.x, to.y, { steps: 4 });
    await green.page.mouse.up();
    await expect(green.page.getByLabel('Your turn', { exact: true })).toHaveValue('4c3-4c4');
    await green.page.getByRole('button', { name: 'Continue' }).click();
    await expect(green.page.getByRole('link', { name: '4c3-4c4' })).toBeVisible();

    await red.page.goto(path);
    const board = red.page.getByRole('application');
    await board.focus();
    await red.page.keyboard.press('ArrowUp');
    await red.page.keyboard.press('Enter');
    await expect(status(red.page)).toHaveText('Queen on 1c2: choose where it goes.');
    await red.page.keyboard.press('ArrowUp');
    await red.page.keyboard.press('Enter');
    await expect(status(red.page)).toHaveText('Queen 1c2 to 1c3. Continue sends it.');
    await red.page.keyboard.press('Escape');
    await expect(status(red.page)).toHaveText('Queen on 1c2: choose where it goes.');
    await red.page.keyboard.press('Enter');
    await red.page.getByRole('button', { name: 'Continue' }).click();
    await expect(red.page.getByRole('link', { name: 'Q1c2-1c3' })).toBeVisible();
  });
}

test('a square that is refused says why', async ({ player }) => {
  const { red, path } = await twoPlayers(player);
  const { page } = red;
  await page.goto(path);
  await piece(page, '4c3').click();
  await expect(status(page)).toHaveText('The pawn on 4c3 is green’s, and red is to move.');
  await piece(page, '1c1').click();
  await expect(status(page)).toHaveText('The king on 1c1 cannot move.');
  await piece(page, '1c3').click();
  await square(page, '1c6').click();
  await expect(status(page)).toContainText('does not move from 1c3 to 1c6');
});

test('a typed turn is shown on the board, and the board is turned by its link', async ({ player }) => {
  const { red, green, path } = await twoPlayers(player);
  const { page } = red;
  await page.goto(path);
  await page.getByLabel('Your turn', { exact: true }).fill('n1b2 1c4');
  await expect(status(page)).toHaveText('Knight 1b2 to 1c4. Continue sends it.');
  await expect(piece(page, '1c4')).toHaveAttribute('data-piece', 'red wN');
  await act(path, red, 'move', { ply: '0', turn: 'N1b2-1c4' });
  await green.page.goto(path);
  await green.page.locator('#flip').click();
  await expect(green.page.locator('#board')).toHaveAttribute('data-orientation', 'red');
});
