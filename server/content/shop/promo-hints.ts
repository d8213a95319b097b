import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { promotions } from '#server/platform/db/schema.ts'

/** Returns the promo codes that are advertised and apply at `now`. */
export function listPromoHints(db: Db, now: Date): Promise<{ code: string; description: string }[]> {
  return db
    .select({ code: promotions.code, description: promotions.description })
    .from(promotions)
    .where(
      and(
        eq(promotions.hinted, true),
        eq(promotions.isActive, true),
        isNull(promotions.deletedAt),
        or(isNull(promotions.startsAt), lte(promotions.startsAt, now)),
        or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
        or(isNull(promotions.usageLimit), sql`${promotions.timesUsed} < ${promotions.usageLimit}`),
      ),
    )
    .orderBy(asc(promotions.createdAt), asc(promotions.code))
}
