import { DAY_MS } from './time.ts'
import { type TraderCheck, type TraderChecks, type TraderFacts, traderCheckText } from './trader.ts'

/* Sellers with many sales in the United States (INFORM Consumers Act, 15 U.S.C. 45f). */

/** Sales and money of 12 months from which the details of a seller have to be checked. */
const HIGH_SALES = 200
const HIGH_CENTS = 500_000
/** Money of 12 months from which its name, address and contact have to be public. */
const PUBLIC_CENTS = 2_000_000
const YEAR_DAYS = 365
/** Days that count, and days in which the details have to be checked. */
const COUNTED_DAYS = 2 * YEAR_DAYS
const CHECK_DAYS = 10

/** Sales of a seller on a day (`2026-03-04`), and what was paid for them in cents of USD. */
export interface SalesDay {
  day: string
  sales: number
  cents: number
}

/** Duties that follow from a seller's sales. */
interface InformDuties {
  /** Its details have to be checked and confirmed every year. */
  isHigh: boolean
  /** Its name, address and contact have to be public. */
  isPublic: boolean
}

const numberOf = (day: string) => Math.floor(Date.parse(day) / DAY_MS)

/**
 * Returns the duties by the sales of 24 months until `today`: details from 200 sales and 5,000 USD in any 12 months in a row, publicity
 * from 20,000 USD in such months of a seller who has them.
 * @param days in any order, each at most once
 */
export function informDuties(days: readonly SalesDay[], today: string): InformDuties {
  const last = numberOf(today)
  const counted = days
    .map(({ day, ...sold }) => ({ at: numberOf(day), ...sold }))
    .filter(({ at }) => at <= last && at > last - COUNTED_DAYS)
    .toSorted((one, other) => one.at - other.at)
  const years = counted.map(({ at }) => {
    const year = counted.filter((one) => one.at <= at && one.at > at - YEAR_DAYS)
    const sumOf = (name: 'sales' | 'cents') => year.reduce((sum, one) => sum + one[name], 0)
    return { sales: sumOf('sales'), cents: sumOf('cents') }
  })
  const high = years.filter(({ sales, cents }) => sales >= HIGH_SALES && cents >= HIGH_CENTS)
  return { isHigh: high.length > 0, isPublic: high.length > 0 && years.some(({ cents }) => cents >= PUBLIC_CENTS) }
}

/** Checks of the details. */
const INFORM_CHECKS = ['bankAccount', 'taxId', 'email', 'phone'] as const satisfies readonly TraderCheck[]

/** Returns details and checks that are open of a seller with many sales, in words. */
export function openInformItems(facts: Pick<TraderFacts, 'phone' | 'checks'> & { taxId: string }): string[] {
  return [
    ...(facts.taxId === '' ? ['tax number'] : []),
    ...(facts.phone ? [] : ['phone']),
    ...INFORM_CHECKS.filter((check) => !facts.checks[check]).map(traderCheckText),
  ]
}

/** Returns the moment by which the details of a seller have to be checked. */
export const informDueAt = (since: Date): Date => new Date(since.getTime() + CHECK_DAYS * DAY_MS)

/** Returns the moment by which a seller has to confirm its details: a year after it last did, or after the last of the checks. */
export function informConfirmBy(checks: TraderChecks, confirmedAt: Date | null): Date {
  const made = INFORM_CHECKS.flatMap((check) => (checks[check] ? [Date.parse(checks[check].at)] : []))
  return new Date(Math.max(confirmedAt?.getTime() ?? 0, ...made) + YEAR_DAYS * DAY_MS)
}
