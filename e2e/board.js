// A game's page as a player handles it: the squares of its board, the action bar, the record.

import { expect } from '@playwright/test';
import { corner, squareAt } from '../static/js/square/squares.js';
import { picture, pointerOn } from './pointer.js';

export { expectPiece, pieceOn } from './pointer.js';

/** The middle of a square in the picture. */
async function middle(page, square) {
  const board = picture(page);
  // A page that is being renewed may take the picture away for another at any moment.
  let width = 0;
  await expect.poll(async () => { width = (await board.boundingBox())?.width ?? 0; return width; }).toBeGreaterThan(0);
  const { x, y } = corner(square, await board.locator('..').getAttribute('data-orientation'));
  return { x: ((x + 50) / 800) * width, y: ((y + 50) / 800) * width };
}

export const { clickSquare, doubleClickSquare, tapSquare, dragSquare } = pointerOn(middle);

/** In a large window the turn is made beside the board, below it on a phone. @param {import('@playwright/test').Locator} field */
export async function expectBesideBoard(page, field) {
  const [board, beside] = [await picture(page).boundingBox(), await field.boundingBox()];
  expect(beside.x, 'what is beside the board').toBeGreaterThan(board.x + board.width);
  expect(beside.y, 'what is at its height').toBeLessThan(board.y + board.height);
}

/** Lets a page hear nothing of what happens meanwhile, as behind a bad connection. */
export async function deafen(page) {
  await page.route(/\/live$/, () => {});
  await page.reload();
}

/**
 * Holds back what the server answers to the next request, as a slow connection does. Later requests are answered at once.
 * @param {import('@playwright/test').Page} page @param {RegExp} address @param {string} [method]
 * @returns {Promise<{asked: Promise<unknown>, release: () => Promise<void>}>} `asked` once the request is there; what is
 *   released has come to the page and been read
 */
export async function holdAnswer(page, address, method = 'GET') {
  let [letGo, ask, answer] = [() => {}, () => {}, () => {}];
  const released = new Promise((resolve) => { letGo = resolve; });
  const asked = new Promise((resolve) => { ask = resolve; });
  const answered = new Promise((resolve) => { answer = resolve; });
  let isHeld = false;
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback();
    isHeld = true;
    ask();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
    answer();
  });
  const release = async () => {
    letGo();
    await answered;
    // What is asked for later is answered later: by then the page has read the first answer. It has too if it goes to another.
    await page.evaluate(() => fetch('/healthz').then((health) => health.text())).catch((error) => {
      if (!/context was destroyed|Failed to fetch/.test(error.message)) throw error;
    });
  };
  return { asked, release };
}

export const turnField = (page) => page.getByLabel('Your turn', { exact: true });

export const boardStatus = (page) => page.locator('#board-status');

export const record = (page) => page.getByRole('region', { name: 'Record of the game' });

/** Sends what is in the action bar, and waits for the page that answers. */
export async function send(page) {
  await page.getByRole('button', { name: /^Send( turn)?$/ }).click();
}

export async function chooseAction(page, action) {
  await page.getByLabel('Action', { exact: true }).selectOption({ label: action });
}

/** The rounds of the record as they are read: `1. e4@c6 e6@e2`. */
export async function expectRecord(page, turns) {
  await expect(record(page).locator('.round')).toHaveText(rounds(turns));
}

/** The turns of the record, whatever is said between them. */
export async function expectTurns(page, turns) {
  await expect(record(page).locator('.turn')).toHaveText(turns);
}

/** Turns by rounds, numbered. */
export function rounds(turns) {
  const lines = [];
  for (let n = 0; n < turns.length; n += 2) lines.push(`${n / 2 + 1}. ${turns.slice(n, n + 2).join(' ')}`);
  return lines;
}

/** The scripts have made the board one to play on, and what they changed has been drawn. */
export async function expectAtRest(page) {
  await expect(page.getByRole('application', { name: /Board/ })).toBeVisible();
  await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
}

const cursor = (page) => page.locator('#board .board-cursor');

/** Presses arrows until the cursor is on a square. */
export async function goTo(page, square, orientation) {
  const at = async () => {
    const [x, y] = await Promise.all(['x', 'y'].map((axis) => cursor(page).getAttribute(axis)));
    return { column: Number(x) / 100, row: Number(y) / 100 };
  };
  const { column, row } = await at();
  const target = { column: 0, row: 0 };
  for (target.row = 0; target.row < 8; target.row += 1) {
    for (target.column = 0; target.column < 8; target.column += 1) {
      if (squareAt(target.column, target.row, orientation) !== square) continue;
      const across = target.column - column;
      const down = target.row - row;
      for (let n = 0; n < Math.abs(across); n += 1) await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
      for (let n = 0; n < Math.abs(down); n += 1) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
      expect(squareAt((await at()).column, (await at()).row, orientation)).toBe(square);
      return;
    }
  }
}
