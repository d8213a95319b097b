import { gte, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { addDays } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { taxRefusals } from '#server/platform/db/schema.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'

/** Days of which staff see the refusals. */
const DAYS = 30

/** Buyers that this server has counted, by day, country and user. */
const counted = new LRUCache<string, true>({ max: 10_000 })

/** Counts a buyer whose cart cannot be ordered to a country for want of a registration, once a day. */
export async function countRefusal(db: Db, country: string, userId: string, now: Date): Promise<void> {
  const day = await readToday(db, now)
  const key = `${day} ${country} ${userId}`
  if (counted.has(key)) return
  counted.set(key, true)
  await db
    .insert(taxRefusals)
    .values({ day, country })
    .onConflictDoUpdate({ target: [taxRefusals.day, taxRefusals.country], set: { buyers: sql`${taxRefusals.buyers} + 1` } })
}

/** Returns the countries in which buyers were refused in the last 30 days, the most frequent first. */
export async function listRefusals(db: Db, now: Date): Promise<{ country: string; buyers: number }[]> {
  const since = addDays(await readToday(db, now), -DAYS)
  const buyers = sql<number>`sum(${taxRefusals.buyers})::int`
  return db
    .select({ country: taxRefusals.country, buyers })
    .from(taxRefusals)
    .where(gte(taxRefusals.day, since))
    .groupBy(taxRefusals.country)
    .orderBy(sql`${buyers} desc`, taxRefusals.country)
}
