// The round board: clicked, dragged, touched, by keyboard and as text.

import { atWidths, expect, expectAccessible, showAs, test } from './site.js';
import { newGeometry } from '../static/js/round/geometry.js';
import { boardStatus, turnField } from './board.js';
import { startFrom } from './database.js';
import { act, challenge } from './players.js';
import { carryByFinger, clickSquare, doubleClickSquare, dragSquare, expectPiece, hinted, pieceOn, tapSquare } from './round.js';

/** Two at a round board, with these turns made; `red` is the first, whose browser takes options of a context. */
async function gameOfTwo(player, turns = '', options = {}, variant = 'duchess-2') {
  const [red, green] = [await player('red', options), await player('green')];
  const challenged = await challenge(red, { variant, opponent: green.name });
  const path = await green.post(`${challenged}/accept`);
  for (const [ply, turn] of turns.split(' ').filter(Boolean).entries()) {
    await act(path, ply % 2 ? green : red, 'move', { ply: String(ply), turn });
  }
  await red.page.goto(path);
  return { red, green, path, page: red.page };
}

const SIZES = [{ width: 390, height: 844 }, { width: 1440, height: 900 }];

for (const viewport of SIZES) {
  test(`two clicks make a turn, and nothing is sent before Send turn, at ${viewport.width}`, async ({ player }) => {
    const { page } = await gameOfTwo(player, '', { viewport });
    await clickSquare(page, '1b2');
    await expect(boardStatus(page)).toHaveText('Knight on 1b2: choose where it goes.');
    expect(await hinted(page, 'move')).toContain('1c4');
    await clickSquare(page, '1c4');
    await expect(turnField(page)).toHaveValue('N1b2-1c4');
    await expectPiece(page, '1c4', 'red wN');
    await expect(boardStatus(page)).toHaveText('Knight 1b2 to 1c4. Now send the turn.');
    // Another piece begins anew.
    await clickSquare(page, '1a3');
    await expectPiece(page, '1b2', 'red wN');
    await clickSquare(page, '1a4');
    await expect(turnField(page)).toHaveValue('1a3-1a4');
    await page.getByRole('button', { name: 'Send turn' }).click();
    await expect(page.getByRole('link', { name: '1a3-1a4' })).toBeVisible();
    await expect(boardStatus(page)).toHaveText(/^Waiting for green/);
  });

  test(`who double-clicks by habit makes the same turn, at ${viewport.width}`, async ({ player }) => {
    const { page } = await gameOfTwo(player, '', { viewport });
    await doubleClickSquare(page, '1b2');
    await expect(boardStatus(page)).toHaveText('Knight on 1b2: choose where it goes.');
    await doubleClickSquare(page, '1c4');
    await expect(turnField(page)).toHaveValue('N1b2-1c4');
    await expect(boardStatus(page)).toHaveText('Knight 1b2 to 1c4. Now send the turn.');
  });

  test(`a piece is dragged, and goes back from where it cannot go, at ${viewport.width}`, async ({ player }) => {
    const { page } = await gameOfTwo(player, '', { viewport });
    await dragSquare(page, '1c3', '2c5');
    await expectPiece(page, '1c3', 'red wP');
    await expect(boardStatus(page)).toHaveText(/pawn/i);
    await expect(turnField(page)).toHaveValue('');
    await dragSquare(page, '1c3', '1c4');
    await expectPiece(page, '1c4', 'red wP');
    await expect(turnField(page)).toHaveValue('1c3-1c4');
    await page.keyboard.press('Escape');
    await expect(turnField(page)).toHaveValue('');
  });
}

