import type { Pool, PoolClient } from 'pg'
import { EmbeddedDatabaseError } from './failure.ts'
import type { DatabaseLog } from './watch.ts'

/** Maximum duration of the checks; what is left then is checked by no one until it is read. */
const LONGEST_MS = 10_000
/** Assumed until some were checked. */
const BYTES_PER_MS = 50_000
const MB = 1024 * 1024

/** SQLSTATEs of files that are missing or hold something else than what was written. */
const DAMAGE: ReadonlySet<string> = new Set(['XX000', 'XX001', 'XX002', '58P01', '58030'])

/** Tables and indexes, smallest first: most of them are small. An index is compared with its table. */
const CHECKS = `
  select c.oid::regclass::text as name, pg_relation_size(c.oid) + coalesce(pg_relation_size(i.indrelid), 0) as bytes,
    case am.amname
      when 'btree' then format('select bt_index_check(%s::regclass, true)', quote_literal(c.oid::regclass))
      when 'gin' then format('select gin_index_check(%s::regclass)', quote_literal(c.oid::regclass))
      else format('select msg as fault from verify_heapam(%s::regclass) limit 1', quote_literal(c.oid::regclass))
    end as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_am am on am.oid = c.relam left join pg_index i on i.indexrelid = c.oid
  where am.amname in ('heap', 'btree', 'gin') and c.relkind in ('r', 'i') and c.relpersistence = 'p' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  order by bytes, name`

interface Check {
  name: string
  bytes: number
  text: string
}

/** Runs the checks in a transaction, which is rolled back: nothing is left of the extension that has them. */
async function checkAll(client: PoolClient, log: DatabaseLog): Promise<string | null> {
  await client.query('begin; create extension if not exists amcheck')
  const { rows } = await client.query<Check>(CHECKS)
  const startedAt = performance.now()
  let bytes = 0
  for (const [at, check] of rows.entries()) {
    const spent = performance.now() - startedAt
    const rate = bytes > MB ? Math.max(1, bytes / spent) : BYTES_PER_MS
    if (spent + check.bytes / rate > LONGEST_MS) {
      log.warn(
        { tables: rows.length - at, megabytes: Math.round(check.bytes / MB) },
        'The largest tables were not checked because that would take too long',
      )
      return null
    }
    const found = await client.query<{ fault?: string }>(check.text).catch((error: unknown) => {
      const { code, message } = error as { code?: string; message: string } // an Error of pg
      if (DAMAGE.has(code ?? '')) return { rows: [{ fault: message }] }
      throw error
    })
    const fault = found.rows[0]?.fault
    if (fault) return `${check.name} is corrupted (${fault})`
    bytes += check.bytes
  }
  return null
}

/**
 * Reads all tables and indexes of the embedded database once, for ten seconds at most, and compares them.
 * @returns the first fault; null where none was found
 */
export async function checkTables(pool: Pool, log: DatabaseLog): Promise<string | null> {
  const client = await pool.connect()
  let broken: unknown
  try {
    return await checkAll(client, log)
  } catch (error) {
    broken = error
    if (error instanceof EmbeddedDatabaseError && error.failure === 'not_ready') return 'it cannot be read'
    log.warn({ text: error instanceof Error ? error.message : String(error) }, 'The tables could not be checked')
    return null
  } finally {
    if (!broken) await client.query('rollback')
    client.release(broken !== undefined)
  }
}
