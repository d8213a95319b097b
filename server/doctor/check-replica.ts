import { setTimeout as wait } from 'node:timers/promises'
import { findPooler } from '#server/platform/db/find-pooler.ts'
import { readPosition } from '#server/platform/db/revisions.ts'
import { withClient } from '#server/platform/db/watched-client.ts'
import { type Finding, fail, ok, reasonOf, type Setup, warn } from './finding.ts'

const NAME = 'Replica'
const CONNECT_MS = 5000
const LOOK_EVERY_MS = 50
const PRIMARY = 'select pg_current_wal_flush_lsn()::text as position'
const REPLICA = `select pg_is_in_recovery() as "isReplica", case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
  to_regclass('public.revisions') is not null as "isShop"`

/** Returns the first row of a query, read on a connection of its own. */
const ask = <Row extends object>(connectionString: string, text: string): Promise<Row | undefined> =>
  withClient(
    { connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS },
    async (client) => (await client.query<Row>(text)).rows[0],
  )

/**
 * Checks that DATABASE_READ_URL leads to a replica of the shop that gets what the primary commits in time. Without the setting there is
 * nothing to check.
 */
export async function checkReplica({
  config: { databaseUrl, databaseDirectUrl, databaseReadUrl: url, readMaxLagMs },
}: Setup): Promise<Finding[]> {
  if (!url || !databaseUrl) return []
  const primaryUrl = databaseDirectUrl ?? databaseUrl
  try {
    const position = readPosition((await ask<{ position: string }>(primaryUrl, PRIMARY))?.position ?? '')
    const startedAt = performance.now()
    for (;;) {
      const found = await ask<{ isReplica: boolean; position: string | null; isShop: boolean }>(url, REPLICA)
      const ms = Math.round(performance.now() - startedAt)
      if (!found?.isReplica)
        return [
          warn(
            NAME,
            "DATABASE_READ_URL points to a server that isn't a replica, so it isn't used.",
            'Point it at a replica, or remove it.',
          ),
        ]
      if (!found.isShop)
        return [fail(NAME, 'The replica belongs to another database.', 'Point DATABASE_READ_URL at a replica of DATABASE_URL.')]
      if ((await findPooler(url)) !== 'none')
        return [
          fail(
            NAME,
            "DATABASE_READ_URL goes through a transaction pooler, so the shop can't see how far behind a replica is.",
            'Point it directly at the replica.',
          ),
        ]
      if (found.position && readPosition(found.position) >= position) return [ok(NAME, `has what the primary had ${ms} ms before`)]
      if (ms > readMaxLagMs) {
        const what = `The replica is more than ${readMaxLagMs} ms behind, so the primary is used.`
        return [warn(NAME, what, 'See docs/runbooks/failover.md, "A replica is late".')]
      }
      await wait(LOOK_EVERY_MS)
    }
  } catch (error) {
    const what = `The replica doesn't respond (${reasonOf(error)}), so the primary is used.`
    return [warn(NAME, what, 'Start the replica, or correct DATABASE_READ_URL.')]
  }
}
