// What the tests of every feature say: open the site, sign up, check that anyone can use a page.
//
// A page of these tests fails its test when a script of ours throws or the browser complains.

import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';

export { expect };

export const password = 'correct duck battery staple';

export const test = base.extend({
  baseURL: async ({}, use) => use(process.env.MALLARD_URL),
  /** Complaints of every page of every player in this test. */
  complaints: [async ({}, use) => {
    const complaints = [];
    await use(complaints);
    expect(complaints, 'complaints of the browser').toEqual([]);
  }, { auto: true }],
  page: async ({ page, complaints }, use) => {
    listen(page, complaints);
    await use(page);
  },
  /** Another person with a browser of their own: `const bob = await newVisitor()`. Takes options of a context. */
  newVisitor: async ({ browser, baseURL, complaints }, use) => {
    const contexts = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options });
      contexts.push(context);
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

function listen(page, complaints) {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser also reports a status of 422 or 409 here, which is an answer as any other.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
    if (['error', 'warning'].includes(message.type()) && !isStatus) {
      complaints.push(`${page.url()}: ${message.text()}`);
    }
  });
}

/** A name nobody has: all tests share one server. At most 20 letters: `stem` has at most 11. */
export function uniqueName(stem) {
  return `${stem}-${Math.random().toString(36).slice(2, 10)}`;
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

/** No fault that axe finds: names, contrast, landmarks, order of headings. */
export async function expectAccessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(faults, `faults on ${page.url()}`).toEqual([]);
}
