import { sql } from 'drizzle-orm'
import { eachGroup, type SettingGroup } from '#contract/platform/settings.ts'
import type { Market } from '#domain/market.ts'
import type { SecurityRules } from '#domain/second-factor.ts'
import type { RateBasis, ShopSwitches } from '#domain/settings.ts'
import { DEFAULT_STOCK_LEVELS } from '#domain/stock.ts'
import { dayOf } from '#domain/time.ts'
import type { ShopRules } from '#domain/totals.ts'
import type { Db } from '#server/platform/db/client.ts'
import { markets, settings } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { executePrepared, statement } from '#server/platform/db/unit-of-work.ts'
import { accounting } from './groups/accounting.ts'
import { company } from './groups/company.ts'
import { currency } from './groups/currency.ts'
import { market } from './groups/market.ts'
import { papers } from './groups/papers.ts'
import { payLater } from './groups/pay-later.ts'
import { registers } from './groups/registers.ts'
import { retention } from './groups/retention.ts'
import { review } from './groups/review.ts'
import { security } from './groups/security.ts'
import { describeRates, shipping } from './groups/shipping.ts'
import { stock } from './groups/stock.ts'
import { switches } from './groups/switches.ts'
import { tax } from './groups/tax.ts'
import { trade } from './groups/trade.ts'
import type { GroupOf } from './setting-group.ts'

const groups = {
  company,
  tax,
  trade,
  accounting,
  shipping,
  stock,
  review,
  currency,
  market,
  payLater,
  registers,
  papers,
  retention,
  security,
  switches,
}

/** Groups of settings as stored, each under its name with a version. */
export type SettingGroups = { [Name in SettingGroup]: (typeof groups)[Name]['initial'] }

/** Definitions of all groups of the contract. */
export const GROUPS: { readonly [Name in SettingGroup]: GroupOf<Name, SettingGroups[Name]> } = groups

/** Settings in force: every group, and what stands beside the groups or follows from them. */
export interface ShopSettings extends SettingGroups {
  /** Prices of carts. */
  rules: ShopRules
  /** Shipping by the zones, or by `rules` for every country. */
  basis: RateBasis
  /** Every country that the shop sells to or has closed, in order. */
  markets: readonly Market[]
  /** Address of the official notice of the legal guarantee; null: there is none. */
  guaranteeNotice: string | null
}

/** A market as a query returns it. */
type MarketRow = [country: string, isOpen: boolean, priceDisplay: Market['priceDisplay'], sellsToConsumers: boolean, legal: Market['legal']]

/** The stored groups by name, and what stands beside them; a group that was never changed is absent. */
export type StoredGroups = { [Name in SettingGroup]?: Partial<SettingGroups[Name]> } & {
  /** Absent: the rates of the zones. */
  basis?: { rates: RateBasis }
  /** File of the official notice of the legal guarantee; absent: none. */
  guarantee?: { url: string | null }
  markets?: MarketRow[]
}

/** All stored groups and the markets as one value of a query, for `toSettings`. */
export const storedGroups = () =>
  sql<StoredGroups>`(select json_object_agg(name, value) from (
    select ${settings.name}, ${settings.value} from ${settings}
    union all select 'markets', coalesce(jsonb_agg(jsonb_build_array(
      m.country, m.is_open, m.price_display, m.sells_to_consumers, m.legal) order by m.position, m.country), '[]')
      from ${markets} m) as stored)`

const readStored = statement<object, { groups: StoredGroups }>('settings', () => sql`select ${storedGroups()} as groups`)

/** Reads the settings in force: stored values over the defaults. */
export async function readSettings(db: Db): Promise<ShopSettings> {
  const [row] = await readStored(db, {})
  return toSettings(row?.groups ?? {})
}

/** Versions of the groups that were changed; null: none was. */
type StoredVersions = { [Name in SettingGroup]?: number } | null
const readWithVersions = statement<object, { groups: StoredGroups; versions: StoredVersions }>(
  'settings with versions',
  () => sql`select ${storedGroups()} as groups, (select json_object_agg(name, version) from ${settings}) as versions`,
)

