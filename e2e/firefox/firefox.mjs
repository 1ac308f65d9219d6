// Firefox and one server for the stories in this folder, and what they say: people with windows of their own, what a person sees,
// and what a hand does. `puppeteer-core` drives the machine's own Firefox over WebDriver BiDi.

import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import puppeteer from 'puppeteer-core';
import { corner } from '../../static/js/square/squares.js';
import { newPlayer, startGame, uniqueName } from '../players.js';
import startServer from '../server.js';

/** For what takes a moment on a busy machine. */
const PATIENCE_MS = 60_000;
const ASK_EVERY_MS = 50;

const preferences = {
  // Light, whatever the machine prefers.
  'layout.css.prefers-color-scheme.content-override': 1,
  'ui.prefersReducedMotion': 1,
};

/** What the browser complained of in the present story. @type {string[]} */
const complaints = [];
/** @type {(() => Promise<void>) | undefined} */
let stopServer;
/** @type {import('puppeteer-core').Browser | undefined} */
let browser;
/** @type {import('puppeteer-core').BrowserContext[]} */
const windows = [];

async function open() {
  if (browser) return browser;
  stopServer = await startServer();
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: preferences,
    defaultViewport: { width: 1440, height: 900 },
  });
  return browser;
}

after(async () => {
  await browser?.close();
  await stopServer?.();
});

afterEach(async () => {
  for (const each of windows.splice(0)) await each.close();
  assert.deepEqual(complaints.splice(0), [], 'complaints of the browser');
});

/** A page's address, as a person writes it. @param {string} path */
const address = (path) => new URL(path, process.env.MALLARD_URL).href;

/** Somebody with a window of their own: behind another window's tab a page would hear nothing. */
async function newWindow() {
  const context = await (await open()).createBrowserContext();
  windows.push(context);
  const page = await context.newPage({ type: 'window' });
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (response.status() >= 400 && !request.isNavigationRequest() && request.method() === 'GET') {
      complaints.push(`${page.url()}: ${response.status()} for ${response.url()}`);
    }
  });
  return { context, page };
}

/** Forms as `players.js` sends them, past the browser, with a session that is then the browser's too. */
function requests() {
  let session = '';
  return {
    session: () => session,
    async post(path, { form }) {
      const answer = await fetch(address(path), {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: session ? { cookie: session } : {},
        redirect: 'manual',
      });
      // Another cookie may come with it, of the browser that is known from then on.
      const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('mallard='));
      if (cookie) [session] = cookie.split(';');
      return { status: () => answer.status, headers: () => Object.fromEntries(answer.headers) };
    },
  };
}

export async function visitor() {
  return (await newWindow()).page;
}

/** A player whose window is signed in. @param {string} stem of the name */
export async function player(stem) {
  const { context, page } = await newWindow();
  const request = requests();
  const { name, post } = await newPlayer({ request }, uniqueName(stem));
  const [key, value] = request.session().split('=');
  await context.setCookie({ name: key, value, domain: new URL(process.env.MALLARD_URL).hostname, path: '/', httpOnly: true });
  return { name, page, post };
}

/** Two players, each looking at their game, after these turns: `e4@c6 e6@e2`. */
export async function game(turns = '', terms = {}) {
  const [white, black] = [await player('white'), await player('black')];
  const path = await startGame(white, black, turns, terms);
  for (const { page } of [white, black]) await go(page, path);
  return { white, black, path };
}

export async function go(page, path) {
  await page.goto(address(path));
}

/** Waits until something holds in a page; says what did not, and what is there instead. */
async function holds(page, what, test, ...given) {
  try {
    await page.waitForFunction(test, { polling: ASK_EVERY_MS }, ...given);
  } catch (error) {
    const there = await page.evaluate(() => document.querySelector('main')?.innerText.replace(/\s+/g, ' ').slice(0, 1500));
    throw new Error(`${what}, on ${page.url()}: ${there}`, { cause: error });
  }
}

/** A person sees something, with these words in it. */
export async function see(page, selector, words = '') {
  await holds(page, `there is no ${selector} with "${words}"`, (wanted, text) => [...document.querySelectorAll(wanted)]
    .some((each) => each.checkVisibility() && (each.textContent ?? '').replace(/\s+/g, ' ').includes(text)), selector, words);
}

/** A person sees nothing of the kind. */
export async function seeNo(page, selector) {
  await holds(page, `${selector} is there`, (wanted) => ![...document.querySelectorAll(wanted)].some((each) => each.checkVisibility()), selector);
}

/** The turns of the record are these, whatever is said between them. @param {string[]} turns */
export async function seeTurns(page, turns) {
  await holds(page, `the turns are not ${turns.join(' ')}`, (wanted) =>
    [...document.querySelectorAll('#record .turn, .record .turn')].map((each) => each.textContent?.trim()).join(' ') === wanted, turns.join(' '));
}

/** What stands on a square: `wN`, `duck`, `red wN`. */
export async function seePiece(page, square, piece) {
  await see(page, `#board .board-pieces [data-square="${square}"][data-piece="${piece}"]`);
}

/** A field holds this text. */
export async function seeInField(page, selector, text) {
  await holds(page, `${selector} does not hold "${text}"`, (wanted, value) => document.querySelector(wanted)?.value === value, selector, text);
}

export async function seeTurnTyped(page, turn) {
  await seeInField(page, '#turn', turn);
}

/** The address of the page ends so. */
export async function seeAddress(page, end) {
  await holds(page, `the address does not end with ${end}`, (wanted) => location.href.endsWith(wanted), end);
}

/** Presses a button or a link of this name. @param {'button' | 'link'} role @param {string} name */
export async function press(page, role, name) {
  const named = (tag, words) => [...document.querySelectorAll(tag)]
    .find((each) => each.checkVisibility() && (each.getAttribute('aria-label') ?? each.textContent).trim() === words);
  const tag = role === 'link' ? 'a[href]' : 'button';
  await holds(page, `there is no ${role} "${name}"`, named, tag, name);
  const found = await page.evaluateHandle(named, tag, name);
  await found.asElement().click();
}

/** Sends what is in the action bar. */
export async function send(page) {
  await page.locator('.action-bar .button-primary').click();
}

/** Where the middle of a square is in the window, on a board of either kind that hands can play on. */
async function middle(page, square) {
  await page.locator('#board.board-live .board-svg').wait();
  const given = await page.evaluate((wanted) => {
    const board = document.querySelector('#board');
    const at = board?.querySelector(`.round-square[data-square="${wanted}"]`)?.getAttribute('data-at');
    return { orientation: board?.getAttribute('data-orientation') ?? '', at: at?.split(' ').map(Number) };
  }, square);
  const { x, y } = corner(square, given.orientation);
  return page.evaluate((inX, inY) => {
    const svg = document.querySelector('#board .board-svg');
    svg.scrollIntoView({ block: 'nearest' });
    const at = new DOMPoint(inX, inY).matrixTransform(svg.getScreenCTM());
    return { x: at.x, y: at.y };
  }, given.at?.[0] ?? x + 50, given.at?.[1] ?? y + 50);
}

export async function clickSquares(page, ...squares) {
  for (const square of squares) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

export async function dragSquare(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}
