import type { Settings } from '#contract/platform/settings.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readGroups, readSettings, type SettingGroups, type StoredRate } from './setting-groups.ts'

const toAmounts = (cents: Record<Currency, number>) => ({ USD: toDecimal(cents.USD), EUR: toDecimal(cents.EUR) })

const presentRate = ({ freeFromCents, maxDays, minDays, priceCents }: StoredRate) => ({
  minDays,
  maxDays,
  price: toAmounts(priceCents),
  freeFrom: freeFromCents && toAmounts(freeFromCents),
})

/** Shipping rates as decimals of their currencies. */
function presentRates({ standard, express, overnight }: SettingGroups['shipping']): Record<ShippingMethod, ReturnType<typeof presentRate>> {
  return { standard: presentRate(standard), express: presentRate(express), overnight: presentRate(overnight) }
}

const toLimit = (cents: number | null) => (cents === null ? null : toDecimal(cents))

const presentTerms = ({ isOffered, limitUsdCents, newBuyerLimitUsdCents, unconfirmedDays }: SettingGroups['payLater']) => ({
  offered: isOffered,
  limit: toLimit(limitUsdCents),
  newBuyerLimit: toLimit(newBuyerLimitUsdCents),
  unconfirmedDays,
})

/** Presents every group of settings with its version, and the settings of the environment. */
export async function presentSettings(db: Db, config: Config): Promise<Settings> {
  const { groups, versions } = await readGroups(db)
  const { basis, guaranteeNotice } = await readSettings(db)
  return {
    company: { ...groups.company, version: versions.company },
    tax: { ...groups.tax, version: versions.tax },
    trade: { ...groups.trade, version: versions.trade },
    accounting: { ...groups.accounting, version: versions.accounting },
    shipping: { ...presentRates(groups.shipping), version: versions.shipping },
    stock: { ...groups.stock, version: versions.stock },
    review: { ...groups.review, version: versions.review },
    currency: { ...groups.currency, version: versions.currency },
    market: { ...groups.market, version: versions.market },
    payLater: { ...presentTerms(groups.payLater), version: versions.payLater },
    retention: { ...groups.retention, version: versions.retention },
    security: { ...groups.security, version: versions.security },
    switches: { ...groups.switches, version: versions.switches },
    basis,
    guaranteeNotice,
    fixed: { holdMinutes: config.holdMinutes, chargesCards: config.stripe !== null },
  }
}
