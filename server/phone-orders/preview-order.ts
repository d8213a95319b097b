import type { PhonePreview, PhonePreviewBody } from '#contract/phone-orders.ts'
import { toDecimal } from '#domain/money.ts'
import { isBeyondLimit, type PayLaterTerms } from '#domain/pay-later.ts'
import { normalizeCode } from '#domain/promotion.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { payLaterStanding } from '#server/checkout/check-pay-later.ts'
import type { Db } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { readSettings } from '#server/settings/repository.ts'
import { priceGoods } from './price-goods.ts'
import { type CustomerRow, findCustomer } from './repository.ts'

/**
 * How far an order takes a customer, in USD cents; null where no limit counts: none is set, or cards cannot be charged.
 * Whether Pay Later is offered to the customer does not matter: staff order it.
 */
export async function findLimit(db: Db, terms: PayLaterTerms, { userId, role, businessStatus }: CustomerRow, priced: PricedCart) {
  const { limitUsdCents, openUsdCents, orderUsdCents } = await payLaterStanding(db, terms, { userId, role, businessStatus }, priced)
  if (limitUsdCents === null) return null
  const isBeyond = isBeyondLimit(terms, { openUsdCents, orderUsdCents })
  return { limitUsdCents, openUsdCents, orderUsdCents, isBeyond }
}

/** What an order by phone would cost now; changes nothing. */
export async function previewOrder({ config, db, now }: Deps, body: PhonePreviewBody): Promise<PhonePreview> {
  const customer = found(await findCustomer(db, body.userId))
  const settings = await readSettings(db)
  const priced = await priceGoods(db, body, settings, now())
  const limit = config.stripe === null ? null : await findLimit(db, settings.payLater, customer, priced)
  const { appliedPromoCode } = priced.cart
  const isUnknown = appliedPromoCode === null && normalizeCode(body.promoCode ?? '') !== null
  return {
    cart: priced.cart,
    codeProblem: isUnknown ? 'This code does not exist' : (appliedPromoCode?.notice ?? null),
    payLater: limit && {
      limit: toDecimal(limit.limitUsdCents),
      open: toDecimal(limit.openUsdCents),
      order: toDecimal(limit.orderUsdCents),
      isBeyond: limit.isBeyond,
    },
  }
}
