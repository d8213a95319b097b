import readXlsxFile from 'read-excel-file/node'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import type { SpreadsheetCell, SpreadsheetSheet } from './spreadsheet.ts'
import { checkPath, checkXml, MAX_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { storeZip } from './store-zip.ts'

const MAX_ENTRIES = 200
const MAX_BYTES = 60 * 1024 * 1024
const MAX_RATIO = 200
/** Size below which any compression ratio is accepted. */
const RATIO_COUNTS_FROM = 100 * 1024

const tooLarge = () => new Unreadable('it is too large when unpacked.')

async function inflate(zip: ZipFile, entry: Entry, room: number): Promise<Buffer> {
  if (entry.isEncrypted() || !entry.canDecodeFileData()) throw new Unreadable('it is encrypted. Please save it without a password.')
  if (entry.uncompressedSize > room) throw tooLarge()
  if (entry.uncompressedSize > RATIO_COUNTS_FROM && entry.uncompressedSize > entry.compressedSize * MAX_RATIO) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > room) throw tooLarge()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Returns the checked parts of a workbook that contain values. @throws Unreadable */
async function openParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  if (zip.entryCount > MAX_ENTRIES) throw new Unreadable('it has too many parts.')
  const parts = new Map<string, Buffer>()
  let room = MAX_BYTES
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName
    checkPath(path)
    if (!/\.(?:xml|rels)$/i.test(path)) continue
    if (parts.has(path)) throw new Unreadable('it is damaged.')
    const part = await inflate(zip, entry, room)
    room -= part.length
    checkXml(part)
    parts.set(path, part)
  }
  return parts
}

function toCell(value: unknown): SpreadsheetCell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/**
 * Reads a workbook. The parser gets an archive repacked from the checked parts, so that it cannot read other entries or sizes than the
 * check did.
 * @throws Unreadable
 */
export async function readWorkbook(bytes: Buffer): Promise<SpreadsheetSheet[]> {
  const parts = await openParts(bytes)
  if (!parts.has('xl/workbook.xml')) throw new Unreadable('it is not an .xlsx workbook.')
  const sheets = await readXlsxFile(await storeZip(parts))
  return sheets.map(({ sheet, data }) => {
    if (data.length > MAX_ROWS) throw new Unreadable(`it has more than ${MAX_ROWS} rows.`)
    return { name: sheet, rows: data.map((row) => row.slice(0, MAX_COLUMNS).map(toCell)) }
  })
}
