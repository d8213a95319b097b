import type { PhonePreview, PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import { differsFromList, LIST_TERMS } from '#domain/agreed-terms.ts'
import { toDecimal } from '#domain/money.ts'
import { isBeyondLimit } from '#domain/pay-later.ts'
import { normalizeCode } from '#domain/promotion.ts'
import { dayOf } from '#domain/time.ts'
import { priceWithTaxes } from '#server/cart/calculate-tax.ts'
import { pausesOf } from '#server/cart/price-agreed.ts'
import { readBuyer } from '#server/checkout/online/buyer-exposure.ts'
import { type PayLaterRequest, payLaterEligibility, totalOf, usdTotalOf } from '#server/checkout/online/check-pay-later.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findCustomer } from './customer-record.ts'
import { presentCustomLines, priceItems } from './price-items.ts'

/**
 * Returns the customer's Pay Later limit and its use by this order, in USD cents; null where no limit applies. For orders by staff it does
 * not matter whether Pay Later is offered to the customer, nor what else came from their network.
 */
export async function findLimit(db: Db, request: PayLaterRequest) {
  const { limitUsdCents, openUsdCents, orderUsdCents, isForNew } = await payLaterEligibility(db, request)
  if (limitUsdCents === null) return null
  return { limitUsdCents, openUsdCents, orderUsdCents, isForNew, isBeyond: isBeyondLimit(limitUsdCents, { openUsdCents, orderUsdCents }) }
}

/** Prices an order by phone without placing it. */
export async function previewOrder(deps: Deps, body: PhonePreviewBody): Promise<PhonePreview> {
  const { config, db, now } = deps
  const customer = found(await findCustomer(db, body.userId))
  const settings = await readSettings(db)
  let agreed = LIST_TERMS
  const priced = await priceWithTaxes(deps, async () => {
    const items = await priceItems(db, body, settings, now())
    agreed = items.terms
    return items.priced
  })
  const known = await readBuyer(db, customer.userId)
  const limit = await findLimit(db, {
    buyer: customer,
    known,
    terms: settings.payLater,
    chargesCards: config.stripe !== null,
    orderUsdCents: usdTotalOf(priced),
    total: totalOf(priced),
  })
  const { appliedPromoCode } = priced.cart
  const isUnknown = appliedPromoCode === null && normalizeCode(body.promoCode ?? '') !== null
  return {
    cart: priced.cart,
    customLines: presentCustomLines(priced),
    pauses: pausesOf(priced.lines, dayOf(now(), settings.company.timeZone)),
    differs: differsFromList(agreed),
    codeProblem: isUnknown ? 'This code does not exist' : (appliedPromoCode?.notice ?? null),
    payLater: presentLimit(limit),
  }
}

/** Presents the use of a limit. */
export function presentLimit(limit: Awaited<ReturnType<typeof findLimit>>): PhonePreview['payLater'] {
  if (!limit) return null
  const { limitUsdCents, openUsdCents, orderUsdCents, isForNew, isBeyond } = limit
  return { limit: toDecimal(limitUsdCents), open: toDecimal(openUsdCents), order: toDecimal(orderUsdCents), isForNew, isBeyond }
}
