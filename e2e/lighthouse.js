// What Lighthouse thinks of the main pages, on a phone and on a desk: its four figures for each.
//
//     cargo build --release -p server && cd e2e && npm ci
//     MALLARD_PROGRAM=$PWD/../target/release/mallard node lighthouse.js [page ...]
//
// Lighthouse comes by npx. It measures time, so it is not among the tests: let nothing else run beside it. CHROMIUM names the
// browser's program if it is not /usr/bin/chromium.

import { execFileSync } from 'node:child_process';
import { request } from '@playwright/test';
import config from './playwright.config.js';
import { challenge, newPlayer, startGame } from './players.js';
import startServer from './server.js';

const OPENING = 'e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@e7 d5@e5 Bg5@e7 Nxe4@f6';
const wanted = process.argv.slice(2);
const { executablePath, args } = config.use.launchOptions;
const stopServer = await startServer();
try {
  const [ann, ben] = [await player('Louie'), await player('Kwak')];
  const game = await startGame(ann, ben, OPENING);
  const waiting = await startGame(ben, ann, OPENING);
  const round = await startGame(ann, ben, '1c3-1c4 4c3-4c4', { variant: 'duchess-2' });
  await challenge(ben);
  const pages = {
    'game, to move': [game, ann],
    'game, looking on': [game],
    'home': ['/'],
    'lobby': ['/lobby', ann],
    'my games': ['/games/mine', ann],
    'analysis': ['/analysis', ann],
    'round board, to move': [round, ann],
    'conditional turns': [`${waiting}/conditionals`, ann],
    'rules': ['/rules/duck'],
    'settings': ['/settings', ann],
    'player': [`/players/${ben.name}`],
    'sign up': ['/signup'],
  };
  for (const [name, [path, who]] of Object.entries(pages)) {
    if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
    const headers = who ? { Cookie: await cookies(who) } : {};
    for (const preset of ['phone', 'desk']) console.log(`${name}, ${preset}: ${measure(path, headers, preset)}`);
  }
} finally {
  await stopServer();
}

/** Somebody signed in, without a browser. */
async function player(name) {
  return newPlayer({ request: await request.newContext({ baseURL: process.env.MALLARD_URL }) }, name);
}

async function cookies({ page }) {
  const { cookies: kept } = await page.request.storageState();
  return kept.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** @param {string} path @param {Record<string, string>} headers @param {'phone' | 'desk'} preset */
function measure(path, headers, preset) {
  const settings = [
    '--yes', 'lighthouse@12.8.2', process.env.MALLARD_URL + path, '--quiet', '--output=json',
    `--chrome-flags=--headless=new ${args.join(' ')}`, `--extra-headers=${JSON.stringify(headers)}`,
    ...(preset === 'desk' ? ['--preset=desktop'] : []),
  ];
  const env = { ...process.env, CHROME_PATH: executablePath };
  const { categories, audits } = JSON.parse(execFileSync('npx', settings, { env, maxBuffer: 64e6, stdio: ['ignore', 'pipe', 'ignore'] }));
  const figures = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`);
  const faults = Object.values(categories).flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9).map(({ id }) => id);
  return figures.join(', ') + (faults.length ? ` (${faults.join(', ')})` : '');
}
