// Players and their games, made past the pages: for what is not about signing up, challenging or the turns before.

import { expect } from '@playwright/test';

export const password = 'correct duck battery staple';

/**
 * @typedef {object} Player
 * @property {string} name
 * @property {import('@playwright/test').Page} page the page of a browser in which they are signed in
 * @property {(path: string, form?: Record<string, string>) => Promise<string>} post sends a form, and gives the path it
 *   led to
 */

/** A name nobody has: all tests share one server. At most 20 letters: `stem` has at most 11. */
export function uniqueName(stem) {
  return `${stem}-${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`;
}

/** Signs the owner of a page up. @returns {Promise<Player>} */
export async function newPlayer(page, name) {
  const post = async (path, form = {}) => {
    const answer = await page.request.post(path, { form, maxRedirects: 0 });
    expect(answer.status(), `status of ${path}`).toBe(303);
    return answer.headers().location;
  };
  await post('/signup', { name, email: `${name}@mallard.example`, password });
  return { name, page, post };
}

/** A challenge's path. @param {Player} player @param {Record<string, string>} terms as the form has them */
export async function challenge(player, terms = {}) {
  const usual = { opponent: '', variant: 'duck', seat: 'first', clock: 'standard', rated: 'yes' };
  return player.post('/challenges/new', { ...usual, ...terms });
}

/** A game with these turns made; its path. @param {Player} white @param {Player} black @param {string} turns */
export async function startGame(white, black, turns = '', terms = {}) {
  const challenged = await challenge(white, { opponent: black.name, ...terms });
  const path = await black.post(`${challenged}/accept`);
  for (const [ply, turn] of turns.split(' ').filter(Boolean).entries()) {
    await act(path, ply % 2 ? black : white, 'move', { ply, turn });
  }
  return path;
}

/** What a player does in a game. @param {string} path @param {Player} player @param {string} action */
export async function act(path, player, action, fields = {}) {
  return player.post(`${path}/actions`, { action, ...fields });
}