/** Reads the settings in force, and the version of each group: 1 until it is first changed. */
export async function readVersions(db: Db): Promise<{ settings: ShopSettings; versions: Record<SettingGroup, number> }> {
  const [row] = await readWithVersions(db, {})
  return {
    settings: toSettings(row?.groups ?? {}),
    versions: eachGroup<Record<SettingGroup, number>>((name) => row?.versions?.[name] ?? 1),
  }
}

async function readGroup<Name extends SettingGroup>(db: Db, group: Name): Promise<SettingGroups[Name]> {
  const query = sql`select ${settings.value} from ${settings} where ${settings.name} = ${group}`
  const [row] = await executePrepared<{ value: StoredGroups[Name] }>(db, 'setting group', query)
  return { ...GROUPS[group].initial, ...row?.value }
}

/** Reads the switches of super admins. */
export const readSwitches = (db: Db): Promise<ShopSwitches> => readGroup(db, 'switches')

/** Reads the rules of signing in. */
export const readSecurity = (db: Db): Promise<SecurityRules> => readGroup(db, 'security')

/** Reads the name of the shop: the actor in the history of orders for what the shop does by itself. */
export async function readShopName(db: Db): Promise<string> {
  const { company } = await readSettings(db)
  return company.name
}

/** Reads the time zone of the shop, in which its days begin and end. */
export async function readTimeZone(db: Db): Promise<string> {
  const { company } = await readSettings(db)
  return company.timeZone
}

/** Reads the day of the shop at a moment. */
export const readToday = async (db: Db, now: Date): Promise<string> => dayOf(now, await readTimeZone(db))

async function store(tx: Db, name: string, value: object, at: Date, version = 1): Promise<void> {
  await tx
    .insert(settings)
    .values({ name, value, version, updatedAt: at })
    .onConflictDoUpdate({ target: settings.name, set: { value, version: sql`${settings.version} + 1`, updatedAt: at } })
}

/** Stores a group. The caller holds the lock of `lockSettings`. */
export const storeGroup = <Name extends SettingGroup>(tx: Db, name: Name, value: SettingGroups[Name], at: Date): Promise<void> =>
  store(tx, name, value, at, 2)

/** Stores which shipping rates are in force. The caller holds the lock of `lockSettings`. */
export const storeBasis = (tx: Db, rates: RateBasis, at: Date): Promise<void> => store(tx, 'basis', { rates }, at)

/** Stores the address of the official notice of the legal guarantee, null for none. The caller holds the lock of `lockSettings`. */
export const storeGuaranteeNotice = (tx: Db, url: string | null, at: Date): Promise<void> => store(tx, 'guarantee', { url }, at)

/** Merges stored groups with the defaults. */
export function toSettings(stored: StoredGroups): ShopSettings {
  const inForce = eachGroup<SettingGroups>((name) => ({ ...GROUPS[name].initial, ...stored[name] }))
  return {
    ...inForce,
    rules: { taxPercent: inForce.tax.percent, shippingRates: describeRates(inForce.shipping) },
    basis: stored.basis?.rates === 'legacy' ? 'legacy' : 'rules',
    markets: (stored.markets ?? []).map(([country, isOpen, priceDisplay, sellsToConsumers, legal]) => ({
      country,
      isOpen,
      priceDisplay,
      sellsToConsumers,
      legal,
    })),
    guaranteeNotice: stored.guarantee?.url ?? null,
  }
}

/** The low stock threshold in force, as a subquery that is evaluated once. */
export const lowStockLevel = () =>
  sql<number>`coalesce((select (${settings.value}->>'low')::int from ${settings} where ${settings.name} = 'stock'),
    ${DEFAULT_STOCK_LEVELS.low})`

/** SQL condition: new buyers have a limit for Pay Later. They have one unless staff removed it. */
export const HAS_NEW_BUYER_LIMIT = `not exists (select 1 from settings where name = 'payLater' and value->'newBuyerLimitUsdCents' = 'null'::jsonb)`

/** Locks the settings until the transaction ends. */
export async function lockSettings(tx: Db): Promise<void> {
  await takeLock(tx, 'settings')
}
