import { asc, eq, isNull } from 'drizzle-orm'
import { type DeliveryTerms, deliveryTerms, type TermsZone } from '#domain/delivery-terms.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { shippingRates, shippingZoneAreas, shippingZones } from '#server/platform/db/schema.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'

type RateRow = typeof shippingRates.$inferSelect

const perCurrency = (USD: number | null, EUR: number | null) => (USD === null || EUR === null ? null : { USD, EUR })

const rateOf = ({ priceUsdCents, priceEurCents, perKgUsdCents, perKgEurCents, freeFromUsdCents, freeFromEurCents, ...rest }: RateRow) => ({
  ...rest,
  priceCents: perCurrency(priceUsdCents, priceEurCents),
  perKgCents: { USD: perKgUsdCents, EUR: perKgEurCents },
  freeFromCents: perCurrency(freeFromUsdCents, freeFromEurCents),
})

/** Reads the platform's zones, in order; the parcel rates of the one that follows the settings are theirs. */
async function readZones(db: Db, { rules }: ShopSettings): Promise<TermsZone[]> {
  const isPlatforms = isNull(shippingZones.businessId)
  const ofZone = { area: eq(shippingZoneAreas.zoneId, shippingZones.id), rate: eq(shippingRates.zoneId, shippingZones.id) }
  const [zones, areas, rates] = await Promise.all([
    db.select().from(shippingZones).where(isPlatforms).orderBy(asc(shippingZones.position), asc(shippingZones.id)),
    db
      .select({ area: shippingZoneAreas })
      .from(shippingZoneAreas)
      .innerJoin(shippingZones, ofZone.area)
      .where(isPlatforms)
      .orderBy(asc(shippingZoneAreas.position)),
    db
      .select({ rate: shippingRates })
      .from(shippingRates)
      .innerJoin(shippingZones, ofZone.rate)
      .where(isPlatforms)
      .orderBy(asc(shippingRates.position)),
  ])
  return zones.map(({ id, followsSettings, ...zone }) => {
    const own = rates.filter(({ rate }) => rate.zoneId === id).map(({ rate }) => rateOf(rate))
    const isFirst = (rate: (typeof own)[number]) => own.find((each) => each.class === 'parcel' && each.method === rate.method) === rate
    return {
      ...zone,
      areas: areas.filter(({ area }) => area.zoneId === id).map(({ area }) => area),
      rates: own.map((rate) => (followsSettings && isFirst(rate) ? { ...rate, ...rules.shippingRates[rate.method] } : rate)),
    }
  })
}

/** Returns what texts say about delivery, remembered until settings, markets or zones change; nothing in a shop with one row of rates. */
export async function readDelivery(db: Db, settings: ShopSettings): Promise<DeliveryTerms[]> {
  if (settings.basis === 'legacy') return []
  const open = settings.markets.filter(({ isOpen }) => isOpen).map(({ country }) => country)
  return rememberCounts(db, { key: ['delivery', open, settings.rules.shippingRates], shows: ['settings'] }, async () =>
    deliveryTerms(await readZones(db, settings), open, settings.rules.shippingRates),
  )
}
