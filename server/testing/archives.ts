import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connectDirectly } from '#server/platform/backup/connect-shop.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { type OperationKind, recordOperation } from '#server/platform/backup/operation-record.ts'
import { restoreArchive } from '#server/platform/backup/restore-archive.ts'
import type { Client } from '#server/platform/backup/table-rows.ts'
import { writeArchive } from '#server/platform/backup/write-archive.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { openAdmin } from './databases.ts'

/** A place for a shop: a database, and a data folder of its own. */
export interface Place {
  databaseUrl: string | undefined
  dataDir: string
}

/** Makes a folder for the archives and data folders of a test file. @returns it, and what removes it */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-backup-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Role that owns the empty databases: no superuser, as with PostgreSQL that others manage. */
const OWNER = 'reflute_owner'

/**
 * Makes an empty PostgreSQL database of an ordinary role with a data folder in `folder`; `template`: a copy of that one, of the role that
 * made it.
 */
export async function makePlace(folder: string, template?: string): Promise<Place> {
  const given = inject('database')
  if (given.kind !== 'postgres') throw new Error('Not with the embedded database')
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  const url = new URL(given.server)
  url.pathname = `/${name}`
  const admin = await openAdmin(given.server)
  if (template) await admin.query(`create database ${name} template ${template}`)
  else {
    await admin.query(
      `do $$ begin create role ${OWNER} login password '${OWNER}'; exception when duplicate_object or unique_violation then null; end $$`,
    )
    await admin.query(`create database ${name} owner ${OWNER}`)
    Object.assign(url, { username: OWNER, password: OWNER })
  }
  await admin.end()
  return { databaseUrl: url.href, dataDir }
}

/** Runs `work` on a connection to a shop that is not running. */
export async function withClient<Result>(place: Place, work: (client: Client) => Promise<Result>): Promise<Result> {
  const { client, close } = await connectDirectly(place, 'always')
  return work(client).finally(close)
}

/** Backs up a shop through this connection to its database. */
export async function backUpFrom(client: Client, place: Place, folder: string): Promise<{ file: string; manifest: Manifest }> {
  const file = join(folder, `${randomUUID()}.tar`)
  const kind = place.databaseUrl ? 'postgres' : 'embedded'
  const spool = mkdtempSync(join(folder, 'spool-'))
  const source = { client, kind, files: openDiskFiles(place.dataDir), folder: spool, now: new Date() } as const
  const { manifest } = await writeArchive(source, createWriteStream(file))
  return { file, manifest }
}

/** Backs up a shop that is not running. */
export const backUp = (place: Place, folder: string): ReturnType<typeof backUpFrom> =>
  withClient(place, (client) => backUpFrom(client, place, folder))

/** Restores an archive through this connection to the database of a shop. */
export const restoreInto = (
  client: Client,
  file: string,
  { dataDir }: Place,
  options: { mayErase?: boolean; isLive?: boolean } = {},
): ReturnType<typeof restoreArchive> =>
  restoreArchive(file, { client, files: openDiskFiles(dataDir), mayErase: false, isLive: false, ...options, now: () => new Date() })

/** Restores an archive into a shop that is not running. */
export const restore = (
  file: string,
  place: Place,
  options: { mayErase?: boolean; isLive?: boolean } = {},
): ReturnType<typeof restoreArchive> => withClient(place, (client) => restoreInto(client, file, place, options))

/** Returns what two backups of one shop have in common. */
export const contentOf = ({ tables, files, migrations, sequences }: Manifest) => ({
  tables,
  files,
  migrations,
  sequences: sequences.filter(({ name }) => name !== 'operations_id_seq'),
})

/** Records an operation that ended so many hours ago, and a minute. */
export async function addOperation(pool: Client, kind: OperationKind, hours: number, ok = true): Promise<void> {
  const at = new Date(Date.now() - hours * 3_600_000 - 60_000)
  await recordOperation(pool, { kind, startedAt: at, finishedAt: at, ok, bytes: 1, detail: {} })
}
