// Games and a challenge at the round board, for the scenes.

import { expect } from '@playwright/test';
import { letDaysPass, startFrom } from './database.js';
import { act, challenge } from './players.js';

const SIX = '1c3-1c4 N2b2-2c4 3d3-3d4 4c3-4c4 N5b2-5a4 6c3-6c4 Q1c2-1c3 2d3-2d4 3c3-3c4 4c4-4c5 5c3-5c4 6c4-6c5';
/** Red's king sits in a corner, and Blue can mate it; a pawn of Red's side stands before the Vortex, where two were taken. */
const SIX_LATE = '6 1 K1a1P1a3/R1e2R1c4K2c1/K3a1P3c6P3a3/R3e2R3c4K4c1/K5a1P5a3/R5e2R5c4K6c1 Q/-/N/-/-/- -';
const THREE = '1e3-1e4 3c3-3c4 5e3-5e4 D1e2-1d4 N3b2-3a4 5e4-5d4 D1d4-2d6 D3e2-3d4 5a3-5a4 D2d6-V 3c4-3c5 5c3-5c4 ' +
  'DV-6e6 3b3-3b4 5a4x6e6';
const THREE_LATER = '1a3-1a4 B3a2-3e6 B5d2-6e5 1e4-1e5 B3e6-3d5 5b3-5b4 1e5-1d5 B3d5-3e4 5d4-5e4 1c3-1c4 D3d4-3c6 5c4-5d4 R1e1x6e5 ' +
  'D3c6-4c6 Q5c2-5c4';
const ROUND = '1c3-1c4 2c3-2c4 3c3-3c4 4c3-4c4 5c3-5c4 6c3-6c4 1d3-1d4 2d3-2d4 3d3-3d4 4d3-4d4';

/** A game whose places are taken one after the other. */
async function sitDown([first, ...others], terms) {
  const path = await challenge(first, terms);
  let game = path;
  for (const player of others) game = await player.post(`${path}/accept`);
  return game;
}

async function play(path, players, turns, from = 0) {
  for (const [n, turn] of turns.split(' ').entries()) {
    // Who wants a turn shown once more has seen it.
    await act(path, players[(from + n) % players.length], 'move', { ply: String(from + n), turn, confirm: 'yes' });
  }
}

/** @param {{ ann: object, ben: object, others: object[] }} people of whom the first opens most scenes */
export async function setRoundTables({ ann, ben, others }) {
  const [carla, daisy, gyro, magica] = others;
  const all = [ann, ben, carla, daisy, gyro, magica];
  const six = await sitDown(all, { variant: 'duchess-6' });
  await play(six, all, SIX);
  await act(six, ben, 'comment', { ply: '12', message: 'Six people, and nobody in a hurry.' });
  await act(six, carla, 'side-comment', { ply: '12', message: 'Shall we open the centre for your queen?' });

  const out = await sitDown(all, { variant: 'duchess-6' });
  await play(out, all, ROUND);
  await letDaysPass(out, 31);
  const page = async () => (await ann.page.request.get(out)).text();
  await expect.poll(page, { message: 'Magenta has run out of time' }).toContain('ran out of time');
  await act(out, magica, 'move', { ply: '10', turn: '6d3-6d4' });

  const mated = await sitDown(all, { variant: 'duchess-6' });
  await startFrom(mated, SIX_LATE);
  await play(mated, all, '1a3-1a4 R1c4-1c1');

  const three = await sitDown([ann, ben, carla], { variant: 'duchess-3' });
  await startFrom(three, '3 3 K1a1P1a3/R1e2R1c4K3c1/K5c1');
  await act(three, ben, 'move', { ply: '0', turn: 'R1c4-1c1' });

  const threes = [ann, ben, carla];
  const middle = await sitDown(threes, { variant: 'duchess-3' });
  await play(middle, threes, `${THREE} ${THREE_LATER}`);
  await act(middle, carla, 'comment', { ply: '30', message: 'Your rook is far from home.' });

  const over = await sitDown(threes, { variant: 'duchess-3' });
  await play(over, threes, THREE);
  await act(over, carla, 'resign', { ply: '15', confirm: 'yes', message: 'My king has nowhere to go. Well played, both of you!' });

  const two = await sitDown([ann, ben], { variant: 'duchess-2', opponent: ben.name });
  await play(two, [ann, ben], 'N1b2-1c4 4c3-4c4 1d3-1d4 N4b2-4a4');

  const waiting = await sitDown([ben, ann, carla], { variant: 'duchess-3' });
  await play(waiting, [ben, ann, carla], '1c3-1c4 3c3-3c4 5c3-5c4 1d3-1d4 3d3-3d4');
  const lines = '5c4-5c5 1d4-1d5 3d4-3d5\n5d3-5d4 1c4-1c5 3c4-3c5';
  await act(waiting, ann, 'conditional', { ply: '5', lines });

  const promoting = await sitDown([ann, ben], { variant: 'duchess-2', opponent: ben.name });
  await startFrom(promoting, '2 1 K1c1P1c6P1a3/K4c1R4a1P4c3 QNB/- -');
  const places = await challenge(ann, { variant: 'duchess-6', partners: carla.name, opponent: ben.name });
  await daisy.post(`${places}/seats/3`);
  return { six, out, mated, three, middle, over, two, waiting, promoting, places };
}
