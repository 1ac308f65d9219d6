// The first page a stranger sees.

import { expect, expectAccessible, test } from './site.js';

test('a stranger sees what Mallard is', async ({ page }) => {
  const answer = await page.goto('/');
  expect(answer.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const colorScheme of ['light', 'dark']) {
  test(`the home page has no fault of accessibility, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expectAccessible(page);
  });
}
