// What holds of every page in every state: anyone can use it, on any screen, in light and dark, and nothing in it
// complains.

import { expect, expectAccessible, listen, showAs, test as base } from './site.js';
import { uniqueName } from './players.js';
import { scenes, setStage } from './scenes.js';

const test = base.extend({
  /** One set of people and games for all pages that a worker looks at. */
  stage: [async ({ browser }, use) => {
    const complaints = [];
    const contexts = [];
    const newVisitor = async () => {
      const context = await browser.newContext({
        baseURL: process.env.MALLARD_URL, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce',
      });
      contexts.push(context);
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    };
    // The longest name there can be is the one that finds the narrow places.
    await use({ complaints, ...await setStage(newVisitor, (stem) => uniqueName(stem).padEnd(20, 'm')) });
    await Promise.all(contexts.map((context) => context.close()));
  }, { scope: 'worker', timeout: 120_000 }],
});

/** The rules of axe that the look of a page alone can break: what the scheme and the width change by themselves are colours and sizes. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

/** How a page is looked at: each as near as can be to the one before. 320 is what is left of 1280 at 400 %. */
const SIGHTS = [
  { width: 390, scheme: 'light', rules: 'all' },
  { width: 390, scheme: 'dark', rules: LOOKS },
  { width: 320, scheme: 'dark' },
  { width: 820, scheme: 'dark' },
  { width: 1440, scheme: 'dark', rules: 'all' },
  { width: 1440, scheme: 'light', rules: LOOKS },
];

// Each page six times over: pictures of each step would take longer than the steps.
test.use({ trace: 'off' });

for (const [name, open] of Object.entries(scenes)) {
  test(`page: ${name}`, async ({ stage }) => {
    const page = await open(stage);
    await expect(page).toHaveTitle(/\S – Mallard$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);

    for (const { width, scheme, rules } of SIGHTS) {
      await showAs(page, { width, scheme });
      if (rules) await test.step(`accessible at ${width}, ${scheme}`, () => expectAccessible(page, rules));
      if (width < 1000) await expect.poll(() => overhang(page), { message: `what stands out at ${width}` }).toEqual([]);
    }
    await showAs(page, { width: 1280, height: 720 });
    expect(stage.complaints.splice(0), 'complaints of the browser').toEqual([]);
  });
}

/** What makes the page scroll sideways, and what sticks out of the card it is in. */
function overhang(page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const right = (each) => each.getBoundingClientRect().right;
    const beyond = scrollWidth <= clientWidth ? [] : [...document.querySelectorAll('body *')].filter((each) => right(each) > clientWidth + 1);
    const out = [...document.querySelectorAll(':is(.card, .game-card, .place, .list tr) :is(a, button, input, select, textarea, p, time, dd)')]
      .filter((each) => !each.closest('.visually-hidden, thead') && right(each) > right(each.closest('.card, .game-card, .place, tr')) + 1);
    return [...beyond, ...out].map((each) => each.outerHTML.slice(0, 80));
  });
}
