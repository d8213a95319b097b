import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { ImpactMachine, SavedImpact } from '#contract/impact/impact.ts'
import { CALCULATOR_MACHINES } from '#domain/impact.ts'
import { toDecimal } from '#domain/money.ts'
import { visibleToPublic } from '#server/catalog/products/product-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { impactResults, products } from '#server/platform/db/schema.ts'

/** Ranks machines of the specification first, in its order. */
const placeOf = (slug: string): number => {
  const place = CALCULATOR_MACHINES.findIndex(({ id }) => id === slug)
  return place < 0 ? CALCULATOR_MACHINES.length : place
}

/** Returns the public machines with an impact model: those of the specification first, then by name. */
export async function listMachines(db: Db): Promise<ImpactMachine[]> {
  const rows = await db
    .select({
      slug: products.slug,
      name: products.name,
      priceUsdCents: products.priceUsdCents,
      priceEurCents: products.priceEurCents,
      model: products.impactModel,
    })
    .from(products)
    .where(and(eq(products.type, 'machine'), isNotNull(products.impactModel), visibleToPublic))
    .orderBy(asc(products.name), asc(products.slug))
  return rows
    .flatMap(({ slug, name, priceUsdCents, priceEurCents, model }) =>
      model ? [{ id: slug, name, priceUSD: toDecimal(priceUsdCents), priceEUR: toDecimal(priceEurCents), ...model }] : [],
    )
    .sort((one, other) => placeOf(one.id) - placeOf(other.id))
}

type Frozen = Pick<SavedImpact, 'model' | 'currency' | 'inputs' | 'machine' | 'result'>

export async function insertResult(db: Db, row: Frozen & { key: string; isAnonymous: boolean; createdAt: Date }): Promise<void> {
  await db.insert(impactResults).values(row)
}

/** Returns the stored result with this key, or null. */
export async function findResult(db: Db, key: string): Promise<SavedImpact | null> {
  const [row] = await db.select().from(impactResults).where(eq(impactResults.key, key))
  if (!row) return null
  const { createdAt, isAnonymous: _anonymous, ...result } = row
  return { ...(result as Frozen & { key: string }), createdAt: createdAt.toISOString() } // written by `insertResult` alone
}
