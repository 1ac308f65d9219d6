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
  next: 'Now send the turn.',
  unmade: 'Move a piece first.',
  unplaced: 'The duck needs a square.',
  outdated: 'The game has gone on.',
  unread: 'Nobody can read it.',
  unexplained: 'Nobody can say why.',
  empty: 'empty',
  duckHere: 'duck',
  marked: 'can be captured',
  reach: {
    goes: 'can go there', takes: 'can be taken', teleports: 'can go there by teleportation',
    takesByTeleporting: 'can be taken by teleportation', canGo: 'It can go to {squares}.', canTake: 'It can take {pieces}.',
    canTeleport: 'It can teleport to {squares}.', piece: 'the {piece} on {square}',
  },
  squares: [],
};
