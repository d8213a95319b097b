import { sql } from 'drizzle-orm'
import type { QualityReport } from '#domain/search/quality.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products, searchQuality } from '#server/platform/db/schema.ts'

/** Returns the number of public products, and how many of the products that the grades are about are among them. */
export async function countGraded(db: Db, slugs: readonly string[]): Promise<Pick<QualityReport, 'products' | 'graded'>> {
  const { rows } = await db.execute<{ products: number; present: number }>(sql`
    select count(*)::int as products, (count(*) filter (where slug = any(${sql.param([...slugs])}::text[])))::int as present
    from ${products} where is_public`)
  const { products: all = 0, present = 0 } = rows[0] ?? {}
  return { products: all, graded: { all: slugs.length, present } }
}

/** Stores a report in place of the last one; an older one than the last is left out. */
export async function storeQuality(db: Db, report: QualityReport, measuredAt: Date): Promise<void> {
  await db
    .insert(searchQuality)
    .values({ report, measuredAt })
    .onConflictDoUpdate({
      target: searchQuality.id,
      set: { report, measuredAt },
      setWhere: sql`${searchQuality.measuredAt} <= excluded.measured_at`,
    })
}

/** Returns the last report and when its measurement began; null before the first one. */
export async function findQuality(db: Db): Promise<{ report: QualityReport; measuredAt: Date } | null> {
  const [row] = await db.select({ report: searchQuality.report, measuredAt: searchQuality.measuredAt }).from(searchQuality)
  return row ?? null
}
