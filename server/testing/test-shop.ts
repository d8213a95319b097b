import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'pg'
import { inject as injectVitest, vi } from 'vitest'
import { type Api, callLines, createApi } from '#contract/client.ts'
import { type Contract, contract } from '#contract/index.ts'
import type { Role } from '#domain/user.ts'
import { buildApp } from '#server/app.ts'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { type Database, openEmbedded, openPostgres } from '#server/platform/db/client.ts'
import type { DatabaseLog } from '#server/platform/db/watch.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { createThrottle } from '#server/platform/http/throttle.ts'
import * as builders from './builders.ts'
import { copyDatabase, openAdmin, readSnapshot } from './databases.ts'
import { PUT_BACK, REPLICA } from './first-rows.ts'

/** A whole shop for a test file: real database, real server (in process), a clock that the test moves. */
export interface TestShop {
  deps: Deps
  app: FastifyInstance
  database: Database
  /** The client of a visitor. */
  visitor: Api<Contract>
  /** A client that sends this bearer token. */
  withToken: (token: string) => Api<Contract>
  /** Makes a user of that role and signs in. `business_admin` gets an approved business unless one is given. */
  signIn: (role: Role, user?: builders.UserInput) => Promise<SignedInUser>
  make: ReturnType<typeof builders.makeBuilders>
  /** Moves the clock. */
  advance: (milliseconds: number) => void
  /** Stops the clock during `work`, where only `advance` moves it; afterwards it goes on from before. */
  withStillClock: (work: () => Promise<void>) => Promise<void>
  /** Puts the rows back that a shop begins with: the reference data (categories, promotions), and nothing else. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

const LINES = callLines(contract)
const SILENT: DatabaseLog = { warn: () => {} }

export type SignedInUser = Api<Contract> & { token: string; user: { id: string; email: string; name: string; businessId: string | null } }

/** A database of this worker, which puts the first rows back. */
interface OwnDatabase extends Database {
  putBack: () => Promise<void>
  /** False where its sessions may have settings of tests. */
  mayServeAgain: boolean
}

/**
 * Statement that sums up what a used database must share with a new copy: its migrations, tables, columns, constraints, triggers,
 * functions, schemas, settings.
 */
const SHAPE = `select concat_ws(' ', (select md5(string_agg(name || hash, ' ' order by name)) from schema_migrations),
    (select count(*) from pg_class), (select count(*) from pg_attribute where not attisdropped), (select count(*) from pg_constraint),
    (select count(*) from pg_trigger), (select count(*) from pg_proc), (select string_agg(nspname, ',' order by nspname) from pg_namespace),
    (select count(*) from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where datname = current_database())) as shape`
let shapeOfCopies: string | undefined

async function shapeOf(client: Pick<Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE)
  return rows[0]?.shape ?? ''
}

async function openCopy(log: DatabaseLog): Promise<OwnDatabase> {
  const given = injectVitest('database')
  if (given.kind === 'embedded') {
    const database = await openEmbedded({ snapshot: readSnapshot(given.seeded) }, { log })
    return { ...database, putBack: async () => void (await database.pool.query(PUT_BACK)), mayServeAgain: false }
  }
  const name = await copyDatabase(given.server, given.seeded)
  const directUrl = `${given.server}/${name}`
  const database = given.pooler
    ? await openPostgres(`${given.pooler}/${name}`, { log, pooler: 'transaction', directUrl })
    : await openPostgres(directUrl, { log })
  shapeOfCopies ??= await shapeOf(database.pool)
  let putting: Promise<Client> | undefined
  return {
    ...database,
    mayServeAgain: !given.pooler && log === SILENT,
    putBack: async () => {
      putting ??= openAdmin(given.server, name, REPLICA)
      const client = await putting
      if (client.listenerCount('error') === 0)
        client.once('error', () => {
          putting = undefined // a test has cut it
        })
      await client.query(PUT_BACK)
      database.revisions.noteChange()
    },
    close: async () => {
      await (await putting)?.end()
      putting = undefined
      await database.close()
    },
  }
}

/**
 * A closed shop whose settings were those of tests: it serves the next test file of this worker as a new one, and takes a tenth of the
 * time.
 */
