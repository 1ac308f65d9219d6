// Times in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftWords, localFigures, localWords, relativeWords } from '../../static/js/time.js';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test('how far off a time is, in the largest unit that fits', () => {
  assert.equal(relativeWords(12 * DAY + 5 * HOUR), 'in 12 days');
  assert.equal(relativeWords(DAY), 'in 1 day');
  assert.equal(relativeWords(23 * HOUR), 'in 23 hours');
  assert.equal(relativeWords(-3 * MINUTE), '3 minutes ago');
  assert.equal(relativeWords(20_000), 'within a minute');
  assert.equal(relativeWords(-20_000), 'just now');
});

test('what a clock has left', () => {
  assert.equal(leftWords(28 * DAY + 4 * HOUR + 59 * MINUTE), '28 days 4 h');
  assert.equal(leftWords(DAY), '1 day');
  assert.equal(leftWords(3 * DAY + 59 * MINUTE), '3 days');
  assert.equal(leftWords(5 * HOUR + 12 * MINUTE), '5 h 12 min');
  assert.equal(leftWords(2 * HOUR), '2 h');
  assert.equal(leftWords(59_999), 'less than a minute');
  assert.equal(leftWords(-DAY), 'less than a minute');
});

test('a time in words and in figures, in the zone of the machine', () => {
  const time = new Date(2026, 11, 9, 5, 7);
  assert.equal(localWords(time, false), '9 Dec 2026, 05:07');
  assert.equal(localWords(time, true), '9 Dec 2026');
  assert.equal(localFigures(time, false), '2026-12-09 05:07');
  assert.equal(localFigures(time, true), '2026-12-09');
});
