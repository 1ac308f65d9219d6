// Making a turn: by keyboard, by touch, by mouse and by text, and what happens when it cannot be made.

import {
  boardStatus, clickSquare, deafen, doubleClickSquare, dragSquare, expectPiece, expectRecord, expectTurns, holdAnswer, pieceOn, send,
  tapSquare, turnField,
} from './board.js';
import { act } from './players.js';
import { picture } from './pointer.js';
import { atWidths, expect, test } from './site.js';

test('by the keyboard alone', async ({ game }) => {
  const { white, black } = await game();
  const { page } = white;
  const board = page.getByRole('application', { name: /^Board\./ });
  const voice = page.locator('#board + [aria-live]');

  await page.locator('body').press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, board);
  await expect(voice).toHaveText('e1, white king');
  await expect(page.locator('.board-cursor')).toBeVisible();

  await page.keyboard.press('ArrowUp');
  await expect(voice).toHaveText('e2, white pawn');
  await page.keyboard.press('Enter');
  await expect(boardStatus(page)).toHaveText('Pawn on e2: choose where it goes.');
  await page.keyboard.press('Escape');
  await expect(boardStatus(page)).toHaveText('Your turn. Move a piece, then the duck.');

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(voice).toHaveText('e3, empty, can go there');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(boardStatus(page)).toHaveText('Pawn e2 to e4. Now choose a square for the duck.');
  await page.keyboard.press('ArrowLeft');
  await expect(voice).toHaveText('d4, empty');
  await page.keyboard.press('Enter');
  await expect(turnField(page)).toHaveValue('e4@d4');
  await expect(boardStatus(page)).toHaveText('Pawn e2 to e4, duck to d4. Now send the turn.');

  await tabTo(page, turnField(page));
  await page.keyboard.press('Enter');
  await expectRecord(page, ['e4@d4']);
  await black.page.reload();
  await expectRecord(black.page, ['e4@d4']);
});

test('from the board to the button that sends the turn, and past the question whether it is meant, it is a few keys', async ({ game }) => {
  const { white } = await game();
  const { page } = white;
  await white.post('/settings', { confirm_turns: 'yes' });
  await turnField(page).fill('e4@e5');
  await expectPiece(page, 'e5', 'duck');
  await page.locator('#board').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the Send button' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Send turn' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Send 1. e4@e5?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectRecord(page, ['e4@e5']);
});

