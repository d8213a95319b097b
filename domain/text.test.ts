import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatAxisDay,
  formatCount,
  formatLongDate,
  formatMonth,
  formatPromisedDay,
  formatUtcMoment,
  pluralize,
  trimText,
  truncateAtWord,
} from './text.ts'

test.each([
  ['one two three', 13, 'one two three'],
  ['one two three', 14, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one two three', 8, 'one two…'],
  ['one two three', 7, 'one…'],
  ['one, two', 5, 'one…'],
  ['one - two', 6, 'one…'],
  ['unbreakable', 11, 'unbreakable'],
  ['unbreakable', 6, 'unbre…'],
  ['  padded  ', 6, 'padded'],
  ['🦊🦊🦊', 4, '🦊…'],
  ['one two', 1, '…'],
  ['one two', 0, ''],
  ['', 5, ''],
])('S323 B65 B349 the text %j in %i characters is %j', (text, max, expected) => {
  expect(truncateAtWord(text, max)).toBe(expected)
})

test('S323 an excerpt never exceeds its length and ends after a whole word', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 60 }).map((list) => list.join(' '))
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 160 }), (text, max) => {
      const short = truncateAtWord(text, max)
      expect(short.length).toBeLessThanOrEqual(max)
      const kept = short.replace(/…$/, '')
      expect(short === text || (short.endsWith('…') && text.startsWith(`${kept} `))).toBe(true)
    }),
  )
})

test.each([
  ['2026-03-04T00:00:00Z', 'March 4, 2026'],
  ['2026-03-04T23:59:59Z', 'March 4, 2026'],
  ['2026-03-05T00:00:00+02:00', 'March 4, 2026'],
  ['2024-02-29T12:00:00Z', 'February 29, 2024'],
  ['2025-12-31T23:59:59Z', 'December 31, 2025'],
  ['2026-01-01T00:00:00Z', 'January 1, 2026'],
  ['nonsense', ''],
])('S322 the day %s reads %j', (text, expected) => {
  expect(formatLongDate(new Date(text))).toBe(expected)
})

const DAYS: readonly [(date: Date) => string, Intl.DateTimeFormatOptions][] = [
  [formatLongDate, { dateStyle: 'long' }],
  [formatMonth, { month: 'long', year: 'numeric' }],
  [formatAxisDay, { month: 'short', day: 'numeric' }],
  [formatPromisedDay, { weekday: 'short', month: 'short', day: 'numeric' }],
]

test('S322 F7.2.13 days read as Intl writes them for en-US', () => {
  const dates = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  for (const [format, options] of DAYS) {
    const intl = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    fc.assert(
      fc.property(dates, (date) => {
        expect(format(date)).toBe(intl.format(date))
      }),
    )
  }
})

test('F7.3.18 counts read as Intl writes them for en-US, with its choice of the noun', () => {
  const [intl, plural] = [new Intl.NumberFormat('en-US'), new Intl.PluralRules('en-US')]
  fc.assert(
    fc.property(
      fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2, max: 2 }), fc.double({ min: -1e9, max: 1e9, noNaN: true })),
      (count) => {
        if (!Object.is(count, -0)) expect(formatCount(count)).toBe(intl.format(count))
        if (Number.isInteger(count)) expect(pluralize(count, 'item').endsWith(' item')).toBe(plural.select(count) === 'one')
      },
    ),
  )
})

test.each([
  [0, '0 items'],
  [1, '1 item'],
  [2, '2 items'],
])('a count of %i is %s', (count, expected) => {
  expect(pluralize(count, 'item')).toBe(expected)
})

test('an irregular plural is given', () => {
  expect([1, 3].map((count) => pluralize(count, 'category', 'categories'))).toEqual(['1 category', '3 categories'])
})

test('F7.3.18 a moment is written to the minute, in UTC where a mail or a file says it', () => {
  expect(formatUtcMoment(new Date('2026-03-04T14:05:59+02:00'))).toBe('March 4, 2026 at 12:05 PM UTC')
  expect(formatUtcMoment(new Date('nonsense'))).toBe('')
})

test.each([
  [' Ann ', 'Ann'],
  [' \u200b ', ''],
  ['\u3164', ''],
  ['  ', ''],
])('F7.1.6 the typed text %j is %j', (typed, text) => {
  expect(trimText(typed)).toBe(text)
})
