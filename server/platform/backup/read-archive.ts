import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isStoredKey } from '#server/platform/files/files.ts'
import { type Entry, readEntries } from '#server/platform/vendors/tar-file.ts'
import { entryOf, FILE_SUMS, FORMAT, MANIFEST, Manifest, sha256, TAIL_BYTES, tailOf, timeOf } from './manifest.ts'

/** Takes what is read from an archive, in its order; both must read to the end. */
interface ArchiveReader {
  table: (name: string, lines: AsyncIterable<Buffer>) => Promise<void>
  file: (key: string, bytes: AsyncIterable<Buffer>) => Promise<void>
}

const NEWLINE = 0x0a
const FOLDER = 'files/'

/** Reads everything and keeps nothing. */
export async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}
const ONLY_CHECK: ArchiveReader = { table: (_name, lines) => drain(lines), file: (_key, bytes) => drain(bytes) }

const mismatch = (name: string) => new Error(`${name} does not match its checksum.`)
const broken = (why: string, cause?: unknown) => new Error(`The archive is truncated or damaged: ${why}.`, { cause })

/** Bytes that pass by, summed. */
class Sum {
  readonly #hash = createHash('sha256')
  lines = 0
  bytes = 0
  async *pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#hash.update(chunk)
      this.bytes += chunk.length
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.lines += 1
      yield chunk
    }
  }
  digest(): string {
    return this.#hash.digest('hex')
  }
}

function parseManifest(text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw broken(`${MANIFEST} cannot be read`, cause)
  }
  const { format } = (value ?? {}) as { format?: unknown } // checked below
  if (typeof format === 'number' && format > FORMAT)
    throw new Error(
      `The archive has format ${format}, but this version reads formats up to ${FORMAT}. Use the version that wrote it, or a newer one.`,
    )
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) throw broken(`${MANIFEST} is not valid`)
  return parsed.data
}

const isGzipError = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

async function readTable({ name, body }: Entry, table: Manifest['tables'][number] | undefined, reader: ArchiveReader): Promise<void> {
  if (!table || name !== entryOf(table.name)) throw broken(`${name} was not expected`)
  const sum = new Sum()
  const title = name.slice('db/'.length)
  try {
    await pipeline(body, createGunzip(), async (lines: AsyncIterable<Buffer>) => reader.table(table.name, sum.pass(lines)))
  } catch (error) {
    throw isGzipError(error) ? mismatch(title) : error
  }
  if (sum.lines !== table.rows || sum.digest() !== table.sha256) throw mismatch(title)
}

/** Reads all but the end of an archive, of `length` bytes. @returns what its end must say */
async function readBody(
  file: string,
  length: number,
  reader: ArchiveReader,
): Promise<{ manifest: Manifest; sums: Parameters<typeof tailOf>[0] }> {
  const whole = new Sum()
  const source = Readable.from(whole.pass(createReadStream(file, { end: length - 1 }) as AsyncIterable<Buffer>))
  let manifest: Manifest | null = null
  let manifestSum = ''
  let fileSums: string | null = null
  let countTables = 0
  let fileBytes = 0
  const files: string[] = []
  for await (const entry of readEntries(source)) {
    if (!manifest) {
      if (entry.name !== MANIFEST) throw broken(`it does not begin with ${MANIFEST}`)
      const bytes = await buffer(entry.body)
      manifestSum = sha256(bytes)
      manifest = parseManifest(bytes.toString())
    } else if (countTables < manifest.tables.length) {
      await readTable(entry, manifest.tables[countTables], reader)
      countTables += 1
    } else if (entry.name === FILE_SUMS && fileSums === null) {
      const text = (await buffer(entry.body)).toString()
      fileSums = sha256(text)
      const listed = text.split('\n')
      files.forEach((line, at) => {
        if (line !== listed[at]) throw mismatch(line.slice(line.indexOf(FOLDER)))
      })
      if (text !== files.map((line) => `${line}\n`).join('')) throw mismatch(FILE_SUMS)
    } else {
      const key = entry.name.slice(FOLDER.length)
      if (!entry.name.startsWith(FOLDER) || !isStoredKey(key) || fileSums !== null) throw broken(`${entry.name} was not expected`)
      const sum = new Sum()
      await reader.file(key, sum.pass(entry.body))
      fileBytes += sum.bytes
      files.push(`${sum.digest()}  ${entry.name}`)
    }
  }
  if (!manifest || fileSums === null) throw broken('its end is missing')
  if (files.length !== manifest.files.count || fileBytes !== manifest.files.bytes) throw mismatch(FILE_SUMS)
  return { manifest, sums: { manifest: manifestSum, files: fileSums, before: whole.digest() } }
}

/**
 * Reads an archive and compares every checksum, those of what it gives to `reader` included, as far as it was read.
 * @param reader absent: it is only checked
 * @throws Error naming what does not match
 */
export async function readArchive(file: string, reader: ArchiveReader = ONLY_CHECK): Promise<Manifest> {
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`There is no archive ${file}.`, { cause: error }) : error
  })
  const length = size - TAIL_BYTES
  if (length <= 0) throw broken('it is too short')
  const { manifest, sums } = await readBody(file, length, reader).catch((error: Error) => {
    throw /^(Invalid tar header|Unexpected end of data|Invalid header|Header exceeds)/.test(error.message)
      ? broken('its files cannot be separated', error)
      : error
  })
  const handle = await open(file)
  try {
    const { buffer: tail } = await handle.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, length)
    if (!tail.equals(await tailOf(sums, timeOf(manifest)))) throw broken('it does not match its checksum')
  } finally {
    await handle.close()
  }
  return manifest
}
