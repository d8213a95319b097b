/** Limits of a sheet; a catalog has a fraction of them. */
export const MAX_ROWS = 200_000
export const MAX_COLUMNS = 60
/** A .csv file has a column for every specification. */
export const MAX_CSV_COLUMNS = 300
/** Maximum size of a .csv file: 10,000 products with every possible column, and some reserve. */
export const MAX_CSV_CELLS = 4_000_000
const MAX_CELLS = 1_000_000
/** Maximum rows that a sheet may skip: parsers fill the space up to a distant cell. */
const SKIPPED_ROWS = 20_000
/** A cell holds at most 32,767 characters, each up to six when escaped; parsers are slow beyond. */
const MAX_RUN = 200_000

/** Reason why a file cannot be read, as the end of the sentence "This file can't be read: …". */
export class Unreadable extends Error {}

const ATTRIBUTES = String.raw`((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*/?>`
const NAME = String.raw`<(?:[\w.-]+:)?`
/** A row, a cell or the dimension of a sheet, with the rest of its tag. */
const OPENING = new RegExp(`${NAME}(row|c|dimension)(?=[\\s/>])`, 'g')
const WHOLE = new RegExp(ATTRIBUTES, 'y')

const damaged = () => new Unreadable('it is damaged.')
const tooManyRows = () => new Unreadable(`it has more than ${MAX_ROWS} rows.`)
const tooManyColumns = () => new Unreadable(`it has more than ${MAX_COLUMNS} columns.`)

/** Returns the 1-based number of a column such as AB. */
export function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

/** @param rows number of rows in the sheet so far */
function checkAddress(address: string, rows: number): void {
  const match = /^\$?([A-Z]{1,3})?\$?(\d{1,7})?$/.exec(address)
  if (!match) throw damaged()
  if (columnNumber(match[1] ?? 'A') > MAX_COLUMNS) throw tooManyColumns()
  if (Number(match[2] ?? 1) > Math.min(MAX_ROWS, 2 * rows + SKIPPED_ROWS)) throw tooManyRows()
}

/** Returns the value of an attribute in a tag, or null. */
export function attribute(attributes: string, name: string): string | null {
  const match = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match ? (match[1] ?? match[2] ?? '') : null
}

/**
 * Limits the cells of a sheet before it is parsed: one distant cell makes parsers fill the space up to it.
 * @throws Unreadable
 */
function checkCells(xml: string): void {
  let rows = 0
  let cells = 0
  const dimensions: string[] = []
  for (const { 0: tag, 1: kind, index } of xml.matchAll(OPENING)) {
    WHOLE.lastIndex = index + tag.length
    const attributes = WHOLE.exec(xml)?.[1]
    if (attributes === undefined) throw damaged()
    if (kind === 'row') rows += 1
    if (kind === 'c') cells += 1
    if (rows > MAX_ROWS) throw tooManyRows()
    if (cells > MAX_CELLS) throw new Unreadable(`it has more than ${MAX_CELLS} cells.`)
    const address = attribute(attributes, kind === 'dimension' ? 'ref' : 'r')
    if (address !== null && kind === 'dimension') dimensions.push(...address.split(':'))
    else if (address !== null) checkAddress(address, rows)
  }
  for (const corner of dimensions) checkAddress(corner, rows)
}

/** Limits the text between two tags. @throws Unreadable */
function checkRuns(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(0x3c, at + 1) // '<'
    const end = next < 0 ? bytes.length : next
    if (end - at > MAX_RUN) throw new Unreadable('one of its cells holds too long a text.')
    at = end
  }
}

/** Rejects XML with anything but values: entities, other encodings, distant cells. @throws Unreadable */
export function checkXml(bytes: Buffer): void {
  if (bytes.includes(0)) throw damaged()
  checkRuns(bytes)
  const xml = bytes.toString('utf8')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Unreadable('it holds a document type, which no spreadsheet needs.')
  checkCells(xml)
}

/** Rejects macros, macro sheets and links to other workbooks. @throws Unreadable */
export function checkPath(path: string): void {
  if (/vbaProject|macrosheets|\.bas$|dialogsheets/i.test(path))
    throw new Unreadable('it holds macros. Please save it as .xlsx without them.')
  if (/externalLinks\//i.test(path)) throw new Unreadable('it links to other workbooks. Replace the links with their values.')
  if (path.startsWith('/') || path.includes('\\') || path.split('/').includes('..') || path.includes('__proto__')) throw damaged()
}
