// Duck Chess by hand in Firefox: a whole game that both players hear live, the steps by keys, and conditional turns.

import { test } from 'node:test';
import {
  clickSquares, dragSquare, game, press, see, seeAddress, seeNo, seePiece, seeTurns, seeTurnTyped, send,
} from './firefox.mjs';

test('a whole game is played by hand, and each page hears the other’s turns', async () => {
  const { white, black } = await game();
  const turns = [];
  /** Sent by one, and on the other's board without a reload. */
  const sent = async (turn, mover, other, square, piece) => {
    await seeTurnTyped(mover.page, turn);
    await send(mover.page);
    turns.push(turn);
    for (const { page } of [mover, other]) {
      await seeTurns(page, turns);
      await seePiece(page, square, piece);
    }
  };

  await dragSquare(white.page, 'e2', 'e4');
  await see(white.page, '#board-status', 'duck');
  await clickSquares(white.page, 'a6');
  await seePiece(white.page, 'a6', 'duck');
  await sent('e4@a6', white, black, 'e4', 'wP');

  await see(black.page, '#board-status', 'Your turn');
  await clickSquares(black.page, 'f7', 'f5', 'h3');
  await sent('f5@h3', black, white, 'f5', 'bP');

  await dragSquare(white.page, 'd1', 'h5');
  await clickSquares(white.page, 'a6');
  await sent('Qh5@a6', white, black, 'h5', 'wQ');

  // Not seeing what comes.
  await dragSquare(black.page, 'b8', 'c6');
  await clickSquares(black.page, 'h3');
  await sent('Nc6@h3', black, white, 'c6', 'bN');

  await dragSquare(white.page, 'h5', 'e8');
  await sent('Qxe8', white, black, 'e8', 'wQ');
  for (const { page } of [white, black]) await see(page, '.outcome', 'White wins');
  for (const { page } of [white, black]) await seeNo(page, '#turn');
});

test('the game is stepped through by keys, and what was begun is there again', async () => {
  const { white: { page }, path } = await game('e4@c6 e6@e2 d4@d6 Nf6@e2');
  await clickSquares(page, 'b1', 'c3');
  await seeTurnTyped(page, 'Nc3@');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('ArrowLeft');
  await seeAddress(page, `${path}?ply=3`);
  await seePiece(page, 'd6', 'duck');
  await see(page, '.turn[aria-current]', 'd4@d6');
  await page.keyboard.press('p');
  await seeAddress(page, `${path}?ply=2`);
  await seePiece(page, 'e2', 'duck');
  await page.keyboard.press('f');
  await see(page, '#board[data-orientation="black"]');
  await page.keyboard.press('f');
  await see(page, '#board[data-orientation="white"]');
  await page.keyboard.press('l');
  await seePiece(page, 'c3', 'wN');
  await seeTurnTyped(page, 'Nc3@');
  await clickSquares(page, 'e5');
  await seeTurnTyped(page, 'Nc3@e5');
});

test('conditional turns are made on the board, saved, and played at once', async () => {
  const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
  const { page } = white;
  await press(page, 'link', 'Conditional turns');
  await see(page, '.conditionals');
  await clickSquares(page, 'g8', 'f6', 'e2');
  await see(page, 'main', '… then I reply to Nf6@e2');
  await seePiece(page, 'f6', 'bN');
  await clickSquares(page, 'b1', 'c3', 'e7');
  await see(page, '.node[aria-current="step"]', 'then 3. Nc3@e7');
  await press(page, 'button', 'Save');
  await see(page, '.planned-tree', 'if 2... Nf6@e2 then 3. Nc3@e7');

  await clickSquares(black.page, 'g8', 'f6', 'e2');
  await send(black.page);
  for (const each of [white, black]) {
    await seePiece(each.page, 'c3', 'wN');
    await seePiece(each.page, 'e7', 'duck');
  }
  await see(black.page, '#board-status', 'Your turn');
});
