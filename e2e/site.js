// What the tests of every feature say: people with browsers of their own, and whether anyone can use a page.
//
// A page of these tests fails its test when a script of ours throws, the browser complains (its security policy
// included), or something that the page needs is not there.

import { test as base, expect } from '@playwright/test';
import axe from 'axe-core';
import { newPlayer, password, startGame, uniqueName } from './players.js';

export { expect };

export const test = base.extend({
  baseURL: async ({}, use) => use(process.env.MALLARD_URL),
  /** Complaints of every page of every person in this test. */
  complaints: [async ({}, use) => {
    const complaints = [];
    await use(complaints);
    expect(complaints, 'complaints of the browser').toEqual([]);
  }, { auto: true }],
  page: async ({ page, complaints }, use) => {
    listen(page, complaints);
    await use(page);
  },
  /** A person with a browser of their own: `const bob = await newVisitor()`. Takes options of a context. */
  newVisitor: async ({ browser, baseURL, complaints, viewport }, use) => {
    const contexts = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, viewport, locale: 'en-GB', timezoneId: 'UTC', ...options });
      contexts.push(context);
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  /** A player with a browser of their own: `const ann = await player('ann')`. Takes options of a context. */
  player: async ({ newVisitor }, use) => use(async (stem, options = {}) => newPlayer(await newVisitor(options), uniqueName(stem))),
  /**
   * Two players, each looking at their game: `const { white, black, path } = await game('e4@c6 e6@e2')`. White's browser
   * takes options of a context.
   */
  game: async ({ player }, use) => use(async (turns = '', options = {}) => {
    const [white, black] = [await player('white', options), await player('black')];
    const path = await startGame(white, black, turns);
    await Promise.all([white.page.goto(path), black.page.goto(path)]);
    return { white, black, path };
  }),
});

/** Tells tests that are each to hold on a phone and in a large window: all their browsers are so wide. @param {() => void} tests */
export function atWidths(tests) {
  for (const width of [390, 1440]) {
    test.describe(`at ${width}`, () => {
      test.use({ viewport: { width, height: 844 } });
      tests();
    });
  }
}

export function listen(page, complaints) {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('response', (response) => {
    // What a page or a form is answered with is its test's to judge; a style sheet or a picture has to be there.
    const request = response.request();
    if (response.status() >= 400 && !request.isNavigationRequest() && request.method() === 'GET') {
      complaints.push(`${page.url()}: ${response.status()} for ${response.url()}`);
    }
  });
  page.on('console', (message) => {
    // The browser also reports a status of 422 or 409 here, which is an answer as any other.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
    if (['error', 'warning'].includes(message.type()) && !isStatus) {
      complaints.push(`${page.url()}: ${message.text()}`);
    }
  });
}

/** Signs up as a person would, by the form; the page then is that player's. */
export async function signUp(page, name) {
  await page.goto('/signup');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name}@mallard.example`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await expect(page).not.toHaveURL(/signup/);
}

/**
 * No fault that axe finds: names, contrast, landmarks, order of headings; or of these rules alone.
 * @param {'all' | string[]} [rules]
 */
export async function expectAccessible(page, rules = 'all') {
  // A colour on its way to another one has a contrast of its own. What inherits it may set out when it has arrived.
  await page.evaluate(async () => {
    const underWay = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let transitions = underWay(); transitions.length; transitions = underWay()) {
      await Promise.allSettled(transitions.map((transition) => transition.finished));
    }
  });
  // The program is half a megabyte: a page is given it once, however often it is looked at.
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe.source);
  const faults = await page.evaluate(async (only) => {
    const { violations } = await window.axe.run(
      // The pieces are parts of a picture that has a name, and a hundred elements on every board.
      { exclude: ['.board-pieces'] },
      // Faults alone are reported, nothing is fetched, and no selectors are made up for them.
      { resultTypes: ['violations'], preload: false, selectors: false, ...(only !== 'all' && { runOnly: only }) },
    );
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
  expect(faults, `faults on ${page.url()}`).toEqual([]);
}

/**
 * Shows the page at another size or in other colours, and waits until it is: what measures a page between two sizes
 * finds faults that nobody sees.
 * @param {import('@playwright/test').Page} page
 * @param {{ width?: number, height?: number, scheme?: 'light' | 'dark' }} sight the height is 900 unless told
 */
export async function showAs(page, { width, height = 900, scheme }) {
  if (width) await page.setViewportSize({ width, height });
  if (scheme) await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction(([wide, high, colours]) => {
    if (wide && (innerWidth !== wide || innerHeight !== high)) return false;
    return !colours || matchMedia(`(prefers-color-scheme: ${colours})`).matches;
  }, [width, height, scheme]);
  await page.evaluate(async () => {
    // A page that is not painted, behind another, has no frames to wait for.
    const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 500); });
    await frame();
    await frame();
  });
}
