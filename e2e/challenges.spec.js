// How a game comes about: by an open challenge, or not at all.

import { challenge, password, uniqueName } from './players.js';
import { expect, expectAccessible, signUp, test } from './site.js';

test('a stranger finds an open challenge, signs in and accepts it', async ({ player, page }) => {
  const ann = await player('ann');
  const path = await challenge(ann);
  const name = uniqueName('stranger');
  await signUp(page, name);
  await page.locator('summary').click();
  await page.getByRole('button', { name: 'Log out' }).click();

  await page.goto('/lobby');
  const row = page.getByRole('row').filter({ hasText: ann.name });
  await expect(row).toContainText('Black');
  await row.getByRole('link', { name: 'Log in to accept' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/games\/\w+$/);
  await expect(page.getByText(`Waiting for ${ann.name}.`)).toBeVisible();
});

test('a challenge that was taken back cannot be accepted', async ({ player, newVisitor }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const path = await challenge(ann, { opponent: ben.name });
  // Without scripts, so that the page does not find out by itself.
  const late = await newVisitor({ javaScriptEnabled: false, storageState: await ben.page.context().storageState() });
  await late.goto(path);
  await ben.page.goto(path);
  await ann.page.goto(path);
  await ann.page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(ben.page.getByRole('status')).toHaveText('Withdrawn.');
  await late.getByRole('button', { name: 'Accept' }).click();
  await expect(late.getByRole('alert')).toContainText(`This challenge has been withdrawn by ${ann.name}.`);
  for (const page of [ben.page, late]) await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
});

test('who waits at their challenge is led to the game', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  for (const terms of [{ opponent: ben.name }, {}]) {
    const path = await challenge(ann, terms);
    await ann.page.goto(path);
    await expect(ann.page.getByRole('status')).toContainText('Waiting');
    await ann.page.getByRole('link', { name: 'Lobby' }).focus();
    const game = await ben.post(`${path}/accept`);
    await expect(ann.page.getByRole('status')).toHaveText('Accepted: the game has begun. Go to the game');
    await expect(ann.page).toHaveTitle(/^Accepted:/);
    await expect(ann.page.getByRole('link', { name: 'Lobby' })).toBeFocused();
    await expectAccessible(ann.page);
    await ann.page.getByRole('link', { name: 'Go to the game' }).click();
    await expect(ann.page).toHaveURL(game);
  }
});

test('a challenge is declined, and says so', async ({ player }) => {
  const [ann, ben] = [await player('ann'), await player('ben')];
  const path = await challenge(ann, { opponent: ben.name });
  await ben.page.goto(path);
  await ben.page.getByRole('button', { name: 'Decline' }).click();
  await ann.page.goto(path);
  await expect(ann.page.getByRole('main')).toContainText('Declined.');
});

test('a challenge that cannot be made comes back with the reason, and what was chosen', async ({ player }) => {
  const { page } = await player('ann');
  await page.goto('/challenges/new');
  await page.getByLabel('Opponent').fill('nobody-at-all');
  await page.getByRole('radio', { name: 'Three-Check Duck Chess' }).check();
  await page.getByRole('radio', { name: 'Second' }).check();
  await page.getByRole('radio', { name: 'Blitz' }).check();
  await page.getByRole('main').getByRole('button', { name: 'Challenge' }).click();
  await expect(page.getByRole('alert')).toContainText('Nobody here is called nobody-at-all.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Opponent')).toHaveValue('nobody-at-all');
  for (const name of ['Three-Check Duck Chess', 'Second', 'Blitz']) {
    await expect(page.getByRole('radio', { name })).toBeChecked();
  }
  await page.getByRole('alert').getByRole('link').click();
  await expect(page.getByLabel('Opponent')).toBeFocused();
});

for (const javaScriptEnabled of [true, false]) {
  test(`the form asks for what the chosen game has, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ player }) => {
    const { page } = await player('ann', { javaScriptEnabled });
    await page.goto('/challenges/new');
    const seats = page.getByRole('group', { name: 'Your seat' }).getByRole('radio');
    const partners = page.getByRole('textbox', { name: /^Partner/ });
    for (const [game, names, partner] of [
      ['Duchess for six', ['At random', 'Red moves first, with Yellow and Magenta', 'Blue moves second, with Green and Cyan', 'Yellow moves third, with Red and Magenta', 'Green moves fourth, with Blue and Cyan', 'Magenta moves fifth, with Red and Yellow', 'Cyan moves sixth, with Blue and Green'], 'Partners'],
      ['Duchess for four', ['At random', 'Red moves first, with Green', 'Blue moves second, with Magenta', 'Green moves third, with Red', 'Magenta moves fourth, with Blue'], 'Partner'],
      ['Duchess for three', ['At random', 'Red moves first', 'Yellow moves second', 'Magenta moves third']],
      ['Duchess with two sets each', ['At random', 'Red and Green moves first', 'Blue and Magenta moves second']],
      ['Duchess for two', ['At random', 'Red moves first', 'Green moves second']],
      ['Three-Check Duck Chess', ['At random', 'White moves first', 'Black moves second']],
    ]) {
      await page.getByRole('radio', { name: game }).check();
      await expect(seats).toHaveCount(names.length);
      for (const [n, name] of names.entries()) await expect(seats.nth(n)).toHaveAccessibleName(name);
      await expect(partners).toHaveCount(partner ? 1 : 0);
      if (partner) await expect(partners).toHaveAccessibleName(partner);
    }
  });
}

test('what a game does not have is left out, and comes back with one that has it', async ({ player }) => {
  const { page } = await player('ann');
  await page.goto('/challenges/new');
  await page.getByRole('radio', { name: 'Duchess for six' }).check();
  await page.getByRole('textbox', { name: 'Partners' }).fill('nobody-at-all');
  await page.getByRole('radio', { name: 'Cyan moves sixth' }).check();
  await page.getByRole('radio', { name: 'Duchess for three' }).check();
  await expect(page.getByRole('radio', { name: 'At random' })).toBeChecked();
  await page.getByRole('radio', { name: 'Duchess for four' }).check();
  await expect(page.getByRole('textbox', { name: 'Partner' })).toHaveValue('nobody-at-all');
  await page.getByRole('radio', { name: 'Duchess for two' }).check();
  await page.getByRole('main').getByRole('button', { name: 'Challenge' }).click();
  await expect(page.getByText('Waiting in the lobby for anyone to accept.')).toBeVisible();
});

test('signing up says what is amiss, and keeps what was typed', async ({ page, player }) => {
  const ann = await player('ann');
  await page.goto('/signup');
  await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
  await page.getByLabel('Name').fill('a duck');
  await page.getByLabel('Email').fill('duck@pond.example');
  await page.getByLabel('Password').fill('quack');
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('alert')).toContainText('not a space');
  await expect(page.getByRole('alert')).toContainText('at least 8 characters');
  await expect(page.getByLabel('Email')).toHaveValue('duck@pond.example');
  await expect(page.getByLabel('Password')).toHaveValue('');

  await page.getByLabel('Name').fill(ann.name.toUpperCase());
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
});
