import { expect, test } from 'vitest'
import { easter, equinox, moved, movedFromSunday, nearest, nth, orthodox, type Rule } from './holiday-rules.ts'
import { isHoliday } from './holidays.ts'
import { DAY_MS } from './time.ts'

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

const dayOf = (rule: Rule, year: number) => new Date(rule(year, new Set()) * DAY_MS).toISOString().slice(0, 10)

/** Easter Sundays of both calendars; source: tables of the United States Census Bureau and of the Greek Orthodox Archdiocese of America. */
test.each([
  ['1954-04-18', '1954-04-25'],
  ['1961-04-02', '1961-04-09'],
  ['1981-04-19', '1981-04-26'],
  ['2000-04-23', '2000-04-30'],
  ['2008-03-23', '2008-04-27'],
  ['2010-04-04', '2010-04-04'],
  ['2011-04-24', '2011-04-24'],
  ['2016-03-27', '2016-05-01'],
  ['2021-04-04', '2021-05-02'],
  ['2024-03-31', '2024-05-05'],
  ['2025-04-20', '2025-04-20'],
  ['2026-04-05', '2026-04-12'],
  ['2038-04-25', '2038-04-25'],
])('F7.2.4 Easter is on %s in the West and on %s in the East', (west, east) => {
  const year = Number(west.slice(0, 4))
  expect([dayOf(easter(0), year), dayOf(orthodox(0), year)]).toEqual([west, east])
})

/** Source: National Astronomical Observatory of Japan. */
test.each([
  [1980, '1980-03-20', '1980-09-23'],
  [2012, '2012-03-20', '2012-09-22'],
  [2023, '2023-03-21', '2023-09-23'],
  [2024, '2024-03-20', '2024-09-22'],
  [2026, '2026-03-20', '2026-09-23'],
  [2027, '2027-03-21', '2027-09-23'],
])('F7.2.4 the equinoxes of %i are on %s and %s', (year, spring, autumn) => {
  expect([dayOf(equinox(3, 20.8431), year), dayOf(equinox(9, 23.2488), year)]).toEqual([spring, autumn])
})

test('F7.2.4 a date on a weekend moves as its country says; on other days it stays', () => {
  // July 4, 2026 is a Saturday, 2027 a Sunday, 2028 a Tuesday
  expect([2026, 2027, 2028].map((year) => dayOf(nearest(7, 4), year))).toEqual(['2026-07-03', '2027-07-05', '2028-07-04'])
  expect([2026, 2027, 2028].map((year) => dayOf(moved(7, 4), year))).toEqual(['2026-07-06', '2027-07-05', '2028-07-04'])
  expect([2026, 2027, 2028].map((year) => dayOf(movedFromSunday(7, 4), year))).toEqual(['2026-07-04', '2027-07-05', '2028-07-04'])
  const tuesday = Date.UTC(2028, 6, 4) / DAY_MS
  expect(moved(7, 4)(2028, new Set([tuesday]))).toBe(tuesday)
  expect([1, 2, 3, 4, 5, 6, 0].map((weekday) => dayOf(nth(1, weekday, 7), 2026))).toEqual(
    ['06', '07', '01', '02', '03', '04', '05'].map((day) => `2026-07-${day}`),
  )
})
