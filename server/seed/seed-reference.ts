import { eq } from 'drizzle-orm'
import { CLAIMS } from '#content/claims.ts'
import { SHIPPED_SYNONYMS } from '#content/search-synonyms.ts'
import { SEEDED_CATEGORIES } from '#domain/product.ts'
import { DEMO_PROMOTIONS, type DemoPromotion } from '#domain/promotion.ts'
import { SEEDED_ATTRIBUTE_USES, SEEDED_ATTRIBUTES } from '#domain/seeded-attributes.ts'
import { SEEDED_RATES } from '#domain/tax-rates.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { attributes, categories, categoryAttributes, claims, promotions, searchSynonyms, taxRules } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { seedMarkets } from '#server/platform/settings/market-list.ts'
import { seedZones } from '#server/pricing/shipping/zone-list.ts'

function promotionRow({ percent, valueCents, minimumCents, code, type, description, isActive, hinted }: DemoPromotion) {
  return {
    code,
    type,
    description,
    isActive,
    hinted,
    percentHundredths: percent === null ? null : Math.round(percent * 100),
    valueUsdCents: valueCents?.USD ?? null,
    valueEurCents: valueCents?.EUR ?? null,
    minimumUsdCents: minimumCents?.USD ?? null,
    minimumEurCents: minimumCents?.EUR ?? null,
  }
}

/** Adds the typed specifications of categories that were just added. */
async function seedAttributes(tx: Db, added: readonly { id: string; value: string }[]): Promise<void> {
  await tx
    .insert(attributes)
    .values(SEEDED_ATTRIBUTES.map((attribute) => ({ ...attribute, choices: [...attribute.choices], names: [...attribute.names] })))
    .onConflictDoNothing()
  const rows = await tx.select({ id: attributes.id, key: attributes.key }).from(attributes)
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  const uses = added.flatMap(({ id: categoryId, value }) =>
    (SEEDED_ATTRIBUTE_USES[value] ?? []).flatMap(({ key, ...use }, position) => {
      const attributeId = ids.get(key)
      return attributeId ? [{ ...use, categoryId, attributeId, position }] : []
    }),
  )
  if (uses.length > 0) await tx.insert(categoryAttributes).values(uses).onConflictDoNothing()
}

/** Adds the synonyms that a new shop has; staff change and delete them as their own. */
async function seedSynonyms(tx: Db): Promise<void> {
  const shipped = eq(searchSynonyms.origin, 'shipped')
  if ((await tx.select({ id: searchSynonyms.id }).from(searchSynonyms).where(shipped).limit(1)).length > 0) return
  const rows = SHIPPED_SYNONYMS.map((synonym) => ({
    ...synonym,
    terms: [...synonym.terms],
    targets: [...synonym.targets],
    origin: 'shipped' as const,
  }))
  await tx.insert(searchSynonyms).values(rows).onConflictDoNothing()
}

/** Adds the tax rates that come with the shop; staff check them, and end or add some. */
async function seedRates(tx: Db): Promise<void> {
  if ((await tx.select({ id: taxRules.id }).from(taxRules).limit(1)).length > 0) return
  await tx
    .insert(taxRules)
    .values([...SEEDED_RATES])
    .onConflictDoNothing()
}

/**
 * Adds the categories with their typed specifications, claims, markets and shipping zones to an empty shop, and the promo codes to a demo;
 * later changes by staff are kept.
 */
export async function seedReference({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    // a claim that a page makes must be in the register; edits by staff are kept
    const register = CLAIMS.map(({ id, wording, scope, writtenOn }, position) => ({
      id,
      wording,
      scope,
      position,
      updatedAt: new Date(writtenOn),
    }))
    await tx.insert(claims).values(register).onConflictDoNothing()
    await seedSynonyms(tx)
    await seedMarkets(tx, config)
    await seedZones(tx, now())
    await seedRates(tx)
    if ((await tx.select({ id: categories.id }).from(categories).limit(1)).length === 0) {
      const rows = SEEDED_CATEGORIES.map((category, position) => ({ ...category, position }))
      const added = await tx.insert(categories).values(rows).onConflictDoNothing().returning({ id: categories.id, value: categories.value })
      await seedAttributes(tx, added)
    }
    if (config.isDemo && (await tx.select({ id: promotions.id }).from(promotions).limit(1)).length === 0) {
      await tx.insert(promotions).values(DEMO_PROMOTIONS.map(promotionRow)).onConflictDoNothing()
    }
  })
}