test('by touch: two taps make a turn, a finger beside a square means it, and a stray one sends nothing', async ({ player }) => {
  const { page } = await gameOfTwo(player, '', { hasTouch: true, isMobile: true, viewport: SIZES[0] });
  await tapSquare(page, '1b2');
  await expect(boardStatus(page)).toHaveText('Knight on 1b2: choose where it goes.');
  await tapSquare(page, '1c4', 5);
  await expect(turnField(page)).toHaveValue('N1b2-1c4');
  await tapSquare(page, '4c2');
  await expect(turnField(page)).toHaveValue('N1b2-1c4');
  await tapSquare(page, 'V');
  await expect(turnField(page)).toHaveValue('N1b2-1c4');
  await expect(page.getByRole('link', { name: 'N1b2-1c4' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send turn' }).tap();
  await expect(page.getByRole('link', { name: 'N1b2-1c4' })).toBeVisible();
});

test('a finger that has hit the square beside the one it meant goes there next, as often as it takes', async ({ player }) => {
  const { page } = await gameOfTwo(player, '', { hasTouch: true, isMobile: true, viewport: SIZES[0] });
  await tapSquare(page, '1c3');
  // The piece beside it was meant.
  await tapSquare(page, '1d3');
  await expect(boardStatus(page)).toHaveText('Pawn on 1d3: choose where it goes.');
  await tapSquare(page, '1b2');
  const there = await hinted(page, 'move');
  expect(there.length).toBeGreaterThan(1);
  for (const square of there) {
    await tapSquare(page, square);
    await expect(turnField(page)).toHaveValue(`N1b2-${square}`);
    await expect(boardStatus(page)).toHaveText(`Knight 1b2 to ${square}. Now send the turn.`);
    await expectPiece(page, square, 'red wN');
  }
  // What it cannot go to changes nothing.
  await tapSquare(page, '4c2');
  await expect(turnField(page)).toHaveValue(`N1b2-${there.at(-1)}`);
});

test('a finger carries a piece, and finds a square that is smaller than a finger', async ({ player }) => {
  const { page } = await gameOfTwo(player, '', { hasTouch: true, isMobile: true, viewport: SIZES[0] });
  await carryByFinger(page, '1c3', '1c4');
  await expect(turnField(page)).toHaveValue('1c3-1c4');
  await expectPiece(page, '1c4', 'red wP');
  await page.getByRole('button', { name: 'Take back' }).tap();
  await expect(turnField(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  // Of the squares in its reach the finger means the nearest, so far off as half of 44 pixels.
  await tapSquare(page, '1c3');
  await expect(boardStatus(page)).toHaveText('Pawn on 1c3: choose where it goes.');
  await tapSquare(page, '1c4', 0, -20);
  await expect(turnField(page)).toHaveValue('1c3-1c4');
});

test('a mouse finds a square of a small board 12 pixels round its middle, where nothing else is meant', async ({ player }) => {
  const { page } = await gameOfTwo(player, '', { viewport: { width: 320, height: 700 } }, 'duchess-2x2');
  await expect(page.locator('#board.board-live')).toBeAttached();
  const beside = await page.evaluate(() => {
    const svg = document.querySelector('#board .board-svg');
    const piece = (square) => svg.querySelector(`.board-pieces [data-square="${square}"]`);
    for (const path of svg.querySelectorAll('.round-square')) {
      if (!/^red w[PN]/.test(piece(path.dataset.square)?.dataset.piece ?? '')) continue;
      const [x, y] = path.dataset.at.split(' ').map(Number);
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
      for (let eighth = 0; eighth < 8; eighth += 1) {
        const point = { x: at.x + 11 * Math.cos((eighth * Math.PI) / 4), y: at.y + 11 * Math.sin((eighth * Math.PI) / 4) };
        const hit = document.elementsFromPoint(point.x, point.y).find((each) => each.matches('.round-square'));
        if (hit && hit !== path && !piece(hit.dataset.square)) return { square: path.dataset.square, hit: hit.dataset.square, ...point };
      }
    }
    return null;
  });
  expect(beside, 'a piece beside an empty square').not.toBeNull();
  await page.mouse.click(beside.x, beside.y);
  await expect(boardStatus(page)).toHaveText(new RegExp(` on ${beside.square}: choose where it goes`));
});

atWidths(() => { test('by keyboard alone: arrows go over the squares as they lie on the screen', async ({ player }) => {
  const { page } = await gameOfTwo(player);
  const voice = page.locator('#board-voice');
  const board = page.locator('#board');
  // The keys are those of the page's scripts.
  await expect(board).toHaveClass(/board-live/);
  await page.keyboard.press('b');
  await expect(board).toBeFocused();
  await expect(voice).toHaveText('1c1, red king');
  await page.keyboard.press('ArrowLeft');
  await expect(voice).toHaveText('1b1, red wizard');
  await page.keyboard.press('ArrowUp');
  await expect(voice).toHaveText('1b2, red knight');
  await page.keyboard.press('Enter');
  await expect(boardStatus(page)).toHaveText('Knight on 1b2: choose where it goes.');
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await expect(voice).toHaveText('1c4, empty, can go there');
  await page.keyboard.press('Enter');
  await expect(turnField(page)).toHaveValue('N1b2-1c4');
  await page.keyboard.press('Escape');
  await expect(boardStatus(page)).toHaveText('Knight on 1b2: choose where it goes.');
  await page.keyboard.press('Escape');
  await expect(boardStatus(page)).toHaveText('Your turn: Red is to move.');
  // Up the middle of the board to the other end of it, each step on a square of its own.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const passed = [];
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('ArrowUp');
    passed.push(await page.locator('#board .board-cursor').getAttribute('data-square'));
  }
  expect(passed).toEqual(['1c2', '1c3', '1c4', '1c5', '1c6', 'V', '4c6', '4c5', '4c4', '4c3', '4c2', '4c1']);
}); });

const ARROWS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

for (const variant of ['duchess-2', 'duchess-3', 'duchess-6']) {
  test(`arrows lead to every square of ${variant}, and opposite ones back`, async ({ newVisitor }) => {
    const page = await newVisitor();
    await page.goto(`/analysis?variant=${variant}`);
    const squares = page.locator('#board .round-square');
    await expect(squares.first()).toBeAttached();
    const paths = await squares.evaluateAll((all) => all.map((each) => ({ dataset: { ...each.dataset } })));
    const { neighbour, spot, squares: names } = newGeometry({ querySelectorAll: () => paths });
    const far = (one, other) => Math.hypot(spot(one).x - spot(other).x, spot(one).y - spot(other).y);
    const reached = new Set(['1c1']);
    for (const square of reached) {
      for (const [right, down] of ARROWS) {
        const next = neighbour(square, right, down);
        reached.add(next);
        const back = next === square ? square : neighbour(next, -right, -down);
        expect(far(back, square), `${square} to ${next} and back to ${back}`).toBeLessThanOrEqual(1.5 * far(next, square));
      }
    }
    expect([...reached].sort()).toEqual([...names].sort());
  });
}

test('a turn is typed, in any spelling, and the board shows it', async ({ player }) => {
  const { page } = await gameOfTwo(player);
  await turnField(page).fill('n1b2 1C4');
  await expectPiece(page, '1c4', 'red wN');
  await turnField(page).press('Tab');
  await expect(turnField(page)).toHaveValue('N1b2-1c4');
  await turnField(page).fill('1c3-2c5');
  await expect(boardStatus(page)).toHaveText(/^A pawn does not move from 1c3 to 2c5|^The pawn on 1c3/);
  await turnField(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('1c3');
  await expect(turnField(page)).toHaveValue('1c3-2c5');
});

/** Where everything on the board is drawn, in whole units of the picture. */
const drawn = (page) => page.locator('#board').evaluate((board) => {
  const whole = (text) => text.match(/-?[\d.]+/g).slice(0, 2).map((number) => Math.round(Number(number)));
  const squares = [...board.querySelectorAll('.round-square')].map((each) => [each.dataset.square, ...whole(each.dataset.at), ...whole(each.getAttribute('d'))]);
  const tokens = [...board.querySelectorAll('.piece')].map((each) => [each.dataset.square, ...whole(each.getAttribute('transform'))]);
  const names = [...board.querySelectorAll('.board-coordinates text')].map((each) => [each.textContent, ...whole(`${each.getAttribute('x')} ${each.getAttribute('y')}`)]);
  return [squares, tokens, names].map((all) => all.map(String).sort());
});

/** The two drawings differ by no more than what is lost in rounding. */
function expectSameDrawing(one, other) {
  for (const [n, all] of one.entries()) {
    for (const [m, each] of all.entries()) {
      const [a, b] = [each, other[n][m]].map((text) => text.split(','));
      expect(b[0]).toBe(a[0]);
      for (const k of a.keys()) if (k) expect(Math.abs(Number(a[k]) - Number(b[k])), `${each} and ${other[n][m]}`).toBeLessThanOrEqual(2);
    }
  }
}

async function gameOfThree(player) {
  const players = [await player('red'), await player('yellow'), await player('magenta')];
  const challenged = await challenge(players[0], { variant: 'duchess-3' });
  await players[1].post(`${challenged}/accept`);
  const path = await players[2].post(`${challenged}/accept`);
  return { players, path };
}

test('the board is turned flap by flap where it is, and played on', async ({ player }) => {
  const { players, path } = await gameOfThree(player);
  const { page } = players[0];
  await act(path, players[0], 'move', { ply: '0', turn: '1c3-1c4' });
  await act(path, players[1], 'move', { ply: '1', turn: '3c3-3c4' });
  await act(path, players[2], 'move', { ply: '2', turn: '5c3-5c4' });
  await page.goto(path);
  await page.evaluate(() => { window.sameDocument = true; });
  const board = page.locator('#board');
  const below = page.locator('.player-self');
  await clickSquare(page, '1b2');
  await page.getByRole('link', { name: 'Turn the board' }).click();
  await expect(board).toHaveAttribute('data-orientation', 'yellow');
  await expect(below).toHaveAccessibleName('Yellow');
  await expect(page.locator('.players .player').first()).toHaveAccessibleName('Magenta');
  await expect(page).toHaveURL(/[?&]side=yellow$/);
  await page.keyboard.press('f');
  await expect(board).toHaveAttribute('data-orientation', 'magenta');
  await expect(below).toHaveAccessibleName('Magenta');
  // What was lifted still is, and its squares lie where they are seen.
  await clickSquare(page, '1d3');
  await clickSquare(page, '1d4');
  await expect(turnField(page)).toHaveValue('1d3-1d4');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(board).toHaveAttribute('data-orientation', 'magenta');
  await expect(page.getByText('You are looking at the position after')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the latest position' }).click();
  await expect(turnField(page)).toHaveValue('1d3-1d4');
  expect(await page.evaluate(() => window.sameDocument)).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const turned = await drawn(page);
  await page.goto(page.url());
  await expect(board).toHaveAttribute('data-orientation', 'magenta');
  expectSameDrawing(await drawn(page), turned);
  await page.keyboard.press('f');
  await expect(below).toHaveAccessibleName('Red');
  await turnField(page).fill('1d3-1d4');
  await page.getByRole('button', { name: 'Send turn' }).click();
  await expect(page.getByRole('link', { name: '1d3-1d4' })).toBeVisible();
});

test('without scripts the board is turned by a link, and a turn is typed', async ({ player }) => {
  const { red, path } = await gameOfTwo(player, '', { javaScriptEnabled: false });
  const { page } = red;
  await page.getByRole('link', { name: 'Turn the board' }).click();
  await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'green');
  await expect(page.locator('.player-self')).toHaveAccessibleName('Green');
  await turnField(page).fill('N1b2-1c4');
  await page.getByRole('button', { name: 'Send turn' }).click();
  await expect(page.getByRole('link', { name: 'N1b2-1c4' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}\\?side=green`));
});

/** Red has a pawn before the Vortex and has lost some pieces; one of its knights stands beside a wizard. */
const BEFORE_THE_VORTEX = '2 1 K1c1P1c6W1b1N1b2R1e1/K4c1R4a1P4c3 QD/- -';

test('a pawn on the Vortex becomes what has been taken, by mouse and by key, or stays what it is', async ({ player }) => {
  const { page, path } = await gameFrom(player, BEFORE_THE_VORTEX);
  const choices = page.getByRole('group', { name: 'The pawn on the Vortex becomes' });
  await clickSquare(page, '1c6');
  await clickSquare(page, 'V');
  await expect(choices.getByRole('button')).toHaveCount(3);
  await expect(choices.getByRole('button', { name: 'Queen' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(choices).toHaveCount(0);
  await expect(boardStatus(page)).toHaveText('Pawn on 1c6: choose where it goes.');
  await clickSquare(page, 'V');
  await choices.getByRole('button', { name: 'Stay a pawn' }).click();
  await expect(turnField(page)).toHaveValue('1c6-V');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await clickSquare(page, '1c6');
  await clickSquare(page, 'V');
  await page.keyboard.press('d');
  await expect(turnField(page)).toHaveValue('1c6-V=D');
  await expectPiece(page, 'V', 'red wD');
  // As the server names the others.
  const title = (square) => pieceOn(page, square).locator('title');
  await expect(title('1b1')).toHaveText('Red wizard');
  await expect(title('V')).toHaveText('Red duchess');
  await page.getByRole('button', { name: 'Send turn' }).click();
  await expect(page.getByRole('link', { name: '1c6-V=D' })).toBeVisible();
  await page.goto(`${path}?ply=1`);
  await expectPiece(page, 'V', 'red wD');
});

test('what a piece reaches by teleportation is marked so, and the lines it goes along bend', async ({ player }) => {
  const { page } = await gameFrom(player, BEFORE_THE_VORTEX);
  // The rook stands beside no wizard: it has lines and nothing else.
  await clickSquare(page, '1e1');
  await expect(page.locator('#board .hint-line').first()).toBeAttached();
  await expect(page.locator('#board .hint-teleport')).toHaveCount(0);
  const bend = await page.locator('#board .hint-line').evaluateAll((lines) => Math.max(...lines.map((line) => {
    const [whole, first] = [line.getTotalLength(), line.getPointAtLength(0)];
    const last = line.getPointAtLength(whole);
    return whole / Math.hypot(last.x - first.x, last.y - first.y);
  })));
  expect(bend, 'how much longer a line is than the way as the crow flies').toBeGreaterThan(1.02);
  await page.keyboard.press('Escape');
  await clickSquare(page, '1b2');
  const teleports = await hinted(page, 'teleport');
  expect(teleports).toContain('1a2');
  await expect(page.locator('#board .hint-teleport .hint-star').first()).toBeAttached();
  await clickSquare(page, teleports[0]);
  await expect(boardStatus(page)).toHaveText(new RegExp(`^Knight 1b2 teleports to ${teleports[0]}`));
});

/** Two at a round board, from a position of choice. */
async function gameFrom(player, fen, options = {}) {
  const [red, green] = [await player('red', options), await player('green')];
  const challenged = await challenge(red, { variant: 'duchess-2', opponent: green.name });
  const path = await green.post(`${challenged}/accept`);
  await startFrom(path, fen);
  await red.page.goto(path);
  return { red, green, path, page: red.page };
}

test('a reply to two others is prepared on the board, and played when both have moved', async ({ player }) => {
  const { players, path } = await gameOfThree(player);
  const [red, yellow, magenta] = players;
  await act(path, red, 'move', { ply: '0', turn: '1c3-1c4' });
  const { page } = red;
  await page.goto(path);
  await page.getByRole('link', { name: 'Prepare a reply' }).click();
  await expect(page.getByLabel('Their turn')).toBeVisible();
  await expect(boardStatus(page)).toContainText(`If ${yellow.name} (Yellow) plays`);
  await clickSquare(page, '3c3');
  await clickSquare(page, '3c4');
  await expect(boardStatus(page)).toContainText(`If ${magenta.name} (Magenta) plays`);
  await clickSquare(page, '5d3');
  await clickSquare(page, '5d4');
  await expect(page.getByLabel('My reply')).toBeVisible();
  await clickSquare(page, '1b2');
  await clickSquare(page, '1a4');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('If 3c3-3c4, then 5d3-5d4 come, you reply N1b2-1a4. Keep this?');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('region', { name: 'Your conditional turns' })).toContainText('N1b2-1a4');
  await act(path, yellow, 'move', { ply: '1', turn: '3c3-3c4' });
  await act(path, magenta, 'move', { ply: '2', turn: '5d3-5d4' });
  await expectPiece(page, '1a4', 'red wN');
  await expect(boardStatus(page)).toHaveText(`Waiting for ${yellow.name}.`);
});

test('the game is stepped through and played before one’s eyes, each turn along its line', async ({ player }) => {
  const { page } = await gameOfTwo(player, '1c3-1c4 4c3-4c4 N1b2-1a4 4c4-4c5');
  // Keys are heard once the board's script has run.
  await expect(page.getByRole('application', { name: /^Board\./ })).toBeVisible();
  await page.keyboard.press('s');
  await expectPiece(page, '1c3', 'red wP');
  await page.keyboard.press('n');
  await expectPiece(page, '1c4', 'red wP');
  await expect(page.locator('#board .mark-way')).toBeAttached();
  await page.keyboard.press('a');
  await expect(page.locator('body')).toHaveClass(/animating/);
  await expectPiece(page, '4c5', 'green bP');
  await expect(boardStatus(page)).toHaveText('Your turn: Red is to move.');
});

test('on the analysis board all seats’ turns are made, and the board is turned', async ({ player }) => {
  const { page, path } = await gameOfTwo(player, '1c3-1c4');
  await page.goto(`/analysis?game=${path.slice('/games/'.length)}&ply=1`);
  await clickSquare(page, '4c3');
  await clickSquare(page, '4c4');
  await expect(page.getByRole('button', { name: '4c3-4c4' })).toBeVisible();
  await clickSquare(page, '1b2');
  await clickSquare(page, '1a4');
  await expect(page.getByRole('button', { name: 'N1b2-1a4' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn the board' }).click();
  await expect(page.locator('#board')).toHaveAttribute('data-orientation', 'green');
  await clickSquare(page, '4d3');
  await clickSquare(page, '4d4');
  await expect(page.getByRole('button', { name: '4d3-4d4' })).toBeVisible();
  await expectAccessible(page);
});

/** What is cut off or hangs over where it is shown. */
const cutOff = (page, selector) => page.locator(selector).evaluateAll((all) => all
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
  .map((each) => each.outerHTML.slice(0, 80)));

test('six round a phone: names are whole, labels can be read, and the table of material fits', async ({ player }) => {
  const players = [];
  for (const stem of ['wwwwwwwwwww', 'blue', 'yellow', 'green', 'magenta', 'cyan']) players.push(await player(stem));
  let path = await challenge(players[0], { variant: 'duchess-6' });
  const challenged = path;
  for (const other of players.slice(1)) path = await other.post(`${challenged}/accept`);
  const { page } = players[5];
  await page.goto(`${path}?tab=material`);
  const table = page.getByRole('table', { name: 'On the board' });
  await expect(table.getByRole('columnheader')).toHaveText(['Pieces', 'Red', 'Blue', 'Yellow', 'Green', 'Magenta', 'Cyan']);
  await expect(page.getByText('Nothing captured yet from Red, Blue, Yellow, Green, Magenta and Cyan.')).toBeVisible();
  for (const width of [320, 390, 1440]) {
    await showAs(page, { width, height: 844 });
    await expect(page.locator('.players .player-name').first()).toHaveText(players[0].name);
    expect(await cutOff(page, '.players :not(.visually-hidden), #panel .record-scroll'), `at ${width}`).toEqual([]);
    const { fontSize, unit } = await page.locator('#board .name-rim').first().evaluate((name) => (
      { fontSize: parseFloat(getComputedStyle(name).fontSize), unit: name.ownerSVGElement.getScreenCTM().a }));
    expect(fontSize * unit, `names of lines at ${width}, in pixels`).toBeGreaterThan(width === 320 ? 8 : 10);
    // Red is to move, and that is at their flap.
    await expect(page.locator('#board .round-turn')).toHaveClass(/seat-red/);
  }
});

for (const width of [320, 390, 1440]) {
  test(`when it is over every plate says what it did to the rating, at ${width}`, async ({ player }) => {
    const { players, path } = await gameOfThree(player);
    for (const [ply, turn] of ['1c3-1c4', '3c3-3c4', '5c3-5c4'].entries()) await act(path, players[ply], 'move', { ply: String(ply), turn });
    await act(path, players[2], 'resign', { ply: '3', confirm: 'yes' });
    const { page } = players[0];
    await showAs(page, { width, height: 844 });
    await page.goto(path);
    for (const seat of ['Red', 'Yellow', 'Magenta']) {
      const change = page.getByRole('region', { name: seat, exact: true }).locator('.rating-change');
      await expect(change).toHaveText(/^[+−±]\d+$/);
      await expect(change).toBeVisible();
    }
    await expect(page.getByRole('region', { name: 'Yellow', exact: true })).toContainText('won');
    await expect(page.locator('#board .round-turn')).toHaveCount(0);
  });
}
