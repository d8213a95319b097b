import { DEFAULT_TIME_ZONE, wallClock } from './time.ts'

/**
 * A character that leaves ink: no blank, no format character, none of the letters that are drawn as nothing (Hangul fillers, the empty
 * Braille cell). Controls are refused elsewhere.
 */
const VISIBLE = /[^\s\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/** Trims a text that a person typed; '' if nothing of it can be seen. */
export function trimText(text: string): string {
  return VISIBLE.test(text) ? text.trim() : ''
}

const LINE_BREAKS = /[\t\n\r\u0085\u2028\u2029]+/g
/** Marks that turn the direction of all that follows (UAX 9): embeddings, overrides and isolates. No word is written with them. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
/** Returns a name as one line, without marks that would turn the text around it; joiners of letters stay. */
export const toOneLine = (text: string): string => text.replace(DIRECTIONS, '').replace(LINE_BREAKS, ' ')

/** Characters that nobody sees: format characters, and those that fonts draw as nothing (variation selectors, fillers, joiners). */
const UNSEEN = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu
/** Removes the characters that nobody sees. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')

/**
 * More marks on one letter than any script writes (UAX 15, Stream-Safe Text Format): putting them in order takes the square of their
 * number.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu
/** Returns a text in a Unicode normalization form, with at most 30 marks on a letter. */
export const normalizeForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form)

/** Hyphens, dashes and the minus sign, which look like the one on the keyboard. */
const DASHES = /[\u2010-\u2015\u2212]/g

/**
 * Returns a text that is compared, counted or looked up (an email, a code, a typed number) as it is stored: characters of other widths and
 * shapes as the plain ones (NFKC), every hyphen as `-`, without characters that nobody sees, trimmed. Names and messages are not
 * identifiers: they stay as they were written.
 */
export function normalizeIdentifier(text: string): string {
  return trimText(normalizeForm(withoutUnseen(text), 'NFKC').replace(DASHES, '-'))
}

/** Returns the form in which two identifiers are compared, whatever their case. */
export const lookupKey = (text: string): string => normalizeForm(normalizeIdentifier(text).toLowerCase(), 'NFC')

const ELLIPSIS = '…'

/*
 * The forms of dates and numbers: everything that people read has them from here. Machine files keep ISO dates and bare numbers. Days and
 * counts, which most pages have, are written as `Intl` writes them but without it: its first date takes a phone a tenth of a second.
 */
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const isValid = (date: Date) => !Number.isNaN(date.getTime())
const monthOf = (date: Date) => MONTHS[date.getUTCMonth()] ?? ''

/** Makes a format when it is first used. */
function onUse<Format>(make: () => Format): () => Format {
  let format: Format | undefined
  return () => (format ??= make())
}

const utcMoment = onUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }))
const utcTime = onUse(() => new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' }))
const moment = onUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }))
const clock = onUse(() => new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' }))
const brief = onUse(() => new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }))
/** By fewest and most decimals: making one takes a hundred times as long as using it. */
const DECIMALS = /* @__PURE__ */ new Map<string, Intl.NumberFormat>()

/**
 * Shortens `text` to at most `max` characters including the ellipsis, ending after a whole word. A first word that is itself too long is
 * cut; text that fits is only trimmed (S323: 160, B65: 100).
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

/** Formats a UTC day in US long form, 'March 4, 2026' (S322); '' for an invalid date. */
export function formatLongDate(date: Date): string {
  return isValid(date) ? `${monthOf(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}` : ''
}

/** Formats the day of a moment in a zone: 'March 4, 2026'; '' for an invalid date. */
export const formatLongDay = (at: Date, timeZone: string): string => formatLongDate(wallClock(at, timeZone))

/** Formats the time of day of a moment in a zone: '2:05 PM'; '' for an invalid date. */
export const formatTime = (at: Date, timeZone: string): string => (isValid(at) ? utcTime().format(wallClock(at, timeZone)) : '')

/** Writes the name of a time zone: 'America/New York'. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** Formats a moment to the minute, in UTC: 'March 4, 2026 at 2:05 PM UTC'; '' for an invalid date. */
export const formatUtcMoment = (date: Date): string => formatZoneMoment(date, DEFAULT_TIME_ZONE)

/** Formats a moment to the minute by the clock of a zone, with its name: 'March 4, 2026 at 2:05 PM CST'; '' for an invalid date. */
export function formatZoneMoment(at: Date, timeZone: string): string {
  return isValid(at) ? `${utcMoment().format(wallClock(at, timeZone))} ${zoneLabel(at, timeZone)}` : ''
}

function zoneLabel(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Formats a moment in the reader's own time zone: 'March 4, 2026 at 2:05 PM'. Only for what the browser renders. */
export const formatMoment = (date: Date): string => moment().format(date)

/** Formats the time of day in the reader's own time zone: '2:05:09 PM'. Only for what the browser renders. */
export const formatClock = (date: Date): string => clock().format(date)

/** Formats a month, in UTC: 'March 2026'; '' for an invalid date. */
export const formatMonth = (date: Date): string => (isValid(date) ? `${monthOf(date)} ${date.getUTCFullYear()}` : '')

/** Formats a UTC day for the axis of a chart, whose range has the year: 'Mar 4'; '' for an invalid date. */
export const formatAxisDay = (date: Date): string => (isValid(date) ? `${monthOf(date).slice(0, 3)} ${date.getUTCDate()}` : '')

/** Writes the first and the last day of a promise, ISO dates: 'Dec 3 – Dec 7'. */
export function promisedDays(first: string, last: string): string {
  const [from, to] = [first, last].map((day) => formatAxisDay(new Date(day)))
  return from === to ? `${from}` : `${from} – ${to}`
}

/** Formats a UTC day of the next weeks, on which a delivery is promised: 'Wed, Mar 4'; '' for an invalid date. */
export const formatPromisedDay = (date: Date): string => (isValid(date) ? `${WEEKDAYS[date.getUTCDay()]}, ${formatAxisDay(date)}` : '')

/** Formats a whole number with separators: 1,234. */
export const formatCount = (count: number): string =>
  Number.isSafeInteger(count) ? String(count).replace(/\B(?=(?:\d{3})+$)/g, ',') : formatDecimal(count, 3)

/** Formats a number with separators and at most `most` decimals, at least `least`: 1,234.5. */
export function formatDecimal(value: number, most: number, least = 0): string {
  const key = `${least}-${most}`
  const format = DECIMALS.get(key) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
  DECIMALS.set(key, format)
  return format.format(value)
}

const list = onUse(() => new Intl.ListFormat('en-US'))

/** Joins texts: 'A, B, and C'. */
export const formatList = (texts: readonly string[]): string => list().format(texts)

/** Formats a large number briefly: 17.9B. */
export const formatBriefly = (value: number): string => brief().format(value)

/** Formats a count with its noun: '1 item', '2 items'; `plural` is needed if it is not the noun with an s. */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${Math.abs(count) === 1 ? singular : plural}`
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a text has the form of an id (a UUID). */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
