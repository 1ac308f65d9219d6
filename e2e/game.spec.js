// A game's page besides the turns: its record and past positions, what players say to each other, and its end.

import { readFile } from 'node:fs/promises';
import { chooseAction, clickSquare, expectAtRest, expectPiece, expectTurns, record, send, turnField } from './board.js';
import { act, startGame } from './players.js';
import { atWidths, expect, test } from './site.js';

const TURNS = ['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2', 'Nc3@e7'];
const OPENING = TURNS.join(' ');

test('the main parts of the page, as they are read aloud', async ({ game }) => {
  const { white, black } = await game('e4@c6 e6@e2');
  await expect(white.page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - 'heading "Duck Chess: ${white.name} against ${black.name}" [level=1]'
      - region "Black":
        - img "Black"
        - paragraph:
          - link "${black.name}"
        - paragraph: /\\d+ days.* waiting/
      - application /Board/:
        - img "The board after 1... e6@e2, White to move"
      - table "The position as a table":
        - rowgroup:
          - row "a b c d e f g h"
          - row "8 black rook black knight black bishop black queen black king black bishop black knight black rook"
      - navigation "Positions":
        - link "Settings of the board"
        - link "Start"
        - link "Back"
        - link "Forward" [disabled]
        - link "Last" [disabled]
        - link "Flip the board"
        - button "Animate"
        - button "Keys"
      - region "White":
        - img "White"
        - paragraph:
          - link "${white.name}"
        - paragraph:
          - text: /\\d+ days.* until/
          - time: /\\d+ \\w+ \\d+, \\d+:\\d+/
      - status: Your turn. Move a piece, then the duck.
      - text: Your turn
      - textbox "Your turn"
      - text: Action
      - combobox "Action":
        - option "Move" [selected]
        - option "Comment"
        - option "Offer a draw"
        - option "Resign"
      - text: Message
      - textbox "Message"
      - checkbox "Offer a draw with this turn"
      - button "Send turn"
      - link "Next game"
      - region "Duck Chess":
        - heading "Duck Chess" [level=2]
        - navigation "About the game":
          - link "Record"
          - link "Turns"
          - link "Material"
          - link "Tags"
          - link "Rules"
          - link "Explorer"
          - link "Share"
          - link "Help"
          - link "Analysis"
        - region "Record of the game":
          - list:
            - listitem:
              - text: "1."
              - link "e4@c6"
              - link "e6@e2"
            - listitem:
              - text: Clock started on
              - time: /\\d+ \\w+ \\d{4}/
  `);
});

atWidths(() => {
  test('past positions: by the turns of the record, step by step, and by address', async ({ game }) => {
    const { white, path } = await game(OPENING);
    const { page } = white;
    const steps = page.getByRole('navigation', { name: 'Positions' });
    const step = (name) => steps.getByRole('link', { name, exact: true });

    await record(page).getByRole('link', { name: 'd4@d6' }).click();
    await expect(page).toHaveURL(`${path}?ply=3`);
    await expect(page.getByText('You are looking at the position after 2. d4@d6.')).toBeVisible();
    await expectPiece(page, 'd6', 'duck');
    await expectPiece(page, 'g8', 'bN');
    await expect(turnField(page)).toHaveCount(0);
    await expect(record(page).locator('[aria-current]')).toHaveText('d4@d6');

    await step('Forward').click();
    await expect(page).toHaveURL(`${path}?ply=4`);
    await expectPiece(page, 'f6', 'bN');
    await step('Back').click();
    await expect(page).toHaveURL(`${path}?ply=3`);
    await step('Start').click();
    await expect(page).toHaveURL(`${path}?ply=0`);
    await expect(page.getByText('You are looking at the position before the first turn.')).toBeVisible();
    await expect(page.locator('#board [data-piece="duck"]')).toHaveCount(0);
    await expect(step('Back')).toBeDisabled();
    await step('Last').click();
    await expectPiece(page, 'e7', 'duck');
    await expect(step('Forward')).toBeDisabled();

    await page.goto(`${path}?ply=1`);
    await page.getByRole('link', { name: 'Back to the latest position' }).click();
    await expect(page).toHaveURL(path);
    for (const ply of ['6', '-1', '1000000000000', 'x']) {
      expect((await page.request.get(`${path}?ply=${ply}`)).status(), `ply ${ply}`).toBe(404);
    }
  });
});

test('the position of a past turn as FEN, and the game up to it as PGN', async ({ game }) => {
  const { white, path } = await game(OPENING);
  const { page } = white;
  await page.goto(`${path}?ply=2&tab=share`);
  await expect(page.getByRole('link', { name: 'FEN' })).toHaveAttribute('href', `${path}.fen?ply=2`);
  const fen = await (await page.request.get(`${path}.fen?ply=2`)).text();
  expect(fen.trim()).toBe('rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP*PPP/RNBQKBNR w KQkq - 0 2');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'PGN', exact: true }).click(),
  ]);
  const pgn = await readFile(await download.path(), 'utf8');
  expect(pgn).toContain('e6@e2');
  expect(pgn).not.toContain('d4@d6');
});

atWidths(() => {
  test('what players say is text, whatever it looks like, and only theirs to read', async ({ game, newVisitor }) => {
    const { white, black, path } = await game('e4@c6');
    const said = '<b>Quack</b> <script>document.title = "no"</script> &amp; \'"🦆\nand a second line';
    await chooseAction(white.page, 'Comment');
    await expect(white.page.getByLabel('Your turn')).toBeHidden();
    await white.page.getByLabel('Message').fill(said);
    await send(white.page);
    for (const { page } of [white, black]) {
      await page.goto(path);
      await expect(page.locator('.comment-text')).toHaveText(said, { useInnerText: true });
      await expect(page.locator('.comment')).toContainText(`${white.name} on e4@c6`);
      await expect(page.locator('.comment b b, .comment script')).toHaveCount(0);
      await expect(page).not.toHaveTitle('no');
    }
    const stranger = await newVisitor();
    await stranger.goto(path);
    await expectTurns(stranger, ['e4@c6']);
    await expect(stranger.locator('.comment')).toHaveCount(0);
    await expect(stranger.getByText(`${black.name} is to move.`)).toBeVisible();
    await expect(stranger.locator('form[action*="/actions"]')).toHaveCount(0);
  });
});

test('a note that is begun does not go to the opponent with a turn made on the board', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await white.page.getByLabel('Message').fill('Watch the bishop');
  await chooseAction(white.page, 'Private note');
  for (const square of ['d2', 'd4', 'd6']) await clickSquare(white.page, square);
  await expect(white.page.getByLabel('Action', { exact: true })).toHaveValue('note');
  await send(white.page);
  await expect(white.page.locator('.comment-text')).toHaveText('Watch the bishop');
  await expectPiece(white.page, 'd4', 'wP');
  await chooseAction(white.page, 'Move');
  await send(white.page);
  await expectTurns(white.page, ['e4@c6', 'e6@e2', 'd4@d6']);
  await black.page.goto(path);
  await expectTurns(black.page, ['e4@c6', 'e6@e2', 'd4@d6']);
  await expect(black.page.locator('.comment')).toHaveCount(0);
});

test('an empty comment is not sent', async ({ game }) => {
  const { white } = await game('e4@c6');
  await chooseAction(white.page, 'Comment');
  await send(white.page);
  await expect(white.page.getByRole('alert')).toHaveText(/^The message is empty/);
  await expect(white.page.getByLabel('Action', { exact: true })).toHaveValue('comment');
});

atWidths(() => {
  test('a draw is offered with a turn, declined, offered again and accepted', async ({ game }) => {
    const { white, black } = await game('e4@c6 e6@e2');
    await turnField(white.page).fill('d4@d6');
    await white.page.getByRole('checkbox', { name: 'Offer a draw with this turn' }).check();
    await send(white.page);
    await expect(white.page.getByText('You have offered a draw.')).toBeVisible();

    await black.page.reload();
    await expect(black.page.getByText(`${white.name} offers a draw. Your next turn declines it.`)).toBeVisible();
    await black.page.getByLabel('Message').fill('Not yet!');
    await black.page.getByRole('button', { name: 'Decline' }).click();
    await expect(black.page.getByText('offers a draw')).toHaveCount(0);
    await expect(record(black.page)).toContainText(`${black.name} declined the draw`);
    await expect(record(black.page)).toContainText('Not yet!');

    await chooseAction(black.page, 'Offer a draw');
    await send(black.page);
    await expect(black.page.getByText('You have offered a draw.')).toBeVisible();
    await white.page.reload();
    await chooseAction(white.page, 'Accept the draw');
    await send(white.page);
    await white.page.getByRole('button', { name: 'Yes, accept the draw' }).click();
    for (const { page } of [white, black]) {
      await page.reload();
      await expect(page.getByRole('region', { name: 'Result' })).toContainText('Draw');
      await expect(turnField(page)).toHaveCount(0);
    }
  });
});

for (const javaScriptEnabled of [true, false]) {
  test(`the button says what it sends, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ game }) => {
    const { white: { page } } = await game('e4@c6 e6@e2', { javaScriptEnabled });
    await expect(page.locator('#send')).toHaveAccessibleName('Send turn');
    await chooseAction(page, 'Comment');
    await expect(page.locator('#send')).toHaveAccessibleName('Send');
    await chooseAction(page, 'Move');
    await expect(page.locator('#send')).toHaveAccessibleName('Send turn');
  });
}

