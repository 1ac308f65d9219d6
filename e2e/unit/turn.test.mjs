// A turn in the making on a square board, and what is asked of the server meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corner, neighbour, squareAt, SQUARES } from '../../static/js/square/squares.js';
import { attempt, readTurn, whyNot } from '../../static/js/turn/ask.js';
import { drop, draggable, lift, placeDuck, promote, stepBack, takeBack, tap } from '../../static/js/turn/change.js';
import { duckSquares, kingsMarked, newState, phase, piecesShown, turnText } from '../../static/js/turn/state.js';
import { reachWords, squareWords, stateWords } from '../../static/js/turn/words.js';
import { WORDS } from './words.mjs';

/** @typedef {import('../../static/js/turn/state.js').Move} Move */

/** @param {string} from @param {string} to @param {string} text @param {Partial<Move>} [more] @returns {Move} */
const move = (from, to, text, more = {}) => ({ from, to, text, words: `${from} to ${to}`, ...more });

/** White to move, with one of everything: castling, promotion, en passant, a king to take, two knights for d2, b and B on c3. */
const position = (features = { duck: true }) => newState({
  shape: 'square',
  features,
  variant: 'duck',
  fen: 'the FEN',
  orientation: 'white',
  toMove: 'white',
  theirs: false,
  ply: 20,
  duck: features.duck ? 'e3' : undefined,
  marked: ['e8'],
  cursor: 'e1',
  pieces: {
    e1: 'wK', h1: 'wR', b1: 'wN', f3: 'wN', b2: 'wP', b4: 'wB', g7: 'wP', e5: 'wP', h5: 'wQ',
    h8: 'bR', d5: 'bP', c3: 'bP', e8: 'bK',
  },
  names: { wK: 'white king', wN: 'white knight', wR: 'white rook', bK: 'black king', bP: 'black pawn' },
  kinds: { K: 'King', N: 'Knight' },
  words: WORDS,
  moves: [
    move('b1', 'd2', 'Nbd2'),
    move('f3', 'd2', 'Nfd2'),
    move('f3', 'g5', 'Ng5'),
    move('b2', 'b3', 'b3'),
    move('b2', 'c3', 'bxc3'),
    move('b4', 'c3', 'Bxc3'),
    move('b4', 'c5', 'Bc5'),
    move('e1', 'g1', 'O-O', { castle: { rookFrom: 'h1', rookTo: 'f1' } }),
    move('h1', 'h2', 'Rh2'),
    move('e5', 'd6', 'exd6', { enPassant: 'd5' }),
    move('h5', 'e8', 'Qxe8', { ends: true }),
    ...['Q', 'N', 'R', 'B'].map(promotion => move('g7', 'g8', `g8=${promotion}`, { promotion })),
    ...['Q', 'N', 'R', 'B'].map(promotion => move('g7', 'h8', `gxh8=${promotion}`, { promotion })),
  ],
}, SQUARES);

/** @param {...string} squares */
const taps = (...squares) => squares.reduce(tap, position());

test('a turn is a piece, its square, and one click for the duck', () => {
  assert.equal(turnText(taps('f3')), '');
  assert.equal(turnText(taps('f3', 'g5')), 'Ng5@');
  assert.equal(turnText(taps('f3', 'g5', 'a5')), 'Ng5@a5');
  assert.equal(phase(taps('f3', 'g5', 'a5')), 'whole');
});

test('the duck may be put elsewhere with one click more, and stays where a click cannot put it', () => {
  assert.equal(turnText(taps('f3', 'g5', 'a5', 'a6')), 'Ng5@a6');
  assert.equal(turnText(taps('f3', 'g5', 'a5', 'e3')), 'Ng5@a5');
  assert.equal(turnText(taps('f3', 'g5', 'a5', 'd5')), 'Ng5@a5');
});

test('the duck takes any empty square but its own, and the square the piece has left', () => {
  const squares = duckSquares(taps('f3', 'g5'));
  assert.ok(squares.includes('f3'));
  assert.ok(!squares.includes('e3') && !squares.includes('g5') && !squares.includes('d5'));
  assert.equal(squares.length, 64 - 13 - 1);
});

test('a king that can be captured is known until a piece has moved', () => {
  assert.equal(squareWords(position(), 'e8'), 'e8, black king, can be captured');
  assert.equal(squareWords(position(), 'e1'), 'e1, white king');
  assert.deepEqual(kingsMarked(taps('f3')), ['e8']);
  for (const squares of [['f3', 'g5'], ['f3', 'g5', 'a5'], ['g7', 'h8']]) assert.deepEqual(kingsMarked(taps(...squares)), []);
});

test('what has no legal move cannot be lifted', () => {
  assert.equal(phase(taps('d5')), 'piece');
  assert.equal(phase(taps('a1')), 'piece');
});

test('a lifted piece is put back by a click on itself, and changed for another by a click on that', () => {
  assert.equal(phase(taps('f3', 'f3')), 'piece');
  assert.equal(taps('f3', 'b4').lifted, 'b4');
  assert.equal(taps('f3', 'a8').lifted, 'f3', 'where it cannot go it stays lifted');
});

