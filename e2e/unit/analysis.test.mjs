// The analysis board's pure part: the way to a place in its turns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wayTo } from '../../static/js/analysis/film.js';

test('the way to a place leads through every turn before it, into its variations', () => {
  assert.deepEqual(wayTo('0'), ['0']);
  assert.deepEqual(wayTo('2'), ['0', '1', '2']);
  assert.deepEqual(wayTo('1.2.2'), ['0', '1', '1.2.1', '1.2.2']);
  assert.deepEqual(wayTo('0.1.1'), ['0', '0.1.1']);
  assert.deepEqual(wayTo('1.1.2.3.1'), ['0', '1', '1.1.1', '1.1.2', '1.1.2.3.1']);
});
