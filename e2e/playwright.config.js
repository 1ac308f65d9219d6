// How the browser tests run: the Chromium that CHROMIUM names, and one server that `server.js` starts for all of them.

import { defineConfig } from '@playwright/test';

/** Nothing that reaches out of the machine, and nothing that a machine without a screen lacks. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.js',
  outputDir: 'results',
  globalSetup: './server.js',
  fullyParallel: true,
  // Every test makes players and games of its own, so they do not disturb each other.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: chromiumArguments },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // What happened, step by step: costs a third of the time, so it is written on request.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
