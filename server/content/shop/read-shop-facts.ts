import type { ShopFacts } from '#contract/content/shop.ts'
import { CURRENCIES } from '#domain/money.ts'
import { businessDays } from '#domain/settings.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { toShopTerms } from '#server/platform/settings/shop-terms.ts'
import { readDelivery } from './delivery-record.ts'
import { listPromoHints } from './promo-hints.ts'

/**
 * Returns the settings and facts that every screen needs, but how prices are shown; amounts in whole units, the tax rate as a share (0.08).
 */
export async function readShopFacts({ config, db, now }: Deps): Promise<Omit<ShopFacts, 'market'>> {
  const settings = await readSettings(db)
  const { currency, guaranteeNotice, markets, review, stock } = settings
  const open = markets.filter(({ isOpen }) => isOpen)
  const terms = toShopTerms(settings, config)
  return {
    ...terms,
    currencies: [...CURRENCIES],
    defaultCurrency: currency.default,
    delivery: await readDelivery(db, settings),
    euCountries: open.filter(({ legal }) => legal === 'eu').map(({ country }) => country),
    guaranteeNotice,
    promoHints: await listPromoHints(db, now()),
    stockLevels: stock,
    review: { ...review, days: businessDays(review) },
    cardPayment: { ...terms.cardPayment, publishableKey: config.stripe?.publishableKey ?? null },
  }
}
