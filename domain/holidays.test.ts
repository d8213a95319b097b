import { expect, test } from 'vitest'
import { isHoliday } from './holidays.ts'

test.each([
  ['US', '2026-11-26', 'Thanksgiving, the fourth Thursday of November'],
  ['US', '2026-07-03', 'Independence Day, on a Saturday: the Friday before'],
  ['US', '2027-12-24', 'Christmas Day, on a Saturday: the Friday before'],
  ['US', '2023-01-02', 'New Year, on a Sunday: the Monday after'],
  ['US', '2021-12-31', 'New Year of the next year, on a Saturday'],
  ['US', '2026-05-25', 'Memorial Day, the last Monday of May'],
  ['CA', '2026-05-18', 'Victoria Day, the Monday before May 25'],
  ['GB', '2026-12-28', 'Boxing Day, on a Saturday: the Monday after'],
  ['GB', '2027-12-27', 'Christmas Day, on a Saturday: the Monday after'],
  ['GB', '2027-12-28', 'Boxing Day, on a Sunday, its Monday taken: the Tuesday after'],
  ['DE', '2026-04-03', 'Good Friday'],
  ['DE', '2026-05-14', 'Ascension'],
  ['DE', '2026-05-25', 'Whit Monday'],
  ['PL', '2026-06-04', 'Corpus Christi'],
  ['GR', '2026-04-13', 'Easter Monday of the Orthodox churches'],
  ['GR', '2026-02-23', 'Clean Monday'],
  ['RO', '2027-05-03', 'Easter Monday of the Orthodox churches'],
  ['SE', '2026-06-19', 'Midsummer Eve'],
  ['JP', '2026-05-06', 'Constitution Day, on a Sunday: the first free day after Golden Week'],
])('F7.2.4 in %s %s is a holiday: %s', (country, day) => {
  expect(isHoliday(new Date(`${day}T17:45:00Z`), country)).toBe(true)
})

test.each([
  ['US', '2026-04-03'],
  ['US', '2026-12-26'],
  ['DE', '2026-11-26'],
  ['DE', '2026-12-28'],
  ['FR', '2026-10-03'],
  ['XX', '2026-12-25'],
])('F7.2.4 in %s %s is none', (country, day) => {
  expect(isHoliday(new Date(`${day}T00:00:00Z`), country)).toBe(false)
})
