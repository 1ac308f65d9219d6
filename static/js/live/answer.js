// What a page does with a message of the stream.

/** @typedef {import('./stream.js').Message} Message */
/** @typedef {'renew' | 'notify' | 'notice' | 'panel' | 'nothing'} Answer `notify`: the page's own script, which a draft or a chapter of a study has; `notice`: a line that the game
 *   has gone on; `panel`: what is beside the board is out of date */

/**
 * @param {{kind: string | undefined, events: number, extras: number, hidden: boolean}} page its kind, how many events of its
 *   game it shows, and how many extras: comments of spectators, ratings, a rematch
 * @param {Message} message
 * @returns {Answer}
 */
export function answerTo({ kind, events, extras, hidden }, message) {
  switch (kind) {
    case 'lists':
      // In a tab that nobody looks at it is enough to look when somebody does.
      return !hidden && (message.waiting || message.lobby || message.player || message.watched) ? 'renew' : 'nothing';
    case 'game':
      return (message.game ?? 0) > events || (message.beside ?? 0) > extras ? 'renew' : 'nothing';
    case 'draft':
      return (message.game ?? 0) > events ? 'notify' : 'nothing';
    case 'past':
      if ((message.game ?? 0) > events) return 'notice';
      return (message.beside ?? 0) > extras ? 'panel' : 'nothing';
    default:
      return 'nothing';
  }
}
