import { type Currency, formatMoney, toMinor } from '#domain/money.ts'

/** A decimal amount of the wire as people read it: "$1,234.50". */
export function money(amount: number, currency: Currency): string {
  return formatMoney(toMinor(amount) ?? Math.round(amount * 100), currency)
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const mediumDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** A day: "March 4, 2026". */
export function day(iso: string): string {
  return longDate.format(new Date(iso))
}

/** A day where there is little room: "Mar 4, 2026". */
export function shortDay(iso: string): string {
  return mediumDate.format(new Date(iso))
}

/** An instant in the viewer's own time zone: "March 4, 2026 at 5:12 PM". Only in what the browser renders. */
export function instant(iso: string): string {
  return dateAndTime.format(new Date(iso))
}

const shortDateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** As `instant`, for a narrow column: "Mar 4, 2026, 5:12 PM". */
export function shortInstant(iso: string): string {
  return shortDateAndTime.format(new Date(iso))
}

/** A number with its thousands apart: "1,234". */
export function figure(number: number): string {
  return number.toLocaleString('en-US')
}

/** The address that calls a number: "tel:+18155550140". */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`
}

/** "1 product", "2 products". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${figure(number)} ${number === 1 ? one : many}`
}
