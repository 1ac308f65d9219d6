// The board's pure parts: a turn in the making, and its text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, draggable, lift, placeDuck, promote, stepBack, takeBack, tap } from '../../static/js/board/change.js';
import { beside, corner, squareAt } from '../../static/js/board/squares.js';
import { duckSquares, kingsInReach, newState, phase, piecesShown } from '../../static/js/board/state.js';
import { movesFor, readTurn, turnText } from '../../static/js/board/turn.js';
import { whyNot } from '../../static/js/board/why.js';
import { moveWords, squareWords, stateWords } from '../../static/js/board/words.js';

const move = (from, to, san, more = {}) =>
  ({ from, to, san, king: false, promotion: null, capture: null, castle: null, enPassant: null, ...more });

/** White to move, with one of everything: castling, promotion, en passant, a king to take, two knights for d2, b and B on c3. */
const position = () => newState({
  orientation: 'white',
  toMove: 'white',
  ply: 20,
  duck: 'e3',
  castling: ['O-O'],
  inReach: ['e8'],
  pieces: {
    e1: 'wK', h1: 'wR', b1: 'wN', f3: 'wN', b2: 'wP', b4: 'wB', g7: 'wP', e5: 'wP', h5: 'wQ',
    h8: 'bR', d5: 'bP', c3: 'bP', e8: 'bK',
  },
  moves: [
    move('b1', 'd2', 'Nbd2'),
    move('f3', 'd2', 'Nfd2'),
    move('f3', 'g5', 'Ng5'),
    move('b2', 'b3', 'b3'),
    move('b2', 'c3', 'bxc3', { capture: 'bP' }),
    move('b4', 'c3', 'Bxc3', { capture: 'bP' }),
    move('b4', 'c5', 'Bc5'),
    move('e1', 'g1', 'O-O', { castle: { rookFrom: 'h1', rookTo: 'f1' } }),
    move('h1', 'h2', 'Rh2'),
    move('e5', 'd6', 'exd6', { capture: 'bP', enPassant: 'd5' }),
    move('h5', 'e8', 'Qxe8', { capture: 'bK', king: true }),
    ...['Q', 'R', 'B', 'N'].map(promotion => move('g7', 'g8', `g8=${promotion}`, { promotion })),
    ...['Q', 'R', 'B', 'N'].map(promotion => move('g7', 'h8', `gxh8=${promotion}`, { promotion, capture: 'bR' })),
  ],
});

const taps = (...squares) => squares.reduce(tap, position());
const read = text => readTurn(position(), text);

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
  assert.deepEqual(kingsInReach(taps('f3')), ['e8']);
  for (const squares of [['f3', 'g5'], ['f3', 'g5', 'a5'], ['g7', 'h8']]) assert.deepEqual(kingsInReach(taps(...squares)), []);
});

