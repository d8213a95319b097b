const ELLIPSIS = '…'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/**
 * Shortens `text` to at most `max` characters, ellipsis included, after a whole word. A first word that is itself too long is cut; text that fits is
 * only trimmed (S323: 160, B65: 100).
 */
export function truncateAtWord(text: string, max: number): string {
  const whole = text.trim()
  if (whole.length <= max) return whole
  if (max < 1) return ''
  const room = whole.slice(0, max - ELLIPSIS.length)
  const endsAtWord = /\s/.test(whole.charAt(room.length))
  const lastSpace = room.search(/\s\S*$/)
  const cut = endsAtWord || lastSpace < 0 ? room : room.slice(0, lastSpace)
  return cut.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:.–—-]+$/, '') + ELLIPSIS
}

/** Formats a day in US long form, 'March 4, 2026', in UTC so that server and browser agree (S322); '' for an invalid date. */
export function formatLongDate(date: Date): string {
  const month = MONTHS[date.getUTCMonth()]
  return month === undefined ? '' : `${month} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** Formats an instant to the minute, in UTC: 'March 4, 2026, 14:05 UTC'; '' for an invalid date. */
export function formatUtcMoment(date: Date): string {
  const day = formatLongDate(date)
  return day && `${day}, ${date.toISOString().slice(11, 16)} UTC`
}

/** Formats a count with its noun: (1, 'item') gives '1 item', (2, 'item') '2 items'; `plural` when it is not the noun with an s. */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`
}
