import type { CommissionRates, CommissionRatesBody } from '#contract/sellers/commission.ts'
import type { CommissionRate } from '#domain/commission.ts'

/** A rate as typed; '' applies to every seller or category. `key` identifies rows while they are reordered. */
export interface RuleDraft {
  key: number
  businessId: string
  category: string
  percent: string
}

/** All rates as typed, in order. */
export interface RatesDraft {
  rules: RuleDraft[]
  globalPercent: string
}

let lastKey = 0

/** Returns a new key for a row. */
export function freshKey(): number {
  lastKey += 1
  return lastKey
}

/** Returns the form's initial values. */
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

/** Returns the request body. */
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

/** Returns the rates as the rules use them, the global one last. */
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

/** Returns a list with the entry at `from` moved to `to`. */
export function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}
