// Starts the built server on a free port with a database that is made for this run, and ends both after it.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = process.env.MALLARD_PROGRAM ?? join(here, '../target/debug/mallard');

/** The server's settings: none of the machine's own that would lead it to another database or address. */
function settings(data) {
  const { DATABASE_URL, PUBLIC_URL, ...others } = process.env;
  return { ...others, BIND: '127.0.0.1', PORT: '0', MALLARD_DATA: data, ENGINE_NICENESS: '0', MALLARD_STATIC: join(here, '../static') };
}

/** The address it tells on its first line; an error when it ends without one. */
function address(server) {
  return new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.startsWith('listening on ')) resolve(line.slice('listening on '.length));
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}: see e2e/results/server.log`)));
  });
}

/** Playwright runs this first, and what it gives back last. */
export default async function start() {
  const data = mkdtempSync(join(tmpdir(), 'mallard-e2e-'));
  mkdirSync(join(here, 'results'), { recursive: true });
  const server = spawn(program, { env: settings(data), stdio: ['ignore', 'pipe', 'pipe'] });
  server.stderr.pipe(createWriteStream(join(here, 'results/server.log')));
  const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    process.env.MALLARD_URL = await address(server);
    // For what the tests bring about in the database: see database.js.
    process.env.MALLARD_TEST_DATA = data;
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