interface KeptShop {
  shop: TestShop
  database: OwnDatabase
  /** Sets the clock, empties the folder. */
  renew: () => void
}
const keptShops: KeptShop[] = []
const keptDatabases: OwnDatabase[] = []

/** Statement that counts the sessions beside the one that asks. */
const OTHERS = `select count(*)::int as others from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/**
 * Puts the first rows back into a database that a test file has left; false for one that is closed, busy, in which a test has changed
 * more than rows, or to which it has opened a connection that is still there (such as one that listens for changes).
 */
async function isAsNew({ pool, putBack }: OwnDatabase): Promise<boolean> {
  for (let turn = 0; turn < 100 && pool.idleCount < pool.totalCount; turn += 1) await wait(20)
  if (pool.idleCount < pool.totalCount || (await shapeOf(pool)) !== shapeOfCopies) return false
  await putBack()
  const { rows } = await pool.query<{ others: number }>(OTHERS)
  if (rows[0]?.others !== pool.totalCount) return false // the others of the pool, and the one that puts back
  await pool.query('select pg_stat_reset()') // its deadlocks are counted
  return true
}

async function takeShop(): Promise<TestShop | null> {
  const kept = keptShops.pop()
  if (!kept) return null
  const { shop, database, renew } = kept
  if (await isAsNew(database).catch(() => false)) {
    renew()
    return shop
  }
  await shop.app.close()
  await database.close()
  return takeShop()
}

async function takeDatabase(log: DatabaseLog): Promise<OwnDatabase> {
  const database = log === SILENT ? keptDatabases.pop() : undefined
  if (!database) return openCopy(log)
  if (await isAsNew(database).catch(() => false)) return database
  await database.close()
  return takeDatabase(log)
}

/**
 * Opens a shop on a database that has the first rows only. `settings` are environment settings that differ from a test's; `logger`: a log
 * that is looked at.
 */
export async function openTestShop(
  settings: Record<string, string> = {},
  more: Partial<Config> = {},
  logger: Deps['logger'] = false,
): Promise<TestShop> {
  const isPlain = Object.keys({ ...settings, ...more }).length === 0 && !logger
  const kept = isPlain ? await takeShop() : null
  return kept ?? openNewShop(settings, more, logger, isPlain)
}

async function openNewShop(
  settings: Record<string, string>,
  more: Partial<Config>,
  logger: Deps['logger'],
  isPlain: boolean,
): Promise<TestShop> {
  const database = await takeDatabase(logger || SILENT)
  let offset = 0
  let stoppedAt: number | null = null
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-files-')) // its own: a job deletes files that its database does not know
  const config = { ...readConfig({ RATE_LIMIT: 'off', DEMO: '0', VIES: 'off', DATA_DIR: dataDir, ...settings }), ...more }
  const deps: Deps = {
    config,
    db: database.db,
    files: openFiles(config, logger || SILENT),
    database,
    mailTexts: MAIL_TEXTS,
    now: () => new Date((stoppedAt ?? Date.now()) + offset),
    throttle: config.limitsRates ? createThrottle() : null,
    logger,
  }
  const app = await buildApp(deps)
  await app.ready()
  const withToken = (token: string) => createApi<Contract>(LINES, sendInProcess(app, { token }))
  const make = builders.makeBuilders(deps)
  const shop: TestShop = {
    deps,
    app,
    database,
    visitor: createApi<Contract>(LINES, sendInProcess(app, { token: null })),
    withToken,
    make,
    signIn: async (role, input = {}) => {
      const { user, token } = await make.session(role, input)
      return { ...withToken(token), token, user }
    },
    advance: (milliseconds) => {
      offset += milliseconds
    },
    withStillClock: async (work) => {
      const before = offset
      stoppedAt = Date.now()
      try {
        await work()
      } finally {
        stoppedAt = null
        offset = before
      }
    },
    reset: async () => {
      await database.putBack()
    },
    close: async () => {
      vi.restoreAllMocks()
      if (isPlain && database.mayServeAgain && !database.pool.ending && !deps.queue) {
        keptShops.push({ shop, database, renew })
        return
      }
      await app.close()
      if (database.mayServeAgain && !database.pool.ending) keptDatabases.push(database)
      else await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  const renew = () => {
    offset = 0
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir)
  }
  return shop
}
