import type { ShopFacts } from '#contract/content/shop.ts'
import { CURRENCIES, type Currency, toDecimal } from '#domain/money.ts'
import { DEFAULT_MACHINE_LADDER } from '#domain/pricing.ts'
import { MACHINE_WARRANTY_MONTHS, RETURN_DAYS } from '#domain/returns.ts'
import { businessDays } from '#domain/settings.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { listPromoHints } from './promo-hints.ts'

const toAmounts = (cents: Record<Currency, number>) => ({ USD: toDecimal(cents.USD), EUR: toDecimal(cents.EUR) })

/** Returns the settings and facts that every screen needs, but how prices are shown; amounts in whole units, the tax rate as a share (0.08). */
export async function readShopFacts({ config, db, now }: Deps): Promise<Omit<ShopFacts, 'market'>> {
  const { company, defaultCurrency, markets, payLater, retention, review, rules, stock } = await readSettings(db)
  const { name, payTo: _payTo, ...contact } = company // only buyers who owe something read the account
  return {
    name,
    currencies: [...CURRENCIES],
    defaultCurrency,
    countries: markets.filter(({ isOpen }) => isOpen).map(({ country }) => country),
    taxRate: Math.round(rules.taxPercent * 10_000) / 1_000_000,
    shippingMethods: SHIPPING_METHODS.map((method) => {
      const { priceCents, freeFromCents, ...rate } = rules.shippingRates[method]
      return { method, ...rate, price: toAmounts(priceCents), freeFrom: freeFromCents && toAmounts(freeFromCents) }
    }),
    promoHints: await listPromoHints(db, now()),
    contact,
    stockLevels: stock,
    review: { ...review, days: businessDays(review) },
    promises: { warrantyMonths: MACHINE_WARRANTY_MONTHS, returnDays: { ...RETURN_DAYS }, ladder: [...DEFAULT_MACHINE_LADDER] },
    payLater: {
      offered: config.stripe === null || payLater.isOffered,
      newBuyerLimit: payLater.newBuyerLimitUsdCents === null ? null : toDecimal(payLater.newBuyerLimitUsdCents),
      unconfirmedDays: payLater.unconfirmedDays,
    },
    retention,
    cardPayment: { configured: config.stripe !== null, publishableKey: config.stripe?.publishableKey ?? null },
  }
}
