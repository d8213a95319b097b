import { DAY_MS } from './time.ts'

/** Returns the day of a holiday in a year, in days since 1970 (UTC). `taken` holds the earlier holidays of the same country and year. */
export type Rule = (year: number, taken: ReadonlySet<number>) => number

/** Returns a date as days since 1970 (UTC). */
const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / DAY_MS

/** Returns the weekday of a day, 0 for Sunday. */
const weekdayOf = (day: number) => (day + 4) % 7

const SUNDAY = 0
/** Weekday 1, counted from Sunday as in `Date`. */
export const MONDAY = 1
/** Weekday 4. */
export const THURSDAY = 4
/** Weekday 5. */
export const FRIDAY = 5
const SATURDAY = 6

/** The same date each year. */
export const fixed =
  (month: number, day: number): Rule =>
  (year) =>
    dayOf(year, month, day)

/** A date that moves to the Friday before when it is a Saturday, and to the Monday after when it is a Sunday. */
export const nearest =
  (month: number, day: number): Rule =>
  (year) => {
    const date = dayOf(year, month, day)
    return date + (weekdayOf(date) === SATURDAY ? -1 : weekdayOf(date) === SUNDAY ? 1 : 0)
  }

/** A date that moves to the next day that is free when it is on one of these weekdays. */
const movedFrom =
  (weekdays: readonly number[]) =>
  (month: number, day: number): Rule =>
  (year, taken) => {
    let date = dayOf(year, month, day)
    if (!weekdays.includes(weekdayOf(date))) return date
    while (weekdayOf(date) === SATURDAY || weekdayOf(date) === SUNDAY || taken.has(date)) date += 1
    return date
  }
/** A date that moves to the next free day when it is on a weekend. */
export const moved = movedFrom([SATURDAY, SUNDAY])
/** As `moved`, for Sundays only. */
export const movedFromSunday = movedFrom([SUNDAY])

/** The last of a weekday before a date. */
export const before =
  (weekday: number, month: number, day: number): Rule =>
  (year) => {
    const date = dayOf(year, month, day)
    return date - ((weekdayOf(date) - weekday + 6) % 7) - 1
  }

/** The nth of a weekday in a month. */
export const nth =
  (count: number, weekday: number, month: number): Rule =>
  (year) => {
    const first = dayOf(year, month, 1)
    return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1)
  }

/** Days from Easter Sunday of the Western churches (Gregorian calendar, after Meeus, Jones and Butcher). */
export const easter =
  (offset: number): Rule =>
  (year) => {
    const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
    const f = Math.floor((b + 8) / 25)
    const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - f + 1) / 3) + 15) % 30
    const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
    const m = Math.floor((a + 11 * h + 22 * l) / 451)
    const at = h + l - 7 * m + 114
    return dayOf(year, Math.floor(at / 31), (at % 31) + 1) + offset
  }

/** Days between the Julian and the Gregorian calendar, from 1900 to 2099. */
const JULIAN_DAYS = 13

/** Days from Easter Sunday of the Orthodox churches (Julian calendar, after Meeus). */
export const orthodox =
  (offset: number): Rule =>
  (year) => {
    const d = (19 * (year % 19) + 15) % 30
    const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
    const at = d + e + 114
    return dayOf(year, Math.floor(at / 31), (at % 31) + 1) + JULIAN_DAYS + offset
  }

/** The equinoxes as Japan counts them, valid from 1980 to 2099; `start` is the time in March or September of 1980. */
export const equinox =
  (month: number, start: number): Rule =>
  (year) =>
    dayOf(year, month, Math.floor(start + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4))
