import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { GAUGE_SOURCES } from './gauge-sources.ts'
import { startWebhooks } from './integrations/webhooks/start-webhooks.ts'
import { startJobs } from './jobs.ts'
import { MAIL_TEXTS } from './mail-texts.ts'
import { attachDocuments } from './payments/documents/attach-documents.ts'
import { serveControl } from './platform/backup/serve-control.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/client.ts'
import { type DiskWatch, watchDisk } from './platform/db/disk.ts'
import type { Deps } from './platform/deps.ts'
import { openFiles } from './platform/files/open-files.ts'
import { watchServers } from './platform/files/watch-servers.ts'
import { countRequests } from './platform/http/count-requests.ts'
import { prepareDrain } from './platform/http/drain.ts'
import type { createLogger } from './platform/http/log.ts'
import { createSharedThrottle, createThrottle } from './platform/http/throttle.ts'
import { startDelivery } from './platform/mail/start-delivery.ts'
import { openMailer } from './platform/vendors/mailer.ts'
import { createQueue } from './platform/vendors/queue.ts'
import { watchGauges } from './reporting/gauges/watch-gauges.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './seed/bootstrap-admin.ts'
import { fillShop } from './seed/fill-shop.ts'
import { DEMO_MEMBER } from './seed/seed-team.ts'
import { markPages } from './ssr/serve-dev-pages.ts'
import { servePages } from './ssr/serve-pages.ts'

/** Maximum time from the stop signal to the exit, whatever hangs. */
const EXIT_AFTER_MS = 9500
/** Signals within this time count as one. */
const DUPLICATE_SIGNAL_MS = 1000
/** Flag for end-to-end tests and benchmarks, which count orders: the demo starts without any. */
const NO_ORDERS = '--without-orders'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Configuration, log and database of a start, opened before anything else is loaded. */
interface Opened {
  config: Config
  logger: ReturnType<typeof createLogger>
  database: Database
  traces: { stop: () => Promise<void> }
  /** As `performance.now()` has it. */
  startedAt: number
  /** Started by `npm run dev`: the screens are served in front of the shop, by the process that receives its port. */
  isDev: boolean
}

/** Returns how limits are counted: by all servers together, unless the database is this process's own. */
function limitsOf({ limitsRates }: Config, { kind, pool }: Database): Pick<Deps, 'throttle' | 'sharedLimits'> {
  if (!limitsRates) return { throttle: null }
  return kind === 'postgres' ? { throttle: createSharedThrottle(pool), sharedLimits: pool } : { throttle: createThrottle() }
}

async function fill(deps: Deps, database: Database): Promise<void> {
  const bootstrap = await fillShop(deps, database, { hasOrders: !process.argv.includes(NO_ORDERS) })
  if (bootstrap) {
    say(`\nThis shop has no administrator yet. Open this link within 24 hours to create the first one:\n  ${bootstrap.link}`)
    say(`Unless you enter another email address, sign in with ${bootstrap.email}\n`)
  }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (cause) {
    throw new Error(`The shop can't listen on HOST=${host} PORT=${port}. Choose an address of this machine and a free port.`, {
      cause,
    })
  }
}

function announce(app: FastifyInstance, { config, database: { kind }, startedAt, isDev }: Opened): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  process.send?.({ port }) // to `npm run dev`
  const origin = isDev ? config.publicUrl : `http://localhost:${port}`
  const where =
    kind === 'embedded'
      ? `embedded database in ${config.dataDir} (survives a crash of the process, not a power cut; set DATABASE_URL in production)`
      : 'PostgreSQL'
  say(`Reflute is running on ${origin} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${where}`)
  if (config.isDemo)
    say(`Demo accounts (password ${DEMO_PASSWORD}): ${[...DEMO_ACCOUNTS, DEMO_MEMBER].map(({ email }) => email).join(', ')}`)
}

/**
 * Shuts down gracefully on SIGTERM and SIGINT; a later signal exits at once. A signal to the process group arrives twice: from the system,
 * and from npm, which forwards it. In development the end of the process in front is one, too.
 */
function stopOnSignal(stop: () => Promise<unknown>, isDev: boolean): void {
  let stoppedAt: number | null = null
  const onSignal = async () => {
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt > DUPLICATE_SIGNAL_MS) process.exit(1)
      return
    }
    stoppedAt = performance.now()
    await Promise.race([stop(), wait(EXIT_AFTER_MS)])
    process.exit(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  if (isDev) process.once('disconnect', onSignal) // of `npm run dev`, which was killed
}

/** Fills the shop, serves it and does its work in the background, until a signal stops it. */
export async function serveShop(opened: Opened): Promise<void> {
  const { config, logger, database, traces, isDev } = opened
  const disk: DiskWatch | null = database.kind === 'embedded' ? await watchDisk(config.dataDir, config.diskReserveMb, logger) : null
  const deps: Deps = {
    config,
    db: database.db,
    files: openFiles(config, logger),
    database,
    ...(disk && { disk }),
    mailTexts: MAIL_TEXTS,
    now: () => new Date(),
    ...limitsOf(config, database),
    queue: createQueue(database, () => disk?.isFull() ?? false),
    logger,
  }
  await fill(deps, database)
  const app = await buildApp(deps)
  await (isDev ? markPages(app) : servePages(app, deps))
  const requests = countRequests(app.server)
  const drain = prepareDrain(app)
  database.revisions.follow()
  await listen(app, config)
  const stopControl =
    database.kind === 'embedded' ? serveControl(database, { dataDir: config.dataDir, log: logger, now: deps.now }) : () => {}
  const background = (text: string) => (error: unknown) => {
    if (!database.isOutage(error)) app.log.error({ err: error }, text)
  }
  const attach = attachDocuments(deps)
  const delivery = startDelivery(deps, openMailer(config, deps.files), background('email delivery failed'), { waiting: requests, attach })
  const jobs = startJobs(deps, background('background job failed'))
  const webhooks = startWebhooks(deps, background('webhooks could not be sent'))
  const gauges = watchGauges(deps, GAUGE_SOURCES, background('gauges could not be read'))
  const servers = watchServers(deps, app.log, background('the servers could not be compared'))
  announce(app, opened)
  stopOnSignal(async () => {
    disk?.stop()
    stopControl()
    // in development the next server is waiting, and open pages would hold this one
    await Promise.all([isDev || drain(), delivery.stop(), jobs.stop(), webhooks.stop(), gauges.stop(), servers.stop()])
    await Promise.all([database.close(), traces.stop()])
  }, isDev)
  process.on('unhandledRejection', (reason) => app.log.error({ err: reason }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })
}
