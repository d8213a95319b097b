import { figure } from '#app/lib/format.ts'
import type { PromoCode } from '#contract/pricing/promotions.ts'
import { toMinor } from '#domain/money.ts'
import type { PromoState, PromoType } from '#domain/promotion.ts'
import { type PromoRule, promoInWords } from '#domain/promotion-words.ts'

/** Labels and tones of the states. */
export const STATE_WORDS: Record<PromoState, { word: string; tone: string }> = {
  active: { word: 'Active', tone: 'ok' },
  scheduled: { word: 'Scheduled', tone: 'blue' },
  ended: { word: 'Ended', tone: 'idle' },
  used_up: { word: 'Used up', tone: 'warn' },
  off: { word: 'Switched off', tone: 'idle' },
}

/** Labels of the types. */
export const TYPE_WORDS: Record<PromoType, string> = { percentage: 'Percentage', fixed: 'Fixed amount', shipping: 'Free shipping' }

export function PromoStateWord({ state }: { state: PromoState }) {
  return <span className={`status ${STATE_WORDS[state].tone}`}>{STATE_WORDS[state].word}</span>
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
export const promoSentence = (code: Described): string => promoInWords(ruleOf(code))

/** Describes a code's effect and minimum order, without limits and dates. */
export const promoEffect = (code: Described): string =>
  promoInWords({ ...ruleOf(code), startsAt: null, endsAt: null, usageLimit: null, perCustomerLimit: null }).replace(/\.$/, '')

/** Formats the number of uses and their limit. */
export const usesInWords = ({ timesUsed, usageLimit }: Pick<PromoCode, 'timesUsed' | 'usageLimit'>): string =>
  usageLimit === null ? figure(timesUsed) : `${figure(timesUsed)} of ${figure(usageLimit)}`
