import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import type { TaxProvider } from '#domain/calculated-tax.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import type { TaxBuyer, TaxSeller, TaxSetup } from '#domain/decide-tax.ts'
import { taxCurrencyOf } from '#domain/document.ts'
import { marketOf } from '#domain/market.ts'
import type { TaxRule } from '#domain/tax-rates.ts'
import type { TaxCertificate, TaxRegistration, VatScheme } from '#domain/tax-registration.ts'
import { dispatchPlace, type Place, territoryOf } from '#domain/tax-territory.ts'
import { dayOf } from '#domain/time.ts'
import { isSameVatId, isVatCheckGood, normalizeVatId, type VatCheckStatus, vatIdCountry } from '#domain/vat-id.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  businesses,
  categories,
  exchangeRates,
  products,
  taxExemptions,
  taxRegistrations,
  taxRules,
  vatChecks,
} from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { isCheckedTrader, maySell } from '#server/sellers/businesses/public-businesses.ts'

const taxColumns = { id: businesses.id, vatScheme: businesses.vatScheme, vatId: businesses.vatId, version: businesses.version }

/** Returns the tax facts of a business; null where there is none. */
export async function findBusinessTax(db: Db, id: string) {
  const [row] = await db.select(taxColumns).from(businesses).where(eq(businesses.id, id))
  return row ?? null
}

