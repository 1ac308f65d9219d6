// The help, for somebody who has a question.

import { expect, test } from './site.js';

test('by keyboard: from a question to the answer and on to the next article', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('searchbox', { name: 'Search the help' }).focus();
  await page.keyboard.type('how does leave work');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('“how does leave work”');
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first.locator('mark').first()).toHaveText(/leave/i);
  await first.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leave');

  // A heading is a link to itself, so its address can be passed on.
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Which days count' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/help\/leave#which-days-count$/);
  await page.getByRole('heading', { name: 'Which days count' }).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#which-days-count$/);
  await page.getByRole('navigation', { name: 'Correspondence' }).getByRole('link', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conditional turns');
});

test('without scripts it is the same', async ({ newVisitor }) => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('out of time');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clocks');
});

test('each question on a page leads to its answer', async ({ game }) => {
  const { white: { page }, path } = await game('e4@c6 e6@e2');
  const asks = async (from, name, title) => {
    await page.goto(from);
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  };
  await asks(path, 'writing a turn', 'How turns are written');
  await asks(path, 'clocks', 'Clocks');
  await asks(`${path}/conditionals`, 'How conditional turns work', 'Conditional turns');
  await asks(`${path}?tab=help`, 'Keys', 'Keys');
  await asks(`${path}?tab=tags`, 'How tags work', 'Finding your games');
  await asks(`${path}?tab=explorer`, 'How the explorer counts', 'The explorer');
  await asks(`${path}?tab=share`, 'What is in these files', 'Downloads, pictures and sharing');
  await asks('/games/mine', 'How this list works', 'Finding your games');
  await asks('/lobby', 'How challenges work', 'Challenges and the lobby');
  await asks('/play', 'How computers play', 'Playing the computer');
  await asks('/leave', 'How leave works', 'Leave');
  await asks('/challenges/new', 'How ratings work', 'Ratings');
  await asks('/settings', 'How emails work', 'Emails');
  await asks('/puzzles', 'How puzzles work', 'Puzzles');
});
