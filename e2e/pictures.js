// Makes pictures of Mallard: those of the README, or of every page in every state, to look at.
//
//     cargo build -p server && cd e2e && npm ci
//     node pictures.js                      those of docs/
//     node pictures.js <folder> [name ...]  every scene, or those whose names contain one of these, at three widths, light
//                                           and dark
//
// It starts a server of its own. CHROMIUM names the browser's program if it is not /usr/bin/chromium.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import config from './playwright.config.js';
import { scenes, setStage } from './scenes.js';
import startServer from './server.js';
import { showAs } from './site.js';

const [folder, ...wanted] = process.argv.slice(2);
const stopServer = await startServer();
const browser = await chromium.launch(config.use.launchOptions);
try {
  await (folder ? everyScene() : forTheReadme());
} finally {
  await browser.close();
  await stopServer();
}

async function visitor(options = {}) {
  const context = await browser.newContext({
    baseURL: process.env.MALLARD_URL,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

async function forTheReadme() {
  const docs = fileURLToPath(new URL('../docs/', import.meta.url));
  mkdirSync(docs, { recursive: true });
  const stage = await setStage(visitor);
  const desk = { width: 1440, height: 900, scheme: 'light' };
  const phone = { width: 390, height: 844, scheme: 'light' };
  for (const [name, sight, scene] of [
    ['game', desk, 'game, own turn'],
    ['game-phone', phone, 'game, own turn'],
    ['game-dark', { ...desk, scheme: 'dark' }, 'game, whole turn'],
    ['lobby', desk, 'lobby'],
    ['my-games', desk, 'my games'],
    ['analysis', desk, 'analysis, with variations'],
    ['duchess', desk, 'game, round board'],
  ]) {
    await showAs(stage.ann.page, sight);
    const page = await scenes[scene](stage);
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(docs, `${name}.png`) });
  }
}

async function everyScene() {
  const stage = await setStage(visitor);
  const names = Object.keys(scenes).filter((name) => !wanted.length || wanted.some((part) => name.includes(part)));
  const file = (name, kind) => join(folder, `${name.replace(/[^a-z]+/gi, '-')}.${kind}.png`);
  for (const name of names) {
    const page = await scenes[name](stage);
    for (const scheme of ['light', 'dark']) {
      for (const width of [390, 820, 1440]) {
        await showAs(page, { width, height: width === 390 ? 844 : 900, scheme });
        await page.screenshot({ path: file(name, `${width}-${scheme}`), fullPage: true });
      }
    }
    await showAs(page, { width: 1280, height: 720, scheme: 'light' });
    await page.goto('about:blank');
    console.log(name);
  }
}
