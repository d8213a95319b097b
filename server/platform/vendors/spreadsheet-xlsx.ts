import readXlsxFile from 'read-excel-file/node'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import type { MergedCells, SpreadsheetCell, SpreadsheetSheet } from './spreadsheet.ts'
import { attribute, checkPath, checkXml, columnNumber, MAX_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { storeZip } from './store-zip.ts'

const MAX_ENTRIES = 200
const MAX_BYTES = 60 * 1024 * 1024
const MAX_RATIO = 200
/** Size below which any compression ratio is accepted. */
const RATIO_COUNTS_FROM = 100 * 1024
/** Merged cells that are looked at; the header has a handful. */
const MAX_MERGED = 20_000

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

const tagsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*)`, 'g'))].map(([, attributes = '']) => attributes)

function readMerged(xml: string): MergedCells[] {
  return tagsOf(xml, 'mergeCell')
    .slice(0, MAX_MERGED)
    .flatMap((attributes) => {
      const [, left = '', top, right = '', bottom] =
        /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(attribute(attributes, 'ref') ?? '') ?? []
      if (!top || !bottom) return []
      const corners = { top: Number(top) - 1, left: columnNumber(left) - 1, bottom: Number(bottom) - 1, right: columnNumber(right) - 1 }
      return corners.bottom < MAX_ROWS && corners.right < MAX_COLUMNS ? [corners] : []
    })
}

/** Returns the merged cells of each sheet, in the order of the workbook. */
function readAllMerged(parts: ReadonlyMap<string, Buffer>): MergedCells[][] {
  const textOf = (path: string) => parts.get(path)?.toString('utf8') ?? ''
  const targets = new Map(
    tagsOf(textOf('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target') ?? '']),
  )
  return tagsOf(textOf('xl/workbook.xml'), 'sheet').map((tag) => {
    const target = targets.get(/\s\w+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? '') ?? ''
    return readMerged(textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`))
  })
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
  const merged = readAllMerged(parts)
  return sheets.map(({ sheet, data }, at) => {
    if (data.length > MAX_ROWS) throw new Unreadable(`it has more than ${MAX_ROWS} rows.`)
    const own = merged.length === sheets.length ? (merged[at] ?? []) : []
    return { name: sheet, rows: data.map((row) => row.slice(0, MAX_COLUMNS).map(toCell)), ...(own.length > 0 && { merged: own }) }
  })
}
