import { type Currency, percentOf } from './money.ts'

/** What a promo code does: takes a share off, takes an amount off, or waives the shipping charge. */
export const PROMO_TYPES = ['percentage', 'fixed', 'shipping'] as const

/** One of `PROMO_TYPES`. */
export type PromoType = (typeof PROMO_TYPES)[number]

/**
 * A promo code with what is known about its use; amounts in cents, per currency, never converted (D83).
 * `percent` is 0 to 100 and only of percentage codes; `valueCents` only of fixed codes; null elsewhere.
 * `minimumCents` null: no minimum. `startsAt` (first instant) and `endsAt` (first instant after) null: no such limit.
 * `usageLimit` and `perCustomerLimit` null: unlimited. `timesUsedByCustomer` is 0 for a visitor.
 */
export type Promo = {
  code: string
  type: PromoType
  percent: number | null
  valueCents: Record<Currency, number> | null
  minimumCents: Record<Currency, number> | null
  isActive: boolean
  startsAt: Date | null
  endsAt: Date | null
  usageLimit: number | null
  timesUsed: number
  perCustomerLimit: number | null
  timesUsedByCustomer: number
  description: string
}

/** Why a known code gives nothing now; `missingCents` is how much more the subtotal needs (D79). */
export type PromoRefusal =
  | { code: 'promo_inactive' }
  | { code: 'promo_not_started' | 'promo_ended' }
  | { code: 'promo_used_up' }
  | { code: 'promo_minimum_not_met'; missingCents: number; minimumCents: number }

/** A code as it is stored and compared: trimmed, upper case; null when nothing is left, which is ignored (S243, S244). */
export function normalizeCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return code === '' ? null : code
}

/**
 * Says why `promo` does not count, or null when it does: checked in the order switch, dates, uses, minimum.
 * @param subtotalCents before the discount, after ladder prices (D86)
 */
export function checkPromo(promo: Promo, subtotalCents: number, currency: Currency, now: Date): PromoRefusal | null {
  if (!promo.isActive) return { code: 'promo_inactive' }
  if (promo.startsAt && now < promo.startsAt) return { code: 'promo_not_started' }
  if (promo.endsAt && now >= promo.endsAt) return { code: 'promo_ended' }
  if (promo.usageLimit !== null && promo.timesUsed >= promo.usageLimit) return { code: 'promo_used_up' }
  if (promo.perCustomerLimit !== null && promo.timesUsedByCustomer >= promo.perCustomerLimit) {
    return { code: 'promo_used_up' }
  }
  const minimumCents = promo.minimumCents?.[currency] ?? 0
  if (subtotalCents >= minimumCents) return null
  return { code: 'promo_minimum_not_met', missingCents: minimumCents - subtotalCents, minimumCents }
}

/** What a code is at a moment, in the order in which a reason counts: off, not begun, over, used up, or in force. */
export const PROMO_STATES = ['active', 'scheduled', 'ended', 'used_up', 'off'] as const

/** One of `PROMO_STATES`. */
export type PromoState = (typeof PROMO_STATES)[number]

/** The state of a code at `now`, whoever asks: minimum and uses of one customer do not count. */
export function promoState(promo: Pick<Promo, 'isActive' | 'startsAt' | 'endsAt' | 'usageLimit' | 'timesUsed'>, now: Date): PromoState {
  if (!promo.isActive) return 'off'
  if (promo.startsAt && now < promo.startsAt) return 'scheduled'
  if (promo.endsAt && now >= promo.endsAt) return 'ended'
  return promo.usageLimit !== null && promo.timesUsed >= promo.usageLimit ? 'used_up' : 'active'
}

/**
 * Discount in cents that the code takes off `subtotalCents`: 0 to the subtotal, percentages limited to 0-100 (S312, D93).
 * Shipping codes give 0 here; they act in `shippingCents`. Ask `checkPromo` first: this does not look at dates or minimum.
 */
export function discountCents(promo: Promo, subtotalCents: number, currency: Currency): number {
  if (promo.type === 'percentage') return percentOf(subtotalCents, Math.min(100, Math.max(0, promo.percent ?? 0)))
  if (promo.type === 'fixed') return Math.min(Math.max(0, promo.valueCents?.[currency] ?? 0), subtotalCents)
  return 0
}

/** A code of the first data; `hinted` codes are named on the cart page (D78). */
export type DemoPromotion = Promo & { hinted: boolean }

const both = (cents: number): Record<Currency, number> => ({ USD: cents, EUR: cents })

const demo = (code: string, hinted: boolean, rule: Pick<Promo, 'type' | 'description'> & Partial<Promo>): DemoPromotion => ({
  percent: null,
  valueCents: null,
  minimumCents: null,
  isActive: true,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  timesUsed: 0,
  perCustomerLimit: null,
  timesUsedByCustomer: 0,
  ...rule,
  code,
  hinted,
})

/** The six codes of the specification: four of the cart rules, and the hinted codes that mirror two of them (D78). */
export const DEMO_PROMOTIONS: readonly DemoPromotion[] = [
  demo('WELCOME10', false, { type: 'percentage', percent: 10, description: '10% off' }),
  demo('SAVE10', true, { type: 'percentage', percent: 10, description: '10% off' }),
  demo('FREESHIP', true, { type: 'shipping', minimumCents: both(50_00), description: 'Free shipping from 50' }),
  demo('SAVE25', false, {
    type: 'fixed',
    valueCents: both(25_00),
    minimumCents: both(100_00),
    description: '25 off orders from 100',
  }),
  demo('WELCOME25', true, {
    type: 'fixed',
    valueCents: both(25_00),
    minimumCents: both(100_00),
    description: '25 off orders from 100',
  }),
  demo('BULK20', true, {
    type: 'percentage',
    percent: 20,
    minimumCents: both(500_00),
    description: '20% off orders from 500',
  }),
]
