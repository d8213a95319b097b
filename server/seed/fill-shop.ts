import { sql } from 'drizzle-orm'
import { type Database, EMBEDDED_JOB_MS } from '#server/platform/db/client.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { withPatience } from '#server/platform/db/watched-client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { bootstrapAdmin, createDemoAccounts } from './bootstrap-admin.ts'
import { noteOrigin } from './check-origin.ts'
import { fillCatalog, isWithoutProducts } from './fill-catalog.ts'
import { seedArticles } from './seed-articles.ts'
import { seedDemo } from './seed-demo.ts'
import { seedOrders } from './seed-orders.ts'
import { seedReference } from './seed-reference.ts'
import { seedTeam } from './seed-team.ts'

type Bootstrap = Awaited<ReturnType<typeof bootstrapAdmin>>

/** Options of a demo. */
interface Filling {
  /** True if a demo without orders gets some; false for benchmarks and tests that count orders. */
  hasOrders: boolean
}

async function fill(deps: Deps, pool: Database['pool'], { hasOrders }: Filling): Promise<Bootstrap> {
  await noteOrigin(pool, deps.config.isDemo)
  await seedReference(deps)
  const bootstrap = await bootstrapAdmin(deps)
  if (deps.config.isDemo) {
    const sellers = await seedDemo(deps)
    await createDemoAccounts(deps, sellers)
    await seedArticles(deps)
    if (hasOrders) await seedOrders(deps)
    await seedTeam(deps, sellers)
  } else if (deps.config.catalogFile && (await isWithoutProducts(deps.db))) await fillCatalog(deps, deps.config.catalogFile)
  return bootstrap
}

/**
 * Fills a new shop with reference data and the catalog file of its settings; with DEMO=1, with the catalog, articles, accounts and orders
 * of the demo. Servers that start at once on one PostgreSQL take turns.
 * @returns the link for the first administrator, if one is needed
 */
export async function fillShop(
  deps: Deps,
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  filling: Filling = { hasOrders: true },
): Promise<Bootstrap> {
  if (kind === 'embedded') return withPatience(EMBEDDED_JOB_MS, () => fill(deps, pool, filling))
  return withPatience(null, () =>
    deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = 0; set local statement_timeout = 0`) // another server may fill it for long
      await takeLock(tx, 'fill')
      return fill(deps, pool, filling)
    }),
  )
}
