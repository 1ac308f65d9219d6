// Without scripts everything is done by forms.

import { chooseAction, expectPiece, expectTurns, record, send, turnField } from './board.js';
import { unsubscribeLink } from './database.js';
import { uniqueName } from './players.js';
import { atWidths, expect, signUp, test } from './site.js';

test.use({ javaScriptEnabled: false });

test('two people meet, play and agree on a draw without scripts', async ({ newVisitor }) => {
  const [whitePage, blackPage] = [await newVisitor({ javaScriptEnabled: false }), await newVisitor({ javaScriptEnabled: false })];
  const [white, black] = [uniqueName('white'), uniqueName('black')];
  await signUp(whitePage, white);
  await signUp(blackPage, black);

  await whitePage.goto('/challenges/new');
  await whitePage.getByLabel('Opponent').fill(black);
  await whitePage.getByRole('radio', { name: 'First' }).check();
  await whitePage.getByRole('main').getByRole('button', { name: 'Challenge' }).click();
  await blackPage.goto('/lobby');
  await blackPage.getByRole('button', { name: `Accept the challenge from ${white}` }).click();
  await whitePage.goto(blackPage.url());

  await turnField(whitePage).fill('e5@e6');
  await send(whitePage);
  await expect(whitePage.getByRole('alert')).toBeVisible();
  await expect(turnField(whitePage)).toHaveValue('e5@e6');
  await turnField(whitePage).fill('e2e4@c6');
  await whitePage.getByLabel('Message').fill('Good luck!');
  await send(whitePage);
  await expectTurns(whitePage, ['e4@c6']);
  await expect(record(whitePage)).toContainText('Good luck!');

  await blackPage.reload();
  await expectPiece(blackPage, 'c6', 'duck');
  await expectPiece(blackPage, 'e4', 'wP');
  await turnField(blackPage).fill('e6@e2');
  await send(blackPage);
  await expectTurns(blackPage, ['e4@c6', 'e6@e2']);

  await whitePage.reload();
  await expect(record(whitePage).locator('[aria-current]')).toHaveText('e6@e2');
  await record(whitePage).getByRole('link', { name: 'e4@c6' }).click();
  await expectPiece(whitePage, 'c6', 'duck');
  await whitePage.getByRole('link', { name: 'Back to the latest position' }).click();

  await chooseAction(whitePage, 'Offer a draw');
  await send(whitePage);
  await expect(whitePage.getByText('You have offered a draw.')).toBeVisible();
  await blackPage.reload();
  await chooseAction(blackPage, 'Accept the draw');
  await send(blackPage);
  await blackPage.getByRole('button', { name: 'Yes, accept the draw' }).click();
  await expect(blackPage.getByRole('region', { name: 'Result' })).toContainText('Draw');

  await blackPage.getByLabel('Message').fill('Again?');
  await send(blackPage);
  await expect(record(blackPage)).toContainText('Again?');
});

atWidths(() => {
  test('a whole game without scripts, from the challenge to the taking of a king', async ({ player }) => {
    const [white, black] = [await player('white', { javaScriptEnabled: false }), await player('black', { javaScriptEnabled: false })];
    await white.page.goto(`/players/${black.name}`);
    await white.page.getByRole('main').getByRole('link', { name: 'Challenge' }).click();
    await white.page.getByRole('radio', { name: 'First' }).check();
    await white.page.getByRole('main').getByRole('button', { name: 'Challenge' }).click();
    await black.page.goto('/lobby');
    await black.page.getByRole('button', { name: `Accept the challenge from ${white.name}` }).click();
    await expect(black.page.getByText(`Waiting for ${white.name}.`)).toBeVisible();

    const turns = ['e4@e3', 'd5@e6', 'Bb5@e3', 'a6@e6', 'Bxe8'];
    for (const [ply, turn] of turns.entries()) {
      const { page } = ply % 2 ? black : white;
      // The list of one's games leads to the one that waits.
      await page.goto('/games/mine');
      await page.getByRole('link', { name: 'Next game' }).click();
      await turnField(page).fill(turn);
      await send(page);
      await expectTurns(page, turns.slice(0, ply + 1));
    }
    await expect(white.page.getByRole('region', { name: 'Result' })).toContainText('White wins by capturing the king');
    await black.page.goto('/games/mine');
    await black.page.getByRole('link', { name: white.name }).click();
    await expect(black.page.getByRole('region', { name: 'Result' })).toContainText('White wins by capturing the king');
    await expectPiece(black.page, 'e8', 'wB');
    await expectTurns(black.page, turns);
  });
});

test('emails are stopped by the link in them without logging in, and wanted again in the settings', async ({ player, newVisitor }) => {
  const ann = await player('ann', { javaScriptEnabled: false });
  const atTheirTurn = ann.page.getByRole('checkbox', { name: 'it is my turn' });
  const atTheEnd = ann.page.getByRole('checkbox', { name: 'a game is over' });
  await ann.page.goto('/settings');
  await expect(atTheirTurn).toBeChecked();

  const mailProgram = await newVisitor({ javaScriptEnabled: false });
  const link = await unsubscribeLink(ann.name, 'your-turn');
  await mailProgram.goto(link);
  await expect(mailProgram.getByRole('heading', { level: 1 })).toHaveText('Emails when it is your turn');
  await expect(mailProgram.getByText('Stop them? You will still get all other emails.')).toBeVisible();
  await mailProgram.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(mailProgram).toHaveURL(`${link}#stopped`);
  const stopped = mailProgram.getByText('You will get no more of them. You will still get all other emails.');
  await expect(stopped).toBeVisible();
  await expect(mailProgram.getByRole('button', { name: 'Stop these emails' })).toHaveCount(0);
  // The link is in every email: who opens it once more reads how it stands.
  await mailProgram.goto(link);
  await expect(stopped).toBeVisible();

  await ann.page.reload();
  await expect(atTheirTurn).not.toBeChecked();
  await expect(atTheEnd).toBeChecked();
  await atTheirTurn.check();
  await ann.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ann.page.getByRole('status').first()).toBeVisible();
  await expect(atTheirTurn).toBeChecked();
  await mailProgram.goto(link);
  await expect(mailProgram.getByRole('button', { name: 'Stop these emails' })).toBeVisible();
});

test('signing out and in again, and being led back', async ({ page }) => {
  const name = uniqueName('louie');
  await signUp(page, name);
  await page.locator('summary').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.goto('/challenges/new');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Name').fill(name.toUpperCase());
  await page.getByLabel('Password').fill('correct duck battery staple');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/challenges/new');
});

test('a turn that is begun outlives the saving of tags', async ({ game }) => {
  const { white, path } = await game('', { javaScriptEnabled: false });
  const { page } = white;
  await page.goto(`${path}?tab=tags`);
  await turnField(page).fill('e4@c6');
  await page.getByLabel('Message').fill('Good luck');
  await page.getByLabel('Tags, separated').fill('to show');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await expect(page.getByRole('link', { name: 'to show', exact: true })).toBeVisible();
  await expect(turnField(page)).toHaveValue('e4@c6');
  await expect(page.getByLabel('Message')).toHaveValue('Good luck');
  await send(page);
  await expectTurns(page, ['e4@c6']);
});
