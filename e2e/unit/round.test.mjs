// The pure parts of the round board's scripts: a turn in the making, and as text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, promote, stepBack, tap } from '../../static/js/round/change.js';
import { begun, newState, phase, piecesShown } from '../../static/js/round/state.js';
import { readTurn, squareNamed, turnText } from '../../static/js/round/turn.js';
import { reachWords, stateWords, squareWords, whyNotLifted } from '../../static/js/round/words.js';

const data = {
  round: true, orientation: 'red', toMove: 'red', shapes: { red: 'round', green: 'square' }, variant: 'duchess-2', fen: '', ply: 0,
  pieces: { '1c1': 'red wK', '1c6': 'red wP', '1a1': 'red wR', '4c1': 'green bK', '1a3': 'green bN', '1b1': 'red wW' },
  inCheck: [], promotions: ['Q', 'N'],
  moves: [
    { from: '1c6', to: 'V', kind: 'line', way: ['V'], capture: null },
    { from: '1a1', to: '1a2', kind: 'line', way: ['1a2'], capture: null },
    { from: '1a1', to: '1a3', kind: 'line', way: ['1a2', '1a3'], capture: 'green bN' },
    { from: '1a1', to: '1c2', kind: 'teleport', way: [], capture: null },
  ],
};
const start = () => newState(structuredClone(data));

test('a piece is lifted, put down and taken back step by step', () => {
  const lifted = tap(start(), '1a1');
  assert.equal(phase(lifted), 'square');
  const moved = tap(lifted, '1a3');
  assert.equal(turnText(moved), 'R1a1x1a3');
  assert.equal(piecesShown(moved)['1a3'], 'red wR');
  assert.equal(stateWords(moved), 'Rook 1a1 takes green’s knight on 1a3. Continue sends it.');
  assert.deepEqual(stepBack(moved), lifted);
  assert.equal(begun(stepBack(stepBack(moved))), false);
});

test('what cannot be done leaves everything as it is', () => {
  const state = start();
  assert.equal(tap(state, '4c1'), state);
  assert.equal(tap(state, '2c5'), state);
  assert.match(whyNotLifted(state, '4c1'), /is green’s, and red is to move/);
  assert.match(whyNotLifted(state, '1c1'), /king on 1c1 cannot move/);
  const lifted = tap(state, '1a1');
  assert.equal(tap(lifted, '2c5'), lifted);
  assert.equal(begun(drop(lifted, '2c5')), false);
});

test('another piece of one’s own begins anew', () => {
  const moved = tap(tap(start(), '1a1'), '1a2');
  assert.equal(tap(moved, '1c6').lifted, '1c6');
});

test('a pawn on the Vortex becomes what has been taken, or stays a pawn', () => {
  const choosing = tap(tap(start(), '1c6'), 'V');
  assert.equal(phase(choosing), 'promotion');
  assert.equal(turnText(promote(choosing, 'Q')), '1c6-V=Q');
  assert.equal(turnText(promote(choosing, 'P')), '1c6-V');
  assert.equal(promote(choosing, 'R'), choosing);
  assert.equal(piecesShown(promote(choosing, 'N')).V, 'red wN');
  assert.equal(phase(stepBack(promote(choosing, 'N'))), 'promotion');
});

test('a turn is read in any of its spellings', () => {
  for (const text of ['R1a1x1a3', '1a1 1a3', 'r1a1-1a3', '1A1×1A3+']) {
    assert.equal(turnText(readTurn(start(), text).state), 'R1a1x1a3', text);
  }
  assert.equal(turnText(readTurn(start(), '1c6-v=q').state), '1c6-V=Q');
  assert.equal(turnText(readTurn(start(), '1c6-V').state), '1c6-V');
  assert.match(readTurn(start(), '1c6-V=R').hint, /taken/);
  assert.match(readTurn(start(), '1a1-4c1').hint, /no legal turn/);
  assert.match(readTurn(start(), 'Nf3').hint, /N1b2-1c4/);
});

test('both names of a square in the ring are read', () => {
  assert.deepEqual(['1a5', '1b5', '6a6', '6b6', '3c5', 'v'].map(squareNamed), ['2e5', '2e6', '1d5', '1d6', '3c5', 'V']);
});

test('a square says what the lifted piece can do there', () => {
  const lifted = tap(start(), '1a1');
  assert.equal(squareWords(lifted, '1c2'), '1c2, empty, can go there by teleportation');
  assert.equal(squareWords(lifted, '1a3'), '1a3, green knight, can be taken');
});

test('all that a lifted piece can do is said', () => {
  assert.equal(reachWords(tap(start(), '1a1')), 'It can go to 1a2; take green’s knight on 1a3; teleport to 1c2.');
  assert.equal(reachWords(tap(start(), '1c6')), 'It can go to the Vortex.');
  assert.equal(reachWords(start()), '');
});
