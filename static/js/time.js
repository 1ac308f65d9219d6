// Times in the browser's own zone, unless the reader has chosen one, and how far off they are. The server writes both
// first; what replaces them is as long, in tabular figures, so nothing moves.

const FRESH_MS = 30_000;
const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]);
const plurals = new Intl.PluralRules('en');
const dayForms = /** @type {Record<string, string>} */ ({ one: 'day', other: 'days' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `in 12 days`, `5 hours ago`. @param {number} ms from now */
export function relativeWords(ms) {
  const found = UNITS.find(([, each]) => Math.abs(ms) >= each);
  if (!found) return ms >= 0 ? 'within a minute' : 'just now';
  const [unit, size] = found;
  return relative.format(Math.trunc(ms / size), unit);
}

/** What a running clock has left, as the server writes it: `28 days 4 h`, `1 day`, `5 h 12 min`. @param {number} ms */
export function leftWords(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  const hours = Math.floor(minutes / 60) % 24;
  const days = Math.floor(minutes / 1440);
  /** @type {[number, string][]} */
  const parts = [[days, `${days} ${dayForms[plurals.select(days)] ?? dayForms.other}`], [hours, `${hours} h`], [minutes % 60, `${minutes % 60} min`]];
  const [first, ...others] = parts.slice(parts.findIndex(([count]) => count));
  const shown = others[0]?.[0] ? [first, others[0]] : [first];
  return shown.map(([, words]) => words).join(' ');
}

/** @param {Date} time @param {boolean} dateOnly `19 Dec 2026, 15:20` */
export function localWords(time, dateOnly) {
  const date = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return dateOnly ? date : `${date}, ${clockTime(time)}`;
}

/** @param {Date} time @param {boolean} dateOnly `2026-12-19 15:20` */
export function localFigures(time, dateOnly) {
  // Sweden writes dates as ISO 8601 does.
  const date = time.toLocaleDateString('sv-SE');
  return dateOnly ? date : `${date} ${clockTime(time)}`;
}

const clockTime = (/** @type {Date} */ time) => time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** @param {Document | Element} root */
export function localise(root) {
  for (const each of root.querySelectorAll('time[data-local]')) {
    const time = new Date(each.getAttribute('datetime') ?? '');
    if (Number.isNaN(time.getTime())) continue;
    each.setAttribute('title', each.getAttribute('title') ?? each.textContent ?? '');
    const words = each.getAttribute('data-dates') === 'figures' ? localFigures : localWords;
    each.textContent = words(time, each.getAttribute('data-local') === 'date');
  }
}

/** @param {Document | Element} root @param {number} now milliseconds since 1970 */
export function refresh(root, now) {
  for (const [attribute, words] of /** @type {[string, (ms: number) => string][]} */ ([['data-relative', relativeWords], ['data-left', leftWords]])) {
    for (const each of root.querySelectorAll(`[${attribute}]`)) {
      const text = words(Date.parse(each.getAttribute(attribute) ?? '') - now);
      if (each.textContent !== text) each.textContent = text;
    }
  }
}

if (globalThis.document) {
  localise(document);
  refresh(document, Date.now());
  setInterval(() => refresh(document, Date.now()), FRESH_MS);
}
