import { createHash } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { closedMarketText, isOpenMarket, type Market, seededMarkets } from '#domain/market.ts'
import type { Db } from '#server/platform/db/client.ts'
import { markets } from '#server/platform/db/schema.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { readSettings } from './setting-groups.ts'

const columns = {
  country: markets.country,
  isOpen: markets.isOpen,
  priceDisplay: markets.priceDisplay,
  sellsToConsumers: markets.sellsToConsumers,
  legal: markets.legal,
}

/** Lists all markets, in order. */
export const listMarkets = (db: Db): Promise<Market[]> =>
  db.select(columns).from(markets).orderBy(asc(markets.position), asc(markets.country))

/** Returns a text that differs between different lists of markets. */
export const versionOf = (list: readonly Market[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        list.map(({ country, isOpen, priceDisplay, sellsToConsumers, legal }) => [country, isOpen, priceDisplay, sellsToConsumers, legal]),
      ),
    )
    .digest('base64url')
    .slice(0, 22)

/** Replaces the list of markets. */
export async function storeMarkets(tx: Db, list: readonly Market[]): Promise<void> {
  await tx.delete(markets)
  await tx.insert(markets).values(list.map((market, position) => ({ ...market, position })))
}

/** Adds the markets of a new shop: of a demo all are open, else only the United States. */
export async function seedMarkets(tx: Db, { isDemo }: { isDemo: boolean }): Promise<void> {
  const [known] = await tx.select({ country: markets.country }).from(markets).limit(1)
  if (known) return
  const rows = seededMarkets(isDemo).map((market, position) => ({ ...market, position }))
  await tx.insert(markets).values(rows).onConflictDoNothing()
}

/**
 * Refuses an address in a country that the shop does not sell to, at its `country`. @param country ISO 3166; without one the United States
 */
export async function requireOpenMarket(db: Db, country: string | undefined): Promise<void> {
  const { markets: list } = await readSettings(db)
  if (!isOpenMarket(list, country)) refuseField('country', closedMarketText(country ?? 'US'))
}
