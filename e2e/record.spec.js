// The record: every turn with all that happened between them, each marked as what it is; and the turns alone.

import { record } from './board.js';
import { act } from './players.js';
import { atWidths, expect, expectAccessible, test } from './site.js';

const remark = (page, words) => record(page).locator('.comment').filter({ hasText: words });

atWidths(() => {
  test('leave, an offer, a conditional turn, words to both and a note to oneself stand where they happened', async ({ game }) => {
    const { white, black, path } = await game('e4@c6 e6@e2 d4@d6');
    await act(path, white, 'conditional', { ply: '3', lines: 'Nf6@e2 Nc3@e7' });
    await act(path, black, 'move', { ply: '3', turn: 'Nf6@e2' });
    await act(path, black, 'move', { ply: '5', turn: 'd5@e5', offer_draw: 'yes', message: 'It is getting late here. Shall we?' });
    await act(path, white, 'note', { ply: '6', message: 'Think of Bg5 before anything else.' });
    await white.post('/leave', { days: '7' });

    for (const { page } of [white, black]) {
      await page.goto(path);
      await expect(record(page).locator('.turn')).toHaveText(['e4@c6', 'e6@e2', 'd4@d6', 'Nf6@e2', /^Nc3@e7.*\(conditional\)$/, 'd5@e5']);
      await expect(remark(page, `${black.name} offered a draw`)).toContainText('on d5@e5');
      await expect(remark(page, 'It is getting late here. Shall we?')).toBeVisible();
      await expect(remark(page, `${white.name} took leave from`)).toContainText('until');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await expect(remark(white.page, 'Only for you:')).toContainText('Think of Bg5');
    await expect(remark(black.page, 'Think of Bg5')).toHaveCount(0);
    await expectAccessible(white.page);

    await white.page.getByRole('navigation', { name: 'About the game' }).getByRole('link', { name: 'Turns', exact: true }).click();
    const alone = white.page.getByRole('region', { name: 'Turns of the game' });
    await expect(alone.locator('.turn')).toHaveCount(6);
    await expect(alone.locator('.comment')).toHaveCount(0);
    await alone.getByRole('link', { name: 'Nc3@e7' }).click();
    await expect(white.page).toHaveURL(/ply=5/);
    await expect(alone.locator('[aria-current]')).toHaveText(/^Nc3@e7/);
  });
});
