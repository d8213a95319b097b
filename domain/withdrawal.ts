import type { BuyerKind } from './buyer-kind.ts'
import { isEuConsumer, lawOf } from './consumer-law.ts'
import { isHoliday } from './holidays.ts'
import type { LegalArea } from './market.ts'
import type { OrderStatus } from './order.ts'
import { addDays, DAY_MS, dayOf, endOfDay, HOUR_MS } from './time.ts'
import type { RightState } from './withdrawal-status.ts'

/**
 * Right of withdrawal of an order's buyer; `lastDay` as `2026-03-04` and `endsAt` in ISO 8601 are null before everything was delivered, and
 * where there is none.
 */
export type WithdrawalRight = { state: RightState; lastDay: string | null; endsAt: string | null }

/** Days in which a consumer may withdraw, and in which the money is paid back (Directive 2011/83/EU, Articles 9 and 13). */
const WITHDRAWAL_DAYS = 14

/** Days after the last delivery of an order after which the right of withdrawal has ended everywhere. */
export const LONGEST_WITHDRAWAL_DAYS = 30

/** Days after a statement at which staff are reminded of its refund. */
export const REMIND_REFUND_DAYS = 10

/** Time in which a statement has to be confirmed. */
export const CONFIRM_WITHDRAWAL_MS = HOUR_MS

/** Time zones of the states of the European Economic Area, and of parts of them with codes of their own, from east to west. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  AT: ['Europe/Vienna'],
  BE: ['Europe/Brussels'],
  BG: ['Europe/Sofia'],
  CY: ['Asia/Nicosia'],
  CZ: ['Europe/Prague'],
  DE: ['Europe/Berlin'],
  DK: ['Europe/Copenhagen'],
  EE: ['Europe/Tallinn'],
  ES: ['Europe/Madrid', 'Atlantic/Canary'],
  FI: ['Europe/Helsinki'],
  FR: ['Indian/Reunion', 'Europe/Paris', 'America/Cayenne', 'America/Martinique'],
  GR: ['Europe/Athens'],
  HR: ['Europe/Zagreb'],
  HU: ['Europe/Budapest'],
  IE: ['Europe/Dublin'],
  IT: ['Europe/Rome'],
  LT: ['Europe/Vilnius'],
  LU: ['Europe/Luxembourg'],
  LV: ['Europe/Riga'],
  MT: ['Europe/Malta'],
  NL: ['Europe/Amsterdam'],
  PL: ['Europe/Warsaw'],
  PT: ['Europe/Lisbon', 'Atlantic/Azores'],
  RO: ['Europe/Bucharest'],
  SE: ['Europe/Stockholm'],
  SI: ['Europe/Ljubljana'],
  SK: ['Europe/Bratislava'],
  IS: ['Atlantic/Reykjavik'],
  LI: ['Europe/Vaduz'],
  NO: ['Europe/Oslo'],
  AX: ['Europe/Mariehamn'],
  GF: ['America/Cayenne'],
  GP: ['America/Guadeloupe'],
  MF: ['America/Marigot'],
  MQ: ['America/Martinique'],
  RE: ['Indian/Reunion'],
  YT: ['Indian/Mayotte'],
}

const isFree = (day: string, country: string) => {
  const date = new Date(`${day}T00:00:00Z`)
  return [0, 6].includes(date.getUTCDay()) || isHoliday(date, country)
}

const NO_END = { lastDay: null, endsAt: null }

/** Buyer of an order, and its seller orders. */
export type RightFacts = {
  country: string
  law: LegalArea | null
  buyerKind: BuyerKind | null
  company: string | undefined
  parts: readonly { status: OrderStatus; deliveredAt: Date | null }[]
  /** True if all that was not canceled was made to the buyer's order. */
  isCustom: boolean
}

/**
 * Returns the right of withdrawal of an order's buyer at a moment: open until the end of the period after the delivery of the last seller
 * order.
 */
export function withdrawalRight({ parts, isCustom, ...buyer }: RightFacts, at: Date): WithdrawalRight {
  if (lawOf(buyer.country, buyer.law) !== 'eu') return { state: 'elsewhere', ...NO_END }
  if (!isEuConsumer(buyer)) return { state: 'business', ...NO_END }
  const delivered = parts.filter(({ status }) => status !== 'cancelled').map(({ deliveredAt }) => deliveredAt?.getTime() ?? null)
  if (delivered.length === 0) return { state: 'ended', ...NO_END }
  if (isCustom) return { state: 'custom', ...NO_END }
  const times = delivered.filter((time) => time !== null)
  if (times.length < delivered.length) return { state: 'open', ...NO_END }
  const { lastDay, endsAt } = withdrawalEnd(new Date(Math.max(...times)), buyer.country)
  return { state: at < endsAt ? 'open' : 'ended', lastDay, endsAt: endsAt.toISOString() }
}

/**
 * End of a right of withdrawal: its last day, as `2026-03-04`, and the moment at which that has ended everywhere in the buyer's country.
 */
type WithdrawalEnd = { lastDay: string; endsAt: Date }

/**
 * Returns the end of the right of withdrawal: the 14th day after the day of delivery of the last products, and where that is a Saturday, a
 * Sunday or a public holiday of the country, the next working day (Regulation 1182/71, Article 3(4)). The day counts in all zones of the
 * country: the delivery by the latest date, the end by the last clock.
 * @param country of the buyer (ISO 3166, two letters)
 */
export function withdrawalEnd(deliveredAt: Date, country: string): WithdrawalEnd {
  const zones = ZONES[country] ?? ['UTC']
  const delivered = zones.map((zone) => dayOf(deliveredAt, zone)).reduce((one, other) => (one > other ? one : other))
  let lastDay = addDays(delivered, WITHDRAWAL_DAYS)
  while (isFree(lastDay, country)) lastDay = addDays(lastDay, 1)
  const endsAt = Math.max(...zones.map((zone) => endOfDay(lastDay, zone).getTime()))
  return { lastDay, endsAt: new Date(endsAt) }
}

/** Returns the time by which the money for a statement has to be paid back. */
export function refundDueAt(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + WITHDRAWAL_DAYS * DAY_MS)
}

/** Beginning of the numbers of withdrawals: WD-482915. */
export const WITHDRAWAL_PREFIX = 'WD'

/**
 * Returns the statement that a buyer confirms, as in the model form (Annex I B of Directive 2011/83/EU). `items` is empty for everything.
 */
export function withdrawalStatement(facts: {
  shop: string
  name: string
  email: string
  orderNumber: string
  items: readonly string[]
}): string {
  const { shop, name, email, orderNumber, items } = facts
  const what = items.length === 0 ? 'all products of this order' : items.join('; ')
  return [
    `To ${shop}: I withdraw from my contract of sale.`,
    `Order: ${orderNumber}`,
    `Products: ${what}`,
    `Name: ${name}`,
    `Email: ${email}`,
  ].join('\n')
}

/** Amounts of a withdrawn return in cents, as the buyer paid them. */
type WithdrawnAmounts = {
  /** Products with their tax. */
  itemsCents: number
  /** Standard delivery of the seller order with its tax where all of it is withdrawn, else 0; less what was refunded of it before. */
  shippingCents: number
  /** Value that the products have lost by more than what trying them in a shop takes. */
  deductionCents: number
}

/** Returns the refund of withdrawn products in cents; a deduction never takes more than their price (Article 14(2)). */
export function withdrawnRefund({ itemsCents, shippingCents, deductionCents }: WithdrawnAmounts): number {
  return itemsCents - Math.min(Math.max(deductionCents, 0), itemsCents) + shippingCents
}
