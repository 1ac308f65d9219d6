// A turn in the making on a round board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, promote, stepBack, tap } from '../../static/js/turn/change.js';
import { begun, newState, phase, piecesShown, turnText } from '../../static/js/turn/state.js';
import { reachWords, squareWords, stateWords } from '../../static/js/turn/words.js';
import { WORDS } from './words.mjs';

const start = () => newState({
  shape: 'round', features: { duck: false }, variant: 'duchess-2', fen: '', ply: 0, orientation: 'red', toMove: 'red', theirs: false,
  shapes: { red: 'round', green: 'square' }, cursor: '1c1', marked: ['4c1'],
  pieces: { '1c1': 'red wK', '1c6': 'red wP', '1a1': 'red wR', '4c1': 'green bK', '1a3': 'green bN', '1b1': 'red wW' },
  names: { 'green bN': 'green knight', 'green bK': 'green king' },
  kinds: { P: 'Pawn' },
  words: {
    ...WORDS,
    marked: 'in check',
    squares: [['V', 'the Vortex']],
  },
  moves: [
    { from: '1c6', to: 'V', text: '1c6-V=Q', words: '', promotion: 'Q', way: ['V'] },
    { from: '1c6', to: 'V', text: '1c6-V=N', words: '', promotion: 'N', way: ['V'] },
    { from: '1c6', to: 'V', text: '1c6-V', words: '', way: ['V'] },
    { from: '1a1', to: '1a2', text: 'R1a1-1a2', words: 'Rook 1a1 to 1a2', way: ['1a2'] },
    { from: '1a1', to: '1a3', text: 'R1a1x1a3', words: 'Rook 1a1 takes Green’s knight on 1a3', way: ['1a2', '1a3'] },
    { from: '1a1', to: '1c2', text: 'R1a1-1c2', words: '', teleports: true },
  ],
}, []);

test('a piece is lifted, put down and taken back step by step', () => {
  const lifted = tap(start(), '1a1');
  assert.equal(phase(lifted), 'square');
  const moved = tap(lifted, '1a3');
  assert.equal(turnText(moved), 'R1a1x1a3');
  assert.equal(piecesShown(moved)['1a3'], 'red wR');
  assert.equal(stateWords(moved), 'Rook 1a1 takes Green’s knight on 1a3. Now send the turn.');
  assert.deepEqual(stepBack(moved), lifted);
  assert.equal(begun(stepBack(stepBack(moved))), false);
});

test('what cannot be done leaves everything as it is', () => {
  const state = start();
  assert.equal(tap(state, '4c1'), state);
  assert.equal(tap(state, '2c5'), state);
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
  assert.equal(stepBack(promote(choosing, 'P')).lifted, '1c6');
});

test('a square says what the lifted piece can do there', () => {
  const lifted = tap(start(), '1a1');
  assert.equal(squareWords(lifted, '1c2'), '1c2, empty, can go there by teleportation');
  assert.equal(squareWords(lifted, '1a3'), '1a3, green knight, can be taken');
  assert.equal(squareWords(lifted, '4c1'), '4c1, green king, in check');
  assert.equal(squareWords(lifted, 'V'), 'the Vortex, empty');
});

test('all that a lifted piece can do is said', () => {
  assert.equal(reachWords(tap(start(), '1a1')), 'It can go to 1a2. It can take the green knight on 1a3. It can teleport to 1c2.');
  assert.equal(reachWords(tap(start(), '1c6')), 'It can go to the Vortex.');
  assert.equal(reachWords(start()), '');
});
