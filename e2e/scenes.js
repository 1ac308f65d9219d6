// Every page of Mallard in every state worth looking at: for the tests that hold of all pages, and for pictures.

import { expect } from '@playwright/test';
import { chooseAction, clickSquare, send, turnField } from './board.js';
import { letDaysPass, makeGuest, unsubscribeLink } from './database.js';
import { act, challenge, newPlayer, password, startGame } from './players.js';
import { setRoundTables } from './round-tables.js';
import { clickSquare as clickRound } from './round.js';

const OPENING = 'e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@e7 d5@e5 Bg5@e7 Nxe4@f6';
const MIDDLE = `${OPENING} Nxe4@e7 dxe4@f6 Bb5@e7 c6@f6 Ba4@e7 Qxd4@d2`;
const END = `${MIDDLE} Bb3@c3 Qxd1@c1 Kxd1@e7 h6@f4 Bh4@g3 Bc5@e2 Bg3@d4 Nd7@e2 c3@f8 Nf6@e2 Kc2@d4 O-O@e2`;
const IN_REACH = 'e4@c6 d5@e6 Bb5@a6';
const ROUND = '1c3-1c4 2c3-2c4 4c3-4c4 5c3-5c4';
const PROMOTION = 'a4@e3 h5@e4 a5@e3 h4@e4 a6@e3 h3@e4 axb7@e3 hxg2@e4';

/**
 * People and their games and challenges. `name` makes a stem unique where others use the server too.
 * @param {() => Promise<import('@playwright/test').Page>} newVisitor @param {(stem: string) => string} name
 */
export async function setStage(newVisitor, name = (stem) => stem) {
  const person = async (stem) => newPlayer(await newVisitor(), name(stem));
  const [stranger, ann, ben, newcomer] =
    [await newVisitor(), await person('Louie'), await person('Kwak'), await person('Wilhelmina')];
  const games = {
    fresh: await startGame(ann, ben),
    opening: await startGame(ben, ann, 'e4@c6', { clock: 'leisure' }),
    running: await startGame(ann, ben, MIDDLE),
    waiting: await startGame(ben, ann, OPENING, { clock: 'fast' }),
    offered: await startGame(ann, ben, 'e4@c6 e6@e2 d4@d6'),
    promoting: await startGame(ann, ben, PROMOTION, { variant: 'three-check-duck' }),
    blackPromoting: await startGame(ann, ben, `${PROMOTION} bxa8=N@e3`, { variant: 'three-check-duck' }),
    finished: await startGame(ann, ben, END),
    duchess: await startGame(ann, ben, ROUND, { variant: 'duchess-2x2' }),
  };
  await act(games.running, ben, 'comment', { ply: '14', message: 'Your queen’s pawn looked lonely.' });
  await act(games.offered, ben, 'move', { ply: '3', turn: 'Nf6@e2', offer_draw: 'yes', message: 'It is getting late here. Shall we?' });
  for (let n = 0; n < 5; n += 1) {
    const rated = await startGame(ann, ben, 'e4@c6 e6@e2', { rated: 'yes' });
    await act(rated, n % 3 ? ann : ben, 'resign', { ply: '2', confirm: 'yes' });
  }
  for (const key of ['waited', 'calledOff']) {
    games[key] = await startGame(ben, ann);
    await letDaysPass(games[key], 6);
  }
  await act(games.calledOff, ann, 'cancel', { ply: '0', confirm: 'yes', message: 'Another time, perhaps.' });
  const careful = await person('Carla');
  await careful.post('/settings', { confirm_turns: 'yes', coordinates: 'yes', check_marks: 'yes' });
  games.careful = await startGame(careful, ben);
  await act(games.finished, ann, 'resign', { ply: '26', confirm: 'yes', message: 'Well played!' });
  await act(games.finished, ben, 'comment', { ply: '26', message: 'Thank you. Another one?' });
  games.public = await startGame(ann, ben, OPENING, { public: 'yes' });
  await act(games.public, ben, 'comment', { ply: '8', message: 'I found this in https://mallard.example/rules, honestly.' });
  await newcomer.post(`${games.public}/kibitz`, { ply: '8', kibitz: 'What about the bishop?' });
  games.planned = await startGame(ben, ann, 'e4@c6 e6@e2 d4@d6');
  const plan = 'Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\nNf6@e2 Nc3@e7 h6@c6 resign\na6@* e5@e7';
  await act(games.planned, ben, 'conditional', { ply: '3', lines: plan });
  games.noted = await startGame(ann, ben, OPENING);
  await act(games.noted, ann, 'note', { ply: '8', message: 'The knight on e4 hangs; think of Bxd8.' });
  await act(games.noted, ann, 'move', { ply: '8', turn: 'Nxe4@e7' });
  await act(games.noted, ann, 'lifeline', { ply: '9', confirm: 'yes' });
  games.again = await startGame(ann, ben, 'e4@c6 e6@e2');
  await act(games.again, ben, 'resign', { ply: '2', confirm: 'yes' });
  await act(games.again, ben, 'rematch', { ply: '2' });
  await newcomer.post('/leave', { days: '7' });
  for (const browser of OTHER_BROWSERS) await logIn(newcomer.name, browser);
  games.inReach = await startGame(ann, ben, IN_REACH);
  const choosy = await person('Nelly');
  await choosy.post('/settings', { pieces: 'pebble', design: 'heron', coordinates: '', check_marks: 'yes' });
  games.choosy = await startGame(ann, choosy, IN_REACH);
  const challenges = {
    toAnn: await challenge(ben, { opponent: ann.name, seat: 'second', clock: 'leisure' }),
    byAnn: await challenge(ann, { opponent: ben.name, clock: 'blitz', rated: '' }),
    open: await challenge(ben, { variant: 'three-check-duck', seat: 'random' }),
    // With the widest words that a row of the lobby can have.
    openAsWide: await challenge(ben, { variant: 'duchess-6', seat: 'random', public: 'yes' }),
    openByAnn: await challenge(ann, { seat: 'random', clock: 'fast' }),
    declined: await challenge(ann, { opponent: ben.name }),
    accepted: await challenge(ann, { opponent: ben.name }),
    seats: await challenge(ben, { variant: 'duchess-4', opponent: ann.name }),
  };
  await ben.post(`${challenges.accepted}/accept`);
  await ben.post(`${challenges.declined}/decline`);
  const leaver = await person('Gus');
  await leaver.post('/settings/delete', { password, confirm: 'yes' });
  const guest = await person('Fethry');
  games.ofGuest = await startGame(guest, ben, 'e4@c6 e6@e2');
  await makeGuest(guest.name);
  const round = await setRoundTables({ ann, ben, others: [careful, await person('Daisy'), await person('Gyro'), await person('Magica')] });
  return { stranger, ann, ben, careful, choosy, newcomer, leaver, guest, games, challenges, round };
}

