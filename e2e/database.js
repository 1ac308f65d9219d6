// The database of the tests' server, for what only weeks of waiting or many turns would bring about: a game that was played days
// ago, and one that starts from a given position; and for what only an email would tell, which this server does not send.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const home = () => join(process.env.MALLARD_TEST_DATA, 'postgres');

/** psql stands beside the server's own program, or is found as any other. */
function psql() {
  const [server] = readFileSync(join(home(), 'cluster/postmaster.opts'), 'utf8').split(' ');
  const beside = join(dirname(server.replaceAll('"', '')), 'psql');
  return existsSync(beside) ? beside : 'psql';
}

/** Runs statements, where `:'name'` stands for the variable of that name, and gives what they answer. */
async function run(statements, values) {
  const variables = ['ON_ERROR_STOP=1', ...Object.entries(values).map((pair) => pair.join('='))].flatMap((each) => ['-v', each]);
  const where = ['-h', join(home(), 'sockets'), '-U', 'mallard', '-d', 'mallard'];
  const running = promisify(execFile)(psql(), ['-X', '-q', '-1', '-A', '-t', ...where, ...variables, '-f', '-']);
  running.child.stdin.end(statements);
  const { stdout } = await running;
  return stdout.trim();
}

/** @param {string} game its path @param {string} statements where `:'game'` is the game's id and `:'value'` what is given */
async function change(game, statements, value) {
  await run(statements, { game: game.match(/^\/games\/(\w+)/)[1], value });
}

// What a server remembers of a game is of another revision than what stands there now.

/** All that has happened in a game happened so many days earlier: whatever was due by now falls due at once. */
export async function letDaysPass(game, days) {
  await change(game, `
    update recent_events set at = at - :'value'::interval where game_id = :'game';
    update games set revision = revision + 1, begun_at = begun_at - :'value'::interval, deadline = deadline - :'value'::interval,
      setup = setup || jsonb_build_object('begun_at', (setup->>'begun_at')::timestamptz - :'value'::interval)
      where id = :'game';`, `${days} days`);
}

/** A game without turns starts from a position. Pages show what is remembered until the next thing happens in it. */
export async function startFrom(game, fen) {
  await change(game, `
    update games set revision = revision + 1, setup = setup || jsonb_build_object('start', :'value'::text)
      where id = :'game';`, fen);
}

/** The path of the link that ends a player's emails of a kind. @param {string} name @param {string} kind such as `your-turn` */
export async function unsubscribeLink(name, kind) {
  return `/mail/unsubscribe/${kind}.${await run("select mail_secret from players where name = :'name';", { name })}`;
}

/** Makes a guest of a player, as somebody is who plays the computer before they sign up. @param {string} name */
export async function makeGuest(name) {
  await run("update players set is_guest = true, guest_name = name, email = '' where name = :'name';", { name });
}

/** Whether a game that has ended is counted, for ratings and in the library with its explorer. @param {string} game its path */
export async function isCounted(game) {
  const waits = "select exists (select from ratings_due where game_id = :'game') or exists (select from library_due where game_id = :'game');";
  return await run(waits, { game: game.match(/^\/games\/(\w+)/)[1] }) === 'f';
}
