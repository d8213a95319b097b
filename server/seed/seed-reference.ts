import { CLAIMS } from '#content/claims.ts'
import { SEEDED_CATEGORIES } from '#domain/product.ts'
import { DEMO_PROMOTIONS, type DemoPromotion } from '#domain/promotion.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { categories, claims, promotions } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'

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

/** Adds the categories and claims to an empty shop, and the promo codes to a demo; later changes by staff are kept. */
export async function seedReference({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
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
    if ((await tx.select({ id: categories.id }).from(categories).limit(1)).length === 0) {
      const rows = SEEDED_CATEGORIES.map((category, position) => ({ ...category, position }))
      await tx.insert(categories).values(rows).onConflictDoNothing()
    }
    if (config.isDemo && (await tx.select({ id: promotions.id }).from(promotions).limit(1)).length === 0) {
      await tx.insert(promotions).values(DEMO_PROMOTIONS.map(promotionRow)).onConflictDoNothing()
    }
  })
}
