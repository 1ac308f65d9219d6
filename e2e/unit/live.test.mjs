// What a page does with a message of the stream, and when it connects again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo } from '../../static/js/live/answer.js';
import { nextWait } from '../../static/js/live/stream.js';

const waiting = { turns: 1, challenges: 0 };

test('a page of the present renews itself when there is more than it shows', () => {
  const page = { kind: 'game', events: 7, extras: 2, hidden: false };
  assert.equal(answerTo(page, { game: 8 }), 'renew');
  assert.equal(answerTo({ ...page, hidden: true }, { game: 8 }), 'renew');
  assert.equal(answerTo(page, { beside: 3 }), 'renew');
  for (const nothingNew of [{ game: 7 }, { game: 6 }, { beside: 2 }, { player: true }, { waiting }, { lobby: true }, {}]) {
    assert.equal(answerTo(page, nothingNew), 'nothing');
  }
});

test('a page with a draft hears when its game has gone on', () => {
  const page = { kind: 'draft', events: 7, extras: NaN, hidden: true };
  assert.equal(answerTo(page, { game: 8 }), 'notify');
  for (const nothingNew of [{ game: 7 }, { beside: 1 }, { waiting }]) assert.equal(answerTo(page, nothingNew), 'nothing');
});

test('a page of the past says that the game has gone on, and renews what is beside the board', () => {
  const page = { kind: 'past', events: 7, extras: 1, hidden: false };
  assert.equal(answerTo(page, { game: 8 }), 'notice');
  assert.equal(answerTo(page, { beside: 2 }), 'panel');
  for (const nothingNew of [{ game: 7 }, { beside: 1 }]) assert.equal(answerTo(page, nothingNew), 'nothing');
});

test('lists look whenever they may have changed, unless nobody looks at them', () => {
  const page = { kind: 'lists', events: NaN, extras: NaN, hidden: false };
  assert.equal(answerTo(page, { waiting }), 'renew');
  assert.equal(answerTo(page, { lobby: true }), 'renew');
  assert.equal(answerTo(page, { player: true }), 'renew');
  assert.equal(answerTo(page, { watched: true }), 'renew');
  assert.equal(answerTo(page, { game: 3 }), 'nothing');
  assert.equal(answerTo({ ...page, hidden: true }, { waiting, lobby: true }), 'nothing');
});

test('other pages stay as they are', () => {
  assert.equal(answerTo({ kind: undefined, events: NaN, extras: NaN, hidden: false }, { game: 9, waiting, lobby: true }), 'nothing');
});

test('a page waits longer after each failure, at most a minute, with jitter', () => {
  assert.equal(nextWait(0, 1), 1000);
  assert.equal(nextWait(0, 0), 500);
  assert.equal(nextWait(4, 1), 16_000);
  assert.equal(nextWait(30, 1), 60_000);
  assert.ok(nextWait(9, 0.3) < nextWait(9, 0.4));
});
