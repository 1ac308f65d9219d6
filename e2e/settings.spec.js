// Settings, and what each does in a browser.

import { clickSquare, expectTurns, send, turnField } from './board.js';
import { isCounted } from './database.js';
import { password, startGame } from './players.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

const save = (page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('times are the browser’s until a zone is chosen, and then the chosen one’s', async ({ game }) => {
  const { white } = await game('e4@c6 e6@e2', { timezoneId: 'Asia/Tokyo' });
  const { page } = white;
  const deadline = page.locator('.clock time');
  const utc = new Date(await deadline.getAttribute('datetime'));
  const hour = (timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(utc);
  await expect(deadline).toContainText(hour('Asia/Tokyo'));
  const address = page.url();

  await page.locator('.account summary').click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByLabel('Time zone')).toHaveValue('');
  await page.getByRole('button', { name: 'Choose Asia/Tokyo' }).click();
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await page.getByLabel('Time zone').selectOption('America/New_York');
  await page.getByRole('radio', { name: 'In figures' }).check();
  await save(page);
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York');

  await page.goto(address);
  await expect(deadline).toHaveText(new RegExp(`^\\d{4}-\\d{2}-\\d{2} ${hour('America/New_York')}$`));
});

test('figures without a zone are the browser’s', async ({ game }) => {
  const { white: { page } } = await game('e4@c6 e6@e2', { timezoneId: 'Asia/Tokyo' });
  const address = page.url();
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'In figures' }).check();
  await save(page);
  await page.goto(address);
  const deadline = page.locator('.clock time');
  const utc = new Date(await deadline.getAttribute('datetime'));
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'short' }).format(utc);
  await expect(deadline).toHaveText(there);
});

atWidths(() => {
  test('a turn is shown once more, can be changed, and is then sent', async ({ player }) => {
    const [white, black] = [await player('white'), await player('black')];
    const { page } = white;
    await page.goto('/settings');
    await page.getByLabel('Ask me to confirm').check();
    await save(page);
    await page.goto(await startGame(white, black));

    for (const square of ['e2', 'e4', 'c6']) await clickSquare(page, square);
    await page.getByLabel('Message').fill('Good luck!');
    await send(page);
    await expect(page.getByRole('heading', { name: 'Send 1. e4@c6?' })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('Good luck!');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect(turnField(page)).toHaveValue('e4@c6');
    await expect(page.getByLabel('Message')).toHaveValue('Good luck!');

    await turnField(page).fill('d4@d6');
    await send(page);
    await expect(page.getByRole('heading', { name: 'Send 1. d4@d6?' })).toBeVisible();
    await page.getByLabel('Message').fill('Good luck, and good ducks!');
    await page.getByRole('button', { name: 'Send it' }).click();
    await expectTurns(page, ['d4@d6']);
    await expect(page.getByText('Good luck, and good ducks!')).toBeVisible();
  });
});

atWidths(() => {
  test('tags are put on a game and lead back to it', async ({ game }) => {
    const { white: { page }, path } = await game('e4@c6');
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByLabel('Tags, separated by commas').fill('to study, endgame');
    await page.getByRole('button', { name: 'Save tags' }).click();
    await expect(page.locator('.tags .tag')).toHaveText(['endgame', 'to study']);
    await expectAccessible(page);
    await page.locator('.tags').getByRole('link', { name: 'to study' }).click();
    await expect(page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'to study' })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('.game-card-link')).toHaveAttribute('href', path);
    await expectAccessible(page);
  });
});

test('the addresses of feeds can be made anew', async ({ player }) => {
  const { page } = await player('reader');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Make the addresses' }).click();
  const calendar = page.getByLabel('Calendar:');
  const old = await calendar.inputValue();
  expect((await page.request.get(old)).status()).toBe(200);
  await page.getByRole('button', { name: 'Make new addresses' }).click();
  await expect(calendar).not.toHaveValue(old);
  expect((await page.request.get(old)).status()).toBe(404);
  await expectAccessible(page);
});

test('on a phone the words about pieces and colours have room', async ({ player }) => {
  const { page } = await player('keeper', { viewport: { width: 390, height: 844 } });
  await page.goto('/settings');
  const lines = await page.locator('.samples .hint').evaluateAll((hints) => hints.map((hint) => {
    const text = document.createRange();
    text.selectNodeContents(hint);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  }));
  expect(lines).toHaveLength(7);
  expect(Math.max(...lines)).toBeLessThanOrEqual(2);
});

test('a password is changed', async ({ player }) => {
  const { page } = await player('keeper');
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Password' }).click();
  await expectAccessible(page);
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('another duck, another pond');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('That is not your password.');
  await expectAccessible(page);
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('another duck, another pond');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password has been changed.');
});

atWidths(() => {
  test('other browsers are logged out by keyboard', async ({ player, newVisitor }) => {
    const keeper = await player('keeper');
    const { page } = keeper;
    const others = [await newVisitor(), await newVisitor()];
    for (const other of others) {
      const answer = await other.request.post('/login', { form: { name: keeper.name, password }, maxRedirects: 0 });
      expect(answer.status()).toBe(303);
    }
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Where you are logged in' }).press('Enter');
    await expect(page.locator('.session')).toHaveCount(3);
    await expect(page.locator('.session').first()).toContainText('This browser');
    await expectAccessible(page);
    await page.locator('.session').nth(1).getByRole('button', { name: /^Log out of / }).press('Enter');
    await expect(page.getByRole('status')).toHaveText('That browser has been logged out.');
    await expect(page.locator('.session')).toHaveCount(2);
    await page.getByRole('button', { name: 'Log out everywhere else' }).press('Enter');
    await expect(page.getByRole('status')).toHaveText('You are logged out everywhere else.');
    for (const other of others) {
      await other.goto('/settings');
      await expect(other).toHaveURL(/login/);
    }
    await page.locator('.session').getByRole('button', { name: 'Log out of this browser' }).press('Enter');
    await expect(page.locator('.account .sign-in')).toHaveText('Log in');
  });
});

for (const colorScheme of ['light', 'dark']) {
  test(`the settings and a rated player’s page have no fault of accessibility, ${colorScheme}`, async ({ player }) => {
    const [white, black] = [await player('white', { colorScheme }), await player('black')];
    await white.page.goto('/settings');
    await expectAccessible(white.page);
    for (let n = 0; n < 3; n += 1) {
      const path = await startGame(white, black, 'e4@c6 e6@e2', { rated: 'yes' });
      await black.post(`${path}/actions`, { action: 'resign', ply: '2', confirm: 'yes' });
      await expect.poll(() => isCounted(path)).toBe(true);
    }
    const { page } = white;
    await page.goto(`/players/${white.name}`);
    await expect(page.getByText('after 3 rated games')).toBeVisible();
    await expect(page.getByRole('img', { name: /The rating over the last 3 games/ })).toBeVisible();
    await expectAccessible(page);
  });
}
