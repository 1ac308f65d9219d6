// How much a game's page weighs on a first visit, and whether it stands still while it comes.

import { expectAtRest } from './board.js';
import { startGame } from './players.js';
import { expect, showAs, test } from './site.js';

const OPENING = 'e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@e7 d5@e5 Bg5@e7 Nxe4@f6';

/** All that comes over the wire from now on, headers too, by address. */
async function weigh(page) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const addresses = new Map();
  const bytes = new Map();
  network.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, new URL(response.url).pathname));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(addresses.get(requestId), encodedDataLength));
  return bytes;
}

for (const width of [390, 1440]) {
  test(`a first visit to a game takes less than 60 kB, and nothing jumps, ${width}`, async ({ player }) => {
    // Far from where the server writes its times.
    const [white, black] = [await player('white', { timezoneId: 'America/Los_Angeles' }), await player('black')];
    const path = await startGame(white, black, OPENING);
    const { page } = white;
    await showAs(page, { width });
    const bytes = await weigh(page);
    await page.addInitScript(() => {
      window.shifted = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) window.shifted.push({ value, moved: sources.map(({ node }) => node?.outerHTML) });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path);
    await expectAtRest(page);
    const all = [...bytes].sort(([, a], [, b]) => b - a);
    const total = all.reduce((sum, [, each]) => sum + each, 0);
    console.log(`page.first_visit = ${total} bytes, ${all.length} requests`);
    expect(all.length).toBeGreaterThan(5);
    expect(all.length, JSON.stringify(all)).toBeLessThan(16);
    expect(total, JSON.stringify(all)).toBeLessThan(60_000);
    expect(await page.evaluate(() => window.shifted)).toEqual([]);
  });
}

test('the board is seen before any script, and without any', async ({ player, newVisitor }) => {
  const [white, black] = [await player('white'), await player('black')];
  const path = await startGame(white, black, OPENING);
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto(path);
  await expect(page.locator('#board .piece')).toHaveCount(32);
  const sheets = new Set(await page.locator('#board .piece').evaluateAll((all) => all.map((each) => each.getAttribute('href').split('#')[0])));
  expect([...sheets]).toHaveLength(1);
});
