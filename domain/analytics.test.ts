import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countDays, INTERVALS, intervalFor, lastDays, rangeBefore, startOfStep, stepsOf } from './analytics.ts'
import { addDays } from './time.ts'

test('the last days end with today in the zone of the shop, and the range before them is as long', () => {
  const range = lastDays(new Date('2026-03-03T05:59:59Z'), 30, 'America/Chicago')
  expect(range).toEqual({ from: '2026-02-01', to: '2026-03-02' })
  expect(rangeBefore(range)).toEqual({ from: '2026-01-02', to: '2026-01-31' })
})

test('a week begins on Monday, a month on its first day; those at the edge of a range are cut', () => {
  expect(startOfStep('2026-11-21', 'week')).toBe('2026-11-16')
  expect(stepsOf({ from: '2026-11-20', to: '2026-11-24' }, 'week')).toEqual([
    { key: '2026-11-16', from: '2026-11-20', to: '2026-11-22' },
    { key: '2026-11-23', from: '2026-11-23', to: '2026-11-24' },
  ])
  expect(stepsOf({ from: '2027-12-31', to: '2028-02-29' }, 'month').map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2027-12-31 2027-12-31',
    '2028-01-01 2028-01-31',
    '2028-02-01 2028-02-29',
  ])
})

test('steps of any range follow each other without gap or overlap, and together are the range', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((offset) => addDays('2000-01-01', offset))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 800 }), fc.constantFrom(...INTERVALS), (from, more, interval) => {
      const range = { from, to: addDays(from, more) }
      const steps = stepsOf(range, interval)
      expect(steps[0]?.from).toBe(range.from)
      expect(steps.at(-1)?.to).toBe(range.to)
      expect(steps.reduce((sum, step) => sum + countDays(step), 0)).toBe(countDays(range))
      steps.slice(1).forEach((step, at) => expect(step.from).toBe(addDays(steps[at]?.to ?? '', 1)))
      for (const step of steps) expect(startOfStep(step.to, interval)).toBe(step.key)
      expect(stepsOf(range, intervalFor(range)).length).toBeLessThan(400)
    }),
  )
})

test.each([
  ['2026-01-01', '2026-04-02', 'day'],
  ['2026-01-01', '2026-04-03', 'week'],
  ['2026-01-01', '2027-07-04', 'week'],
  ['2026-01-01', '2027-07-05', 'month'],
])('92 days are shown by day, 550 by week: from %s to %s by %s', (from, to, interval) => {
  expect(intervalFor({ from, to })).toBe(interval)
})
