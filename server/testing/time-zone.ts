import { settings } from '#server/platform/db/schema.ts'
import type { TestShop } from './test-shop.ts'

/** Gives the shop this time zone, and nothing else of the company. */
export async function setTimeZone(shop: TestShop, timeZone: string): Promise<void> {
  const value = { timeZone }
  await shop.deps.db.insert(settings).values({ name: 'company', value }).onConflictDoUpdate({ target: settings.name, set: { value } })
}
