// The line that the board is in, turn by turn: what there is to be animated.

/**
 * The places on the way to one, with it, from the start. Of `7.1.3` those are 0 to 7, then 7.1.1 to 7.1.3.
 * @param {string} place behind so many turns, then in which variation, and again @returns {string[]}
 */
export function wayTo(place) {
  const numbers = place.split('.');
  const way = ['0'];
  for (let n = 0; n < numbers.length; n += 2) {
    const before = numbers.slice(0, n).map(each => `${each}.`).join('');
    for (let turns = 1; turns <= Number(numbers[n]); turns += 1) way.push(before + turns);
  }
  return way;
}
