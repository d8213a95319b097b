import { eq, type SQL, sql } from 'drizzle-orm'
import type { SafetyContact } from '#domain/product-facts.ts'
import { EU_ADDRESS, EU_COUNTRY_WORDS } from '#domain/product-safety.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, products } from '#server/platform/db/schema.ts'

/* Conditions on a product and its business, as `safetyGap` of the domain says. */

/** True if the business of a product has a postal address. */
export const hasBusinessAddress = sql<boolean>`(${businesses.address} <> '' and ${businesses.city} <> '')`

/** True if the business of a product is in the European Union. */
export const isBusinessInEu = sql<boolean>`(lower(btrim(${businesses.country})) in (${sql.raw(EU_COUNTRY_WORDS.map((word) => `'${word}'`).join(', '))}))`

const isInEu = (address: SQL) => sql`coalesce(${address}, '') ~* ${sql.raw(`'${EU_ADDRESS}'`)}`
const maker = sql`coalesce(${products.safety} -> 'manufacturer', 'null')`
const makerInEu = isInEu(sql`${products.safety} #>> '{manufacturer,address}'`)
const responsibleInEu = isInEu(sql`${products.safety} #>> '{responsible,address}'`)

/** True if a product has all that it needs to be offered to consumers in the European Union. */
export const hasSafety = sql<boolean>`(
  case when ${maker} = 'null' then ${hasBusinessAddress} and (${isBusinessInEu} or ${responsibleInEu}) else ${makerInEu}
    or ${responsibleInEu} end
  and coalesce(nullif(${products.sku}, ''), nullif(${products.mpn}, '')) is not null)`

/** Columns of a product's safety, with the contact of its business. */
export const safetyColumns = {
  safety: products.safety,
  businessEmail: businesses.email,
  businessAddress: businesses.address,
  businessPostalCode: businesses.postalCode,
} as const

type SafetyRow = {
  safety: (typeof products.$inferSelect)['safety']
  businessName: string
  businessEmail: string
  businessAddress: string
  businessPostalCode: string
  businessCity: string
  businessCountry: string
}

/** Returns the contact of a business; null where it has no postal address. */
function contactOf(row: Omit<SafetyRow, 'safety'>): SafetyContact | null {
  const { businessName: name, businessEmail: email, businessAddress: street, businessPostalCode, businessCity: city } = row
  if (street === '' || city === '') return null
  return { name, address: [street, `${businessPostalCode} ${city}`.trim(), row.businessCountry].filter(Boolean).join(', '), email }
}

/** Returns the contact of a business for product safety, null without a postal address, and whether it is in the European Union. */
export async function findSafetyContact(db: Db, businessId: string): Promise<{ contact: SafetyContact | null; isInEu: boolean }> {
  const { safety: _, ...contactColumns } = safetyColumns
  const { name: businessName, city: businessCity, country: businessCountry } = businesses
  const [row] = await db
    .select({ ...contactColumns, businessName, businessCity, businessCountry, isInEu: isBusinessInEu })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  return row ? { contact: contactOf(row), isInEu: row.isInEu } : { contact: null, isInEu: false }
}

/** Presents who answers for a product's safety, and its warnings: the business is the maker where the product names none. */
export const presentSafety = (row: SafetyRow) => ({
  manufacturer: row.safety?.manufacturer ?? contactOf(row),
  responsible: row.safety?.responsible ?? null,
  warnings: row.safety?.warnings ?? '',
})
