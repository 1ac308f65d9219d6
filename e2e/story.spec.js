// Two people meet and play the game that the sources of Duck Chess by correspondence show, to its last turn: by drag, by
// click, by text, and the end of it without scripts.

import { readFile } from 'node:fs/promises';
import { chooseAction, clickSquare, dragSquare, expectPiece, expectRecord, send, turnField } from './board.js';
import { uniqueName } from './players.js';
import { expect, signUp, test } from './site.js';

/** Each turn as it is written, the piece's way, and the duck's square. */
const GAME = [
  ['e4@c6', 'e2', 'e4'], ['e6@e2', 'e7', 'e6'],
  ['d4@d6', 'd2', 'd4'], ['Nf6@e2', 'g8', 'f6'],
  ['Nc3@e7', 'b1', 'c3'], ['d5@e5', 'd7', 'd5'],
  ['Bg5@e7', 'c1', 'g5'], ['Nxe4@f6', 'f6', 'e4'],
  ['Nxe4@e7', 'c3', 'e4'], ['dxe4@f6', 'd5', 'e4'],
  ['Bb5@e7', 'f1', 'b5'], ['c6@f6', 'c7', 'c6'],
  ['Ba4@e7', 'b5', 'a4'], ['Qxd4@d2', 'd8', 'd4'],
  ['Bb3@c3', 'a4', 'b3'], ['Qxd1@c1', 'd4', 'd1'],
  ['Kxd1@e7', 'e1', 'd1'], ['h6@f4', 'h7', 'h6'],
  ['Bh4@g3', 'g5', 'h4'], ['Bc5@e2', 'f8', 'c5'],
  ['Bg3@d4', 'h4', 'g3'], ['Nd7@e2', 'b8', 'd7'],
  ['c3@f8', 'c2', 'c3'], ['Nf6@e2', 'd7', 'f6'],
  ['Kc2@d4', 'd1', 'c2'], ['O-O@e2', 'e8', 'g8'],
];
const TURNS = GAME.map(([turn]) => turn);
/** From this ply on both play without scripts. */
const WITHOUT_SCRIPTS = 20;

/** The ways to make a turn with scripts; each leaves it whole in the text field, unsent. */
const WAYS = [
  async function byDrag(page, [turn, from, to]) {
    const duck = turn.slice(-2);
    await dragSquare(page, from, to);
    await clickSquare(page, duck);
    await expectPiece(page, duck, 'duck');
  },
  async function byClick(page, [turn, from, to]) {
    for (const square of [from, to, turn.slice(-2)]) await clickSquare(page, square);
  },
  async function byText(page, [turn, , to]) {
    await turnField(page).fill(turn);
    await expectPiece(page, turn.slice(-2), 'duck');
    await expect(page.locator(`#board [data-square="${to}"].piece`)).toBeVisible();
  },
];

test('two people play a whole game of Duck Chess', async ({ newVisitor }) => {
  test.slow();
  let whitePage = await newVisitor();
  let blackPage = await newVisitor();
  const white = uniqueName('louie');
  const black = uniqueName('kwak');

  await test.step('they sign up', async () => {
    await signUp(whitePage, white);
    await signUp(blackPage, black);
  });

  await test.step('one challenges the other by name, who accepts', async () => {
    await whitePage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Challenge' }).click();
    await whitePage.getByLabel('Opponent').fill(black);
    await whitePage.getByRole('radio', { name: 'First' }).check();
    await whitePage.getByRole('main').getByRole('button', { name: 'Challenge' }).click();
    await expect(whitePage.getByText(`Waiting for ${black} to answer.`)).toBeVisible();

    await blackPage.goto('/games/mine');
    await blackPage.getByRole('link', { name: 'Lobby 1 waiting for your answer' }).click();
    await blackPage.getByRole('button', { name: `Accept the challenge from ${white}` }).click();
    await expect(blackPage).toHaveURL(/\/games\/[^/]+$/);
    await expect(blackPage.getByText(`Waiting for ${white}.`)).toBeVisible();
    await whitePage.goto(blackPage.url());
  });

  for (const [ply, step] of GAME.entries()) {
    if (ply === WITHOUT_SCRIPTS) {
      whitePage = await withoutScripts(whitePage, newVisitor);
      blackPage = await withoutScripts(blackPage, newVisitor);
    }
    const [mover, other] = ply % 2 ? [blackPage, whitePage] : [whitePage, blackPage];
    await test.step(step[0], async () => {
      if (ply < WITHOUT_SCRIPTS) {
        await WAYS[ply % WAYS.length](mover, step);
        await expect(turnField(mover)).toHaveValue(step[0]);
      } else {
        await turnField(mover).fill(step[0]);
      }
      await send(mover);
      await expectRecord(mover, TURNS.slice(0, ply + 1));
      await other.reload();
      await expectRecord(other, TURNS.slice(0, ply + 1));
      await expect(turnField(other)).toBeVisible();
      await expectPiece(other, step[0].slice(-2), 'duck');
    });
  }
  await expect(whitePage.getByText(/^Clock started on \d+ \w+ \d{4}$/)).toBeVisible();

  await test.step('White resigns, and is asked once more', async () => {
    await chooseAction(whitePage, 'Resign');
    await send(whitePage);
    await expect(whitePage.getByRole('alert')).toHaveText('Resign this game? This cannot be undone.');
    await whitePage.getByRole('button', { name: 'Yes, resign' }).click();
    for (const page of [whitePage, blackPage]) {
      await page.reload();
      await expect(page.getByRole('region', { name: 'Result' })).toContainText('Black wins by resignation');
    }
  });

  await test.step('the PGN has those turns and no others', async () => {
    await blackPage.getByRole('navigation', { name: 'About the game' }).getByRole('link', { name: 'Share' }).click();
    const [download] = await Promise.all([
      blackPage.waitForEvent('download'),
      blackPage.getByRole('link', { name: 'PGN', exact: true }).click(),
    ]);
    const pgn = await readFile(await download.path(), 'utf8');
    expect(pgn).toContain(`[White "${white}"]`);
    expect(pgn).toContain(`[Black "${black}"]`);
    expect(pgn).toContain('[Variant "Duck"]');
    expect(pgn).toContain('[Result "0-1"]');
    const movetext = pgn.split('\n\n')[1].replace(/\{[^}]*\}/g, ' ').replace(/\d+\.+/g, ' ');
    expect(movetext.split(/\s+/).filter(Boolean)).toEqual([...TURNS, '0-1']);
  });
});

/** The same player with scripts switched off, at the same page. */
async function withoutScripts(page, newVisitor) {
  const plain = await newVisitor({ javaScriptEnabled: false, storageState: await page.context().storageState() });
  await plain.goto(page.url());
  return plain;
}
