import { expect, test } from 'vitest'
import { daysOf, periodOptions } from './periods.ts'

test('T10 periods are the quarters and months until now, with their first and last day', () => {
  const { quarters, months } = periodOptions(new Date('2026-02-03T04:05:06Z'))
  expect(quarters.slice(0, 2)).toEqual([
    { value: '2026-Q1', label: 'Quarter 1, 2026' },
    { value: '2025-Q4', label: 'Quarter 4, 2025' },
  ])
  expect(months.slice(0, 2).map(({ value }) => value)).toEqual(['2026-02', '2026-01'])
  expect(daysOf('2025-Q4')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(daysOf('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
})