test('what has no legal move cannot be lifted', () => {
  assert.equal(phase(taps('d5')), 'piece');
  assert.equal(phase(taps('a1')), 'piece');
  assert.equal(whyNot(position(), 'd5'), 'The pawn on d5 is not yours.');
  assert.equal(whyNot(position(), 'e3'), 'Move a piece first, then the duck.');
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

test('text is read as people write it', () => {
  const same = {
    'Ng5@a5': ['ng5@a5', 'NG5 @ A5', 'f3g5@a5', 'F3-G5@a5', 'Nf3g5@a5', 'Nf3-g5@a5', 'Nfg5@a5', 'Ng5+@a5', 'Ng5,a5'],
    'Bxc3@a5': ['Bc3@a5', 'Bxc3@a5', 'b4c3@a5', 'BXC3@a5'],
    'bxc3@a5': ['bc3@a5', 'bxc3@a5', 'b2c3@a5', 'b2xc3@a5'],
    'Bc5@a5': ['Bc5@a5', 'bc5@a5'],
    'O-O@a5': ['O-O@a5', 'o-o@a5', '0-0@a5', 'OO@a5', 'e1g1@a5', 'e1h1@a5'],
    'exd6@d5': ['exd6@d5', 'ed6@d5', 'e5d6@d5'],
    'g8=Q@a5': ['g8=Q@a5', 'g8q@a5', 'g8(Q)@a5', 'g7g8q@a5', 'G8=Q@A5'],
    'gxh8=N@g7': ['gxh8=N@g7', 'gh8n@g7', 'g7h8=n@g7'],
    Qxe8: ['Qxe8', 'qe8', 'Qxe8#', 'h5e8', 'Qxe8@'],
  };
  for (const [turn, spellings] of Object.entries(same)) {
    for (const text of spellings) {
      assert.equal(turnText(read(text).state), turn, text);
      assert.equal(phase(read(text).state), 'whole', text);
    }
  }
});

test('a piece move without its duck is half a turn', () => {
  assert.equal(turnText(read('ng5').state), 'Ng5@');
  assert.equal(turnText(read('Ng5@').state), 'Ng5@');
  assert.equal(read('Ng5@').hint, '');
});

test('what cannot be read leaves the position and says why', () => {
  for (const text of ['Ke2', 'xyz', '@e5', 'Ng5@a5@a6', 'O-O-O', 'K', '🦆', 'a'.repeat(10_000)]) {
    assert.equal(phase(read(text).state), 'piece', text.slice(0, 20));
    assert.match(read(text).hint, /Not a legal turn/);
  }
  assert.deepEqual(read('  '), { state: position(), hint: '' });
  assert.equal(read('Nd2@a5').hint, 'Which one: Nbd2 or Nfd2?');
  assert.equal(read('g8@a5').hint, 'Which one: g8=Q or g8=R or g8=B or g8=N?');
});

test('a duck that may not go there leaves half a turn and says why', () => {
  assert.equal(read('Ng5@e3').hint, 'The duck must move: it is on e3 already.');
  assert.equal(read('Ng5@g5').hint, 'The duck needs an empty square: your knight is on g5.');
  assert.equal(read('Ng5@x').hint, 'Now the square for the duck, such as @e5.');
  assert.equal(phase(read('Ng5@e3').state), 'duck');
  assert.equal(read('Qxe8@a5').hint, 'Taking the king ends the game: the duck stays.');
});

test('the duck is left open only in a turn that one prepares for', () => {
  const planned = readTurn({ ...position(), theirs: true }, 'Ng5@*');
  assert.equal(phase(planned.state), 'duck');
  assert.equal(planned.hint, 'This move of theirs, wherever the duck goes. Add it to go on.');
  assert.match(read('Ng5@*').hint, /^Only their turn can leave the duck open/);
});

test('of a turn that one prepares for the board speaks as of another’s', () => {
  const planned = { ...position(), theirs: true };
  assert.equal(whyNot(planned, 'd5'), 'The pawn on d5 is yours: now make a turn of theirs.');
  assert.equal(whyNot(planned, 'a8'), 'Nothing stands on a8. Choose one of their pieces.');
  assert.equal(stateWords(taps('h5', 'e8'), 'Add it to go on.'), 'Queen h5 takes the king on e8. Add it to go on.');
});

test('a king’s two steps are castling, never a spelling of it that is not legal', () => {
  assert.deepEqual(movesFor(position(), 'Kg1'), []);
  assert.deepEqual(movesFor(position(), ''), []);
});

test('the board says what was done and what is next', () => {
  assert.equal(stateWords(position()), '');
  assert.equal(stateWords(taps('f3')), 'Knight on f3: choose where it goes.');
  assert.equal(stateWords(taps('f3', 'g5')), 'Knight f3 to g5. Now choose a square for the duck.');
  assert.equal(stateWords(taps('f3', 'g5', 'a5')), 'Knight f3 to g5, duck to a5. Continue sends it.');
  assert.equal(stateWords(taps('h5', 'e8')), 'Queen h5 takes the king on e8. Continue sends it.');
  assert.equal(moveWords(position(), position().moves.find(each => each.san === 'exd6')), 'Pawn e5 takes the pawn on d5 in passing');
  assert.equal(moveWords(position(), position().moves.find(each => each.san === 'g8=N')), 'Pawn g7 to g8 and becomes a knight');
  assert.equal(squareWords(position(), 'e3'), 'e3, duck');
  assert.equal(squareWords(position(), 'e8'), 'e8, black king, can be captured');
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
  assert.equal(beside('e4', 1, 0, 'black'), 'd4');
  assert.equal(beside('h4', 1, 0, 'white'), 'h4');
});

test('a square where nothing can be done says exactly why', () => {
  const reasons = {
    'f3 f4': 'A knight does not go from f3 to f4.',
    'b2 d4': 'That pawn can go to b3 or c3.',
    'b2 b4': 'Your own bishop is on b4.',
    'b2 a3': 'The pawn on b2 has nothing to take on a3.',
    'b1 c4': 'A knight does not go from b1 to c4.',
    'h5 d1': 'The queen cannot go from h5 to d1: a knight is on f3.',
    'h1 e1': 'Your own king is on e1.',
    'e1 c1': 'White has no right to castle there any more: the king or that rook has moved or was taken.',
    'b4 a5 e3': 'The duck must move: it is on e3 already.',
  };
  for (const [squares, reason] of Object.entries(reasons)) {
    const way = squares.split(' ');
    const to = way.pop();
    const state = way.length > 1 ? tap(lift(position(), 'f3'), 'g5') : lift(position(), way[0]);
    assert.equal(whyNot(state, to), reason, squares);
  }
});

test('the duck is named where it is in the way', () => {
  const state = (pieces, more = {}) => ({ ...position(), pieces: { e1: 'wK', ...pieces }, ...more });
  const lifted = (from, pieces, more) => ({ ...state(pieces, more), lifted: from });
  assert.equal(whyNot(lifted('e2', { e2: 'wR' }), 'e6'), 'The duck is on e3, and nothing passes it.');
  assert.equal(whyNot(lifted('c1', { c1: 'wB' }), 'e3'), 'The duck is on e3, and nothing takes it.');
  assert.equal(whyNot(lifted('e2', { e2: 'wP' }), 'e4'), 'The duck is on e3, and nothing passes it.');
  assert.equal(whyNot(lifted('e1', { h1: 'wR' }, { duck: 'f1' }), 'g1'), 'No castling there: the duck is on f1.');
  assert.equal(whyNot(lifted('e1', { h1: 'wR', g1: 'wN' }), 'h1'), 'No castling there: a knight is on g1.');
  assert.equal(whyNot(lifted('a2', { a2: 'wP', a3: 'bN' }), 'a4'), 'The pawn cannot go from a2 to a4: a knight is on a3, and pawns do not take straight ahead.');
  assert.equal(whyNot(state({ e2: 'wP' }, { moves: [] }), 'e2'), 'The pawn on e2 cannot move: the duck is on e3, and it has nothing to take.');
  assert.equal(whyNot(state({ a1: 'wR', a2: 'wP', b1: 'wN' }, { moves: [] }), 'a1'), 'The rook on a1 cannot move: your own pieces are in its way.');
  assert.equal(whyNot({ ...taps('f3', 'g5') }, 'd5'), 'The duck needs an empty square: their pawn is on d5.');
});
