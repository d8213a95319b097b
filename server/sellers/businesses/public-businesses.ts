import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { OnTime, TraderDetails } from '#contract/sellers/businesses.ts'
import type { BusinessType } from '#domain/business.ts'
import { normalizeText } from '#domain/search/words.ts'
import { DAY_MS } from '#domain/time.ts'
import { EU_CHECKS } from '#domain/trader.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, deliveryDays, markets, products, sellerOrders } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import { joined, normalized } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere } from '#server/platform/text/search-text.ts'

/**
 * True for businesses that may sell, and so are public with their products: `isSellable` of the domain in SQL. Needs `businesses` in the
 * query.
 */
export const maySell: SQL = sql`(${businesses.status} = 'Active' and ${businesses.businessStatus} = 'approved')`

/**
 * True for businesses whose trader details are complete and checked: no `openTraderItems` of the domain, in SQL. Needs `businesses` in the
 * query.
 */
export const isCheckedTrader: SQL<boolean> = sql<boolean>`(${businesses.legalName} <> '' and ${businesses.address} <> ''
  and ${businesses.city} <> ''
  and ${businesses.country} <> '' and coalesce(${businesses.phone}, '') <> '' and ${businesses.selfCertifiedAt} is not null
  and ${businesses.checks} ?& ${sql.raw(`array['${EU_CHECKS.join("', '")}']`)})`

/** True for a shop that sells to consumers in the European Union. */
const sellsToEuConsumers = sql`exists (select from ${markets} m where m.is_open and m.sells_to_consumers and m.legal = 'eu')`

/** Trader details of a business where its buyers have a right to them, else null. */
const publicTrader = sql<TraderDetails | null>`case when (${isCheckedTrader} and ${sellsToEuConsumers})
  or ${businesses.informPublic} then json_build_object(
  'legalName', coalesce(nullif(${businesses.legalName}, ''), ${businesses.name}), 'legalForm', ${businesses.legalForm},
  'representative', ${businesses.representative},
  'address', ${businesses.address}, 'city', ${businesses.city}, 'postalCode', ${businesses.postalCode}, 'country', ${businesses.country},
  'email', ${businesses.email}, 'phone', ${businesses.phone}, 'registerName', ${businesses.registerName},
  'registerNumber', ${businesses.registerNumber},
  'vatId', ${businesses.vatId}, 'isSelfCertified', ${businesses.selfCertifiedAt} is not null) end`

/** Selects the public columns of a business; email and phone are null unless it publishes them. */
function selectPublic(db: Db) {
  const counts = db
    .select({
      all: sql<number>`count(*)::int`.as('all_count'),
      machines: sql<number>`(count(*) filter (where ${products.type} = 'machine'))::int`.as('machine_count'),
    })
    .from(products)
    .where(and(eq(products.businessId, businesses.id), eq(products.isPublic, true)))
    .as('counts')
  const published = (column: typeof businesses.email | typeof businesses.phone) =>
    sql<string | null>`case when ${businesses.contactPublic} then ${column} end`
  return db
    .select({
      id: businesses.id,
      slug: businesses.slug,
      name: businesses.name,
      description: businesses.description,
      email: published(businesses.email),
      phone: published(businesses.phone),
      website: businesses.website,
      logo: businesses.logo,
      businessType: businesses.businessType,
      status: businesses.status,
      businessStatus: businesses.businessStatus,
      city: businesses.city,
      country: businesses.country,
      createdAt: businesses.createdAt,
      trader: publicTrader,
      productCount: counts.all,
      machineCount: counts.machines,
      materialCount: sql<number>`${counts.all} - ${counts.machines}`,
    })
    .from(businesses)
    .crossJoinLateral(counts)
}

/** A public business with the counts of its public products. */
export type PublicBusinessRow = Awaited<ReturnType<typeof selectPublic>>[number]

/** Matches `search` in name, description, city or country, ignoring case and accents; wildcards are literal. */
function matches(filter: { businessType: BusinessType | undefined; search: string | undefined }): SQL | undefined {
  const pattern = filter.search ? likeAnywhere(normalizeText(filter.search)) : null
  return and(
    maySell,
    filter.businessType && eq(businesses.businessType, filter.businessType),
    pattern
      ? sql`${normalized(joined(businesses.name, businesses.description, businesses.city, businesses.country))} like ${pattern}`
      : undefined,
  )
}

