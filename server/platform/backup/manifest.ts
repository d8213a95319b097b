import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { packLast } from '#server/platform/vendors/tar-file.ts'

/**
 * Format of the archives that this version writes; it reads this one and those before it. Format 1 left out what triggers had written into
 * tables of its own.
 */
export const FORMAT = 2

/** Names of the files of an archive beside those of the tables and of the shop. */
export const MANIFEST = 'manifest.json'
export const FILE_SUMS = 'files.sha256'
const LAST = 'manifest.sha256'

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Count = z.int().check(z.nonnegative())
/** A name of PostgreSQL that can also be one of a file. */
const Identifier = z.string().check(z.regex(/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u))

/** Content of an archive, its first file. */
export const Manifest = z.object({
  format: z.literal([1, FORMAT]),
  /** Version of the shop that wrote it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Database that it was written from. */
  kind: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** `sha256` is over the lines of the table, before they are compressed. */
  tables: z.array(z.object({ name: Identifier, rows: Count, sha256: Sha256 })),
  /** Last value of each sequence, as text for its 64 bits; null where none was taken. */
  sequences: z.array(z.object({ name: Identifier, lastValue: z.nullable(z.string().check(z.regex(/^-?\d{1,19}$/))) })),
  files: z.object({ count: Count, bytes: Count }),
})
export type Manifest = z.output<typeof Manifest>

/** Returns the name of a table's file in the archive. */
export const entryOf = (table: string): string => `db/${table}.ndjson.gz`

/** Returns the SHA-256 of bytes as hexadecimal digits. */
export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the time that the files of an archive bear: tar has whole seconds. */
export const timeOf = ({ createdAt }: Pick<Manifest, 'createdAt'>): Date => new Date(Math.floor(Date.parse(createdAt) / 1000) * 1000)

/** Bytes of the last file with the end of the archive, which are always as many. */
export const TAIL_BYTES = 2048

/**
 * Returns the end of an archive: a file with the SHA-256 of the manifest, of the list of files, and of every byte of the archive before it.
 * So no byte can change unnoticed, not even one that fills up a block.
 */
export function tailOf(sums: { manifest: string; files: string; before: string }, mtime: Date): Promise<Buffer> {
  return packLast(LAST, `${sums.manifest}  ${MANIFEST}\n${sums.files}  ${FILE_SUMS}\n# before this file: ${sums.before}\n`, mtime)
}
