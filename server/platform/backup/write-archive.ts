import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Files, listEverything, type StoredFile } from '#server/platform/files/files.ts'
import { type NewEntry, packEntries } from '#server/platform/vendors/tar-file.ts'
import { entryOf, FILE_SUMS, FORMAT, MANIFEST, type Manifest, sha256, tailOf, timeOf } from './manifest.ts'
import { type Client, listTables, prepareSession, readSequences, readTable, type Table, type TableSum } from './table-rows.ts'

// our own file
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')) as { version: string }

/** The shop that an archive is written from. */
interface Source {
  client: Client
  kind: Manifest['kind']
  /** The files that are added; null: none. */
  files: Files | null
  /** An empty folder for the tables, each of which is written before its length is known. */
  folder: string
  now: Date
}

const spooled = (folder: string, table: string) => join(folder, `${table}.gz`)

/** Writes the lines of a table to a compressed file. @returns their sum */
async function spoolTable(client: Client, table: Table, folder: string): Promise<TableSum> {
  const sum: TableSum = { rows: 0, sha256: '' }
  const lines = async function* () {
    Object.assign(sum, yield* readTable(client, table))
  }
  await pipeline(lines, createGzip(), createWriteStream(spooled(folder, table.name), { mode: 0o600 }))
  return sum
}

/** Reads the database as it is at one moment, and leaves its tables in `folder`. */
async function spoolDatabase({ client, folder }: Source): Promise<Pick<Manifest, 'tables' | 'sequences' | 'migrations'>> {
  await prepareSession(client)
  await client.query('begin isolation level repeatable read read only')
  try {
    const found = await listTables(client)
    if (found.length === 0) throw new Error('The database contains no shop.')
    const tables: Manifest['tables'] = []
    for (const table of found) tables.push({ name: table.name, ...(await spoolTable(client, table, folder)) })
    const { rows: migrations } = await client.query<{ name: string; hash: string }>(
      'select name, hash from schema_migrations order by name',
    )
    return { tables, sequences: await readSequences(client), migrations }
  } finally {
    await client.query('rollback')
  }
}

/** Yields a file, whose length the archive has already. @throws Error when it is another one */
async function* readUnchanged(files: Files, { key, bytes }: StoredFile): AsyncGenerator<Buffer> {
  let length = 0
  const content = await files.get(key)
  for await (const chunk of (content ?? []) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= bytes) yield chunk
  }
  if (length !== bytes) throw new Error(`${key} changed during the backup. Run the backup again.`)
}

/** Writes the shop into an archive. @returns its manifest and size */
export async function writeArchive(source: Source, output: Writable): Promise<{ manifest: Manifest; bytes: number }> {
  const { kind, files: store, folder, now } = source
  const database = await spoolDatabase(source)
  const files: StoredFile[] = []
  if (store) for await (const file of listEverything(store)) files.push(file)
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const manifest: Manifest = {
    format: FORMAT,
    version,
    createdAt: now.toISOString(),
    kind,
    ...database,
    files: { count: files.length, bytes: size },
  }
  const manifestText = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  const sums = { manifest: sha256(manifestText), files: '', before: '' }

  async function* entries(): AsyncGenerator<NewEntry> {
    yield { name: MANIFEST, size: manifestText.length, body: manifestText }
    for (const { name } of manifest.tables) {
      const path = spooled(folder, name)
      yield { name: entryOf(name), size: (await stat(path)).size, body: createReadStream(path) as AsyncIterable<Buffer> }
    }
    const lines: string[] = []
    for (const file of files) {
      const hash = createHash('sha256')
      const body = async function* () {
        for await (const chunk of store ? readUnchanged(store, file) : []) {
          hash.update(chunk)
          yield chunk
        }
      }
      yield { name: `files/${file.key}`, size: file.bytes, body: body() }
      lines.push(`${hash.digest('hex')}  files/${file.key}\n`)
    }
    const text = Buffer.from(lines.join(''))
    sums.files = sha256(text)
    yield { name: FILE_SUMS, size: text.length, body: text }
  }

  let bytes = 0
  async function* archive(): AsyncGenerator<Buffer> {
    const before = createHash('sha256')
    for await (const chunk of packEntries(entries(), timeOf(manifest))) {
      before.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    const tail = await tailOf({ ...sums, before: before.digest('hex') }, timeOf(manifest))
    bytes += tail.length
    yield tail
  }
  await pipeline(Readable.from(archive()), output)
  return { manifest, bytes }
}
