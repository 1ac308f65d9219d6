// The explorer, as a visitor uses it: on its page and on the analysis board.

import { act, startGame } from './players.js';
import { atWidths, expect, expectAccessible, showAs, test } from './site.js';

const WAY = 'Na3@h5 Na6@h4 Nb1@h5';

/** A game that White has lost, once the explorer knows it: games are taken in some seconds after their end. */
async function explored(player, page) {
  const [white, black] = [await player('white'), await player('black')];
  const game = await startGame(white, black, WAY, { rated: 'no' });
  await act(game, white, 'resign', { ply: '3', confirm: 'yes' });
  await expect(async () => {
    await page.goto(`/explorer?player=${white.name}`);
    await expect(page.getByRole('row', { name: /Na3@h5/ })).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 30_000 });
  return { white, black, game };
}

atWidths(() => {
  test('a visitor walks from the start to a game', async ({ page, player }) => {
    const { white, black, game } = await explored(player, page);
    for (const turn of WAY.split(' ')) await page.getByRole('link', { name: turn, exact: true }).click();
    await expect(page.getByText('One game ended here.')).toBeVisible();
    for (const scheme of ['light', 'dark']) {
      await showAs(page, { scheme });
      await expectAccessible(page);
    }
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('row', { name: 'Nb1@h5 1 0 0 1' })).toBeVisible();
    await page.getByRole('link', { name: 'All games with this position' }).click();
    await expect(page.getByRole('row', { name: `${white.name} against ${black.name}` })).toBeVisible();
    await page.locator(`main a[href="${game}"]`).click();
    await expect(page).toHaveURL(game);
  });
});

test('on a phone the board stays in view while turns are chosen below it', async ({ page, player }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explored(player, page);
  await page.goto('/analysis?variant=duck');
  await page.getByRole('button', { name: 'Open the explorer' }).click();
  const heading = page.getByRole('heading', { name: 'Explorer', exact: true });
  await expect(heading).toBeInViewport();
  await page.getByText('Which games').scrollIntoViewIfNeeded();
  await expect(page.locator('#board')).toBeInViewport({ ratio: 0.95 });
  // The heading is not below it, where it could not be read.
  await heading.evaluate(each => each.scrollIntoView());
  const [board, head] = [await page.locator('#board').boundingBox(), await heading.boundingBox()];
  expect(head.y).toBeGreaterThanOrEqual(board.y + board.height - 1);
  // On a larger screen it is no larger than leaves room, stays square and in the middle.
  await page.setViewportSize({ width: 820, height: 1180 });
  const wide = await page.locator('#board').boundingBox();
  expect(wide.height).toBeLessThanOrEqual(0.6 * 1180 + 1);
  expect(Math.abs(wide.width - wide.height)).toBeLessThan(2);
  expect(Math.abs(wide.x - (820 - wide.x - wide.width))).toBeLessThan(20);
  // Opened anew, it begins below the board, although it is longer than the room there.
  await page.setViewportSize({ width: 700, height: 720 });
  await page.goto('/watch');
  await page.goto('/analysis?variant=duck');
  await page.getByRole('button', { name: 'Open the explorer' }).click();
  await expect(heading).toBeFocused();
  const [boardBefore, headBehind] = [await page.locator('#board').boundingBox(), await heading.boundingBox()];
  expect(headBehind.y).toBeGreaterThanOrEqual(boardBefore.y + boardBefore.height - 1);
});

test('the analysis board plays a turn of the explorer, for whom it is asked', async ({ page, player }) => {
  const { white, black } = await explored(player, page);
  await page.goto('/analysis?variant=duck');
  await page.getByRole('button', { name: 'Open the explorer' }).click();
  await page.getByText('Which games').click();
  await page.getByLabel('Player', { exact: true }).fill(white.name);
  await page.getByLabel('Seat of the player').selectOption('Moves first');
  await page.getByRole('button', { name: 'Show these games' }).click();
  await page.getByRole('button', { name: 'Na3@h5', exact: true }).click();
  await expect(page.locator('#tree [aria-current="step"]')).toHaveText('1. Na3@h5');
  await expect(page.getByRole('row', { name: /Na6@h4/ })).toBeVisible();
  await page.getByLabel('Player', { exact: true }).fill(black.name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No finished game here of those you asked for')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Open the explorer' })).toBeVisible();
});

test('by keyboard the explorer is opened, a move with several duck squares in it, and a turn played', async ({ page, player }) => {
  const { white, black } = await explored(player, page);
  const other = await startGame(white, black, 'Na3@h6', { rated: 'no' });
  await act(other, white, 'resign', { ply: '1', confirm: 'yes' });
  const move = page.getByRole('checkbox', { name: /Na3/ });
  await expect(async () => {
    await page.goto(`/explorer?player=${white.name}`);
    await expect(move).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 30_000 });
  const opensAndCloses = async turn => {
    await expect(turn).toBeVisible();
    await move.focus();
    await page.keyboard.press('Enter');
    await expect(turn).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(turn).toBeVisible();
    await expect(move).toBeFocused();
  };
  await opensAndCloses(page.getByRole('link', { name: 'Na3@h6', exact: true }));

  await page.goto('/analysis?variant=duck');
  const open = page.getByRole('button', { name: 'Open the explorer' });
  await open.focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Explorer', exact: true });
  await expect(heading).toBeFocused();
  await page.getByText('Which games').click();
  await page.getByLabel('Player', { exact: true }).fill(white.name);
  await page.keyboard.press('Enter');
  // Others may have played the same: the games of the player have come when the table is theirs.
  await expect(page.locator('table.explorer')).toHaveAttribute('data-key', new RegExp(white.name));
  // In the form of the board Enter would be a step.
  const turn = page.getByRole('button', { name: 'Na3@h6', exact: true });
  await opensAndCloses(turn);
  await turn.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#tree [aria-current="step"]')).toHaveText('1. Na3@h6');
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Close', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(open).toBeFocused();
});

test('the explorer is used by keyboard alone, without scripts', async ({ newVisitor, player }) => {
  const page = await newVisitor({ javaScriptEnabled: false });
  const { white } = await explored(player, page);
  await page.goto('/games');
  await page.getByRole('main').getByRole('link', { name: 'Explorer', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Which games').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Player', { exact: true }).focus();
  await page.keyboard.type(white.name);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Na3@h5', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Na6@h4/ })).toBeVisible();
  await page.goto(`/explorer?player=nobody-at-all&turns=Na3@h5`);
  await expect(page.getByRole('alert')).toContainText('There is no player “nobody-at-all”.');
  await expect(page.getByLabel('Player', { exact: true })).toHaveValue('nobody-at-all');
});
