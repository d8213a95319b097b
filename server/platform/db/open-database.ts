import { type Config, type DatabaseAddress, directUrlOf } from '#server/platform/config.ts'
import { type Database, type Opening, openEmbedded, openPostgres } from './client.ts'
import { findPooler, NEEDS_NAMES } from './find-pooler.ts'
import { useReplicas } from './replica.ts'
import { waitForPostgres } from './wait-for-postgres.ts'
import { consoleLog, type DatabaseLog } from './watch.ts'

/** The settings that a database is opened by. */
type DatabaseSettings = Pick<
  Config,
  | 'databaseUrl'
  | 'databaseDirectUrl'
  | 'databasePooler'
  | 'databasePool'
  | 'databaseWaitSeconds'
  | 'dataDir'
  | 'migrates'
  | 'databaseReadUrl'
  | 'readMaxLagMs'
>

/** Checks what the addresses lead through. @throws Error naming the setting that is wrong */
export async function checkPoolers({ databaseUrl, databaseDirectUrl, databasePooler }: DatabaseAddress): Promise<void> {
  const found = databaseUrl ? await findPooler(databaseUrl) : 'none'
  if (databasePooler === 'none' && found !== 'none')
    throw new Error('DATABASE_URL leads through a transaction pooler: set DATABASE_POOLER=transaction')
  if (found === 'forgetful') throw new Error(`DATABASE_URL leads through a pooler that loses prepared statements. ${NEEDS_NAMES}`)
  if (databaseDirectUrl && (await findPooler(databaseDirectUrl)) !== 'none')
    throw new Error('DATABASE_DIRECT_URL goes through a transaction pooler. Point it directly at PostgreSQL.')
}

/** Returns a database whose reads that may lag go to the replicas at this address. They may be away, now or later. */
export function withReplicas(database: Database, url: string, options: { maxLagMs: number; poolSize: number; log: DatabaseLog }): Database {
  const replica = useReplicas(database.pool, url, { ...options, revisions: database.revisions })
  const close = async () => {
    await replica.close()
    await database.close()
  }
  return { ...database, replica, close }
}

/**
 * Opens the database of the settings and brings it to this version, unless MIGRATE=off.
 * @param say is given a line every five seconds of waiting for a PostgreSQL server
 * @throws Error naming the setting that is wrong, or what the database needs
 */
export async function openDatabase(
  settings: DatabaseSettings,
  say: (line: string) => void,
  opening: Pick<Opening, 'log' | 'beforeMigrating'> = {},
): Promise<Database> {
  const {
    databaseUrl,
    databaseDirectUrl,
    databasePooler: pooler,
    databasePool: poolSize,
    databaseWaitSeconds,
    dataDir,
    migrates,
  } = settings
  if (!databaseUrl) return openEmbedded({ dataDir }, { ...opening, migrates })
  await waitForPostgres(databaseUrl, databaseWaitSeconds, say)
  if (databaseDirectUrl) await waitForPostgres(databaseDirectUrl, databaseWaitSeconds, say, 'DATABASE_DIRECT_URL')
  await checkPoolers(settings)
  const database = await openPostgres(databaseUrl, { ...opening, migrates, pooler, poolSize, directUrl: directUrlOf(settings) })
  const { databaseReadUrl, readMaxLagMs: maxLagMs } = settings
  return databaseReadUrl ? withReplicas(database, databaseReadUrl, { maxLagMs, poolSize, log: opening.log ?? consoleLog }) : database
}
