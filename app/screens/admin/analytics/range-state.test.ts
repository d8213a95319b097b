import { expect, test } from 'vitest'
import { addressOf, checkDays, rangeOf } from './range-state.ts'

const now = new Date('2026-03-31T12:00:00Z')
const read = (query: string) => rangeOf(new URLSearchParams(query), now, 'UTC')

test('the address of the figures says which days, and what it cannot mean is the last 30 days', () => {
  expect(read('')).toEqual({ days: 30, range: { from: '2026-03-02', to: '2026-03-31' } })
  expect(read('days=7&interval=week')).toEqual({ days: 7, range: { from: '2026-03-25', to: '2026-03-31', interval: 'week' } })
  expect(read('from=2026-01-01&to=2026-01-31')).toEqual({ days: null, range: { from: '2026-01-01', to: '2026-01-31' } })
  for (const odd of [
    'days=8',
    'from=2026-02-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-02&to=2026-03-01',
    'from=2001-01-01&to=2026-03-01',
  ])
    expect(read(odd).days, odd).toBe(30)
})

test('every choice has an address that reads back as that choice', () => {
  expect(addressOf({ days: 30 }, undefined)).toBe('/admin/analytics')
  for (const days of [7, 30, 90, 365])
    expect(read(addressOf({ days }, 'month').split('?')[1] ?? '')).toMatchObject({ days, range: { interval: 'month' } })
  const own = addressOf({ from: '2026-01-01', to: '2026-01-31' }, undefined)
  expect(read(own.split('?')[1] ?? '').range).toEqual({ from: '2026-01-01', to: '2026-01-31' })
})

test('days that cannot be shown are named before they are asked for', () => {
  expect(checkDays('', '2026-01-01')).toBe('Please choose both days')
  expect(checkDays('2026-01-02', '2026-01-01')).toBe("The first day can't be after the last day")
  expect(checkDays('2001-01-01', '2026-01-01')).toBe('Please choose a range of at most five years')
  expect(checkDays('2026-01-01', '2026-01-01')).toBe(null)
})
