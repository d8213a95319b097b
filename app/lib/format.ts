import { type Currency, formatMoney, toMinor } from '#domain/money.ts'
import { formatCount, formatLongDate, formatLongDay, formatMoment, formatTime, formatZoneMoment, pluralize } from '#domain/text.ts'
import { momentOf, wallTime } from '#domain/time.ts'
import { getShop } from './shop.ts'

/** A decimal amount of the wire as people read it: "$1,234.50". */
export function money(amount: number, currency: Currency): string {
  return formatMoney(toMinor(amount) ?? Math.round(amount * 100), currency)
}

/** A day, or that of a moment in the time zone of the shop: "March 4, 2026". */
export function day(iso: string): string {
  return iso.includes('T') ? formatLongDay(new Date(iso), getShop().timeZone) : formatLongDate(new Date(iso))
}

/** The time of day of a moment in the time zone of the shop: "5:12 PM". */
export const timeOfDay = (iso: string): string => formatTime(new Date(iso), getShop().timeZone)

/** An instant in the viewer's own time zone: "March 4, 2026 at 5:12 PM". Only in what the browser renders. */
export function instant(iso: string): string {
  return formatMoment(new Date(iso))
}

/** An instant in the time zone of the shop, with its name: "March 4, 2026 at 5:12 PM CST". */
export const shopInstant = (iso: string): string => formatZoneMoment(new Date(iso), getShop().timeZone)

/** An instant for a date-and-time field, in the time zone of the shop; empty for none. */
export const toShopTime = (iso: string | null | undefined): string => (iso ? wallTime(new Date(iso), getShop().timeZone) : '')

/** The instant of a date-and-time field in the time zone of the shop; null for an empty field. */
export const fromShopTime = (typed: string): string | null =>
  typed === '' ? null : momentOf(new Date(`${typed}Z`), getShop().timeZone).toISOString()

/** A number with its thousands apart: "1,234". */
export const figure = formatCount

/** The address that calls a number: "tel:+18155550140". */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`
}

/** "1 product", "2 products". */
export const count = pluralize
