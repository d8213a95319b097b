import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/platform/deps.ts'

const EVERY_MS = 10_000
const ERROR_EVERY_MS = 60_000
/** A server that was not seen for so many seconds is gone. */
const ALIVE_SECONDS = 30

interface Client {
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>
}

/** Returns the places where running servers store files: one, unless their settings differ. */
export async function listPlaces(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ files: string }>(
    `select distinct files from instances where seen_at > clock_timestamp() - interval '${ALIVE_SECONDS} seconds'`,
  )
  return rows.map(({ files }) => files)
}

/** Says that a server runs and where it stores files, and forgets those that are gone. */
export async function noteServer(
  client: Client,
  { instance, startedAt, place }: { instance: string; startedAt: Date; place: string },
): Promise<void> {
  await client.query(
    `with gone as (delete from instances where seen_at < clock_timestamp() - interval '1 hour')
      insert into instances (instance, started_at, seen_at, files) values ($1, $2, clock_timestamp(), $3)
      on conflict (instance) do update set seen_at = excluded.seen_at`,
    [instance, startedAt, place],
  )
}

/** The running watch of the servers. */
interface ServerWatch {
  /** Stops it; afterwards it no longer uses the database. */
  stop: () => Promise<void>
}

/**
 * Notes every ten seconds that this server runs, and logs an error each minute while another one stores files elsewhere: what is uploaded
 * to one is missing on the other. The embedded database has one server only.
 * @param onError called with failures, after which it goes on
 */
export function watchServers(
  { database, files, now }: Deps,
  log: { error: (text: string) => void },
  onError: (error: unknown) => void,
): ServerWatch {
  const stopping = new AbortController()
  const instance = randomUUID()
  const startedAt = now()
  let saidAt = Number.NEGATIVE_INFINITY
  async function look(): Promise<void> {
    await noteServer(database.pool, { instance, startedAt, place: await files.place() })
    if (performance.now() - saidAt < ERROR_EVERY_MS || (await listPlaces(database.pool)).length === 1) return
    saidAt = performance.now()
    log.error('the servers of this shop store files in different places: set FILES=s3, or let them share DATA_DIR')
  }
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch(onError)
      await wait(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    await database.pool.query('delete from instances where instance = $1', [instance]).catch(() => {}) // else it is gone in half a minute
  }
  const running = database.kind === 'embedded' ? Promise.resolve() : run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
