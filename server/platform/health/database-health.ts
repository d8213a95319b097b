import type { HealthDetails } from '#contract/platform/health.ts'
import { compareMigrations } from '#server/platform/db/migrate.ts'
import type { Deps } from '#server/platform/deps.ts'

const LONGEST_MS = 1000

/** Returns what `asked` answers within a second; null when it takes longer or fails. */
export async function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_MS)
  })
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer))
}

/** Returns the number of migrations that the database lacks; null when it does not answer. */
export async function countPending({ database: { pool } }: Pick<Deps, 'database'>): Promise<number | null> {
  return (await orNothing(compareMigrations(pool)))?.pending.length ?? null
}

/** Reads version and role of the database, and how many connections this server has. */
export async function databaseHealth({ database: { kind, pool } }: Pick<Deps, 'database'>): Promise<{
  database: Pick<HealthDetails['database'], 'kind' | 'version' | 'role'>
  pool: HealthDetails['pool']
}> {
  const counts = { max: pool.options.max, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
  const found = await orNothing(
    pool.query<{ version: string; isStandby: boolean }>(
      'select current_setting(\'server_version\') as version, pg_is_in_recovery() as "isStandby"',
    ),
  )
  const row = found?.rows[0]
  return {
    database: { kind, version: row?.version ?? null, role: row ? (row.isStandby ? 'standby' : 'primary') : null },
    pool: counts,
  }
}