test('one step is taken back at a time: the duck, then the piece', () => {
  const whole = taps('f3', 'g5', 'a5');
  assert.equal(turnText(stepBack(whole)), 'Ng5@');
  assert.deepEqual(stepBack(stepBack(whole)), position());
  assert.deepEqual(stepBack(taps('f3')), position());
  assert.deepEqual(stepBack(taps('g7', 'h8')), position());
});

test('lifting another piece begins the turn anew', () => {
  assert.equal(taps('f3', 'g5', 'a5', 'b4').lifted, 'b4');
  assert.equal(taps('f3', 'g5', 'b4').move, null);
  assert.ok(draggable(taps('f3', 'g5'), 'b4'));
  // What cannot move leaves the turn as it is.
  assert.equal(turnText(taps('b4', 'c5', 'h1')), '');
  assert.equal(turnText(taps('e1', 'g1', 'f1')), 'O-O@');
});

test('everything is taken back at once; the moved piece alone by a click on it', () => {
  assert.deepEqual(takeBack(taps('f3', 'g5', 'a5')), position());
  assert.equal(taps('f3', 'g5', 'g5').lifted, 'f3');
});

test('castling goes to the king’s square or onto the rook, by click or drag', () => {
  for (const state of [taps('e1', 'g1'), taps('e1', 'h1'), drop(lift(position(), 'e1'), 'h1')]) {
    assert.equal(turnText(state), 'O-O@');
    assert.equal(piecesShown(state).f1, 'wR');
    assert.equal(piecesShown(state).g1, 'wK');
    assert.equal(piecesShown(state).h1, undefined);
  }
});

test('a promotion asks for the role, and any other click takes it back', () => {
  const asked = taps('g7', 'h8');
  assert.equal(phase(asked), 'promotion');
  assert.equal(piecesShown(asked).h8, 'wP');
  assert.equal(turnText(promote(asked, 'N')), 'gxh8=N@');
  assert.equal(piecesShown(promote(asked, 'N')).h8, 'wN');
  assert.equal(promote(asked, 'K'), asked);
  assert.equal(phase(tap(asked, 'a1')), 'piece');
});

test('taking in passing empties the square of the pawn taken, and the duck may go there', () => {
  assert.equal(piecesShown(taps('e5', 'd6')).d5, undefined);
  assert.equal(turnText(taps('e5', 'd6', 'd5')), 'exd6@d5');
});

test('taking the king needs no duck', () => {
  assert.equal(turnText(taps('h5', 'e8')), 'Qxe8');
  assert.equal(phase(taps('h5', 'e8')), 'whole');
  assert.equal(turnText(taps('h5', 'e8', 'a5')), 'Qxe8');
});

test('a piece dropped where it may not go returns; the duck is dragged after the piece only', () => {
  assert.equal(phase(drop(lift(position(), 'f3'), 'a8')), 'piece');
  assert.equal(phase(drop(lift(position(), 'f3'), null)), 'piece');
  assert.equal(drop(lift(position(), 'f3'), 'f3').lifted, 'f3');
  assert.ok(!draggable(position(), 'e3'));
  assert.ok(draggable(taps('f3', 'g5'), 'e3'));
  assert.equal(turnText(drop(taps('f3', 'g5'), 'a5')), 'Ng5@a5');
});

test('the duck goes nowhere before a piece has moved', () => {
  assert.equal(placeDuck(position(), 'a5').duckTo, null);
});

test('squares lie as seen from either side', () => {
  assert.deepEqual(corner('a1', 'white'), { x: 0, y: 700 });
  assert.deepEqual(corner('a1', 'black'), { x: 700, y: 0 });
  assert.equal(squareAt(0, 0, 'white'), 'a8');
  assert.equal(squareAt(0, 0, 'black'), 'h1');
  assert.equal(squareAt(8, 0, 'white'), null);
  assert.equal(squareAt(NaN, 0, 'white'), null);
  assert.equal(neighbour('e4', 1, 0, 'black'), 'd4');
  assert.equal(neighbour('h4', 1, 0, 'white'), 'h4');
});

test('without a duck a move is a whole turn, and one step is taken back at a time', () => {
  const made = ['f3', 'g5'].reduce(tap, position({ duck: false }));
  assert.equal(phase(made), 'whole');
  assert.equal(turnText(made), 'Ng5');
  assert.deepEqual(duckSquares(made), []);
  assert.equal(tap(made, 'a5'), made);
  assert.equal(stepBack(made).lifted, 'f3');
  assert.equal(tap(made, 'g5').lifted, 'f3');
  assert.equal(phase(stepBack(stepBack(made))), 'piece');
  const elsewhere = tap(made, 'd2');
  assert.equal(turnText(elsewhere), 'Nfd2', 'another square that the piece could go to: the one that was meant');
  assert.equal(stepBack(elsewhere).lifted, 'f3');
  const promoted = promote(['g7', 'g8'].reduce(tap, position({ duck: false })), 'N');
  assert.equal(turnText(promoted), 'g8=N');
  assert.equal(phase(stepBack(promoted)), 'promotion');
});

