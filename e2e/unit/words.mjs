// The sentences that a board is sent, as far as tests need them.

/** @type {import('../../static/js/turn/words.js').Words} */
export const WORDS = {
  board: 'Board.',
  lifted: '{piece} on {square}: choose where it goes.',
  promotion: 'Choose what the pawn becomes.',
  promoting: 'The pawn on {square} becomes',
  stay: 'Stay a pawn',
  duck: '{move}. Now choose a square for the duck.',
  whole: '{move}. {next}',
  wholeWithDuck: '{move}, duck to {square}. {next}',
  next: 'Continue sends it.',
  unmade: 'Move a piece first.',
  outdated: 'The game has gone on.',
  unread: 'Nobody can read it.',
  unexplained: 'Nobody can say why.',
  empty: 'empty',
  duckHere: 'duck',
  marked: 'can be captured',
  reach: null,
  squares: [],
};
