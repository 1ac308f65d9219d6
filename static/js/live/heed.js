// What a page does with what it is told.

/** @typedef {import('./stream.js').Message} Message */
/** @typedef {'renew' | 'say' | 'nothing'} Answer `say`: that the game has gone on */

/**
 * @param {{kind: string | undefined, events: number, hidden: boolean}} page its kind, and how many events of its game it shows
 * @param {Message} message
 * @returns {Answer}
 */
export function answerTo({ kind, events, hidden }, message) {
  switch (kind) {
    case 'lists':
      // In a tab that nobody looks at it is enough to look when somebody does.
      return !hidden && (message.waiting || message.lobby) ? 'renew' : 'nothing';
    case 'game':
      return (message.game ?? 0) > events ? 'renew' : 'nothing';
    case 'past':
      return (message.game ?? 0) > events ? 'say' : 'nothing';
    default:
      return 'nothing';
  }
}
