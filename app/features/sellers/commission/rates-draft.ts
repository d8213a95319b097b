import type { CommissionRates, CommissionRatesBody } from '#contract/sellers/commission.ts'
import type { CommissionRate } from '#domain/commission.ts'

/** A rate as it is typed; '' fits every seller or category. `key` tells rows apart while they move. */
export interface RuleDraft {
  key: number
  businessId: string
  category: string
  percent: string
}

/** All rates as they are typed, in their order. */
export interface RatesDraft {
  rules: RuleDraft[]
  globalPercent: string
}

let lastKey = 0

/** A key that no row has yet. */
export function freshKey(): number {
  lastKey += 1
  return lastKey
}

/** What the form begins with. */
export function toDraft({ rules, globalPercent }: CommissionRates): RatesDraft {
  return {
    rules: rules.map(({ businessId, category, percent }) => ({
      key: freshKey(),
      businessId: businessId ?? '',
      category: category ?? '',
      percent: String(percent),
    })),
    globalPercent: String(globalPercent),
  }
}

/** What is sent. */
export function toBody({ rules, globalPercent }: RatesDraft, version: number): CommissionRatesBody {
  return {
    rules: rules.map(({ businessId, category, percent }) => ({
      businessId: businessId || null,
      category: category || null,
      percent: Number(percent),
    })),
    globalPercent: Number(globalPercent),
    version,
  }
}

const toBasisPoints = (percent: string) => Math.round(Number(percent) * 100) || 0

/** The rates as the rules count them, the global one last. */
export function toRates({ rules, globalPercent }: RatesDraft): CommissionRate[] {
  return [
    ...rules.map(({ businessId, category, percent }) => ({
      businessId: businessId || null,
      category: category || null,
      basisPoints: toBasisPoints(percent),
    })),
    { businessId: null, category: null, basisPoints: toBasisPoints(globalPercent) },
  ]
}

/** A list with the member at `from` moved to `to`. */
export function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/** Whether two drafts say the same. */
export function isSame(one: RatesDraft, other: RatesDraft): boolean {
  const bare = ({ rules, globalPercent }: RatesDraft) => JSON.stringify([rules.map(({ key: _key, ...rule }) => rule), globalPercent])
  return bare(one) === bare(other)
}
