import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someOf } from '#server/testing/race-rounds.ts'
import {
  addDays,
  DAY_MS,
  dayOf,
  endOfDay,
  HOUR_MS,
  isDay,
  isTimeZone,
  listTimeZones,
  momentOf,
  readMoment,
  startOfDay,
  wallClock,
  wallTime,
} from './time.ts'

/** Every day some of them, with those whose clocks are like no others': of half an hour, of three quarters, of two. */
const ZONES = [...new Set([...someOf(listTimeZones(), 60), 'Australia/Lord_Howe', 'Pacific/Chatham', 'Antarctica/Troll'])]

/** Zones by their offset at noon of each day of 2026: of those that never differ one stands for all. */
const byClock = Map.groupBy(ZONES, (zone) =>
  Array.from({ length: 366 }, (_, at) => {
    const noon = new Date(Date.UTC(2026, 0, 1 + at, 12))
    return wallClock(noon, zone).getTime() - noon.getTime()
  }).join(),
)

test('a day of every zone begins where the day before it ends, and its moments are of that day', () => {
  for (const [zone = 'UTC'] of byClock.values()) {
    const year = Array.from({ length: 366 }, (_, at) => addDays('2026-01-01', at))
    const starts = year.map((day) => startOfDay(day, zone).getTime())
    year.slice(0, -1).forEach((day, at) => {
      const [start, next] = [starts[at] ?? 0, starts[at + 1] ?? 0]
      const days = [start - 1, start, next - 1].map((moment) => dayOf(new Date(moment), zone))
      expect(days, zone).toEqual([addDays(day, -1), day, day])
      expect(Math.abs(next - start - DAY_MS), `${zone} ${day}`).toBeLessThanOrEqual(2 * HOUR_MS) // two only at Troll
    })
  }
})

test('any moment lies within its own day in any zone', () => {
  const moment = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2080-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, fc.constantFrom(...ZONES), (at, zone) => {
      const day = dayOf(at, zone)
      expect(isDay(day)).toBe(true)
      expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(at.getTime())
      expect(endOfDay(day, zone).getTime()).toBeGreaterThan(at.getTime())
      // an hour that comes twice is the first of the two
      expect(at.getTime() - momentOf(wallClock(at, zone), zone).getTime()).toBeLessThanOrEqual(3 * HOUR_MS)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['2026-01-14', 'America/Chicago', '2026-01-14T06:00:00.000Z', 24],
  ['2026-03-08', 'America/Chicago', '2026-03-08T06:00:00.000Z', 23],
  ['2026-11-01', 'America/Chicago', '2026-11-01T05:00:00.000Z', 25],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', 23], // no midnight: 00:00 is 01:00
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 23],
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', 23],
  ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', 23.5],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', 24],
  ['2026-01-01', 'Pacific/Pago_Pago', '2026-01-01T11:00:00.000Z', 24],
  ['2026-01-01', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', 24],
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0], // a day that never was
  ['2026-02-28', 'UTC', '2026-02-28T00:00:00.000Z', 24],
])('%s in %s begins at %s and has %d hours', (day, zone, start, hours) => {
  expect(startOfDay(day, zone).toISOString()).toBe(start)
  expect((endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / HOUR_MS).toBe(hours)
})

test('names of time zones are known, and nothing else', () => {
  const zones = listTimeZones()
  expect(zones.filter((name) => !isTimeZone(name))).toEqual([])
  expect(new Set(zones).size).toBe(zones.length)
  expect(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'America/Argentina/Ushuaia', 'Etc/GMT+5'].every(isTimeZone)).toBe(
    true,
  )
  for (const name of [
    '',
    'utc',
    'GMT+1',
    '+05:00',
    'EST',
    'Chicago',
    'Europe/Chicago',
    'america/chicago',
    'America/Chicago ',
    'Europe/../UTC',
    "UTC'",
  ])
    expect(isTimeZone(name), name).toBe(false)
})

test('calendar days', () => {
  expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true)
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', 'today', '2026-03-04T00:00', '12026-03-04', '2026-03-041'])
    expect(isDay(text), text).toBe(false)
  expect([addDays('2026-02-28', 1), addDays('2026-01-01', -1)]).toEqual(['2026-03-01', '2025-12-31'])
})

test.each([
  ['2026-11-30', false, 'UTC', '2026-11-30T00:00:00.000Z'],
  ['2026-11-30', true, 'UTC', '2026-12-01T00:00:00.000Z'],
  ['2026-11-30T08:30', true, 'UTC', '2026-11-30T08:30:00.000Z'],
  ['2026-11-30 08:30', false, 'UTC', '2026-11-30T08:30:00.000Z'],
  ['2026-11-30T08:30:00+02:00', false, 'UTC', '2026-11-30T06:30:00.000Z'],
  ['2026-01-13', false, 'America/Chicago', '2026-01-13T06:00:00.000Z'],
  ['2026-01-13', true, 'America/Chicago', '2026-01-14T06:00:00.000Z'],
  ['2026-07-13', true, 'America/Chicago', '2026-07-14T05:00:00.000Z'],
  ['2026-01-13T08:30', true, 'America/Chicago', '2026-01-13T14:30:00.000Z'],
  ['2026-01-13T08:30Z', true, 'America/Chicago', '2026-01-13T08:30:00.000Z'],
  ['2026-01-13T08:30+01:00', true, 'America/Chicago', '2026-01-13T07:30:00.000Z'],
  ['2026-03-08T02:30', false, 'America/Chicago', '2026-03-08T08:00:00.000Z'], // a time that clocks leave out
  ['2026-11-01T01:30', false, 'America/Chicago', '2026-11-01T06:30:00.000Z'], // and one that comes twice
  ['2026-01-13', true, 'Pacific/Kiritimati', '2026-01-13T10:00:00.000Z'],
  ['2026-09-05', true, 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['9998-12-31', true, 'America/Chicago', '9999-01-01T06:00:00.000Z'],
  ['9999-12-31', true, 'America/Chicago', null],
  ['2026-02-30', false, 'UTC', null],
  ['2026-02-30T08:00', false, 'Europe/Berlin', null],
  ['2026-01-13T25:00', false, 'Europe/Berlin', null],
  ['tomorrow', false, 'UTC', null],
])('reads %s (an end: %s) in %s as %s', (text, isEnd, timeZone, expected) => {
  expect(readMoment(text, { isEnd, timeZone })).toBe(expected)
})

test('what a date-and-time field shows is read as the same minute', () => {
  const minute = fc.integer({ min: 27_000_000, max: 35_000_000 }).map((at) => new Date(at * 60_000))
  fc.assert(
    fc.property(minute, fc.constantFrom(...ZONES), (at, timeZone) => {
      const read = new Date(readMoment(wallTime(at, timeZone), { isEnd: true, timeZone }) ?? Number.NaN)
      expect(wallTime(read, timeZone)).toBe(wallTime(at, timeZone)) // an hour that comes twice is the first of the two
    }),
  )
})
