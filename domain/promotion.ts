import { type Currency, percentOf } from './money.ts'
import { normalizeIdentifier } from './text.ts'

/** Effects of a promo code: a share off, an amount off, or free shipping. */
export const PROMO_TYPES = ['percentage', 'fixed', 'shipping'] as const

export type PromoType = (typeof PROMO_TYPES)[number]

/**
 * A promo code and its uses; amounts in cents, per currency, never converted.
 * `percent` is 0 to 100 and only set for percentage codes, `valueCents` only for fixed codes. `minimumCents` null: no minimum.
 * `startsAt` (first instant) and `endsAt` (first instant after) null: no such limit. `usageLimit` and `perCustomerLimit` null: unlimited.
 * `timesUsedByCustomer` is 0 for a visitor.
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
  /** A shipping code that waives freight as well as parcels; absent: it does not. */
  includesFreight?: boolean
}

/** Reason for which a known code does not apply now; `missingCents` is how much more the subtotal needs. */
export type PromoRefusal =
  | { code: 'promo_inactive' }
  | { code: 'promo_not_started' | 'promo_ended' }
  | { code: 'promo_used_up' }
  | { code: 'promo_minimum_not_met'; missingCents: number; minimumCents: number }

/** Normalizes a code for storage and comparison: an identifier in upper case; null when nothing is left (S243, S244). */
export function normalizeCode(text: string): string | null {
  const code = normalizeIdentifier(text).toUpperCase()
  return code === '' ? null : code
}

/**
 * Returns why `promo` does not apply, or null: checked in the order switch, dates, uses, minimum.
 * @param subtotalCents before the discount, after price breaks
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

/** States of a code; the order in which a reason counts is: deleted, off, not started, ended, used up, else active. */
export const PROMO_STATES = ['active', 'scheduled', 'ended', 'used_up', 'off', 'deleted'] as const

export type PromoState = (typeof PROMO_STATES)[number]

/** Returns the state of a code at `now`, regardless of the cart's minimum and a customer's own uses. */
export function promoState(
  promo: Pick<Promo, 'isActive' | 'startsAt' | 'endsAt' | 'usageLimit' | 'timesUsed'> & { deletedAt?: Date | null },
  now: Date,
): PromoState {
  if (promo.deletedAt) return 'deleted'
  if (!promo.isActive) return 'off'
  if (promo.startsAt && now < promo.startsAt) return 'scheduled'
  if (promo.endsAt && now >= promo.endsAt) return 'ended'
  return promo.usageLimit !== null && promo.timesUsed >= promo.usageLimit ? 'used_up' : 'active'
}

/**
 * Returns the discount in cents on `subtotalCents`: 0 to the subtotal, percentages clamped to 0-100 (S312).
 * Shipping codes give 0 here; they act in `shippingCents`. Call `checkPromo` first: dates and minimum are ignored here.
 */
export function discountCents(promo: Promo, subtotalCents: number, currency: Currency): number {
  if (promo.type === 'percentage') return percentOf(subtotalCents, Math.min(100, Math.max(0, promo.percent ?? 0)))
  if (promo.type === 'fixed') return Math.min(Math.max(0, promo.valueCents?.[currency] ?? 0), subtotalCents)
  return 0
}

/** A promo code of the demo; `hinted` codes are advertised on the cart page. */
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

/** The six codes of the specification: four of the cart rules, and the hinted codes that mirror two of them. */
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
