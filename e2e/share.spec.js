// A game passed on: the panel with its addresses, pictures and code, and the board in a page of somebody else.

import { createServer } from 'node:http';
import { atWidths, expect, expectAccessible, showAs, test } from './site.js';
import { act } from './players.js';

const OPENING = 'e4@c6 e6@e2 d4@d6';

const panel = (page) => page.locator('.share');

/** Opens the panel's tab. */
async function openPanel(page) {
  await page.getByRole('navigation', { name: 'About the game' }).getByRole('link', { name: 'Share' }).click();
  await expect(panel(page).getByLabel('Address of this position', { exact: true })).toBeVisible();
}

/** Opens a page of another site that has this in it. */
async function blog(page, code) {
  const body = `<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,"><h1>My game</h1>${code}`;
  const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(body));
  await new Promise((done) => { site.listen(0, '127.0.0.1', done); });
  site.unref();
  await page.goto(`http://localhost:${site.address().port}/`);
}

for (const width of [390, 1440]) {
  test(`a position is copied and its pictures are there at ${width} pixels`, async ({ game, newVisitor }) => {
    const { path } = await game(OPENING);
    const page = await newVisitor({ viewport: { width, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${path}?ply=2`);
    await openPanel(page);
    await expectAccessible(page);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await panel(page).getByRole('button', { name: 'Copy Address of this position' }).click();
    await expect(panel(page).getByRole('status')).toHaveText('Copied.');
    expect(await copied()).toBe(`${process.env.MALLARD_URL}${path}?ply=2`);
    await panel(page).getByRole('button', { name: 'Copy Position as FEN' }).click();
    await expect.poll(copied).toContain('/8/4P3/8/PPPP*PPP/RNBQKBNR w');
    await panel(page).getByRole('button', { name: 'Copy the code' }).click();
    await expect.poll(copied).toContain(`${path}/embed?ply=2"`);
    for (const target of await panel(page).locator('.downloads a, button:visible').all()) {
      expect((await target.boundingBox()).height).toBeGreaterThanOrEqual(44);
    }
    const overhang = await page.evaluate(() => [...document.querySelectorAll('.share, .share *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML.slice(0, 80)));
    expect(overhang).toEqual([]);

    const download = page.waitForEvent('download');
    await panel(page).getByRole('link', { name: 'GIF', exact: true }).click();
    expect((await download).suggestedFilename()).toBe(`mallard-${path.split('/').pop()}-2.gif`);
  });
}

test('where pages may not copy, the text is selected to be copied', async ({ game }) => {
  const { white: { page } } = await game(OPENING);
  await openPanel(page);
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
  await panel(page).getByRole('button', { name: 'Copy Position as FEN' }).click();
  await expect(panel(page).getByRole('status')).toContainText('copy it with Ctrl+C');
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('/8/3PP3/');
});

atWidths(() => {
  test('the browser’s own sheet is offered where there is one', async ({ game, newVisitor }) => {
    const { path } = await game(OPENING);
    const page = await newVisitor();
    await page.addInitScript(() => { delete Navigator.prototype.share; });
    await page.goto(path);
    await openPanel(page);
    await expect(panel(page).getByRole('button', { name: 'Share…' })).toBeHidden();

    const phone = await newVisitor();
    await phone.addInitScript(() => { Navigator.prototype.share = async (what) => { window.passedOn = what; }; });
    await phone.goto(path);
    await openPanel(phone);
    await panel(phone).getByRole('button', { name: 'Share…' }).click();
    const passedOn = await phone.evaluate(() => window.passedOn);
    expect(passedOn.url).toBe(`${process.env.MALLARD_URL}${path}?ply=3`);
    expect(passedOn.title).toContain(': Duck Chess');
  });
});

test('without scripts all is there to be taken, and no button that does nothing', async ({ game, newVisitor }) => {
  const { path } = await game(OPENING);
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto(path);
  await openPanel(page);
  await expect(panel(page).getByRole('button')).toHaveCount(0);
  await expect(panel(page).getByLabel('Position as FEN', { exact: true })).toHaveValue(/PPP2PPP/);
  await expect(panel(page).getByLabel('Code for your own page')).toHaveValue(/^<iframe .*<\/iframe>$/);
  await panel(page).getByRole('link', { name: 'Preview' }).click();
  await expect(page.locator('.embed-turn')).toHaveText('2. d4@d6');
});

atWidths(() => {
  test('the board stands in a page of somebody else, follows the game and leads to it', async ({ game, newVisitor }) => {
    const { black, path } = await game(OPENING);
    await openPanel(black.page);
    const code = await panel(black.page).getByLabel('Code for your own page').inputValue();
    const page = await newVisitor();
    await blog(page, code);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('.embed-turn')).toHaveText('2. d4@d6');
    await expect(frame.locator('.board')).toHaveAttribute('data-orientation', 'black');
    await frame.getByRole('link', { name: 'Back' }).click();
    await expect(frame.locator('.embed-turn')).toHaveText('1... e6@e2');
    await frame.getByRole('link', { name: 'Last' }).click();
    await expect(frame.locator('.embed-turn')).toHaveText('2. d4@d6');
    await act(path, black, 'move', { ply: '3', turn: 'Nf6@e2' });
    await expect(frame.locator('.embed-turn')).toHaveText('2... Nf6@e2');
    await expect(frame.locator('.board')).toHaveAttribute('data-orientation', 'black');
    const opened = page.waitForEvent('popup');
    await frame.getByRole('link', { name: /in a new window$/ }).click();
    await expect((await opened).getByRole('region', { name: 'Record of the game' })).toBeVisible();
  });
});

test('no other page of ours stands in a frame', async ({ game, browser }) => {
  const { path } = await game(OPENING);
  // The browser complains of it, which is what is wanted here.
  const page = await browser.newPage();
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await blog(page, `<iframe src="${process.env.MALLARD_URL}${path}"></iframe>`);
  await refused;
  await page.close();
});

for (const [width, height] of [[300, 420], [400, 540], [1000, 500]]) {
  test(`the framed board fits into ${width} by ${height}, in light and dark`, async ({ game, newVisitor }) => {
    const { path } = await game(OPENING);
    const page = await newVisitor({ viewport: { width, height } });
    for (const scheme of ['light', 'dark']) {
      await page.goto(`${path}/embed?ply=1`);
      await showAs(page, { width, height, scheme });
      await expect(page.getByRole('img', { name: /^The board after 1\. e4@c6/ })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('link', { name: /in a new window$/ })).toBeInViewport();
      await expectAccessible(page);
      const room = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(room).toBe(0);
    }
  });
}
