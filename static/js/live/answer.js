// What a page does with what it is told.

/** @typedef {import('./stream.js').Message} Message */
/** @typedef {'renew' | 'tell' | 'say' | 'nothing'} Answer `tell`: the page's own script; `say`: that the game has gone on */

/**
 * @param {{kind: string | undefined, events: number, beside: number, hidden: boolean}} page its kind, how many events of its
 *   game it shows, and how much beside it
 * @param {Message} message
 * @returns {Answer}
 */
export function answerTo({ kind, events, beside, hidden }, message) {
  switch (kind) {
    case 'lists':
      // In a tab that nobody looks at it is enough to look when somebody does.
      return !hidden && (message.waiting || message.lobby || message.player) ? 'renew' : 'nothing';
    case 'game':
      return (message.game ?? 0) > events || (message.beside ?? 0) > beside ? 'renew' : 'nothing';
    case 'draft':
      return (message.game ?? 0) > events ? 'tell' : 'nothing';
    case 'past':
      return (message.game ?? 0) > events ? 'say' : 'nothing';
    default:
      return 'nothing';
  }
}
