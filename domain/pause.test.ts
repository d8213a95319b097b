import { expect, test } from 'vitest'
import { isPaused, pauseError, pauseText } from './pause.ts'

const pause = { from: '2026-12-20', to: '2027-01-03', text: 'We are on vacation.' }

test.each([
  ['2026-12-19', false],
  ['2026-12-20', true],
  ['2027-01-03', true],
  ['2027-01-04', false],
])('a pause holds on %s: %s', (day, holds) => {
  expect(isPaused(pause, day)).toBe(holds)
  expect(isPaused(null, day)).toBe(false)
})

test('buyers read when orders are taken again', () => {
  expect(pauseText('North Fold Works', pause)).toBe('North Fold Works takes orders again from January 4, 2027. We are on vacation.')
  expect(pauseText('North Fold Works', { ...pause, text: '' })).toBe('North Fold Works takes orders again from January 4, 2027.')
})

test.each([
  ['2026-12-20', '2026-12-19', '2026-12-01', 'Must not be before the first day'],
  ['2026-12-20', '2026-12-30', '2026-12-31', 'Must not be in the past'],
  ['2026-12-20', '2027-12-21', '2026-12-01', 'A pause has at most 366 days'],
  ['2026-12-20', '2027-12-20', '2026-12-01', undefined],
  ['2026-12-01', '2026-12-31', '2026-12-31', undefined],
])('a pause from %s to %s, entered on %s: %s', (from, to, today, message) => {
  expect(pauseError({ from, to }, today)?.message).toBe(message)
})
