import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#server/platform/config.ts'
import { type Database, openEmbedded, openPostgres } from '#server/platform/db/client.ts'
import { embeddedFolder, hasDatabase } from '#server/platform/db/data-folder.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import { emptyTables, keepFirstRows } from './first-rows.ts'
import { startPostgres } from './own-postgres.ts'
import { startPooler } from './pooler.ts'

/**
 * Source of the database that a test file copies: tars of the embedded one, or the address of a PostgreSQL server and of the pooler before
 * it. What is `seeded` has the reference data; the `snapshot` and the `template` are only migrated.
 */
type TestDatabase =
  | { kind: 'embedded'; seeded: string; snapshot: string }
  | { kind: 'postgres'; server: string; template: string; seeded: string; pooler: string | null }

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase
  }
}

/** The bytes of the snapshot in this file, as the embedded database takes them. */
export function readSnapshot(file: string): ArrayBuffer {
  const bytes = readFileSync(file)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

/** Makes a data directory with a migrated embedded database: unpacked, where making an empty one takes six seconds of the processor. */
export function makeDataDir(): string {
  const given = inject('database')
  if (given.kind !== 'embedded') throw new Error('Only with the embedded database')
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-data-'))
  const folder = embeddedFolder(dataDir)
  mkdirSync(folder)
  execFileSync('tar', ['-xf', given.snapshot, '-C', folder], { stdio: 'pipe' })
  if (!hasDatabase(dataDir)) throw new Error(`The snapshot is no database of ${dataDir}`)
  return dataDir
}

/** Adds what every test begins with: the reference data, with the promo codes that tests try. */
async function seedCopy(database: Database, work: () => Promise<void> = async () => {}): Promise<void> {
  await emptyTables(database.pool)
  await seedReference({ db: database.db, config: { ...readConfig({ DEMO: '0' }), isDemo: true }, now: () => new Date() })
  await keepFirstRows(database.pool)
  await work()
  await database.close()
}

/** Makes the embedded database once, migrated; each test file starts from a copy of it. */
export async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-test-'))
  const [snapshot, seeded] = [join(folder, 'snapshot.tar'), join(folder, 'seeded.tar')]
  const database = await openEmbedded({})
  const dump = async (file: string) => writeFileSync(file, Buffer.from((await database.embedded?.dump()) ?? new ArrayBuffer(0)))
  await dump(snapshot)
  await seedCopy(database, () => dump(seeded))
  project.provide('database', { kind: 'embedded', seeded, snapshot })
  return async () => rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts a PostgreSQL server of the tests' own (or takes `TEST_DATABASE_URL`) with a migrated database that each test file copies. With
 * `TEST_POOLER=1` shops are opened through PgBouncer in transaction mode, by a role that has a time zone of its own.
 */
export async function setupPostgres(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const folder = mkdtempSync(join(tmpdir(), 'reflute-test-'))
  const isPooled = process.env.TEST_POOLER === '1'
  const own = given ? null : await startPostgres(folder, isPooled)
  const server = given ?? own?.server ?? ''
  const template = `reflute_template_${process.pid}`
  const admin = await openAdmin(server)
  await admin.query(`create database ${template}`)
  const pooler = isPooled ? await startPooler(server) : null
  if (pooler) await admin.query("alter role current_user set timezone = 'Asia/Kathmandu'")
  await admin.end()
  const database = await openPostgres(`${server}/${template}`)
  await database.close()
  const seeded = await copyDatabase(server, template)
  await seedCopy(await openPostgres(`${server}/${seeded}`))
  project.provide('database', { kind: 'postgres', server, template, seeded, pooler: pooler?.url ?? null })
  return async () => {
    pooler?.stop()
    await own?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A connection to that database of the server; without a name, one that makes and drops databases. */
export async function openAdmin(server: string, name = 'postgres', options?: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: `${server}/${name}`, ...(options && { options }) })
  await client.connect()
  return client
}

/** Copies a database of the server. @returns the name of the copy */
export async function copyDatabase(server: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = await openAdmin(server)
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  return name
}
