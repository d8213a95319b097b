import type { SettingTerms } from '#content/shop-terms.ts'
import { euConsumersOf } from '#domain/market.ts'
import { CURRENCIES, toDecimal } from '#domain/money.ts'
import { DEFAULT_MACHINE_LADDER } from '#domain/pricing.ts'
import { MACHINE_WARRANTY_MONTHS, RETURN_DAYS } from '#domain/returns.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import type { Config } from '#server/platform/config.ts'
import { payToOf } from './groups/company.ts'
import { toAmounts } from './groups/shipping.ts'
import type { ShopSettings } from './setting-groups.ts'

/**
 * Returns the settings and rules that texts of the shop state, without the hints at promo codes; amounts in whole units, the tax rate as a
 * share (0.08).
 */
export function toShopTerms(
  { basis, company, markets, payLater, retention, rules, tax, trade }: ShopSettings,
  { stripe }: Pick<Config, 'stripe'>,
) {
  const { name, payTo: _payTo, payToEur: _payToEur, ...contact } = company // only buyers who owe something read the account
  const open = markets.filter(({ isOpen }) => isOpen)
  return {
    name,
    taxRate: Math.round(rules.taxPercent * 10_000) / 1_000_000,
    taxes: { basis, usMode: tax.usMode, sellerOfRecord: trade.sellerOfRecord, provider: tax.provider, euConsumers: euConsumersOf(open) },
    countries: open.map(({ country }) => country),
    shippingMethods: SHIPPING_METHODS.map((method) => {
      const { priceCents, freeFromCents, ...rate } = rules.shippingRates[method]
      return { method, ...rate, price: toAmounts(priceCents), freeFrom: freeFromCents && toAmounts(freeFromCents) }
    }),
    promoHints: [],
    contact,
    promises: { warrantyMonths: MACHINE_WARRANTY_MONTHS, returnDays: { ...RETURN_DAYS }, ladder: [...DEFAULT_MACHINE_LADDER] },
    payLater: {
      offered: stripe === null || payLater.isOffered,
      newBuyerLimit: payLater.newBuyerLimitUsdCents === null ? null : toDecimal(payLater.newBuyerLimitUsdCents),
      unconfirmedDays: payLater.unconfirmedDays,
      transferCurrencies: CURRENCIES.filter((currency) => payToOf(company, currency) !== ''),
    },
    retention,
    cardPayment: { configured: stripe !== null },
  } satisfies SettingTerms
}
