import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Promo } from '#domain/promotion.ts'
import type { Db } from '#server/db/client.ts'
import { promotions, promotionUses } from '#server/db/schema.ts'

/** A promo code of the shop as the rules know it, with its id. */
export interface StoredPromo {
  id: string
  promo: Promo
}

const perCurrency = (usd: number | null, eur: number | null) => (usd === null && eur === null ? null : { USD: usd ?? 0, EUR: eur ?? 0 })

/** A code without regard to case, with how often this customer has used it; null where the shop has no such code. */
export async function findPromo(db: Db, code: string, userId: string): Promise<StoredPromo | null> {
  const uses = db.$count(promotionUses, and(eq(promotionUses.promotionId, promotions.id), eq(promotionUses.userId, userId)))
  const [row] = await db
    .select({ promotion: promotions, usesByCustomer: uses })
    .from(promotions)
    .where(eq(sql`upper(${promotions.code})`, code.trim().toUpperCase()))
  if (!row) return null
  const { promotion, usesByCustomer } = row
  const { id, code: storedCode, type, description, isActive, startsAt, endsAt, usageLimit, perCustomerLimit, timesUsed } = promotion
  const promo: Promo = {
    code: storedCode,
    type,
    percent: promotion.percentHundredths === null ? null : promotion.percentHundredths / 100,
    valueCents: perCurrency(promotion.valueUsdCents, promotion.valueEurCents),
    minimumCents: perCurrency(promotion.minimumUsdCents, promotion.minimumEurCents),
    isActive,
    startsAt,
    endsAt,
    usageLimit,
    timesUsed,
    perCustomerLimit,
    timesUsedByCustomer: usesByCustomer,
    description,
  }
  return { id, promo }
}

/**
 * Counts one use of a code by an order, in the order's transaction.
 * The customer's cart must be locked: that is what keeps one customer's own uses in turn.
 * @returns false, changing nothing, when the code is switched off or used up.
 */
export async function countUse(tx: Db, use: { promotionId: string; userId: string; orderId: string }): Promise<boolean> {
  const usesByCustomer = tx.$count(promotionUses, and(eq(promotionUses.promotionId, use.promotionId), eq(promotionUses.userId, use.userId)))
  const counted = await tx
    .update(promotions)
    .set({ timesUsed: sql`${promotions.timesUsed} + 1` })
    .where(
      and(
        eq(promotions.id, use.promotionId),
        eq(promotions.isActive, true),
        or(isNull(promotions.usageLimit), lt(promotions.timesUsed, promotions.usageLimit)),
        or(isNull(promotions.perCustomerLimit), lt(sql`${usesByCustomer}`, promotions.perCustomerLimit)),
      ),
    )
    .returning({ id: promotions.id })
  if (counted.length === 0) return false
  await tx.insert(promotionUses).values(use)
  return true
}

/** Gives the use of a code back when its order is cancelled. @returns false where the order had none, or gave it back before. */
export async function returnUse(tx: Db, orderId: string): Promise<boolean> {
  const [use] = await tx.delete(promotionUses).where(eq(promotionUses.orderId, orderId)).returning()
  if (!use) return false
  await tx
    .update(promotions)
    .set({ timesUsed: sql`${promotions.timesUsed} - 1` })
    .where(eq(promotions.id, use.promotionId))
  return true
}
