import { mkdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type Database, openEmbedded, openPostgres } from './db/client.ts'
import type { Deps } from './deps.ts'
import { countRequests } from './http/count-requests.ts'
import { makeLogger } from './http/log.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startDelivery } from './mail/start-delivery.ts'
import { fillShop } from './seed/fill-shop.ts'
import { servePages } from './ssr.ts'
import { openMailer } from './vendors/mailer.ts'
import { makeQueue } from './vendors/queue.ts'

const DRAIN_MS = 8000
/** For stories and benches, which count the orders of a demo: it begins without any. */
const NO_ORDERS = '--without-orders'
const say = (line: string) => process.stdout.write(`${line}\n`)

async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl) return openPostgres(config.databaseUrl)
  mkdirSync(config.dataDir, { recursive: true })
  return openEmbedded({ dataDir: config.dataDir })
}

async function fill(deps: Deps, database: Database): Promise<void> {
  const bootstrap = await fillShop(deps, database, { hasOrders: !process.argv.includes(NO_ORDERS) })
  if (bootstrap) {
    say(`\nThis shop has no administrator yet. Set the first one's address and password here (once, within 24 hours):\n  ${bootstrap.link}`)
    say(`Without another address the sign-in is ${bootstrap.email}\n`)
  }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (cause) {
    throw new Error(`The shop cannot listen on HOST=${host} PORT=${port}: choose an address of this machine and a port that is free`, {
      cause,
    })
  }
}

async function start(): Promise<void> {
  const startedAt = performance.now()
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const deps: Deps = {
    config,
    db: database.db,
    now: () => new Date(),
    queue: makeQueue(database.pool, database.kind === 'embedded'),
    logger: makeLogger(config),
  }
  await fill(deps, database)
  const app = await buildApp(deps)
  await servePages(app, deps)
  const requests = countRequests(app.server)
  await listen(app, config)
  const undelivered = (error: unknown) => app.log.error({ err: error }, 'mails are not delivered')
  const delivery = startDelivery(deps, openMailer(config), undelivered, requests)
  const jobs = startJobs(deps, (error) => app.log.error({ err: error }, 'work in the background'))
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const kind =
    database.kind === 'embedded'
      ? `embedded database in ${config.dataDir} (survives a crash of the process, not a power cut; set DATABASE_URL in production)`
      : 'PostgreSQL'
  say(`Reflute is open on http://localhost:${port} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${kind}`)
  if (config.isDemo)
    say(
      'Demo accounts (password reflute-demo): super@reflute.test, staff@reflute.test, seller@reflute.test, seller2@reflute.test, customer@reflute.test',
    )

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), DRAIN_MS + 2000).unref()
    await Promise.all([app.close(), delivery.stop(), jobs.stop()])
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (reason) => app.log.error({ err: reason }, 'unhandled rejection'))
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof Error && error.cause instanceof Error) process.stderr.write(`${error.cause.message}\n`)
  process.exit(1)
})