test('a draw that is offered is accepted by its button, and asked once more', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await act(path, black, 'offer-draw', { ply: '2' });
  await white.page.reload();
  await white.page.getByRole('button', { name: 'Accept the draw' }).click();
  await expect(white.page.getByRole('alert')).toHaveText('Accept the draw? The game ends at once, and this cannot be undone.');
  await white.page.getByRole('button', { name: 'Yes, accept the draw' }).click();
  await expect(white.page.getByRole('region', { name: 'Result' })).toContainText('Draw');
});

test('an offer ends when the other makes a turn', async ({ game }) => {
  const { white, black, path } = await game('e4@c6 e6@e2');
  await act(path, black, 'offer-draw', { ply: '2' });
  await white.page.reload();
  await turnField(white.page).fill('d4@d6');
  await send(white.page);
  await black.page.reload();
  await expect(black.page.getByText('You have offered a draw.')).toHaveCount(0);
});

atWidths(() => {
  test('resigning is asked once more, and can be thought better of', async ({ game }) => {
    const { white, black } = await game('e4@c6 e6@e2');
    await chooseAction(white.page, 'Resign');
    await white.page.getByLabel('Message').fill('Well played.');
    await send(white.page);
    await expect(white.page.getByRole('alert')).toHaveText('Resign this game? This cannot be undone.');
    await expect(white.page.locator('.question-message')).toContainText('Well played.');
    await white.page.getByRole('button', { name: 'No, play on' }).click();
    await expect(turnField(white.page)).toBeVisible();
    await expect(white.page.getByLabel('Message')).toHaveValue('Well played.');
    await white.page.keyboard.press('Tab');
    await expect(white.page.locator('#action-form :focus')).toHaveCount(1);

    await chooseAction(white.page, 'Resign');
    await white.page.getByLabel('Message').fill('Well played.');
    await send(white.page);
    await white.page.getByRole('button', { name: 'Yes, resign' }).click();
    await black.page.reload();
    await expect(black.page.getByRole('region', { name: 'Result' })).toContainText('Black wins by resignation');
    await expect(black.page.getByRole('region', { name: 'Black' })).toContainText('won');
    await expect(record(black.page)).toContainText('Well played.');

    // After the end there is still something to say.
    await black.page.getByLabel('Message').fill('Thank you.');
    await send(black.page);
    await expect(record(black.page)).toContainText('Thank you.');
    await expect(black.page.getByRole('button', { name: 'Offer a rematch' })).toBeVisible();
  });
});

test('the page does not jump when its scripts arrive', async ({ game }) => {
  // Black is to move: the scripts make the board one to play on.
  const { black, path } = await game(OPENING);
  const { page } = black;
  await page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  await expectAtRest(page);
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.01);
});

atWidths(() => {
  test('next game: through those that wait for a turn, and then to the list', async ({ game, player }) => {
    const { white, black, path } = await game('e4@c6 e6@e2');
    const other = await startGame(white, black);
    const { page } = white;
    const nextGame = page.getByRole('link', { name: 'Next game' });
    await nextGame.click();
    await expect(page).toHaveURL(other);
    await nextGame.click();
    await expect(page).toHaveURL(path);

    await act(path, white, 'move', { ply: '2', turn: 'd4@d6' });
    await act(other, white, 'move', { ply: '0', turn: 'd4@d6' });
    await nextGame.click();
    await expect(page).toHaveURL('/games/mine');
    await expect(page.getByRole('list', { name: 'Their turn' }).getByRole('link')).toHaveCount(2);

    const newcomer = await player('newcomer');
    await newcomer.page.goto('/next');
    await expect(newcomer.page.getByText('No games yet.')).toBeVisible();
  });
});