const OTHER_BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
];

/** A player logs in with another browser. */
async function logIn(name, userAgent) {
  const body = new URLSearchParams({ name, password });
  await fetch(`${process.env.MALLARD_URL}/login`, { method: 'POST', headers: { 'User-Agent': userAgent }, body, redirect: 'manual' });
}

/** A page that somebody opens who has begun nothing on it: what another scene left half-made would come back. */
const at = (who, path) => async (stage) => {
  const page = stage[who].page ?? stage[who];
  // An answer of the same origin, without scripts.
  await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(typeof path === 'function' ? path(stage) : path);
  return page;
};

/** A page and then something done on it. */
const then = (open, deed) => async (stage) => {
  const page = await open(stage);
  await deed(page, stage);
  return page;
};

/** The collection of a player who brings one along, once its file has been read. */
const collection = (more = '') => async (stage) => {
  const { page } = stage.newcomer;
  await page.goto('/healthz');
  stage.collection ??= (await importGames(page)).replace(/^https?:\/\/[^/]+/, '');
  await expect(async () => {
    await page.goto(stage.collection);
    await expect(page.locator('main [role=status]')).toHaveCount(0);
  }).toPass();
  await page.goto(stage.collection + more);
  return page;
};

/** Imports some games, of which two cannot be read: the path of their collection. */
async function importGames(page) {
  const game = (n) => `[Event "The pond’s open championship for ducks of all ages"]\n[Date "2026.03.${String(n).padStart(2, '0')}"]\n[White "Daisy the ${n}th of her name"]\n` +
    `[Black "Gyro"]\n[Result "1-0"]\n[WhiteElo "1650"]\n[BlackElo "1712"]\n\n${ANALYSED.replace(/\{Slow/, `{Round ${n}. Slow`)} 1-0\n\n`;
  const games = Array.from({ length: 35 }, (_, n) => game(n + 1)).join('');
  const chess = '[White "Ann"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White "Bob"]\n\n1. e4@c6 Ke7@e5 *\n';
  const pgn = { name: 'The pond’s open championship.pgn', mimeType: 'text/plain', buffer: Buffer.from(games + chess) };
  const multipart = { name: 'The pond’s open championship, with notes', visibility: 'public', pgn };
  const answer = await page.request.post('/collections', { multipart, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  return answer.headers().location;
}

/** The study of a player who shows it to everybody, edits it with another, and has invited a third. */
const study = (more = '') => async (stage) => {
  const { page } = stage.newcomer;
  await page.goto('/healthz');
  stage.study ??= await makeStudy(stage);
  await page.goto(stage.study + more);
  return page;
};

/** Makes that study: its path. */
async function makeStudy({ newcomer, ann, ben }) {
  const text = `[ChapterName "The duck on e5, and why it belongs there"]\n\n${ANALYSED} *\n\n[White "Daisy"]\n[Black "Gyro"]\n\ne4@c6 e6@e2 d4@d6 Nf6@e2 1-0\n\n` +
    `[Variant "Duchess 6"]\n[ChapterName "Six at the table"]\n\n*\n\n[ChapterName "Three checks"]\n[Variant "Three-check Duck"]\n\ne4@c6 *\n`;
  const name = 'Where the duck belongs: openings for long evenings by the pond';
  const path = await newcomer.post('/studies', { name, visibility: 'public', text });
  const description = 'What we have worked out about the first turns.\n\nThe drawings are in https://mallard.example/rules, and whoever finds a better square may say so.';
  await newcomer.post(path, { name, visibility: 'public', description });
  for (const player of [ann, ben]) await newcomer.post(`${path}/editors`, { step: 'invite', player: player.name });
  await ben.post(`${path}/editors`, { step: 'accept' });
  return path;
}

/** Loads a page again until games are found: they are taken into the library some seconds after their end. */
const taken = (page) => expect(async () => {
  await page.reload();
  expect(await page.locator('main [data-key]').count()).toBeGreaterThan(0);
}).toPass();

/** The same until the explorer knows one. */
const explored = (page) => expect(async () => {
  await page.reload();
  expect(await page.locator('.explorer tbody').count()).toBeGreaterThan(0);
}).toPass();

const ownGame = (key, more = '') => at('ann', ({ games }) => games[key] + more);
const clicks = (...squares) => async (page) => {
  for (const square of squares) await clickSquare(page, square);
};

const ownRound = (key, more = '') => at('ann', ({ round }) => round[key] + more);
const clicksRound = (...squares) => async (page) => {
  for (const square of squares) await clickRound(page, square);
};

const late = (key, ply, lines) => then(ownGame(key), async (page, { games }) => {
  await page.setContent(`<form method="post" action="${process.env.MALLARD_URL}${games[key]}/conditionals"><input name="ply" value="${ply}"><textarea name="lines">${lines}</textarea><button>Show</button></form>`);
  await page.getByRole('button').click();
  await page.getByRole('alert').waitFor();
});

/** @type {Record<string, (stage: object) => Promise<import('@playwright/test').Page>>} */
const ANALYSED = 'e4@c6 e6@e2 (d5@d3) d4@d6 Nf6@e2 Nc3@e7 (Nd2@e5 {Slow, but it guards the pawn on e4, and the duck keeps the centre closed.} ' +
  'd5@d3 (Nxe4@d3 Nxe4@a3) exd5@a3) d5@e5 Bg5@e7 Nxe4@f6 {The knight has to be taken at once: Nxe4@e7.}';

export const scenes = {
  'home': at('stranger', '/'),
  'more': then(at('stranger', '/'), (page) => page.locator('.site-more summary').click()),
  'home, signed in': at('ann', '/'),
  'home, no games': at('newcomer', '/'),
  'rules': at('stranger', '/rules'),
  'rules, duck': at('stranger', '/rules/duck'),
  'rules, duchess': at('stranger', '/rules/duchess'),
  'help': at('stranger', '/help'),
  'help, found': at('ann', '/help?q=leave'),
  'help, nothing found': at('stranger', '/help?q=submarine'),
  'help, no such article': at('stranger', '/help/submarines'),
  'help, article': at('stranger', '/help/leave'),
  'help, article with tables': at('guest', '/help/clocks'),
  'help, article with code': at('ann', '/help/conditional-turns'),
  'about': at('stranger', '/about'),
  'terms': at('stranger', '/terms'),
  'privacy': at('ann', '/privacy'),
  'contact': at('stranger', '/contact'),
  'watch': at('stranger', '/watch'),
  'watch, most looked at': at('ann', '/watch?order=looks'),
  'players': at('stranger', '/players'),
  'players, found': at('ann', '/players?name=m'),
  'collections': then(collection(), (page) => page.goto('/collections')),
  'collections, none': at('ben', '/collections'),
  'collections, refused': then(at('ben', '/collections'), async (page) => {
    await page.getByLabel('Name').fill('Empty');
    await page.getByLabel('PGN file').setInputFiles({ name: 'x.pgn', mimeType: 'text/plain', buffer: Buffer.from('') });
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'collections, public': then(collection(), (page) => page.goto('/collections/public')),
  'collection, own': collection(),
  'collection, boards': collection('?view=boards&player=daisy'),
  'collection, search refused': collection('?turns=Ke5&variant=duck'),
  'collection, of another': async (stage) => {
    await collection()(stage);
    return at('stranger', stage.collection)(stage);
  },
  'collection, explorer': then(collection(), (page) => page.getByRole('main').getByRole('link', { name: 'Explorer', exact: true }).click()),
  'collection, game': collection('/games/1'),
  'collection, delete?': collection('/delete'),
  'studies': then(study(), (page) => page.goto('/studies')),
  'studies, no such page': at('stranger', '/studies/public?page=99'),
  'studies, invited': async (stage) => {
    await study()(stage);
    return at('ann', '/studies')(stage);
  },
  'studies, refused': then(at('ann', '/studies'), async (page) => {
    await page.getByLabel('Name of the study').fill('Broken');
    await page.getByText('Or paste games or a position').click();
    await page.getByLabel('PGN or FEN').fill('1. e4@c6 *\n\n1. Ke7@e5 *');
    await page.getByRole('button', { name: 'Make the study' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'studies, public': then(study(), (page) => page.goto('/studies/public')),
  'study, own': study(),
  'study, invited': async (stage) => {
    await study()(stage);
    return at('ann', stage.study)(stage);
  },
  'study, of another': async (stage) => {
    await study()(stage);
    return at('stranger', stage.study)(stage);
  },
  'study, as editor': async (stage) => {
    await study()(stage);
    return at('ben', stage.study)(stage);
  },
  'study, refused': then(study(), async (page) => {
    await page.getByLabel('Invite a player').fill('nobody-at-all');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'study, delete?': study('/delete'),
  'study, chapter': study('/chapters/1'),
  'study, chapter of another': async (stage) => {
    await study()(stage);
    return at('stranger', `${stage.study}/chapters/1`)(stage);
  },
  'study, chapter conflicting': async (stage) => {
    const page = await study('/chapters/4')(stage);
    const version = await page.locator('[name=chapter-version]').inputValue();
    const chapter = await page.locator('[name=chapter]').inputValue();
    const pgn = `[Variant "Three-check Duck"]\n\n{Since ${version}} 1. e4@c6 {${version}} *\n`;
    await stage.ben.page.request.post('/analysis', { form: { chapter, 'chapter-version': version, pgn, step: 'note' } });
    await page.getByLabel(/^Note /).fill('Another note');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('alert').waitFor();
    return page;
  },
  'study, chapter, a line deleted': async (stage) => {
    const page = await study('/chapters/4')(stage);
    const field = (name) => page.locator(`[name=${name}]`).inputValue();
    const changes = async (player, turns, place) => {
      const form = { chapter: await field('chapter'), 'chapter-version': await field('chapter-version'), place, step: 'note' };
      await player.page.request.post('/analysis', { form: { ...form, pgn: `[Variant "Three-check Duck"]\n\n${turns} *\n` } });
    };
    await changes(stage.newcomer, `e4@c6 e6@e2 {${await field('chapter-version')}}`, '2');
    await page.reload();
    // A chapter that was changed before in another scene opens at its start.
    await page.locator('#tree').getByText('e6@e2').first().click();
    // Who is writing is not taken elsewhere by the change.
    await page.getByLabel(/^Note /).fill('A note on what is gone');
    await changes(stage.ben, 'a3@h5', '0');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('alert').waitFor();
    return page;
  },
  'study, delete a chapter?': study('/chapters/2/delete'),
  'study, from the board': then(at('ann', `/analysis?variant=duck&pgn=${encodeURIComponent('e4@c6 e6@e2')}`), async (page) => {
    await page.getByRole('button', { name: 'Save to a study' }).click();
    await page.getByRole('heading', { name: 'Save to a study' }).waitFor();
  }),
  'sign up': at('stranger', '/signup'),
  'sign up, refused': then(at('stranger', '/signup'), async (page) => {
    await page.getByLabel('Name').fill('a duck');
    await page.getByLabel('Email').fill('duck@pond');
    await page.getByLabel('Password').fill('quack');
    await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'sign up, as a guest': at('guest', '/signup'),
  'log in, as a guest': at('guest', '/login'),
  'guest, home': at('guest', '/'),
  'guest, own turn': at('guest', ({ games }) => games.ofGuest),
  'guest, menu': then(at('guest', '/'), (page) => page.locator('.account summary').click()),
  'guest, stop playing?': at('guest', '/logout'),
  'guest, seen by others': at('stranger', ({ guest }) => `/players/${guest.name}`),
  'welcome': at('newcomer', '/welcome'),
  'welcome, with games': at('ann', '/welcome'),
  'sign in': at('stranger', '/login'),
  'sign in, refused': then(at('stranger', '/login'), async (page) => {
    await page.getByLabel('Name').fill('nobody-at-all');
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'sign in, tried too often': then(at('stranger', '/login'), async (page) => {
    const wrong = { name: 'nobody-at-all', password: 'not this one' };
    for (let n = 0; n < 10; n += 1) await page.request.post('/login', { form: wrong });
    await page.getByLabel('Name').fill(wrong.name);
    await page.getByLabel('Password').fill(wrong.password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Too many').first().waitFor();
  }),
  'password, forgotten': at('stranger', '/login/forgotten'),
  'password, link gone': at('stranger', '/login/reset?token=quack'),
  'emails, stop them?': async (stage) => at('stranger', await unsubscribeLink(stage.ann.name, 'your-turn'))(stage),
  'emails, stopped': then(async (stage) => at('stranger', await unsubscribeLink(stage.ben.name, 'your-turn'))(stage), async (page) => {
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await page.getByText('You will get no more of them.').waitFor();
  }),
  'address, own': at('ann', '/settings/email'),
  'address, refused': then(at('ann', '/settings/email'), async (page) => {
    await page.getByLabel('Email').fill('quack');
    await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('button', { name: 'Save this address' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'address, link sent': at('ann', '/settings/email?sent=yes'),
  'address, link gone': at('stranger', '/email/confirm?token=quack'),
  'address, confirmed': at('ann', '/email/confirmed'),
  'challenge, new': at('ann', '/challenges/new'),
  'challenge, new for six': then(at('ann', '/challenges/new'), async (page) => {
    await page.getByRole('radio', { name: 'Duchess for six' }).check();
    await page.getByRole('textbox', { name: 'Partners' }).waitFor();
  }),
  'challenge, refused': then(at('ann', '/challenges/new'), async (page) => {
    await page.getByLabel('Opponent').fill('nobody-at-all');
    await page.getByRole('main').getByRole('button', { name: 'Challenge' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'challenge, to answer': at('ann', ({ challenges }) => challenges.toAnn),
  'challenge, own': at('ann', ({ challenges }) => challenges.byAnn),
  'challenge, own and open': at('ann', ({ challenges }) => challenges.openByAnn),
  'challenge, declined': at('ann', ({ challenges }) => challenges.declined),
  'challenge, accepted': at('ann', ({ challenges }) => challenges.accepted),
  'challenge, seats': at('ann', ({ challenges }) => challenges.seats),
  'challenge, own seats': at('ben', ({ challenges }) => challenges.seats),
  'challenge, signed out': at('stranger', ({ challenges }) => challenges.open),
  'lobby': at('ann', '/lobby'),
  'lobby, signed out': at('stranger', '/lobby'),
  'games': then(at('stranger', '/games'), taken),
  'games, boards': then(at('ann', ({ ann }) => `/games?player=${ann.name}&view=boards`), taken),
  'explorer': then(at('stranger', '/explorer'), explored),
  'explorer, of a player': at('ann', ({ ann }) => `/explorer?turns=e4@c6&player=${ann.name}&seat=first`),
  'analysis, explorer': then(at('stranger', '/analysis?variant=duck'), async (page) => {
    await page.getByRole('button', { name: 'Open the explorer' }).click();
    await page.locator('.explorer-part').waitFor();
  }),
  'explorer, refused': at('stranger', '/explorer?turns=e4@c6+Ke3&from-year=soon'),
  'explorer, Duchess': at('stranger', '/explorer?variant=duchess-6&turns=1c3-1c4'),
  'games, refused': at('ann', '/games?player=nobody&from=yesterday&rating-from=x'),
  'games, own': then(at('ann', '/games?words=well+played'), taken),
  'games, own, logged out': at('stranger', '/games?tag=endgame&material=KRN'),
  'games, saved': async (stage) => {
    const page = await then(at('ann', ({ ann }) => `/games?player=${ann.name}&rated=yes`), taken)(stage);
    if (await page.locator('.library-save').count()) {
      await page.getByText('Save this search').click();
      await page.getByLabel('Name').fill('My rated games, for the long evenings by the pond in winter');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.library-saved [aria-current]').waitFor();
    }
    await page.goto('/games?ending=resigned&sort=longest');
    await page.getByText('Save this search').click();
    return page;
  },
  'saved searches': async (stage) => {
    const page = await scenes['games, saved'](stage);
    await page.goto('/games/searches');
    return page;
  },
  'saved searches, none': at('newcomer', '/games/searches'),
  'saved searches, refused': then(at('ben', '/games?ending=resigned'), async (page) => {
    await page.getByText('Save this search').click();
    await page.locator('.library-save form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  'my games': at('ann', '/games/mine'),
  'my games, none': at('newcomer', '/games/mine'),
  'player': at('ann', ({ ben }) => `/players/${ben.name}`),
  'player, rated': at('stranger', ({ ann }) => `/players/${ann.name}`),
  'settings': at('newcomer', '/settings'),
  'settings, chosen': then(at('ben', '/settings'), async (page) => {
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByRole('radio', { name: 'In figures' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: /^Make .*addresses/ }).click();
    await page.getByLabel('Calendar:').waitFor();
  }),
  'settings, looks': then(at('newcomer', '/settings'), async (page) => {
    await page.getByRole('radio', { name: 'Reed' }).check();
    await page.getByRole('radio', { name: 'Jetty' }).check();
    await page.getByLabel('The names of files and ranks').uncheck();
  }),
  'settings, refused': then(at('newcomer', '/settings'), async (page) => {
    await page.getByRole('radio', { name: 'Reed' }).evaluate((radio) => { radio.value = 'swan'; });
    await page.getByRole('radio', { name: 'Reed' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  'about you': at('newcomer', '/settings/profile'),
  'about you, refused': then(at('newcomer', '/settings/profile'), async (page) => {
    await page.getByLabel('A few words').fill('Duck! '.repeat(100));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  'archive': at('newcomer', '/settings/archive'),
  'deletion': at('newcomer', '/settings/delete'),
  'deletion, refused': then(at('newcomer', '/settings/delete'), async (page) => {
    await page.getByLabel('Your password').fill('not this one');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'deletion, asked': at('leaver', '/settings/delete?done=asked'),
  'deletion, home': at('leaver', '/'),
  'deletion, settings': at('leaver', '/settings'),
  'help, your data': at('stranger', '/help/your-data'),
  'logged in, one browser': at('choosy', '/settings/sessions'),
  'logged in, several browsers': at('newcomer', '/settings/sessions'),
  'password': at('newcomer', '/settings/password'),
  'password, refused': then(at('newcomer', '/settings/password'), async (page) => {
    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password').fill('another pond');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'game, send?': async ({ careful, games }) => {
    const { page } = careful;
    await page.goto(games.careful);
    await turnField(page).fill('e4@c6');
    await page.getByLabel('Message').fill('Hello! I have wanted to try this opening for a long time.');
    await send(page);
    await page.getByRole('heading', { name: /^Send/ }).waitFor();
    return page;
  },
  'game, shared': ownGame('running', '?tab=share'),
  'game, in a frame': at('stranger', ({ games }) => `${games.running}/embed`),
  'game, tagged': then(ownGame('running', '?tab=tags'), async (page) => {
    await page.getByLabel('Tags, separated').fill('to study, endgame with bishops, league 2026');
    await page.getByRole('button', { name: 'Save tags' }).click();
    await page.locator('.tags .tag').first().waitFor();
  }),
  'my games, tagged': then(ownGame('running', '?tab=tags'), async (page, stage) => {
    await stage.ann.post(`${stage.games.running}/tags`, { tags: 'to study, endgame with bishops, league 2026' });
    await stage.ann.post(`${stage.games.finished}/tags`, { tags: 'to study' });
    await page.goto('/games/mine?tag=to%20study');
  }),
  'player, no games': at('stranger', ({ newcomer }) => `/players/${newcomer.name}`),
  'menu': then(at('newcomer', '/games/mine'), (page) => page.locator('.account summary').click()),
  'game, before the first turn': ownGame('fresh'),
  'game, first turn of Black': ownGame('opening'),
  'game, own turn': ownGame('running'),
  'game, piece lifted': then(ownGame('running'), clicks('a4')),
  'game, half a turn': then(ownGame('running'), clicks('a4', 'c6')),
  'game, whole turn': then(ownGame('running'), clicks('a4', 'c6', 'd7')),
  'game, their turn': then(ownGame('waiting'), async () => {}),
  'game, king in reach': at('ben', ({ games }) => games.inReach),
  'game, king in reach, moved': then(at('ben', ({ games }) => games.inReach), clicks('b8', 'd7')),
  'game, other looks': at('choosy', ({ games }) => games.choosy),
  'game, other looks, half a turn': then(at('choosy', ({ games }) => games.choosy), clicks('b8', 'd7')),
  'my games, other looks': at('choosy', '/games/mine'),
  'game, past position': ownGame('running', '?ply=7'),
  'game, stepped back': then(ownGame('running'), async (page) => {
    await clickSquare(page, 'a4');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.locator('#viewing').waitFor();
  }),
  'game, flipped': then(ownGame('running'), async (page) => {
    await page.getByRole('link', { name: 'Flip the board' }).click();
    await page.locator('#board[data-orientation="black"]').waitFor();
  }),
  'game, keys': then(ownGame('running'), async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  }),
  'game, settings of the board': then(ownGame('running'), async (page) => {
    await clicks('a4', 'c6')(page);
    await page.getByRole('link', { name: 'Settings of the board' }).click();
    await page.getByRole('dialog', { name: 'Board' }).waitFor();
  }),
  'game, a reply in the making': then(ownGame('waiting'), async (page) => {
    await page.getByRole('link', { name: 'Prepare a reply' }).click();
    await page.getByLabel('Their turn').waitFor();
    await clicks('d1', 'd3')(page);
  }),
  'game, a reply prepared': then(ownGame('waiting'), async (page) => {
    await page.getByRole('link', { name: 'Prepare a reply' }).click();
    await page.getByLabel('Their turn').fill('Nxe4@e7');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByLabel('My reply').fill('dxe4@f6');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  'game, start position': ownGame('running', '?ply=0'),
  'game, turns alone': ownGame('running', '?tab=moves'),
  'game, material': ownGame('finished', '?tab=material'),
  'game, tags': ownGame('running', '?tab=tags'),
  'game, rules': ownGame('running', '?tab=rules'),
  'game, rules of three checks': ownGame('promoting', '?tab=rules'),
  'game, explorer': ownGame('fresh', '?tab=explorer'),
  'game, help': ownGame('running', '?tab=help'),
  'game, from the other side': ownGame('running', '?side=black'),
  'game, promotion': then(ownGame('promoting'), clicks('b7', 'a8')),
  'game, promotion of Black': then(at('ben', ({ games }) => games.blackPromoting), clicks('g2', 'h1')),
  'game, promotion made': then(ownGame('promoting'), async (page) => {
    await clicks('b7', 'a8')(page);
    await page.getByRole('button', { name: 'Knight' }).click();
    await clickSquare(page, 'e5');
  }),
  'game, promotion typed': then(ownGame('promoting'), async (page) => {
    await turnField(page).fill('bxa8@e5');
    await send(page);
    await page.getByRole('alert').waitFor();
  }),
  'game, may be called off': ownGame('waited'),
  'game, call it off?': then(ownGame('waited'), async (page) => {
    await chooseAction(page, 'Call the game off');
    await send(page);
    await page.getByRole('alert').waitFor();
  }),
  'game, called off': ownGame('calledOff'),
  'game, resign?': then(ownGame('running'), async (page) => {
    await chooseAction(page, 'Resign');
    await send(page);
    await page.getByRole('alert').waitFor();
  }),
  'game, give time?': then(ownGame('waiting'), async (page) => {
    await chooseAction(page, 'Give 3 days');
    await send(page);
    await page.getByRole('alert').waitFor();
  }),
  'game, accept the draw?': then(ownGame('offered'), async (page) => {
    await page.getByRole('button', { name: 'Accept the draw' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'game, refused': then(ownGame('running'), async (page) => {
    await turnField(page).fill('Ke4@e5');
    await send(page);
    await page.getByRole('alert').waitFor();
  }),
  'game, gone on': then(ownGame('running'), async (page) => {
    await page.locator('input[name="ply"]').evaluate((field) => { field.value = '2'; });
    await turnField(page).fill('h4@h6');
    await page.getByLabel('Message').fill('Quick!');
    await send(page);
    await page.getByRole('alert').waitFor();
  }),
  'game, draw offered': ownGame('offered'),
  'game, draw offered by oneself': at('ben', ({ games }) => games.offered),
  'game, finished': ownGame('finished'),
  'game, round board': ownGame('duchess'),
  'round board, six': ownRound('six'),
  'round board, lifted': then(ownRound('six'), clicksRound('1c3')),
  'round board, from elsewhere': ownRound('six', '?side=green'),
  'round board, one is out': ownRound('out'),
  'round board, one is mated': ownRound('mated'),
  'round board, six, teleport': then(ownRound('six'), clicksRound('1b2')),
  'round board, six, teleported': then(ownRound('six'), async (page) => {
    await clickRound(page, '1b2');
    const there = await page.locator('#board .hint-teleport').first().getAttribute('data-square');
    await clickRound(page, there);
  }),
  'round board, six, promotion': then(at('careful', ({ round }) => round.mated), clicksRound('3c6', 'V')),
  'round board, six, promoted': then(at('careful', ({ round }) => round.mated), async (page) => {
    await clicksRound('3c6', 'V')(page);
    await page.getByRole('button', { name: 'Knight' }).click();
  }),
  'round board, three, won': ownRound('three'),
  'round board, three, middle game': ownRound('middle'),
  'round board, three, over': ownRound('over'),
  'round board, teleport': then(ownRound('two'), clicksRound('1a2')),
  'round board, promotion': then(ownRound('promoting'), clicksRound('1c6', 'V')),
  'round board, material': ownRound('promoting', '?tab=material'),
  'round board, material of six': ownRound('six', '?tab=material'),
  'round board, rules': ownRound('six', '?tab=rules'),
  'round board, shown once more': then(at('careful', ({ round }) => round.waiting), async (page) => {
    await turnField(page).fill('5c4-5c5');
    await send(page);
    await page.getByRole('button', { name: 'Send it' }).waitFor();
  }),
  'round board, conditional turns': ownRound('waiting', '/conditionals'),
  'round board, planned': ownRound('waiting'),
  'round board, analysis': at('ann', ({ round }) => `/analysis?game=${round.out.slice('/games/'.length)}`),
  'challenge with places': at('ben', ({ round }) => round.places),
  'challenge with places, own': at('ann', ({ round }) => round.places),
  'game, looking on': at('stranger', ({ games }) => games.running),
  'game, finished, looking on': at('newcomer', ({ games }) => games.finished),
  'game, public, looking on': at('newcomer', ({ games }) => games.public),
  'game, public, played': ownGame('public'),
  'game, noted': ownGame('noted'),
  'game, rematch offered': ownGame('again'),
  'conditional turns, none': ownGame('waiting', '/conditionals'),
  'conditional turns': at('ben', ({ games }) => `${games.planned}/conditionals`),
  'conditional turns, in a line': then(at('ben', ({ games }) => `${games.planned}/conditionals`), async (page) => {
    await page.getByRole('button', { name: 'then 3. Nc3@e7', exact: true }).click();
    await page.locator('.node-then[aria-current]').waitFor();
    await page.getByLabel('Their turn').fill('a6@b6');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('My reply').waitFor();
  }),
  'conditional turns, a reply the duck can block': then(at('ben', ({ games }) => `${games.planned}/conditionals`), async (page) => {
    await page.getByLabel('Their turn').fill('h6@*');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('My reply').fill('Nf3@e5');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.reply-blocked').first().waitFor();
  }),
  'conditional turns, refused': then(at('ben', ({ games }) => `${games.planned}/conditionals`), async (page) => {
    await page.getByRole('button', { name: 'if 2... Nf6@e2', exact: true }).click();
    await page.getByLabel('My reply').fill('Ke4@e5');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  // What was begun at an earlier ply is sent as it would be from a page that stayed open.
  'conditional turns, late': late('waiting', 4, 'Nc3@e7 d5@e5 Bg5@e7 Nxe4@f6 Nxe4@e7 dxe4@f6\nNc3@* a6@a3\nBg5@h6 Be7@e2'),
  'conditional turns, late, own turn': late('running', 13, 'Qxd4@d2 Bb3@c3 Qxd1@c1 Kxd1@e7\nQd6@* O-O@e7'),
  'conditional turns, signed out': async ({ stranger, games }) => {
    await stranger.goto('/');
    await stranger.context().addCookies([{ name: 'mallard', value: 'a session of last year', url: process.env.MALLARD_URL }]);
    await stranger.setContent(`<form method="post" action="${process.env.MALLARD_URL}${games.planned}/actions"><button name="action" value="note">Note</button></form>`);
    await stranger.getByRole('button').click();
    await stranger.getByRole('heading', { name: 'Log in' }).waitFor();
    return stranger;
  },
  'game, planned': at('ben', ({ games }) => games.planned),
  'analysis': at('stranger', '/analysis'),
  'analysis, with variations': at('ann', `/analysis?pgn=${encodeURIComponent(ANALYSED)}&place=4.1.2`),
  'analysis, of a game': at('ann', ({ games }) => `/analysis?game=${games.running.slice('/games/'.length)}&ply=6`),
  'analysis, refused': at('stranger', `/analysis?pgn=${encodeURIComponent('1. e4@c6 e6@e2 2. Ke3@d6')}`),
  'analysis, behind': async ({ newcomer }) => {
    const { page } = newcomer;
    // In another window.
    await page.request.post('/analysis', { form: { pgn: 'e4@c6', place: '1', version: '0' } });
    await page.goto('/analysis');
    const version = await page.locator('[name="version"]').inputValue();
    const pgn = `{Since ${version}} e4@c6 {Since ${version}}`;
    await page.request.post('/analysis', { form: { pgn, place: '1', version } });
    await page.getByLabel(/^Your note /).fill('Another note');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('alert').waitFor();
    return page;
  },
  'puzzles': at('ben', '/puzzles'),
  'puzzle': at('stranger', '/puzzles/1'),
  'puzzle, wrong': at('stranger', '/puzzles/1?tried=e7h7@g5'),
  'puzzle, solved': at('stranger', '/puzzles/1?played=e7f6@g6'),
  'puzzle, refused': then(at('ben', '/puzzles/1'), async (page) => {
    await page.getByLabel('Turn', { exact: true }).fill('Ke5@a1');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'leave': at('ben', '/leave'),
  'leave, considered': at('ann', '/leave?from=&days=9'),
  'leave, taken': at('newcomer', '/leave'),
  'leave, refused': then(at('ann', '/leave'), async (page) => {
    await page.getByLabel('Days', { exact: true }).fill('29');
    await page.getByRole('button', { name: 'Take leave' }).click();
    await page.getByRole('alert').waitFor();
  }),
  'player, on leave': at('ann', ({ newcomer }) => `/players/${newcomer.name}`),
  'not found': at('stranger', '/games/no-such-game'),
  'not found, signed in': at('ann', '/games/no-such-game'),
  'game, the server offline': then(at('ann', ({ games }) => games.fresh), async (page) => {
    await page.locator('#offline').evaluate((line) => { line.textContent = 'Mallard is not answering at the moment. What you type stays here, and this page keeps trying.'; });
  }),
  'not yours': then(at('newcomer', ({ games }) => games.running), async (page, { games }) => {
    await page.setContent(`<form method="post" action="${process.env.MALLARD_URL}${games.running}/actions"><button name="action" value="resign">Resign</button></form>`);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Not yours' }).waitFor();
  }),
};
