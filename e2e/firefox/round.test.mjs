// The round board in Firefox: a piece is picked, goes, and the board is turned under the hand.

import { test } from 'node:test';
import { clickSquares, dragSquare, game, press, see, seeAddress, seePiece, seeTurns, seeTurnTyped, send } from './firefox.mjs';

test('a turn of Duchess is made by clicks and by dragging, on a board that turns', async () => {
  const { white: red, black: green } = await game('', { variant: 'duchess-2' });
  const { page } = red;
  await clickSquares(page, '1b2');
  await see(page, '#board-status', 'Knight on 1b2: choose where it goes.');
  await see(page, '#board .hint-move[data-square="1c4"]');
  await clickSquares(page, '1c4');
  await seeTurnTyped(page, 'N1b2-1c4');
  await seePiece(page, '1c4', 'red wN');
  await page.keyboard.press('Escape');
  await seeTurnTyped(page, '');
  await page.keyboard.press('Escape');

  await press(page, 'link', 'Turn the board');
  await see(page, '#board[data-orientation="green"]');
  await seeAddress(page, '?side=green');
  await dragSquare(page, '1c3', '1c4');
  await seePiece(page, '1c4', 'red wP');
  await seeTurnTyped(page, '1c3-1c4');
  await send(page);
  await seeTurns(page, ['1c3-1c4']);

  await seePiece(green.page, '1c4', 'red wP');
  await see(green.page, '#board-status', 'Your turn: Green');
  await clickSquares(green.page, '4c3', '4c4');
  await seeTurnTyped(green.page, '4c3-4c4');
  await send(green.page);
  await seeTurns(page, ['1c3-1c4', '4c3-4c4']);
  await see(page, '#board[data-orientation="green"]');
  await seePiece(page, '4c4', 'green bP');
});
