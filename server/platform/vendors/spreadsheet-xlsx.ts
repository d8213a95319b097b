import readXlsxFile from 'read-excel-file/node'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import type { MergedCells, SpreadsheetCell, SpreadsheetSheet } from './spreadsheet.ts'
import { attribute, checkPath, checkXml, columnNumber, MAX_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { storeZip } from './store-zip.ts'
import { withoutMark } from './table-file.ts'

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

function toCell(value: unknown, pattern?: NumberPattern): SpreadsheetCell {
  if (typeof value === 'number' && pattern) return patterned(value, pattern)
  if (typeof value === 'string') return withoutMark(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
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

/** Digits and signs that a number format shows, from left to right. */
type NumberPattern = readonly { isDigit: boolean; text: string }[]

/**
 * Reads a number format that shows zeros before a number: `00000`, `"AB-"000`, `00-000`. Null: any other, after which the number itself
 * is what counts.
 */
function readPattern(code: string): NumberPattern | null {
  const [first = ''] = code.split(';')
  const pattern: { isDigit: boolean; text: string }[] = []
  for (const [, quoted, escaped, plain = ''] of first.matchAll(/"([^"]*)"|\\(.)|([\s\S])/g)) {
    const text = quoted ?? escaped
    if (text !== undefined) pattern.push({ isDigit: false, text })
    else if (plain === '0') pattern.push({ isDigit: true, text: '' })
    else if (/[- /]/.test(plain)) pattern.push({ isDigit: false, text: plain })
    else return null
  }
  const digits = pattern.filter(({ isDigit }) => isDigit).length
  const isMoney = pattern.some(({ text }) => /[€$£]|EUR|USD/.test(text))
  return digits > 1 && pattern.at(-1)?.isDigit && !isMoney ? pattern : null
}

/** Writes a whole number as its format shows it: 123 as `00000` is `00123`. */
function patterned(value: number, pattern: NumberPattern): SpreadsheetCell {
  if (!Number.isSafeInteger(value) || value < 0) return value
  const places = pattern.filter(({ isDigit }) => isDigit).length
  const digits = String(value).padStart(places, '0')
  let at = digits.length - places
  let text = ''
  for (const [index, part] of pattern.entries()) {
    if (!part.isDigit) text += part.text
    else {
      const isFirst = !pattern.slice(0, index).some(({ isDigit }) => isDigit)
      text += isFirst ? digits.slice(0, at + 1) : (digits[at] ?? '')
      at += 1
    }
  }
  return text
}

/** Returns the number formats with zeros by the index of their cell style. */
function readPatterns(styles: string): Map<string, NumberPattern> {
  const codes = new Map(
    tagsOf(styles, 'numFmt').map((tag) => [attribute(tag, 'numFmtId') ?? '', decodeXml(attribute(tag, 'formatCode') ?? '')]),
  )
  const cells = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  const found = new Map<string, NumberPattern>()
  for (const [at, tag] of tagsOf(cells, 'xf').entries()) {
    const pattern = readPattern(codes.get(attribute(tag, 'numFmtId') ?? '') ?? '')
    if (pattern) found.set(String(at), pattern)
  }
  return found
}

const decodeXml = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Returns the formats with zeros of a sheet's cells, by `row column`, 0-based. */
function readFormats(xml: string, patterns: ReadonlyMap<string, NumberPattern>): Map<string, NumberPattern> {
  const found = new Map<string, NumberPattern>()
  if (patterns.size === 0) return found
  for (const tag of tagsOf(xml, 'c')) {
    const pattern = patterns.get(attribute(tag, 's') ?? '')
    const [, column = '', row] = pattern ? (/^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(tag, 'r') ?? '') ?? []) : []
    if (pattern && row) found.set(`${Number(row) - 1} ${columnNumber(column) - 1}`, pattern)
  }
  return found
}

/** Returns the XML of each sheet, in the order of the workbook. */
function listSheets(parts: ReadonlyMap<string, Buffer>): string[] {
  const textOf = (path: string) => parts.get(path)?.toString('utf8') ?? ''
  const targets = new Map(
    tagsOf(textOf('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target') ?? '']),
  )
  return tagsOf(textOf('xl/workbook.xml'), 'sheet').map((tag) => {
    const target = targets.get(/\s\w+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? '') ?? ''
    return textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
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
  const xml = listSheets(parts)
  const patterns = readPatterns(parts.get('xl/styles.xml')?.toString('utf8') ?? '')
  return sheets.map(({ sheet, data }, at) => {
    if (data.length > MAX_ROWS) throw new Unreadable(`it has more than ${MAX_ROWS} rows.`)
    const source = xml.length === sheets.length ? (xml[at] ?? '') : ''
    const own = readMerged(source)
    const formats = readFormats(source, patterns)
    const rows = data.map((row, y) => row.slice(0, MAX_COLUMNS).map((value, x) => toCell(value, formats.get(`${y} ${x}`))))
    return { name: sheet, rows, ...(own.length > 0 && { merged: own }) }
  })
}
