import { once } from 'node:events'
import { checkCopy } from './platform/backup/operation-record.ts'
import { type Config, readConfig, VERSION } from './platform/config.ts'
import type { Database } from './platform/db/client.ts'
import { checkServerNotLost, checkWritable } from './platform/db/data-folder.ts'
import { openDatabase } from './platform/db/open-database.ts'
import type { DatabaseLog } from './platform/db/watch.ts'
import { createLogger } from './platform/http/log.ts'
import { startTraces } from './platform/traces.ts'
import { checkOrigin } from './seed/check-origin.ts'

/** Flag of `npm run dev`, which says when the database is free: until then only modules are loaded. */
const DEV = '--dev'
/** Flag of `npm start`, which sets NODE_ENV itself. */
const LOCAL = '--local'
const say = (line: string) => process.stdout.write(`${line}\n`)

function open(config: Config, log: DatabaseLog): Promise<Database> {
  const { isDemo, stripe } = config
  const beforeMigrating = async (pool: Database['pool']) => {
    await checkOrigin(pool, isDemo, process.env.DEMO ? '' : ' Set DEMO=0.')
    await checkCopy(pool, stripe?.secretKey)
    const openStore = async () => (await import('./platform/files/open-files.ts')).openFiles(config) // a whole shop does without
    if (config.databaseUrl) await checkServerNotLost(pool, config.dataDir, openStore)
  }
  return openDatabase(config, say, { log, beforeMigrating })
}

/** Loads the rest of the server. */
const loadRest = () => import('./serve-shop.ts')

async function start(): Promise<void> {
  const startedAt = performance.now()
  const config = readConfig(process.env, { isLocal: process.argv.includes(LOCAL) })
  const isDev = process.argv.includes(DEV)
  const logger = createLogger(config)
  const traces = await startTraces(config.traces, VERSION, (error) => logger.warn({ err: error }, 'traces could not be sent'))
  if (!config.databaseUrl || config.files === 'disk') checkWritable(config.dataDir)
  if (isDev) await Promise.all([loadRest(), once(process, 'message')])
  const opening = open(config, logger)
  if (!config.databaseUrl) await Promise.all([opening, loadRest()]) // the embedded database opens in a thread of its own
  const database = await opening // a PostgreSQL server that cannot be used needs no more than this
  const { serveShop } = await loadRest()
  await serveShop({ config, logger, database, traces, startedAt, isDev })
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof Error && error.cause instanceof Error) process.stderr.write(`${error.cause.message}\n`)
  process.exit(1)
})
