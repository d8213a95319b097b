import type { Markets, MarketsBody } from '#contract/platform/markets.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { isOpenMarket } from '#domain/market.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { listMarkets, storeMarkets, versionOf } from './market-list.ts'
import { lockSettings, readSettings } from './setting-groups.ts'

/** Returns all markets with the version of their list. */
export async function readMarkets(db: Db): Promise<Markets> {
  const markets = await listMarkets(db)
  return { markets, version: versionOf(markets) }
}

/**
 * Replaces the list of markets. Refuses `edit_conflict` with the `current` list, a country that is named twice, and a list in which the
 * default market is not open.
 */
export async function saveMarkets(
  { db }: Deps,
  { actor, requestId }: { actor: Actor; requestId: string },
  { markets, version }: MarketsBody,
): Promise<Markets> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const before = await readMarkets(tx)
    if (version !== undefined && version !== before.version) refuseStale(['settings', 'markets'], before)
    const twice = markets.findIndex(({ country }, at) => markets.findIndex((other) => other.country === country) < at)
    if (twice >= 0) refuseField(`markets.${twice}.country`, `${countryNameOf(markets[twice]?.country ?? '')} is in the list twice.`)
    const { country } = (await readSettings(tx)).market
    if (!isOpenMarket(markets, country)) {
      refuseField(
        'markets',
        `${countryNameOf(country)} is the default market, so it must stay open. Choose another default market in Settings first.`,
      )
    }
    if (versionOf(markets) === before.version) return before
    await storeMarkets(tx, markets)
    const changed = changesOf(before.markets, markets)
    await recordAudit(tx, { actor, action: 'markets.change', targetType: 'settings', targetId: 'markets', ...changed, requestId })
    return readMarkets(tx)
  })
}

/** Returns the markets that differ between two lists, by country, before and after. */
function changesOf(before: Markets['markets'], after: Markets['markets']) {
  const textOf = (market: object | undefined) => JSON.stringify(market)
  const find = (list: Markets['markets'], country: string) => list.find((market) => market.country === country)
  const countries = new Set([...before, ...after].map(({ country }) => country))
  const changed = [...countries].filter((country) => textOf(find(before, country)) !== textOf(find(after, country)))
  const valuesOf = (list: Markets['markets']) => Object.fromEntries(changed.map((country) => [country, find(list, country) ?? null]))
  return { before: valuesOf(before), after: valuesOf(after) }
}
