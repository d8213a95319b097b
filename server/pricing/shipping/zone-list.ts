import { asc, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#domain/money.ts'
import { SEEDED_ZONES } from '#domain/seeded-zones.ts'
import type { ShippingRates } from '#domain/shipping.ts'
import { type Zone, type ZoneRate, zoneCountries } from '#domain/shipping-zones.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shippingRates, shippingZoneAreas, shippingZones } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { apart, statement } from '#server/platform/db/unit-of-work.ts'

/** A zone as it is stored. */
export interface StoredZone extends Zone {
  followsSettings: boolean
  version: number
}

/** Values of a zone that are saved. */
export type ZoneValues = Pick<Zone, 'name' | 'dispatchCountries' | 'areas' | 'rates'>

type RateRow = typeof shippingRates.$inferSelect

const perCurrency = (usd: number | null, eur: number | null): Record<Currency, number> | null =>
  usd === null || eur === null ? null : { USD: usd, EUR: eur }

function rateOf(row: Omit<RateRow, 'id' | 'zoneId' | 'position'>): ZoneRate {
  const { priceUsdCents, priceEurCents, perKgUsdCents, perKgEurCents, freeFromUsdCents, freeFromEurCents, ...rest } = row
  return {
    ...rest,
    priceCents: perCurrency(priceUsdCents, priceEurCents),
    perKgCents: { USD: perKgUsdCents, EUR: perKgEurCents },
    freeFromCents: perCurrency(freeFromUsdCents, freeFromEurCents),
  }
}

function rowOf({ priceCents, perKgCents, freeFromCents, extras, ...rest }: ZoneRate): Omit<RateRow, 'id' | 'zoneId' | 'position'> {
  return {
    ...rest,
    extras: [...extras],
    priceUsdCents: priceCents?.USD ?? null,
    priceEurCents: priceCents?.EUR ?? null,
    perKgUsdCents: perKgCents.USD,
    perKgEurCents: perKgCents.EUR,
    freeFromUsdCents: freeFromCents?.USD ?? null,
    freeFromEurCents: freeFromCents?.EUR ?? null,
  }
}

/** Zones as a query returns them as one value. */
export type ZoneRows = (Omit<StoredZone, 'rates'> & { rates: Omit<RateRow, 'id' | 'zoneId' | 'position'>[] })[]

/** Returns a country as `zonesAsValue` takes it; null: any. */
export const countriesForZones = (country: string | null): string | null => country && zoneCountries(country).join(' ')

/** Condition: an area is in one of these countries; null in the query: in any. */
const isInCountries = (countries: SQL) => sql`(${countries} is null or a.country = any(string_to_array(${countries}, ' ')))`

/**
 * The zones that `which` selects, in order, as one value of a query, for `toZones`.
 * @param countries of `countriesForZones`: only zones and areas that can hold places of a country, as no others ship there
 */
export const zonesAsValue = (which: SQL, countries?: SQL) => sql<ZoneRows>`coalesce((
  select json_agg(json_build_object('id', z.id, 'businessId', z.business_id, 'name', z.name, 'dispatchCountries', z.dispatch_countries,
    'followsSettings', z.follows_settings, 'version', z.version, 'areas', coalesce(areas.list, '[]'::json),
    'rates', coalesce((
      select json_agg(rate) from (
        select r.class, r.method, r.min_grams as "minGrams", r.max_grams as "maxGrams",
          r.price_usd_cents as "priceUsdCents", r.price_eur_cents as "priceEurCents", r.per_kg_usd_cents as "perKgUsdCents",
          r.per_kg_eur_cents as "perKgEurCents",
          r.free_from_usd_cents as "freeFromUsdCents", r.free_from_eur_cents as "freeFromEurCents", r.volume_divisor as "volumeDivisor",
          r.max_unit_grams as "maxUnitGrams", r.max_longest_mm as "maxLongestMm", r.max_girth_mm as "maxGirthMm", r.min_days as "minDays",
          r.max_days as "maxDays",
          r.carrier, r.extras
        from ${shippingRates} r where r.zone_id = z.id order by r.position) rate), '[]'::json)) order by z.position, z.id)
  from ${shippingZones} z cross join lateral (
    select json_agg(area) as list from (
      select a.country, a.state, a.postcode_from as "postcodeFrom", a.postcode_to as "postcodeTo"
      from ${shippingZoneAreas} a where a.zone_id = z.id${countries ? sql` and ${isInCountries(countries)}` : sql``}
      order by a.position) area) areas
  where ${which}${countries ? sql` and areas.list is not null` : sql``}), '[]'::json)`

/** Returns the zones of a query. The parcel rates of the zone that follows the settings are theirs: the first one of each method. */
export function toZones(rows: ZoneRows, settings: ShippingRates): StoredZone[] {
  return rows.map((zone) => {
    const rates = zone.rates.map(rateOf)
    if (!zone.followsSettings) return { ...zone, rates }
    const first = new Set<string>()
    return {
      ...zone,
      rates: rates.map((rate) => {
        if (rate.class !== 'parcel' || first.has(rate.method)) return rate
        first.add(rate.method)
        const { priceCents, freeFromCents, minDays, maxDays } = settings[rate.method]
        return { ...rate, priceCents, freeFromCents, minDays, maxDays }
      }),
    }
  })
}

/** Reads zones: the platform's for null, else those of a business, or the one of it with this id. */
export async function readZones(db: Db, owner: { businessId: string | null; id?: string }, settings: ShippingRates): Promise<StoredZone[]> {
  const own = owner.businessId === null ? sql`z.business_id is null` : sql`z.business_id = ${owner.businessId}::uuid`
  const which = owner.id === undefined ? own : sql`${own} and z.id = ${owner.id}::uuid`
  const { rows } = await db.execute<{ zones: ZoneRows }>(sql`select ${zonesAsValue(which)} as zones`)
  return toZones(rows[0]?.zones ?? [], settings)
}

/** Reads the zones by which products of these sellers travel: theirs and the platform's. */
export async function readZonesFor(db: Db, businessIds: readonly string[], settings: ShippingRates): Promise<StoredZone[]> {
  return toZones(await readZoneRows(db, businessIds), settings)
}

const selectZones = statement<{ businessIds: readonly string[] }, { zones: ZoneRows }>('zones_of_sellers', () => {
  const ids = apart(sql`${sql.placeholder('businessIds')}::uuid[]`)
  return sql`select ${zonesAsValue(sql`(z.business_id is null or z.business_id = any(${ids}::uuid[]))`)} as zones`
})

/** Reads the same zones for `toZones`. */
export async function readZoneRows(db: Db, businessIds: readonly string[]): Promise<ZoneRows> {
  const [row] = await selectZones(db, { businessIds })
  return row?.zones ?? []
}

/** Serializes changes of the zones of one owner until the transaction ends. */
export async function lockZones(tx: Db, businessId: string | null): Promise<void> {
  await takeLock(tx, `shipping-zones ${businessId ?? 'platform'}`)
}

async function insertParts(tx: Db, zoneId: string, { areas, rates }: Pick<ZoneValues, 'areas' | 'rates'>): Promise<void> {
  if (areas.length > 0) await tx.insert(shippingZoneAreas).values(areas.map((area, position) => ({ ...area, zoneId, position })))
  if (rates.length > 0) await tx.insert(shippingRates).values(rates.map((rate, position) => ({ ...rowOf(rate), zoneId, position })))
}

const ownedBy = (businessId: string | null) =>
  businessId === null ? isNull(shippingZones.businessId) : eq(shippingZones.businessId, businessId)

/** Adds a zone behind the others of its owner; returns its id. */
export async function insertZone(
  tx: Db,
  businessId: string | null,
  { name, dispatchCountries, ...parts }: ZoneValues,
  more: { at: Date; followsSettings?: boolean },
): Promise<string> {
  const [last] = await tx
    .select({ position: max(shippingZones.position) })
    .from(shippingZones)
    .where(ownedBy(businessId))
  const [row] = await tx
    .insert(shippingZones)
    .values({
      businessId,
      name,
      dispatchCountries: [...dispatchCountries],
      position: (last?.position ?? -1) + 1,
      followsSettings: more.followsSettings ?? false,
      createdAt: more.at,
    })
    .returning({ id: shippingZones.id })
  if (!row) throw new Error('The database answered nothing')
  await insertParts(tx, row.id, parts)
  return row.id
}

/** Replaces the values of a zone. */
export async function replaceZone(tx: Db, id: string, { name, dispatchCountries, ...parts }: ZoneValues): Promise<void> {
  await tx
    .update(shippingZones)
    .set({ name, dispatchCountries: [...dispatchCountries], version: sql`${shippingZones.version} + 1` })
    .where(eq(shippingZones.id, id))
  await tx.delete(shippingZoneAreas).where(eq(shippingZoneAreas.zoneId, id))
  await tx.delete(shippingRates).where(eq(shippingRates.zoneId, id))
  await insertParts(tx, id, parts)
}

/** Moves a zone to a place among those of its owner, counted from 0. The caller holds `lockZones`. @returns its places before and now */
export async function placeZone(tx: Db, businessId: string | null, id: string, place: number): Promise<[from: number, to: number]> {
  const { position } = shippingZones
  const rows = await tx
    .select({ id: shippingZones.id, position })
    .from(shippingZones)
    .where(ownedBy(businessId))
    .orderBy(asc(position), asc(shippingZones.id))
  const ordered = rows.filter((row) => row.id !== id)
  ordered.splice(place, 0, ...rows.filter((row) => row.id === id))
  for (const [at, row] of ordered.entries())
    if (row.position !== at) await tx.update(shippingZones).set({ position: at }).where(eq(shippingZones.id, row.id))
  const placeIn = (list: readonly { id: string }[]) => list.findIndex((row) => row.id === id)
  return [placeIn(rows), placeIn(ordered)]
}

/** Deletes a zone with its places and rates. */
export async function deleteZone(tx: Db, id: string): Promise<void> {
  await tx.delete(shippingZones).where(eq(shippingZones.id, id))
}

/** Adds the platform's zones to a shop that has none. */
export async function seedZones(tx: Db, at: Date): Promise<void> {
  await lockZones(tx, null)
  const [known] = await tx.select({ id: shippingZones.id }).from(shippingZones).where(isNull(shippingZones.businessId)).limit(1)
  if (known) return
  for (const [position, zone] of SEEDED_ZONES.entries()) await insertZone(tx, null, zone, { at, followsSettings: position === 0 })
}
