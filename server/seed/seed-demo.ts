import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { and, inArray, ne, sql } from 'drizzle-orm'
import { businesses as catalogBusinesses } from '#content/catalog.ts'
import { slugify } from '#domain/product.ts'
import { importCatalog } from '#server/catalog/imports/import-catalog.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { businesses, products } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'

async function addBusinesses({ db }: Deps): Promise<void> {
  const rows = catalogBusinesses.map(
    ({ name, email, phone, website, address, city, postalCode, country, description, businessType, status, businessStatus }) => ({
      slug: slugify(name),
      name,
      email,
      phone,
      website,
      address,
      city,
      postalCode,
      country,
      description,
      businessType,
      status,
      businessStatus,
      contactPublic: true,
    }),
  )
  await db.insert(businesses).values(rows).onConflictDoNothing()
}

async function findSellers({ db }: Deps): Promise<Map<string, string>> {
  const owned = new Map(
    catalogBusinesses.flatMap(({ email, ownerEmail }) => (ownerEmail ? [[email.toLowerCase(), ownerEmail] as const] : [])),
  )
  if (owned.size === 0) return new Map()
  const rows = await db
    .select({ id: businesses.id, email: businesses.email })
    .from(businesses)
    .where(and(inArray(sql`lower(${businesses.email})`, [...owned.keys()]), ne(businesses.status, 'Deleted')))
  return new Map(
    rows.flatMap(({ id, email }) => {
      const seller = owned.get(email.toLowerCase())
      return seller ? [[seller, id] as const] : []
    }),
  )
}

/**
 * Fills a shop without products with the businesses and products of the demo. Idempotent. A row with an error is logged, not thrown: it never
 * stops a start.
 * @returns the business of each demo seller, by the seller's email
 */
export async function seedDemo(deps: Deps): Promise<Map<string, string>> {
  const { db, logger } = deps
  const [product] = await db.select({ id: products.id }).from(products).limit(1)
  if (!product) {
    await addBusinesses(deps)
    const file = { name: basename(DEMO_CATALOG), bytes: await readFile(DEMO_CATALOG) }
    const { errors } = await importCatalog(deps, file, null, { dryRun: false })
    if (errors.length > 0 && logger) logger.warn({ errors }, 'Rows of the demo catalog have errors')
  }
  return findSellers(deps)
}
