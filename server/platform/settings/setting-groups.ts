import { eq, sql } from 'drizzle-orm'
import { type AccountingSettings, DEFAULT_ACCOUNTING } from '#domain/accounting.ts'
import type { Market } from '#domain/market.ts'
import { DEFAULT_MARKET, type DefaultMarket } from '#domain/market-country.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { DEFAULT_PAY_LATER, type PayLaterTerms } from '#domain/pay-later.ts'
import { DEFAULT_RETENTION, type RetentionYears } from '#domain/retention.ts'
import { DEFAULT_SECURITY, type SecurityRules } from '#domain/second-factor.ts'
import {
  businessDays,
  DEFAULT_REVIEW_DAYS,
  DEFAULT_SWITCHES,
  type RateBasis,
  type ReviewDays,
  type ShopSwitches,
} from '#domain/settings.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_METHODS, type ShippingMethod, type ShippingRate, type ShippingRates } from '#domain/shipping.ts'
import { DEFAULT_STOCK_LEVELS, type StockLevels } from '#domain/stock.ts'
import { DEFAULT_TAX, DEFAULT_TRADE, type TaxSettings, type TradeSettings } from '#domain/tax-settings.ts'
import { DEFAULT_TIME_ZONE, dayOf } from '#domain/time.ts'
import type { ShopRules } from '#domain/totals.ts'
import type { Db } from '#server/platform/db/client.ts'
import { markets, settings } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'

/** The company, as shown on the contact page. */
export interface ShopCompany {
  name: string
  email: string
  phone: string
  street: string
  city: string
  country: string
  /** VAT id or tax number on invoices and in the footer; '' for none. */
  taxNumber: string
  /** Facts of the imprint; '' for none. */
  legalForm: string
  representative: string
  register: string
  registerNumber: string
  /** Payment instructions for Pay Later orders in US dollars, one a line; '' if staff send them by email. Never public. */
  payTo: string
  /** Those for orders in euros; null: the same, as in shops that were set up before each currency had its own. */
  payToEur: string | null
  /** Time zone whose days are the shop's: those of sales, documents, journal and tax. */
  timeZone: string
  hours: string[]
  /** Location on the map; null for no map. */
  location: { latitude: number; longitude: number } | null
}

/** Returns the payment instructions for orders in a currency; '' where staff send them by email. */
export const payToOf = ({ payTo, payToEur }: Pick<ShopCompany, 'payTo' | 'payToEur'>, currency: Currency): string =>
  currency === 'EUR' ? (payToEur ?? payTo) : payTo

const DEFAULT_COMPANY: ShopCompany = {
  name: 'Reflute',
  email: 'hello@reflute.test',
  phone: '+1 312 555 0142',
  street: '1200 West Fulton Street',
  city: 'Chicago, IL 60607',
  country: 'United States',
  taxNumber: '',
  legalForm: '',
  representative: '',
  register: '',
  registerNumber: '',
  payTo: '',
  payToEur: null,
  timeZone: DEFAULT_TIME_ZONE,
  hours: ['Mon-Fri 9am-6pm EST', 'Saturday 10am-4pm EST', 'Sunday closed'],
  location: { latitude: 41.8869, longitude: -87.6573 },
}

/** Stored settings of a shipping method; its name and description follow from it. */
export type StoredRate = Pick<ShippingRate, 'minDays' | 'maxDays' | 'priceCents' | 'freeFromCents'>

/** Groups of settings as stored, each under its name with a version. */
export interface SettingGroups {
  company: ShopCompany
  tax: TaxSettings
  trade: TradeSettings
  accounting: AccountingSettings
  shipping: Record<ShippingMethod, StoredRate>
  stock: StockLevels
  review: ReviewDays
  currency: { default: Currency }
  market: DefaultMarket
  payLater: PayLaterTerms
  retention: RetentionYears
  security: SecurityRules
  switches: ShopSwitches
}

/** Name of a group of settings. */
export type SettingGroup = keyof SettingGroups

const rateOf = ({ minDays, maxDays, priceCents, freeFromCents }: ShippingRate): StoredRate => ({
  minDays,
  maxDays,
  priceCents,
  freeFromCents,
})

