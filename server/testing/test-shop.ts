import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'pg'
import { inject as injectVitest } from 'vitest'
import { type Api, callLines, createApi } from '#contract/client.ts'
import { type Contract, contract } from '#contract/index.ts'
import type { Role } from '#domain/user.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { type Database, openEmbedded, openPostgres } from '#server/platform/db/client.ts'
import type { DatabaseLog } from '#server/platform/db/watch.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { createThrottle } from '#server/platform/http/throttle.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import * as builders from './builders.ts'
import { copyDatabase, openAdmin, readSnapshot } from './databases.ts'

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
  /** Deletes every row and puts the reference data (categories, promotions) back. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

export type SignedInUser = Api<Contract> & { token: string; user: { id: string; email: string; name: string; businessId: string | null } }

/** Names of databases whose shop was closed: the next test file of this worker takes one, emptied, in a fifth of the time of a new copy. */
const closed: string[] = []

/** Statement that sums up what an emptied database must share with a new copy: its migrations, tables, columns, constraints, triggers, functions, schemas, settings. */
const SHAPE = `select concat_ws(' ', (select md5(string_agg(name || hash, ' ' order by name)) from schema_migrations),
    (select count(*) from pg_class), (select count(*) from pg_attribute where not attisdropped), (select count(*) from pg_constraint),
    (select count(*) from pg_trigger), (select count(*) from pg_proc), (select string_agg(nspname, ',' order by nspname) from pg_namespace),
    (select count(*) from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where datname = current_database())) as shape`
let shapeOfCopies: string | undefined

async function shapeOf(client: Pick<Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE)
  return rows[0]?.shape ?? ''
}

/** Empties a database that a test file has left; false for one in which a test has changed more than rows. */
async function emptied(server: string, name: string): Promise<boolean> {
  const client = await openAdmin(server, name)
  try {
    if ((await shapeOf(client)) !== shapeOfCopies) return false
    await client.query(await emptyingOf(client))
    await client.query('select pg_stat_reset()') // its deadlocks are counted
    return true
  } finally {
    await client.end()
  }
}

async function openCopy(log: DatabaseLog): Promise<Database> {
  const given = injectVitest('database')
  if (given.kind === 'embedded') return openEmbedded({ snapshot: readSnapshot(given.snapshot) }, { log })
  const left = closed.pop()
  const name = left && (await emptied(given.server, left)) ? left : await copyDatabase(given.server, given.template)
  const directUrl = `${given.server}/${name}`
  const database = given.pooler
    ? await openPostgres(`${given.pooler}/${name}`, { log, pooler: 'transaction', directUrl })
    : await openPostgres(directUrl, { log })
  shapeOfCopies ??= await shapeOf(database.pool)
  const close = async () => {
    await database.close()
    if (!given.pooler) closed.push(name) // its sessions there may have settings of tests
  }
  return { ...database, close }
}

/**
 * Writes the statement that deletes every row and starts every sequence anew. A table that holds nothing costs nothing, where TRUNCATE
 * gives every table and index a new file. The lock waits for transactions that still write; a `replica` session runs no foreign key and no trigger.
 */
async function emptyingOf(client: Pick<Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'",
  )
  const tables = rows.map(({ name }) => name)
  return `begin;
    set local session_replication_role = replica;
    lock table ${tables.join(', ')} in exclusive mode;
    ${tables.map((table) => `delete from ${table}`).join('; ')};
    select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where schemaname = 'public';
    commit`
}

const SILENT: DatabaseLog = { warn: () => {} }

/**
 * Opens a shop on a fresh copy of the database. `settings` are environment settings that differ from a test's; `logger`: a log that is looked at.
 */
export async function openTestShop(
  settings: Record<string, string> = {},
  more: Partial<Config> = {},
  logger: Deps['logger'] = false,
): Promise<TestShop> {
  const database = await openCopy(logger || SILENT)
  let offset = 0
  let stoppedAt: number | null = null
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-files-')) // its own: a job deletes files that its database does not know
  const config = { ...readConfig({ RATE_LIMIT: 'off', DEMO: '0', VIES: 'off', DATA_DIR: dataDir, ...settings }), ...more }
  const deps: Deps = {
    config,
    db: database.db,
    files: openFiles(config, logger || SILENT),
    database,
    now: () => new Date((stoppedAt ?? Date.now()) + offset),
    throttle: config.limitsRates ? createThrottle() : null,
    logger,
  }
  const app = await buildApp(deps)
  await app.ready()
  const fill = () => seedReference({ ...deps, config: { ...config, isDemo: true } }) // with the codes that tests try
  await fill()
  const empty = await emptyingOf(database.pool)
  const withToken = (token: string) => createApi<Contract>(callLines(contract), sendInProcess(app, { token }))
  const make = builders.makeBuilders(deps)
  return {
    deps,
    app,
    database,
    visitor: createApi<Contract>(callLines(contract), sendInProcess(app, { token: null })),
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
      await database.pool.query(empty)
      await fill()
    },
    close: async () => {
      await app.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
