// The first page a stranger sees.

import { atWidths, expect, expectAccessible, showAs, test } from './site.js';

test('a stranger sees what Mallard is', async ({ page }) => {
  const answer = await page.goto('/');
  expect(answer.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

atWidths(() => {
  test('both games are introduced, each by its own board', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('img', { name: /^A game of Duck Chess/ })).toBeVisible();
    const duchess = page.getByRole('region', { name: 'And Duchess, for two to six' });
    await expect(duchess.getByRole('img', { name: 'Duchess for six before the first turn' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('contentinfo')).toContainText('Duchess');
    await duchess.getByRole('link', { name: 'The rules of Duchess' }).click();
    await expect(page).toHaveURL(/\/rules\/duchess$/);
    await expect(page.getByRole('heading', { name: 'Duchess', exact: true })).toBeInViewport();
  });
});

for (const scheme of ['light', 'dark']) {
  test(`the home page has no fault of accessibility, ${scheme}`, async ({ page }) => {
    await page.goto('/');
    await showAs(page, { scheme });
    await expectAccessible(page);
  });
}
