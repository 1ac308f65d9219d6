// Guests: they play without an account, and what they play is theirs when they sign up.

import { send, turnField } from './board.js';
import { makeGuest } from './database.js';
import { newPlayer, password, startGame, uniqueName } from './players.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

/** A game of a guest, as White, at their second turn. */
async function guestsGame(page, player) {
  const [guest, opponent] = [await newPlayer(page, uniqueName('visitor')), await player('teal')];
  const path = await startGame(guest, opponent, 'e4@c6 e6@e2');
  await makeGuest(guest.name);
  return { guest, opponent, path };
}

async function signUpAs(page, name) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name}@mallard.example`);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a guest plays by keyboard, signs up and goes on', async ({ page, player }) => {
    const { path } = await guestsGame(page, player);
    await page.goto(path);
    await turnField(page).fill('d4@d6');
    await turnField(page).press('Enter');
    await expect(page.getByRole('banner').getByText('Guest', { exact: true }).first()).toBeVisible();

    const signUp = page.getByRole('banner').getByRole('link', { name: 'Sign up to keep your games' });
    await signUp.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your games come with you')).toBeVisible();
    const name = uniqueName('mandarin');
    await signUpAs(page, name);
    await expect(page).toHaveURL('/welcome');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`);
    await page.getByRole('link', { name: 'go on with them' }).click();
    await page.locator('.game-card-link').first().click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('main')).toContainText(name);
  });

  test('a guest who stops playing is asked first', async ({ page, player }) => {
    const { path } = await guestsGame(page, player);
    await page.goto(path);
    await page.locator('.account summary').click();
    await page.getByRole('button', { name: 'Stop playing' }).click();
    await expect(page.getByRole('alert')).toContainText('You would lose your games.');
    await page.getByRole('link', { name: 'Go on playing' }).click();
    await expect(page.locator('.game-card')).toHaveCount(1);
    await page.goto('/logout');
    await page.getByRole('button', { name: 'Leave my games behind' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  });

  test('a guest who has an account takes the game along', async ({ page, player, newVisitor }) => {
    const account = await newPlayer(await newVisitor(), uniqueName('pintail'));
    const { path } = await guestsGame(page, player);
    await page.goto('/login');
    await expect(page.getByRole('checkbox')).toBeChecked();
    await page.getByLabel('Name').fill(account.name);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Password').press('Enter');
    await page.goto('/next');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('main')).toContainText(account.name);
  });
});

test('an open page shows the new name by itself, and a page of the guest still sends', async ({ page, player, context, complaints }) => {
  const { opponent, path } = await guestsGame(page, player);
  await opponent.page.goto(path);
  await page.goto(path);
  await turnField(page).fill('d4@d6');
  const other = await context.newPage();
  await other.goto('/signup');
  const name = uniqueName('mandarin');
  await signUpAs(other, name);
  await expect(other).toHaveURL('/welcome');
  await expect(opponent.page.getByRole('main')).toContainText(name);
  await expect(page.getByRole('main')).toContainText(name);
  await expect(turnField(page)).toHaveValue('d4@d6');
  await send(page);
  await expect(page.getByRole('main')).toContainText('d4@d6');
  // The guest's session has ended: a page that connects again before the browser has the new one is told to come later.
  const others = complaints.filter((complaint) => !complaint.includes('503'));
  complaints.splice(0, complaints.length, ...others);
});

atWidths(() => {
  test('what a guest and a new player see is accessible', async ({ page, player }) => {
    const { path, opponent } = await guestsGame(page, player);
    for (const shown of [path, '/', '/lobby', '/signup', '/login', '/logout']) {
      await page.goto(shown);
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `how far ${shown} is wider than the window`).toBeLessThanOrEqual(0);
    }
    await opponent.page.goto('/welcome');
    await expectAccessible(opponent.page);
  });
});
