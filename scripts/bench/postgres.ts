import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#server/testing/free-port.ts'
import { makePostgres } from '#server/testing/own-postgres.ts'

/** A temporary database on a PostgreSQL server. */
interface BenchDatabase {
  url: string
  version: string
  close: () => Promise<void>
}

/** Creates an empty database on `server` (a URL with a database to connect to), dropped again when closed. */
async function makeDatabase(server: string): Promise<BenchDatabase> {
  const name = `reflute_bench_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const { rows } = await admin.query<{ server_version: string }>('show server_version')
  const url = new URL(server)
  url.pathname = `/${name}`
  const close = async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
  return { url: url.href, version: rows[0]?.server_version ?? 'unknown', close }
}

/** Turns parallel workers off: those that end with their query would take their processor time with them. */
export async function forbidWorkers(client: pg.Client, databaseUrl: string): Promise<void> {
  await client.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set max_parallel_workers_per_gather = 0`)
}

/** Opens a database on the server of BENCH_DATABASE_URL, or on one started here with PostgreSQL's default settings. */
export async function openPostgresForBench(given: string | undefined): Promise<BenchDatabase> {
  if (given) return makeDatabase(given)
  const folder = mkdtempSync(join(tmpdir(), 'reflute-bench-postgres-'))
  chmodSync(folder, 0o755) // started as root, PostgreSQL runs as its own user
  const port = await freePort()
  const server = makePostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
    const database = await makeDatabase(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
    return { ...database, close: () => database.close().then(stop) }
  } catch (error) {
    await stop()
    throw error
  }
}