const byName = sql`lower(${businesses.name}) collate "C"`
const SORTS = {
  name: asc(byName),
  '-name': desc(byName),
  createdAt: asc(businesses.createdAt),
  '-createdAt': desc(businesses.createdAt),
} as const

/** Returns one page of the public businesses, by name by default, and their total. */
export async function listPublicBusinesses(
  db: Db,
  filter: { businessType: BusinessType | undefined; search: string | undefined },
  page: { sort?: keyof typeof SORTS | undefined; limit: number; offset: number },
): Promise<{ rows: PublicBusinessRow[]; total: number }> {
  const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(businesses).where(matches(filter))
  const rows = await selectPublic(db)
    .where(matches(filter))
    .orderBy(SORTS[page.sort ?? 'name'], businesses.id)
    .limit(page.limit)
    .offset(page.offset)
  return { rows, total: count?.total ?? 0 }
}

export async function findPublicBusiness(db: Db, id: string): Promise<PublicBusinessRow | null> {
  const [row] = await selectPublic(db).where(and(maySell, eq(businesses.id, id)))
  return row ?? null
}

export async function findPublicBusinessBySlug(db: Db, slug: string): Promise<PublicBusinessRow | null> {
  const [row] = await selectPublic(db).where(and(maySell, eq(businesses.slug, slug)))
  return row ?? null
}

/** Minimum number of deliveries for an on-time share. */
const MIN_DELIVERIES = 5
const YEAR_MS = 365 * DAY_MS

/** Deliveries of a seller in a year, and how many of them arrived by the promised day; null for none. */
interface Deliveries {
  deliveries: number | null
  onTime: number | null
}

/** Selects the `Deliveries` of a business since then. */
function selectDeliveries(businessId: SQLWrapper, since: SQLWrapper): SQL {
  const zone = sql`(select zone from shop)`
  const day = sql`(${since}::timestamptz at time zone ${zone})::date`
  const arrived = sql`(${sellerOrders.updatedAt} at time zone ${zone})::date`
  // the first day is counted by its hours, the others were counted before, both by function `delivery_counts`
  return sql`with shop as materialized (select shop_time_zone() as zone)
    select sum(deliveries)::int as deliveries, sum(on_time)::int as "onTime" from (
      select sum(${deliveryDays.deliveries}) as deliveries, sum(${deliveryDays.onTime}) as on_time
      from ${deliveryDays} where ${deliveryDays.businessId} = ${businessId} and ${deliveryDays.day} > ${day}
      union all select sum(counts.deliveries), sum(counts.on_time)
      from ${sellerOrders} cross join lateral delivery_counts(${sellerOrders}, ${arrived}) as counts
      where ${sellerOrders.businessId} = ${businessId} and ${sellerOrders.status} = 'delivered'
      and ${sellerOrders.updatedAt} > ${since}::timestamptz
        and ${sellerOrders.updatedAt} < (${day} + 1)::timestamp at time zone ${zone}
    ) as counted`
}

/** The `Deliveries` of the business in the query, as one value; `since` of `deliveriesSince`. */
export const deliveriesColumn = sql<Deliveries>`(
  select row_to_json(d) from (${selectDeliveries(businesses.id, sql.placeholder('since'))}) d)`

/** Returns the beginning of the year before `now`, for which deliveries are counted. */
export const deliveriesSince = (now: Date) => ({ since: new Date(now.getTime() - YEAR_MS).toISOString() })

/** Returns the share that arrived by the promised day; null below five deliveries. */
export const onTimeOf = ({ deliveries, onTime }: Deliveries): OnTime =>
  deliveries === null || onTime === null || deliveries < MIN_DELIVERIES
    ? null
    : { percent: Math.floor((onTime / deliveries) * 100), deliveries }

const readDeliveries = statement<{ businessId: string; since: string }, Deliveries>('on_time', () =>
  selectDeliveries(sql`${sql.placeholder('businessId')}::uuid`, sql`${sql.placeholder('since')}`),
)

/** Returns a seller's share of deliveries in the year before `now` that arrived by the promised day; null below five deliveries. */
export async function readOnTime(db: Db, businessId: string, now: Date): Promise<OnTime> {
  const [row] = await readDeliveries(db, { businessId, ...deliveriesSince(now) })
  return row ? onTimeOf(row) : null
}
