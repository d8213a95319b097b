import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contract/errors.ts'
import type { CommissionRates, CommissionRatesBody } from '#contract/sellers/commission.ts'
import type { CommissionRate } from '#domain/commission.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { listRatedCategories, lockRates, nameSellers, presentRates, type RatedCategory, replaceRates } from './commission-rates.ts'

const toBasisPoints = (percent: number) => Math.round(percent * 100)

/** Returns a form's rates as they are stored: by base category; a category that is gone keeps its stored value. */
function ratesOf({ rules, globalPercent }: CommissionRatesBody, categories: readonly RatedCategory[]): CommissionRate[] {
  const baseOf = (category: string) => categories.find(({ value }) => value === category)?.base ?? category
  const own = rules.map(({ businessId, category, percent }) => ({
    businessId: businessId ?? null,
    category: category ? baseOf(category) : null,
    basisPoints: toBasisPoints(percent),
  }))
  return [...own, { businessId: null, category: null, basisPoints: toBasisPoints(globalPercent) }]
}

/** Returns the problems of the rules, each at its field: unknown sellers and categories, a rule for everything, and duplicates. */
async function problemsOf(
  tx: Db,
  rates: readonly CommissionRate[],
  { current, categories }: { current: CommissionRates; categories: readonly RatedCategory[] },
): Promise<FieldError[]> {
  const rules = rates.slice(0, -1)
  const names = await nameSellers(
    tx,
    rules.flatMap(({ businessId }) => businessId ?? []),
  )
  const wasThere = (category: string) => current.rules.some((rule) => rule.category === category) // its category was deleted since
  return rules.flatMap((rule, index) => {
    const at = (field: string, message: string) => [{ field: `rules.${index}.${field}`, message }]
    const { businessId, category } = rule
    if (businessId === null && category === null) return at('businessId', 'Please choose a seller, a category or both')
    if (businessId !== null && !names.has(businessId)) return at('businessId', 'This seller does not exist')
    if (category !== null && !categories.some(({ base }) => base === category) && !wasThere(category))
      return at('category', 'This category does not exist')
    const first = rules.findIndex((other) => other.businessId === businessId && other.category === category)
    return first < index ? at('businessId', `Rate ${first + 1} already covers the same products`) : []
  })
}

/** Describes rates for the audit log. */
const inWords = ({ rules, globalPercent }: CommissionRates) => ({
  rules: rules.map(
    ({ businessName, categoryLabel, percent }) => `${businessName ?? 'Every seller'}, ${categoryLabel ?? 'every category'}: ${percent}%`,
  ),
  globalPercent,
})

/**
 * Replaces all commission rates; existing orders keep theirs.
 * Refuses `edit_conflict` with the `current` rates, and invalid rules, each at its field.
 */
export async function saveRates({ db, now }: Deps, actor: Actor, body: CommissionRatesBody, requestId: string): Promise<CommissionRates> {
  return inTransaction(db, async (tx) => {
    await lockRates(tx)
    const current = await presentRates(tx)
    if (body.version !== undefined && body.version !== current.version) refuseStale(['settings', 'commission'], current)
    const categories = await listRatedCategories(tx)
    const rates = ratesOf(body, categories)
    const errors = await problemsOf(tx, rates, { current, categories })
    if (errors.length > 0) refuse('invalid_input', { errors })
    if (isDeepStrictEqual(rates, ratesOf(current, categories))) return current
    await replaceRates(tx, rates, current.version + 1, now())
    const saved = await presentRates(tx)
    await recordAudit(tx, {
      actor,
      action: 'commission.change',
      targetType: 'settings',
      targetId: 'commission',
      before: inWords(current),
      after: inWords(saved),
      requestId,
    })
    return saved
  })
}