/** A product as decisions about taxes need it, with the country that its business names. */
export async function findTaxedProduct(db: Db, id: string) {
  const { name, taxClass, priceUsdCents, priceEurCents, ladder, businessId } = products
  const [row] = await db
    .select({
      name,
      taxClass,
      priceUsdCents,
      priceEurCents,
      ladder,
      businessId,
      category: baseCategory,
      businessName: businesses.name,
      country: businesses.country,
      postalCode: businesses.postalCode,
      dispatch: businesses.dispatch,
    })
    .from(products)
    .innerJoin(businesses, eq(businesses.id, products.businessId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(eq(products.id, id))
  return row ?? null
}

/** Returns those of some businesses that may sell, with the places that they send from. */
export function listSellersOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  const { id, name, country, postalCode, dispatch } = businesses
  return db
    .select({ businessId: id, businessName: name, businessCountry: country, businessPostalCode: postalCode, dispatch, isCheckedTrader })
    .from(businesses)
    .where(and(inArray(id, [...ids]), maySell))
}

/**
 * Returns the country whose taxes count where a business is established; '' where it is not known, and where those of its country do not
 * count.
 */
export function establishedIn(business: { country: string; postalCode: string }): string {
  const country = countryCodeOf(business.country)
  const { kind, country: counted } = territoryOf({ country, postalCode: business.postalCode })
  return kind === 'outside' ? '' : counted
}

/** The accepted certificates of a user, as one value of a query. */
export const certificatesOf = (userId: ReturnType<typeof sql>) => sql<TaxCertificate[]>`coalesce((
  select json_agg(json_build_object('number', x.number, 'states', x.states, 'validTo', x.valid_to) order by x.created_at, x.id)
  from ${taxExemptions} x where x.user_id = ${userId}::uuid and x.status = 'accepted'), '[]'::json)`

/** Returns the accepted certificates of a user. */
export async function listCertificates(db: Db, userId: string): Promise<TaxCertificate[]> {
  const { rows } = await db.execute<{ certificates: TaxCertificate[] }>(sql`select ${certificatesOf(sql`${userId}`)} as certificates`)
  return rows[0]?.certificates ?? []
}

/** The newest check of a VAT id, as an order keeps it. */
export interface KnownVatCheck {
  vatId: string
  status: VatCheckStatus
  name: string
  consultation: string
  checkedAt: string
  source: string
}

/** A reference rate of a currency: units for one euro, of its day. */
export interface ReferenceRate {
  currency: string
  day: string
  perEur: number
}

interface FactsRow {
  registrations: (TaxRegistration & { businessId: string | null })[]
  sellers: { id: string; vatScheme: VatScheme; vatId: string | null; hasAgreed: boolean }[]
  rules: TaxRule[]
  exchange: ReferenceRate[]
  check: KnownVatCheck | null
}

const NO_FACTS: FactsRow = { registrations: [], sellers: [], rules: [], exchange: [], check: null }

/**
 * Registrations of the platform and of some sellers, these sellers, the rates of some countries on a day, the newest reference rates of
 * some currencies until then, and the check of a VAT id, in one statement.
 */
const readRows = statement<Record<'ids' | 'countries' | 'currencies' | 'day' | 'vatId', string>, FactsRow>('tax_facts', () => {
  const { placeholder } = sql
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${placeholder('ids')}::jsonb))`
  const countries = sql`(select value from jsonb_array_elements_text(${placeholder('countries')}::jsonb))`
  return sql`select
    coalesce((select json_agg(json_build_object('businessId', r.business_id, 'country', r.country, 'state', r.state, 'scheme', r.scheme,
    'number', r.number,
        'isBelowThreshold', r.is_below_threshold, 'validFrom', r.valid_from, 'validTo', r.valid_to)
        order by r.country, r.state nulls last, r.id)
      from ${taxRegistrations} r where r.business_id is null or r.business_id in ${ids}), '[]'::json) as registrations,
    coalesce((select json_agg(json_build_object('id', b.id, 'vatScheme', b.vat_scheme, 'vatId', b.vat_id,
    'hasAgreed', b.documents_agreed_at is not null)) from ${businesses} b where b.id in ${ids}), '[]'::json) as sellers,
    coalesce((select json_agg(json_build_object('country', t.country, 'state', t.state, 'postcodeFrom', t.postcode_from,
    'postcodeTo', t.postcode_to, 'taxClass', t.tax_class,
        'rate', t.rate, 'shipsTaxed', t.ships_taxed, 'validFrom', t.valid_from, 'validTo', t.valid_to) order by t.id)
      from ${taxRules} t where t.country in ${countries} and t.valid_from <= ${placeholder('day')}::date
      and coalesce(t.valid_to >= ${placeholder('day')}::date, true)), '[]'::json) as rules,
    coalesce((select json_agg(json_build_object('currency', e.currency, 'day', e.day, 'perEur', e.per_eur))
      from jsonb_array_elements_text(${placeholder('currencies')}::jsonb) wanted cross join lateral (
        select x.* from ${exchangeRates} x where x.currency = wanted.value and x.day <= ${placeholder('day')}::date order by x.day desc
          limit 1) e), '[]'::json) as exchange,
    (select json_build_object('vatId', c.vat_id, 'status', c.status, 'name', c.name, 'consultation', c.consultation,
    'checkedAt', c.checked_at, 'source', c.source)
      from ${vatChecks} c where c.vat_id = ${placeholder('vatId')}) as check`
})

/** State of a VAT id that a buyer gave; `problem` null: it counts, otherwise the reason for which it does not. */
export interface VatIdState {
  vatId: string
  country: string
  problem: 'impossible' | 'own' | 'invalid' | 'unavailable' | null
  /** True where it counts at the shop's risk: nobody could check it. */
  isTrusted: boolean
  check: KnownVatCheck | null
}

/** Returns the newest reference rate of the US dollar until the day of `now`: dollars for one euro; null where there is none. */
export async function findUsdPerEur(db: Db, now: Date, timeZone: string): Promise<number | null> {
  const [row] = await db
    .select({ perEur: exchangeRates.perEur })
    .from(exchangeRates)
    .where(and(eq(exchangeRates.currency, 'USD'), lte(exchangeRates.day, dayOf(now, timeZone))))
    .orderBy(desc(exchangeRates.day))
    .limit(1)
  return row?.perEur ?? null
}

/** Facts that decisions are made from: the settings, the rates and registrations on the day, and the sellers of the products. */
interface TaxFacts {
  setup: TaxSetup
  sellers: ReadonlyMap<string, TaxSeller>
  /** Newest reference rates until the day, by which tax is stated in the currency of its country. */
  exchange: readonly ReferenceRate[]
}

/** Facts that the taxes of an order depend on. */
export interface TaxTerms extends TaxFacts {
  buyer: TaxBuyer
  provider: TaxProvider
  /** Null for a buyer without a VAT id. */
  vat: VatIdState | null
}

/** A buyer with the place of its delivery. */
interface TaxedBuyer {
  kind: BuyerKind
  /** As it was typed; '' for none. */
  vatId: string
  certificates: readonly TaxCertificate[]
  destination: Place
}

/** A seller of some products, and where these leave. */
export interface DispatchingSeller {
  businessId: string
  /** Country of the business (ISO 3166); '' where it is not known. */
  country: string
  dispatch: Place
}

/** A product's seller: its country and postal code, and its address to send from. */
export interface ProductSeller {
  businessId: string
  businessCountry: string
  businessPostalCode: string
  dispatch: Place | null
}

/** Returns the sellers of some products, each with the place that it sends from. */
export function sellersOf(products: readonly ProductSeller[]): DispatchingSeller[] {
  const one = new Map(products.map((product) => [product.businessId, product]))
  return [...one].map(([businessId, { dispatch, businessCountry: country, businessPostalCode: postalCode }]) => ({
    businessId,
    country: establishedIn({ country, postalCode }),
    dispatch: dispatchPlace({ dispatch, country, postalCode }),
  }))
}

/** Returns the VAT ids of the platform and of the sellers of a sale: nobody else buys with them. */
const ownIdsOf = ({ registrations, sellers }: FactsRow, { company }: Pick<ShopSettings, 'company'>): string[] => [
  company.taxNumber,
  ...registrations.filter(({ scheme }) => scheme !== 'sales_tax').map(({ number }) => number),
  ...sellers.flatMap(({ vatId }) => vatId ?? []),
]

function stateOf(vatId: string, rows: FactsRow, settings: Pick<ShopSettings, 'company' | 'tax'>, now: Date): VatIdState {
  const { check } = rows
  const isTrusting = settings.tax.whenViesIsDown === 'accept'
  const known = { vatId, country: vatIdCountry(vatId), check, isTrusted: false }
  if (ownIdsOf(rows, settings).some((own) => isSameVatId(own, vatId))) return { ...known, problem: 'own' }
  if (!isPossibleVatId(vatId)) return { ...known, problem: 'impossible' }
  if (check && isVatCheckGood({ status: check.status, checkedAt: new Date(check.checkedAt) }, now)) return { ...known, problem: null }
  if (check?.status === 'invalid') return { ...known, problem: 'invalid' }
  return { ...known, problem: isTrusting ? null : 'unavailable', isTrusted: isTrusting }
}

/** Returns true if the taxes of a place are the one rate of the United States: nothing else has to be read. */
const isFlat = (destination: Place, { tax, trade }: Pick<ShopSettings, 'tax' | 'trade'>) =>
  trade.sellerOfRecord === 'platform' && tax.usMode === 'flat' && territoryOf(destination).kind === 'us'

/** Products to be taxed: where they go, who sends them from where, and the normalized VAT id of the buyer; '' for none. */
interface TaxedSale {
  destination: Place
  sellers: readonly DispatchingSeller[]
  vatId?: string
}

/** Reads the rows of a sale, in one statement; where the United States have one rate, no statement. */
async function readSale(
  db: Db,
  settings: Pick<ShopSettings, 'tax' | 'trade'>,
  { destination, sellers, vatId = '' }: TaxedSale,
  day: string,
): Promise<FactsRow> {
  if (isFlat(destination, settings)) return NO_FACTS
  const { country } = territoryOf(destination)
  const countries = new Set([country, destination.country, ...sellers.map(({ dispatch }) => territoryOf(dispatch).country)])
  const currencies = new Set(['USD', ...[...countries].map(taxCurrencyOf)])
  currencies.delete('EUR')
  const [facts = NO_FACTS] = await readRows(db, {
    ids: JSON.stringify([...new Set(sellers.map(({ businessId }) => businessId))]),
    countries: JSON.stringify([...countries]),
    currencies: JSON.stringify([...currencies]),
    day,
    vatId,
  })
  return facts
}

function factsOf(
  { registrations, sellers: rows, rules, exchange }: FactsRow,
  { tax, trade }: Pick<ShopSettings, 'tax' | 'trade'>,
  sellers: readonly DispatchingSeller[],
  day: string,
): TaxFacts {
  const ownOf = (id: string | null) => registrations.filter(({ businessId }) => businessId === id)
  const known = new Map(rows.map((row) => [row.id, row]))
  return {
    setup: {
      sellerOfRecord: trade.sellerOfRecord,
      usMode: tax.usMode,
      flatPercent: tax.percent,
      rules,
      registrations: ownOf(null),
      day,
    },
    sellers: new Map(
      sellers.map(({ businessId, country }) => [
        businessId,
        {
          businessId,
          country,
          vatScheme: known.get(businessId)?.vatScheme ?? 'regular',
          registrations: ownOf(businessId),
          hasAgreed: known.get(businessId)?.hasAgreed ?? false,
        },
      ]),
    ),
    exchange,
  }
}

/** Reads what decisions about products of these sellers, sent to a place, are made from on the day of `now`. */
export async function readTaxFacts(
  db: Db,
  settings: Pick<ShopSettings, 'company' | 'tax' | 'trade'>,
  sale: Omit<TaxedSale, 'vatId'>,
  now: Date,
): Promise<TaxFacts> {
  const day = dayOf(now, settings.company.timeZone)
  return factsOf(await readSale(db, settings, sale, day), settings, sale.sellers, day)
}

/** Reads what the taxes of products of these sellers follow from, for a buyer on the day of `now`. */
export async function readTaxTerms(
  db: Db,
  settings: Pick<ShopSettings, 'company' | 'tax' | 'trade' | 'markets'>,
  { kind, vatId: typed, certificates, destination }: TaxedBuyer,
  sellers: readonly DispatchingSeller[],
  now: Date,
): Promise<TaxTerms> {
  const { tax, markets } = settings
  const day = dayOf(now, settings.company.timeZone)
  const vatId = kind === 'business' ? normalizeVatId(typed) : ''
  const rows = await readSale(db, settings, { destination, sellers, vatId }, day)
  const vat = vatId === '' ? null : stateOf(vatId, rows, settings, now)
  const vatCountry = vat && vat.problem === null ? vat.country : null
  const seesGross = marketOf(markets, destination.country)?.priceDisplay === 'gross'
  return { ...factsOf(rows, settings, sellers, day), buyer: { kind, vatCountry, certificates, seesGross }, provider: tax.provider, vat }
}