test('the board says what was done and what is next', () => {
  assert.equal(stateWords(position()), '');
  assert.equal(stateWords(taps('f3')), 'Knight on f3: choose where it goes.');
  assert.equal(stateWords(taps('g7', 'g8')), 'Choose what the pawn becomes.');
  assert.equal(stateWords(taps('f3', 'g5')), 'f3 to g5. Now choose a square for the duck.');
  assert.equal(stateWords(taps('f3', 'g5', 'a5')), 'f3 to g5, duck to a5. Now send the turn.');
  assert.equal(stateWords(taps('h5', 'e8')), 'h5 to e8. Now send the turn.');
  assert.equal(stateWords(taps('h5', 'e8'), 'Add it to continue.'), 'h5 to e8. Add it to continue.');
  assert.equal(stateWords(taps('h5', 'e8'), ''), 'h5 to e8.');
  assert.equal(squareWords(position(), 'e3'), 'e3, duck');
  assert.equal(squareWords(position(), 'a1'), 'a1, empty');
});

test('a square says whether the lifted piece can go there', () => {
  assert.equal(squareWords(taps('f3'), 'g5'), 'g5, empty, can go there');
  assert.equal(squareWords(taps('f3'), 'a8'), 'a8, empty');
  assert.equal(squareWords(taps('b4'), 'c3'), 'c3, black pawn, can be taken');
  assert.equal(squareWords(taps('h5'), 'e8'), 'e8, black king, can be taken');
  assert.equal(squareWords(taps('e1'), 'g1'), 'g1, empty, can go there');
  assert.equal(squareWords(taps('e1'), 'h1'), 'h1, white rook, can go there', 'castling is no capture');
  assert.equal(reachWords(taps('b4')), 'It can go to c5. It can take the black pawn on c3.');
});

/**
 * A server that answers, or does not.
 * @param {string | object | null} answer @param {() => Promise<void>} act @returns {Promise<string[]>} what it was asked
 */
async function withServer(answer, act) {
  /** @type {string[]} */
  const asked = [];
  const { fetch } = globalThis;
  globalThis.fetch = async address => {
    asked.push(decodeURIComponent(String(address)));
    if (answer === null) throw new TypeError('nobody is there');
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer);
  };
  try {
    await act();
  } finally {
    globalThis.fetch = fetch;
  }
  return asked;
}

test('what a text says is asked of the server, and shown as far as it goes', async () => {
  const read = async (/** @type {object | null} */ answer) => {
    let found = await readTurn(position(), '');
    const asked = await withServer(answer, async () => { found = await readTurn(taps('b2'), 'a text'); });
    assert.deepEqual(asked, ['/rules/turn?variant=duck&fen=the+FEN&theirs=false&turn=a+text']);
    return [turnText(found.state), phase(found.state), found.hint];
  };
  assert.deepEqual(await read({ from: 'f3', to: 'g5', duck: 'a5', hint: '' }), ['Ng5@a5', 'whole', '']);
  assert.deepEqual(await read({ from: 'f3', to: 'g5', hint: 'The duck must move.' }), ['Ng5@', 'duck', 'The duck must move.']);
  assert.deepEqual(await read({ from: 'g7', to: 'g8', promotion: 'N', hint: '' }), ['g8=N@', 'duck', '']);
  assert.deepEqual(await read({ from: '', to: '', hint: 'No turn.' }), ['', 'piece', 'No turn.']);
  assert.deepEqual(await read(null), ['', 'piece', WORDS.unread]);
});

test('an empty field asks nobody', async () => {
  assert.deepEqual(await withServer(null, async () => {
    assert.deepEqual(await readTurn(taps('f3'), '  '), { state: position(), hint: '' });
  }), []);
});

test('why a square is refused is asked of the server', async () => {
  const asked = await withServer('Because.', async () => assert.equal(await whyNot(position(), 'd5'), 'Because.'));
  assert.deepEqual(asked, ['/rules/why?variant=duck&fen=the+FEN&theirs=false&from=d5']);
  await withServer(null, async () => assert.equal(await whyNot(position(), 'd5'), WORDS.unexplained));
});

test('what is asked is what was meant', () => {
  assert.deepEqual(attempt(position(), 'd5'), { from: 'd5' });
  assert.deepEqual(attempt(taps('f3'), 'f4'), { from: 'f3', to: 'f4' });
  assert.deepEqual(attempt(taps('f3', 'g5'), 'e3'), { from: 'f3', to: 'g5', promotion: '', duck: 'e3' });
  const promoted = promote(taps('g7', 'g8'), 'N');
  assert.deepEqual(attempt(promoted, 'd5'), { from: 'g7', to: 'g8', promotion: 'N', duck: 'd5' });
  assert.deepEqual(attempt(['f3', 'g5'].reduce(tap, position({ duck: false })), 'd5'), { from: 'd5' });
});
