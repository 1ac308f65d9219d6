// Pages in Firefox: the settings of the board, a game on paper, and the header beside a scrollbar.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { clickSquares, game, go, press, see, seeNo, seePiece, seeTurns, visitor } from './firefox.mjs';

const TURNS = 'e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@e7 d5@e5 Bg5@e7 Nxe4@f6 Nxe4@e7 dxe4@f6 Bb5@e7 c6@f6 Ba4@e7 Qxd4@d2';

test('pieces and colours that are chosen are on every board then', async () => {
  const { white: { page }, path } = await game('e4@c6 e6@e2');
  const colour = () => page.$eval('#board .board-dark', (squares) => getComputedStyle(squares).fill);
  const usual = await colour();
  await go(page, '/settings');
  await page.locator('input[name="pieces"][value="pebble"]').click();
  await page.locator('input[name="design"][value="heron"]').click();
  await see(page, '.looks > .sample[data-board="heron"] [data-piece="wK"][href$="pebble.svg#wK"]');
  await press(page, 'button', 'Save');
  await see(page, '[role="status"]', 'Saved.');
  await see(page, 'input[value="pebble"]:checked');
  await see(page, 'input[value="heron"]:checked');

  await go(page, path);
  assert.notEqual(await colour(), usual);
  await clickSquares(page, 'd2', 'd4');
  await seePiece(page, 'd4', 'wP');
  await see(page, '#board [data-square="d4"][href$="pebble.svg#wP"]');
});

/** The page as it is laid out for paper, which BiDi cannot ask for: its media queries are turned to what holds there. */
const onPaper = (page) => page.evaluate(() => {
  const rewrite = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) rule.media.mediaText = rule.media.mediaText.replace(/\bscreen\b/g, 'not all').replace(/\bprint\b/g, 'all');
      if (rule.cssRules) rewrite(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) rewrite(sheet.cssRules);
});

/** How many pages a document has, its compressed parts included. @param {Uint8Array} pdf */
function pagesOf(pdf) {
  const bytes = Buffer.from(pdf);
  const parts = [bytes.toString('latin1')];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    try {
      parts.push(inflateSync(bytes.subarray(at + 7)).toString('latin1'));
    } catch {
      // Not one of those: a letter's outline or a picture.
    }
  }
  return parts.join('\n').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('a game is printed with its board, its players and its turns, and with nothing to press', async () => {
  const { white: { page }, black } = await game(TURNS);
  await black.page.bringToFront();
  const paper = await page.pdf({ format: 'A4' });
  assert.equal(pagesOf(paper), 1);

  await onPaper(page);
  await see(page, 'h1', 'Duck Chess: ');
  await see(page, '#board .board-svg');
  await see(page, '.player-self');
  await see(page, '.player-opponent');
  await seeTurns(page, TURNS.split(' '));
  await see(page, '.record .turn', 'Qxd4@d2');
  await seeNo(page, '.site-header, .site-footer, nav, button, input, select, textarea');
  const cut = await page.$eval('.record', (record) => record.scrollHeight > record.clientHeight + 1);
  assert.equal(cut, false, 'the record is cut off');
});

test('the header fits beside a scrollbar, and goes on into its track', async () => {
  const page = await visitor();
  for (const width of [382, 390, 820, 1440]) {
    await page.setViewport({ width, height: 800 });
    await go(page, '/rules');
    const { header, track, right, end, wide } = await page.evaluate(() => {
      const shown = document.querySelector('.site-header');
      return {
        header: getComputedStyle(shown).backgroundColor,
        track: getComputedStyle(document.documentElement).scrollbarColor,
        right: shown.getBoundingClientRect().right,
        end: document.documentElement.clientWidth,
        wide: document.documentElement.scrollWidth,
      };
    });
    assert.ok(end < width, 'there is a scrollbar that takes room');
    assert.equal(right, end, `the header's end at ${width}`);
    assert.equal(wide, end, `the page's end at ${width}`);
    assert.ok(track.endsWith(header), `the track is ${track}, the header ${header}`);
  }
});
