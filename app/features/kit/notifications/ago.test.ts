import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const now = new Date('2026-03-10T12:00:00Z')

test.each([
  ['2026-03-10T12:00:05Z', 'just now'],
  ['2026-03-10T11:59:10Z', 'just now'],
  ['2026-03-10T11:58:59Z', '1 minute ago'],
  ['2026-03-10T09:30:00Z', '2 hours ago'],
  ['2026-03-09T10:00:00Z', 'yesterday'],
  ['2026-03-06T10:00:00Z', '4 days ago'],
  ['2026-03-01T12:00:00Z', 'March 1, 2026'],
])('%s is %s', (iso, words) => {
  expect(ago(iso, now)).toBe(words)
})
