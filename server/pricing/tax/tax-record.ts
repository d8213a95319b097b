import { eq, inArray } from 'drizzle-orm'
import { countryCodeOf } from '#domain/country-name.ts'
import type { TaxSeller, TaxSetup } from '#domain/decide-tax.ts'
import type { Market } from '#domain/market.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, categories, products } from '#server/platform/db/schema.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { dayOf } from './check-place.ts'
import { listRegistrationsOf, type RegistrationRow } from './registration-list.ts'
import { listRulesOf } from './rule-list.ts'

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
    })
    .from(products)
    .innerJoin(businesses, eq(businesses.id, products.businessId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(eq(products.id, id))
  return row ?? null
}

/** Facts that decisions are made from: the settings, the rates and registrations on the day, and the sellers of the products. */
interface TaxFacts {
  setup: TaxSetup
  sellers: ReadonlyMap<string, TaxSeller>
  markets: readonly Market[]
}

const ownOf = (rows: readonly RegistrationRow[], businessId: string | null) => rows.filter((row) => row.businessId === businessId)

/** Reads what decisions about the products of these businesses are made from. */
export async function readTaxFacts(db: Db, businessIds: readonly string[], now: Date): Promise<TaxFacts> {
  const day = dayOf(now)
  const { markets, tax, trade } = await readSettings(db)
  const registrations = await listRegistrationsOf(db, businessIds)
  const rows =
    businessIds.length === 0
      ? []
      : await db
          .select({ id: businesses.id, country: businesses.country, vatScheme: businesses.vatScheme })
          .from(businesses)
          .where(inArray(businesses.id, [...businessIds]))
  const sellers = rows.map(({ id, country, vatScheme }): [string, TaxSeller] => [
    id,
    { businessId: id, country: countryCodeOf(country), vatScheme, registrations: ownOf(registrations, id) },
  ])
  return {
    setup: {
      sellerOfRecord: trade.sellerOfRecord,
      usMode: tax.usMode,
      flatPercent: tax.percent,
      rules: await listRulesOf(db, day),
      registrations: ownOf(registrations, null),
      day,
    },
    sellers: new Map(sellers),
    markets,
  }
}