test('after something was sent the keyboard goes on at the action bar, not at the top of the page', async ({ game }) => {
  const { white } = await game('e4@c6 e6@e2');
  const { page } = white;
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Resign' });
  await send(page);
  await page.getByRole('button', { name: 'No, play on' }).press('Enter');
  await expect(turnField(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(turnField(page)).toBeFocused();
  await turnField(page).fill('d4@d6');
  await page.keyboard.press('Enter');
  await expectRecord(page, ['e4@c6', 'e6@e2', 'd4@d6']);
  await expect(boardStatus(page)).toBeFocused();
  await expect(boardStatus(page)).toHaveText(/^Waiting for /);
  // Who comes anew begins at the top.
  await page.reload();
  await expect(page.locator('#board-status:focus')).toHaveCount(0);
});

test('a question that is asked has the focus', async ({ game }) => {
  const { white } = await game('e4@c6 e6@e2');
  const { page } = white;
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Resign' });
  await send(page);
  await expect(page.getByRole('alert')).toBeFocused();
});

test('Enter waits until the server has read what was typed', async ({ game }) => {
  const { white } = await game();
  const { page } = white;
  const sent = [];
  page.on('request', (request) => { if (request.method() === 'POST') sent.push(request.url()); });
  const half = await holdAnswer(page, /\/rules\/turn/);
  await turnField(page).fill('Nf3');
  await page.keyboard.press('Enter');
  await half.asked;
  await page.keyboard.press('Enter');
  await half.release();
  await expect(boardStatus(page)).toHaveText('Not sent yet: the duck needs a square too. Choose one on the board, or type it after the @.');
  expect(sent).toEqual([]);

  const whole = await holdAnswer(page, /\/rules\/turn/);
  await turnField(page).fill('g1f3@e5');
  await page.keyboard.press('Enter');
  await whole.asked;
  await whole.release();
  await expectRecord(page, ['Nf3@e5']);
  expect(sent).toHaveLength(1);
});

test('a square that is refused does not keep the board from what was typed', async ({ game }) => {
  const { white: { page } } = await game();
  const reading = await holdAnswer(page, /\/rules\/turn/);
  await turnField(page).fill('e4@e5');
  await reading.asked;
  await clickSquare(page, 'a4');
  await expect(boardStatus(page)).toHaveText('There is no piece on a4. Choose one of your pieces.');
  await reading.release();
  await expectPiece(page, 'e4', 'wP');
  await expectPiece(page, 'e5', 'duck');
  await expect(turnField(page)).toHaveValue('e4@e5');
});

test('the board does not change under a pointer that is down', async ({ game }) => {
  const { white: { page } } = await game();
  const reading = await holdAnswer(page, /\/rules\/turn/);
  await turnField(page).fill('e4@e5');
  await reading.asked;
  await picture(page).hover({ position: { x: 5, y: 5 } });
  await page.mouse.down();
  await reading.release();
  await expectPiece(page, 'e2', 'wP');
  await page.mouse.up();
  await expectPiece(page, 'e4', 'wP');
  await expectPiece(page, 'e5', 'duck');
});

test('the keyboard goes through the page in the order in which it is read', async ({ game }) => {
  const { white } = await game('e4@c6 e6@e2');
  const { page } = white;
  await page.goto(page.url());
  const names = [];
  for (let n = 0; n < 41; n += 1) {
    await page.keyboard.press('Tab');
    const at = page.locator(':focus');
    const { name, visible } = await at.evaluate((each) => ({
      name: each.ariaLabel || each.labels?.[0]?.textContent || each.textContent,
      visible: getComputedStyle(each).outlineStyle !== 'none',
    }));
    expect(visible, `focus is seen on ${name}`).toBe(true);
    names.push(name.trim().replace(/\s+/g, ' ').slice(0, 24));
  }
  const expected = [
    'Skip to the content', 'Mallard, home', 'My games', 'Lobby', 'Watch', 'Games', 'Puzzles', 'Challenge', white.name, 'black-', 'Board.',
    'Skip to the Send button', 'Settings of the board', 'Start', 'Back', 'Flip', 'Animate', 'Keys', 'white-',
    'Your turn', 'Action', 'Message', 'Offer a draw', 'Conditional turns after', 'Send turn', 'Next game', 'writing a turn', 'clocks', 'conditional turns',
    'Record', 'Turns', 'Material', 'Tags', 'Rules', 'Explorer', 'Share', 'Help', 'Analysis', 'Record of the game', 'e4@c6', 'e6@e2',
  ];
  expect(names).toEqual(expected.map((start) => expect.stringMatching(`^${start}`)));
});

atWidths(() => {
  test('by touch: three taps, and no stray one sends anything', async ({ game, viewport }) => {
    const { white } = await game('', { hasTouch: true, isMobile: viewport.width < 600 });
    const { page } = white;
    const sent = [];
    page.on('request', (request) => { if (request.method() === 'POST') sent.push(request.url()); });

    const button = page.getByRole('button', { name: 'Send turn' });
    const before = await button.boundingBox();
    for (const square of ['e5', 'e8', 'a1']) await tapSquare(page, square);
    await expect(boardStatus(page)).toHaveText('The rook on a1 cannot move: your own pieces are in its way.');
    await expect(turnField(page)).toHaveValue('');

    await tapSquare(page, 'g1');
    await expect(boardStatus(page)).toHaveText('Knight on g1: choose where it goes.');
    await tapSquare(page, 'f3');
    await expect(turnField(page)).toHaveValue('Nf3@');
    await tapSquare(page, 'e5');
    await expectPiece(page, 'e5', 'duck');
    await expect(turnField(page)).toHaveValue('Nf3@e5');
    await tapSquare(page, 'a8');
    await expect(turnField(page)).toHaveValue('Nf3@e5');
    expect(sent).toEqual([]);

    // Nothing has moved away from under the thumb.
    expect(await button.boundingBox()).toEqual(before);
    await button.tap();
    await expectRecord(page, ['Nf3@e5']);
    expect(sent).toHaveLength(1);
  });
});

test('what a thumb has to hit is large enough', async ({ game }) => {
  const { white } = await game('e4@c6', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const { page } = white;
  const small = await page.evaluate(() => {
    const targets = document.querySelectorAll('a, button, summary, select, textarea, input:not([type=hidden], [type=checkbox]), label.choice');
    const seen = [...targets].filter((each) => each.checkVisibility() && !each.matches('.skip'));
    return seen.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML.slice(0, 90));
  });
  expect(small).toEqual([]);
});

atWidths(() => {
  test('a half-made turn can be taken back before it is sent', async ({ game }) => {
    const { white } = await game();
    const { page } = white;
    const back = page.getByRole('button', { name: 'Take back' });
    await expect(back).toBeHidden();

    await clickSquare(page, 'e2');
    await clickSquare(page, 'e4');
    await expectPiece(page, 'e4', 'wP');
    await back.click();
    await expectPiece(page, 'e2', 'wP');
    await expect(turnField(page)).toHaveValue('');
    await expect(back).toBeHidden();

    await turnField(page).fill('d4@e5');
    await expectPiece(page, 'd4', 'wP');
    await page.keyboard.press('Escape');
    await expectPiece(page, 'd4', 'wP');
    await expect(turnField(page)).toHaveValue('d4@');
    await page.keyboard.press('Escape');
    await expectPiece(page, 'd2', 'wP');
    await expect(turnField(page)).toHaveValue('');
    await expect(pieceOn(page, 'e5')).toHaveCount(0);

    // A duck that was put down can be put elsewhere, and a piece moved with it unsent can move elsewhere.
    for (const square of ['b1', 'c3', 'c6', 'd5']) await clickSquare(page, square);
    await expect(turnField(page)).toHaveValue('Nc3@d5');
    await clickSquare(page, 'c3');
    await clickSquare(page, 'a3');
    await expect(turnField(page)).toHaveValue('Na3@');
  });

  test('who double-clicks by habit makes the same turn', async ({ game }) => {
    const { white } = await game();
    const { page } = white;
    await doubleClickSquare(page, 'g1');
    await expect(boardStatus(page)).toHaveText('Knight on g1: choose where it goes.');
    await doubleClickSquare(page, 'f3');
    await expectPiece(page, 'f3', 'wN');
    await expect(turnField(page)).toHaveValue('Nf3@');
    await doubleClickSquare(page, 'e5');
    await expectPiece(page, 'e5', 'duck');
    await expect(turnField(page)).toHaveValue('Nf3@e5');
    await expect(boardStatus(page)).toHaveText('Knight g1 to f3, duck to e5. Now send the turn.');
    // Two clicks are two.
    await clickSquare(page, 'f3');
    await expect(boardStatus(page)).toHaveText('Knight on g1: choose where it goes.');
  });

  test('a half-made turn is not sent', async ({ game }) => {
    const { white } = await game();
    const { page } = white;
    await clickSquare(page, 'e2');
    await clickSquare(page, 'e4');
    await send(page);
    await expect(boardStatus(page)).toHaveText('Not sent yet: the duck needs a square too. Choose one on the board, or type it after the @.');
    await clickSquare(page, 'e5');
    await expect(boardStatus(page)).toHaveText('Pawn e2 to e4, duck to e5. Now send the turn.');
    await expectRecord(page, []);
  });
});

atWidths(() => {
  test('only squares that are legal take the piece and the duck', async ({ game }) => {
    const { black } = await game('e4@d6');
    const { page } = black;
    await clickSquare(page, 'd7');
    await expect(boardStatus(page)).toHaveText('The pawn on d7 cannot move: the duck is on d6, and it has nothing to capture.');
    await clickSquare(page, 'e4');
    await expect(boardStatus(page)).toHaveText('The pawn on e4 is not yours.');
    await dragSquare(page, 'd8', 'd5');
    await expectPiece(page, 'd8', 'bQ');
    await clickSquare(page, 'c7');
    await expect(page.locator('#board .hint-move')).toHaveCount(2);
    await clickSquare(page, 'c5');
    await clickSquare(page, 'd6');
    await expect(boardStatus(page)).toHaveText('The duck must move: it is on d6 already.');
    await clickSquare(page, 'e4');
    await expect(boardStatus(page)).toHaveText('The duck cannot go to e4: your opponent’s pawn is there.');
    await clickSquare(page, 'c7');
    await expect(turnField(page)).toHaveValue('c5@c7');
  });
});

for (const width of [390, 1440]) {
  test(`every square that is refused says exactly why, at ${width}`, async ({ game }) => {
    const { white } = await game('Nf3@e5 Nf6@e4', { viewport: { width, height: 844 } });
    const { page } = white;
    await clickSquare(page, 'e2');
    await clickSquare(page, 'e5');
    await expect(boardStatus(page)).toHaveText('A pawn does not move from e2 to e5.');
    // The piece stays lifted; dragged, it goes back.
    await expect(page.locator('#board .hint-move')).toHaveCount(1);
    await dragSquare(page, 'f3', 'd5');
    await expect(boardStatus(page)).toHaveText('A knight does not move from f3 to d5.');
    await clickSquare(page, 'h1');
    await clickSquare(page, 'h5');
    await expect(boardStatus(page)).toHaveText('The rook cannot go from h1 to h5: a pawn is on h2.');
    await dragSquare(page, 'e2', 'e4');
    await expect(boardStatus(page)).toHaveText('The pawn cannot go from e2 to e4: the duck is on e4.');
    await clickSquare(page, 'g1');
    await expect(boardStatus(page)).toHaveText('There is no piece on g1. Choose one of your pieces.');
    await clickSquare(page, 'd1');
    await expect(boardStatus(page)).toHaveText('The queen on d1 cannot move: your own pieces are in its way.');
    await expect(boardStatus(page)).toHaveRole('status');
  });

  test(`another piece begins a turn anew, by click and by dragging, at ${width}`, async ({ game }) => {
    const { white } = await game('', { viewport: { width, height: 844 } });
    const { page } = white;
    for (const square of ['e2', 'e4', 'e5']) await clickSquare(page, square);
    await expect(turnField(page)).toHaveValue('e4@e5');
    await clickSquare(page, 'g1');
    await expect(boardStatus(page)).toHaveText('Knight on g1: choose where it goes.');
    await expectPiece(page, 'e2', 'wP');
    await clickSquare(page, 'f3');
    await clickSquare(page, 'e5');
    await dragSquare(page, 'd2', 'd4');
    await expect(turnField(page)).toHaveValue('d4@');
    await expectPiece(page, 'g1', 'wN');
  });
}

test('a turn that is not legal comes back with the reason, and what was typed', async ({ game }) => {
  const { white } = await game();
  const { page } = white;
  await turnField(page).fill('Ke4@e5');
  await page.getByLabel('Message').fill('Hello.');
  const [answer] = await Promise.all([page.waitForResponse((each) => each.request().method() === 'POST'), send(page)]);
  expect(answer.status()).toBe(422);
  await expect(page.getByRole('alert')).toHaveText(/king/);
  await expect(turnField(page)).toHaveValue('Ke4@e5');
  await expect(turnField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Message')).toHaveValue('Hello.');
  await page.getByRole('alert').getByRole('link').click();
  await expect(turnField(page)).toBeFocused();

  // What is said of one entry is not said of the next, and what else was typed stays.
  await turnField(page).fill('e4@e5');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(turnField(page)).not.toHaveAttribute('aria-invalid');
  await expect(boardStatus(page)).toHaveText('Pawn e2 to e4, duck to e5. Now send the turn.');
  await expect(page.getByLabel('Message')).toHaveValue('Hello.');
  await send(page);
  await expectTurns(page, ['e4@e5']);
});

test('the reason goes too when the turn is then made on the board', async ({ game }) => {
  const { white: { page } } = await game();
  await turnField(page).fill('Ke4@e5');
  await send(page);
  await expect(page.getByRole('alert')).toHaveText(/king/);
  for (const square of ['e2', 'e4', 'e5']) await clickSquare(page, square);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a page that the game has left behind says so, shows the game as it is, and keeps what was typed', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  const { page } = white;
  await deafen(page);
  await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
  await act(path, black, 'move', { ply: '3', turn: 'Nf6@e2' });
  await turnField(page).fill('Nc3@e7');
  await page.getByLabel('Message').fill('Quick!');
  const [answer] = await Promise.all([page.waitForResponse((each) => each.request().method() === 'POST'), send(page)]);
  expect(answer.status()).toBe(409);
  await expect(page.getByRole('alert')).toHaveText(/^The game has moved on/);
  await expectRecord(page, ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2']);
  await expect(turnField(page)).toHaveValue('Nc3@e7');
  await expect(page.getByLabel('Message')).toHaveValue('Quick!');
  await send(page);
  await expectTurns(page, ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2', 'Nc3@e7']);
});

test('the same turn sent from two pages is made once', async ({ game }) => {
  const { white } = await game();
  const second = await white.page.context().newPage();
  await second.goto(white.page.url());
  await deafen(second);
  for (const page of [white.page, second]) {
    await turnField(page).fill('e4@e5');
    await send(page);
    await expectRecord(page, ['e4@e5']);
  }
});

atWidths(() => {
  test.describe('a pawn that has come to the end', () => {
    const BEFORE = 'a4@e3 h5@e4 a5@e3 h4@e4 a6@e3 h3@e4 axb7@e3 hxg2@e4';

    test('becomes what is chosen, by mouse', async ({ game }) => {
      const { white } = await game(BEFORE);
      const { page } = white;
      await dragSquare(page, 'b7', 'a8');
      await expect(boardStatus(page)).toHaveText('Choose what the pawn becomes.');
      await page.getByRole('button', { name: 'Knight' }).click();
      await expectPiece(page, 'a8', 'wN');
      await clickSquare(page, 'e3');
      await expect(turnField(page)).toHaveValue('bxa8=N@e3');
      await send(page);
      await expect(page.getByRole('link', { name: 'bxa8=N@e3' })).toBeVisible();
    });

    test('becomes nothing unasked by a double click, which chooses once', async ({ game }) => {
      const { white } = await game(BEFORE);
      const { page } = white;
      await clickSquare(page, 'b7');
      await doubleClickSquare(page, 'c8');
      await expect(boardStatus(page)).toHaveText('Choose what the pawn becomes.');
      await page.getByRole('button', { name: 'Knight' }).dblclick();
      await expectPiece(page, 'c8', 'wN');
      await expect(turnField(page)).toHaveValue('bxc8=N@');
    });

    test('becomes what is chosen, by keyboard; or nothing', async ({ game }) => {
      const { white } = await game(BEFORE);
      const { page } = white;
      for (const square of ['b7', 'c8']) await clickSquare(page, square);
      await page.keyboard.press('Escape');
      await expectPiece(page, 'b7', 'wP');
      await expect(page.locator('[data-role]')).toHaveCount(0);

      for (const square of ['b7', 'c8']) await clickSquare(page, square);
      const choices = page.getByRole('group', { name: 'The pawn on c8 becomes' });
      await expect(choices.getByRole('button', { name: 'Queen' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(choices.getByRole('button', { name: 'Knight' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expectPiece(page, 'c8', 'wN');
      await expect(page.locator('#board')).toBeFocused();
      await page.keyboard.press('Escape');

      for (const square of ['b7', 'c8']) await clickSquare(page, square);
      await page.keyboard.press('r');
      await expectPiece(page, 'c8', 'wR');
      await clickSquare(page, 'b7');
      await expect(turnField(page)).toHaveValue('bxc8=R@b7');
    });
  });

  test('a king castles by two squares, or onto its rook', async ({ game }) => {
    const { white, black } = await game('Nf3@e5 Nf6@e4 g3@e5 g6@e4 Bg2@e5 Bg7@e4');
    await dragSquare(white.page, 'e1', 'h1');
    await expectPiece(white.page, 'g1', 'wK');
    await expectPiece(white.page, 'f1', 'wR');
    await clickSquare(white.page, 'e5');
    await expect(turnField(white.page)).toHaveValue('O-O@e5');
    await send(white.page);
    await expect(white.page.getByRole('link', { name: 'O-O@e5' })).toBeVisible();

    await black.page.reload();
    for (const square of ['e8', 'g8', 'e4']) await clickSquare(black.page, square);
    await expect(turnField(black.page)).toHaveValue('O-O@e4');
    await send(black.page);
    await expect(black.page.getByRole('link', { name: 'O-O@e4' })).toBeVisible();
  });

  test('a king that is taken ends the game: no duck is asked for', async ({ game }) => {
    // Black leaves the way to the king open.
    const { white } = await game('e4@e3 d5@e6 Bb5@e3 a6@e6');
    const { page } = white;
    await clickSquare(page, 'b5');
    await clickSquare(page, 'e8');
    await expect(turnField(page)).toHaveValue('Bxe8');
    await expect(boardStatus(page)).toHaveText('Bishop b5 takes the king on e8. Now send the turn.');
    await send(page);
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('White wins');
  });
});

async function tabTo(page, target) {
  // Where a press has moved the focus to is known at once: no press may go past it.
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not lead there');
}