const DEFAULTS: SettingGroups = {
  company: DEFAULT_COMPANY,
  tax: DEFAULT_TAX,
  trade: DEFAULT_TRADE,
  accounting: DEFAULT_ACCOUNTING,
  shipping: {
    standard: rateOf(DEFAULT_SHIPPING_RATES.standard),
    express: rateOf(DEFAULT_SHIPPING_RATES.express),
    overnight: rateOf(DEFAULT_SHIPPING_RATES.overnight),
  },
  stock: DEFAULT_STOCK_LEVELS,
  review: DEFAULT_REVIEW_DAYS,
  currency: { default: CURRENCIES[0] },
  market: DEFAULT_MARKET,
  payLater: DEFAULT_PAY_LATER,
  retention: DEFAULT_RETENTION,
  security: DEFAULT_SECURITY,
  switches: DEFAULT_SWITCHES,
}

/** Names of all groups, in display order. */
export const SETTING_GROUPS = [
  'company',
  'tax',
  'trade',
  'accounting',
  'shipping',
  'stock',
  'review',
  'currency',
  'market',
  'payLater',
  'retention',
  'security',
  'switches',
] as const satisfies readonly SettingGroup[]

/** Name of the stored group that says which shipping rates are in force; absent: those of the zones. It is not saved with the others. */
const BASIS = 'basis'

/** Name of the stored value that names the file of the official notice of the legal guarantee; absent: there is none. It is not saved with the groups. */
const GUARANTEE = 'guarantee'

/** Settings in force: prices of carts, the company and the other groups. */
export interface ShopSettings {
  rules: ShopRules
  /** Shipping by the zones, or by `rules` for every country. */
  basis: RateBasis
  tax: TaxSettings
  trade: TradeSettings
  accounting: AccountingSettings
  company: ShopCompany
  stock: StockLevels
  review: ReviewDays
  defaultCurrency: Currency
  /** Every country that the shop sells to or has closed, in order. */
  markets: readonly Market[]
  /** Market of a visitor who has chosen none. */
  defaultMarket: DefaultMarket
  payLater: PayLaterTerms
  retention: RetentionYears
  switches: ShopSwitches
  /** Address of the official notice of the legal guarantee; null: there is none. */
  guaranteeNotice: string | null
}

const withWords = (method: ShippingMethod, rate: StoredRate): ShippingRate => ({
  ...rate,
  label: DEFAULT_SHIPPING_RATES[method].label,
  days: businessDays(rate),
})

function ratesOf(stored: SettingGroups['shipping']): ShippingRates {
  return Object.fromEntries(SHIPPING_METHODS.map((method) => [method, withWords(method, stored[method])])) as ShippingRates // one for each method
}

/** Name of the value that carries the markets beside the groups. */
const MARKETS = 'markets'

/** A market as a query returns it. */
type MarketRow = [country: string, isOpen: boolean, priceDisplay: Market['priceDisplay'], sellsToConsumers: boolean, legal: Market['legal']]

/** The stored groups by name, and the markets; a group that was never changed is absent. */
export type StoredGroups = Partial<Record<SettingGroup | typeof BASIS | typeof GUARANTEE, object>> & { [MARKETS]?: MarketRow[] }

function overDefaults(stored: StoredGroups): SettingGroups {
  const groups: Record<string, object> = Object.fromEntries(SETTING_GROUPS.map((name) => [name, { ...DEFAULTS[name], ...stored[name] }]))
  return groups as unknown as SettingGroups // every name is present, and only `storeGroup` writes them
}

/** Returns every group, stored values over the defaults, with its version: 1 until it is first changed. */
export async function readGroups(db: Db): Promise<{ groups: SettingGroups; versions: Record<SettingGroup, number> }> {
  const rows = await db.select().from(settings)
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as StoredGroups // only `storeGroup` writes it
  const known = Object.fromEntries(rows.map(({ name, version }) => [name, version]))
  const versions = SETTING_GROUPS.map((name) => [name, known[name] ?? 1])
  return { groups: overDefaults(stored), versions: Object.fromEntries(versions) as Record<SettingGroup, number> }
}

/** All stored groups and the markets as one value of a query, for `toSettings`. */
export const storedGroups = () =>
  sql<StoredGroups>`(select json_object_agg(name, value) from (
    select ${settings.name}, ${settings.value} from ${settings}
    union all select ${sql.raw(`'${MARKETS}'`)}, coalesce(jsonb_agg(jsonb_build_array(
      m.country, m.is_open, m.price_display, m.sells_to_consumers, m.legal) order by m.position, m.country), '[]') from ${markets} m) as stored)`

