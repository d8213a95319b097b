import { CURRENCIES, type Currency, formatMoney, formatPercent } from './money.ts'
import type { Promo } from './promotion.ts'
import { formatLongDay, formatZoneMoment, pluralize } from './text.ts'
import { dayOf, MINUTE_MS, startOfDay } from './time.ts'

/** The parts of a promo code that its description needs; amounts in cents, null for none. */
export type PromoRule = Pick<
  Promo,
  'type' | 'percent' | 'valueCents' | 'minimumCents' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perCustomerLimit'
>

const inBoth = (cents: Record<Currency, number>) =>
  CURRENCIES.map((currency) => formatMoney(cents[currency], currency).replace('.00', '')).join(' or ')

function effect({ type, percent, valueCents }: PromoRule): string {
  if (type === 'shipping') return 'Free shipping'
  if (type === 'percentage') return `${formatPercent(percent ?? 0)} off`
  return `${inBoth(valueCents ?? { USD: 0, EUR: 0 })} off`
}

const isMidnight = (at: Date, timeZone: string) => startOfDay(dayOf(at, timeZone), timeZone).getTime() === at.getTime()

/** Formats a day and, unless it is its beginning in the zone of the shop, the time. */
const moment = (at: Date, timeZone: string) => (isMidnight(at, timeZone) ? formatLongDay(at, timeZone) : formatZoneMoment(at, timeZone))

/** Formats the end: the last day of a code that ends with a day, else the instant. */
const end = (at: Date, timeZone: string) =>
  isMidnight(at, timeZone) ? formatLongDay(new Date(at.getTime() - MINUTE_MS), timeZone) : moment(at, timeZone)

function span({ startsAt, endsAt }: PromoRule, timeZone: string): string[] {
  if (startsAt && endsAt) return [`from ${moment(startsAt, timeZone)} until ${end(endsAt, timeZone)}`]
  if (startsAt) return [`from ${moment(startsAt, timeZone)}`]
  return endsAt ? [`until ${end(endsAt, timeZone)}`] : []
}

const atMost = (limit: number) => (limit === 1 ? 'once' : `at most ${pluralize(limit, 'time')}`)

/** Describes a code: '10% off orders from $100 or €100, at most 50 times, once for each customer.' */
export function describePromo(rule: PromoRule, timeZone: string): string {
  const { minimumCents, perCustomerLimit, usageLimit } = rule
  const hasMinimum = minimumCents !== null && CURRENCIES.some((currency) => minimumCents[currency] > 0)
  const effects = hasMinimum
    ? `${effect(rule)} ${rule.type === 'shipping' ? 'for orders' : 'orders'} from ${inBoth(minimumCents)}`
    : `${effect(rule)} ${rule.type === 'shipping' ? 'for every order' : 'every order'}`
  const limits = [
    ...(usageLimit === null ? [] : [usageLimit === 1 ? 'once in total' : atMost(usageLimit)]),
    ...(perCustomerLimit === null ? [] : [`${atMost(perCustomerLimit)} for each customer`]),
  ]
  return `${[effects, ...limits, ...span(rule, timeZone)].join(', ')}.`
}
