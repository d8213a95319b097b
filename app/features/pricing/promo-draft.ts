import { fromShopTime, toShopTime } from '#app/lib/format.ts'
import type { PromoCode, PromoCodeInput } from '#contract/pricing/promotions.ts'
import type { PromoType } from '#domain/promotion.ts'

/** A promo code as typed: every number and time is a text, '' for none. */
export interface PromoDraft {
  code: string
  type: PromoType
  value: string
  valueEUR: string
  description: string
  minimumOrder: string
  minimumOrderEUR: string
  startsAt: string
  endsAt: string
  usageLimit: string
  perCustomerLimit: string
  isActive: boolean
  hinted: boolean
  includesFreight: boolean
}

export const EMPTY_DRAFT: PromoDraft = {
  code: '',
  type: 'percentage',
  value: '',
  valueEUR: '',
  description: '',
  minimumOrder: '',
  minimumOrderEUR: '',
  startsAt: '',
  endsAt: '',
  usageLimit: '',
  perCustomerLimit: '',
  isActive: true,
  hinted: false,
  includesFreight: false,
}

const text = (value: number | null) => (value === null ? '' : String(value))

export function toDraft(code: PromoCode): PromoDraft {
  return {
    code: code.code,
    type: code.type,
    value: code.type === 'shipping' ? '' : String(code.value),
    valueEUR: text(code.valueEUR),
    description: code.description,
    minimumOrder: text(code.minimumOrder),
    minimumOrderEUR: text(code.minimumOrderEUR),
    startsAt: toShopTime(code.startsAt),
    endsAt: toShopTime(code.endsAt),
    usageLimit: text(code.usageLimit),
    perCustomerLimit: text(code.perCustomerLimit),
    isActive: code.isActive,
    hinted: code.hinted,
    includesFreight: code.includesFreight,
  }
}

/** Parses a typed number; null when empty. The browser's own validation refuses invalid text. */
function number(typed: string): number | null {
  const value = typed.trim() === '' ? null : Number(typed)
  return value === null || Number.isNaN(value) ? null : value
}

export function toInput(draft: PromoDraft): PromoCodeInput {
  const { code, description, hinted, isActive, type } = draft
  return {
    code: code.trim(),
    type,
    description: description.trim(),
    isActive,
    hinted,
    includesFreight: type === 'shipping' && draft.includesFreight,
    value: type === 'shipping' ? null : number(draft.value),
    valueEUR: type === 'fixed' ? number(draft.valueEUR) : null,
    minimumOrder: number(draft.minimumOrder),
    minimumOrderEUR: number(draft.minimumOrder) === null ? null : number(draft.minimumOrderEUR),
    startsAt: fromShopTime(draft.startsAt),
    endsAt: fromShopTime(draft.endsAt),
    usageLimit: number(draft.usageLimit),
    perCustomerLimit: number(draft.perCustomerLimit),
  }
}