const readStored = statement<object, { groups: StoredGroups }>('settings', () => sql`select ${storedGroups()} as groups`)

/** Reads the settings in force: stored values over the defaults. */
export async function readSettings(db: Db): Promise<ShopSettings> {
  const [row] = await readStored(db, {})
  return toSettings(row?.groups ?? {})
}

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

const basisOf = ({ basis }: StoredGroups): RateBasis => (basis && 'rates' in basis && basis.rates === 'legacy' ? 'legacy' : 'rules')

async function storeBeside(tx: Db, name: string, value: object, at: Date): Promise<void> {
  await tx
    .insert(settings)
    .values({ name, value, updatedAt: at })
    .onConflictDoUpdate({ target: settings.name, set: { value, version: sql`${settings.version} + 1`, updatedAt: at } })
}

/** Stores which shipping rates are in force. The caller holds the lock of `lockSettings`. */
export const storeBasis = (tx: Db, rates: RateBasis, at: Date): Promise<void> => storeBeside(tx, BASIS, { rates }, at)

/** Stores the address of the official notice of the legal guarantee, null for none. The caller holds the lock of `lockSettings`. */
export const storeGuaranteeNotice = (tx: Db, url: string | null, at: Date): Promise<void> => storeBeside(tx, GUARANTEE, { url }, at)

const noticeOf = ({ guarantee }: StoredGroups): string | null =>
  guarantee && 'url' in guarantee && typeof guarantee.url === 'string' ? guarantee.url : null

const marketsOf = ({ [MARKETS]: rows = [] }: StoredGroups): Market[] =>
  rows.map(([country, isOpen, priceDisplay, sellsToConsumers, legal]) => ({ country, isOpen, priceDisplay, sellsToConsumers, legal }))

/** Merges stored groups with the defaults. */
export function toSettings(stored: StoredGroups): ShopSettings {
  const { accounting, company, currency, market, payLater, retention, review, shipping, stock, switches, tax, trade } = overDefaults(stored)
  return {
    rules: { taxPercent: tax.percent, shippingRates: ratesOf(shipping) },
    basis: basisOf(stored),
    tax,
    trade,
    accounting,
    company,
    stock,
    review,
    defaultCurrency: currency.default,
    markets: marketsOf(stored),
    defaultMarket: market,
    payLater,
    retention,
    switches,
    guaranteeNotice: noticeOf(stored),
  }
}

/** Reads the switches of super admins. */
export async function readSwitches(db: Db): Promise<ShopSwitches> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, 'switches'))
  return { ...DEFAULT_SWITCHES, ...(row?.value as Partial<ShopSwitches> | undefined) } // only `storeGroup` writes it
}

/** Reads the rules of signing in. */
export async function readSecurity(db: Db): Promise<SecurityRules> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, 'security'))
  return { ...DEFAULT_SECURITY, ...(row?.value as Partial<SecurityRules> | undefined) } // only `storeGroup` writes it
}

/** The low stock threshold in force, as a subquery that is evaluated once. */
export const lowStockLevel = () =>
  sql<number>`coalesce((select (${settings.value}->>'low')::int from ${settings} where ${settings.name} = 'stock'), ${DEFAULT_STOCK_LEVELS.low})`

/** SQL condition: new buyers have a limit for Pay Later. They have one unless staff removed it. */
export const HAS_NEW_BUYER_LIMIT = `not exists (select 1 from settings where name = 'payLater' and value->'newBuyerLimitUsdCents' = 'null'::jsonb)`

/** Stores a group. The caller holds the lock of `lockSettings`. */
export async function storeGroup<Name extends SettingGroup>(tx: Db, name: Name, value: SettingGroups[Name], at: Date): Promise<void> {
  await tx
    .insert(settings)
    .values({ name, value, version: 2, updatedAt: at })
    .onConflictDoUpdate({ target: settings.name, set: { value, version: sql`${settings.version} + 1`, updatedAt: at } })
}

/** Locks the settings until the transaction ends. */
export async function lockSettings(tx: Db): Promise<void> {
  await takeLock(tx, 'settings')
}
