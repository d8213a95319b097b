import { figure } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import type { PromoCode } from '#contract/pricing/promotions.ts'
import { toMinor } from '#domain/money.ts'
import type { PromoState, PromoType } from '#domain/promotion.ts'
import { describePromo, type PromoRule } from '#domain/promotion-text.ts'

/** Labels and tones of the states. */
export const STATE_LABELS: Record<PromoState, { label: string; tone: string }> = {
  active: { label: 'Active', tone: 'ok' },
  scheduled: { label: 'Scheduled', tone: 'blue' },
  ended: { label: 'Ended', tone: 'idle' },
  used_up: { label: 'Used up', tone: 'warn' },
  off: { label: 'Switched off', tone: 'idle' },
  deleted: { label: 'Deleted', tone: 'bad' },
}

/** Labels of the types. */
export const TYPE_LABELS: Record<PromoType, string> = { percentage: 'Percentage', fixed: 'Fixed amount', shipping: 'Free shipping' }

export function PromoStateBadge({ state }: { state: PromoState }) {
  return <span className={`status ${STATE_LABELS[state].tone}`}>{STATE_LABELS[state].label}</span>
}

const cents = (amount: number | null | undefined) => (amount === null || amount === undefined ? null : toMinor(amount))

/** Returns amounts in both currencies; a missing EUR amount has the same number as USD. */
function both(usd: number | null | undefined, eur: number | null | undefined) {
  const dollars = cents(usd)
  return dollars === null ? null : { USD: dollars, EUR: cents(eur) ?? dollars }
}

type Described = Pick<
  PromoCode,
  'type' | 'value' | 'valueEUR' | 'minimumOrder' | 'minimumOrderEUR' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perCustomerLimit'
>

const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso))

/** Returns the rule of a code, for its description. */
function ruleOf({ endsAt, minimumOrder, minimumOrderEUR, startsAt, type, value, valueEUR, ...limits }: Described): PromoRule {
  return {
    ...limits,
    type,
    percent: type === 'percentage' ? value : null,
    valueCents: type === 'fixed' ? both(value, valueEUR) : null,
    minimumCents: both(minimumOrder, minimumOrderEUR),
    startsAt: dateOf(startsAt),
    endsAt: dateOf(endsAt),
  }
}

/** Describes a code in a sentence. */
export const promoSentence = (code: Described): string => describePromo(ruleOf(code), getShop().timeZone)

/** Describes a code's effect and minimum order, without limits and dates. */
export const promoEffect = (code: Described): string =>
  describePromo({ ...ruleOf(code), startsAt: null, endsAt: null, usageLimit: null, perCustomerLimit: null }, getShop().timeZone).replace(
    /\.$/,
    '',
  )

/** Formats the number of uses and their limit. */
export const formatUses = ({ timesUsed, usageLimit }: Pick<PromoCode, 'timesUsed' | 'usageLimit'>): string =>
  usageLimit === null ? figure(timesUsed) : `${figure(timesUsed)} of ${figure(usageLimit)}`
