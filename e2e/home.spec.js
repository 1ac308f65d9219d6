// The first page a stranger sees.

import { expect, expectAccessible, showAs, test } from './site.js';

test('a stranger sees what Mallard is', async ({ page }) => {
  const answer = await page.goto('/');
  expect(answer.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const scheme of ['light', 'dark']) {
  test(`the home page has no fault of accessibility, ${scheme}`, async ({ page }) => {
    await page.goto('/');
    await showAs(page, { scheme });
    await expectAccessible(page);
  });
}
