/** The most that a sheet may have; a catalog has a fraction of it. */
export const MAX_ROWS = 200_000
export const MAX_COLUMNS = 60
/** A .csv file has a column for every specification. */
export const MAX_CSV_COLUMNS = 300
/** Of a .csv file: 10,000 products with every column that there may be, and some more. */
export const MAX_CSV_CELLS = 4_000_000
const MAX_CELLS = 1_000_000
/** Rows that a sheet may skip: parsers fill the space up to a far cell. */
const SKIPPED_ROWS = 20_000
/** The longest text of a cell is 32,767 characters, each up to five more when escaped; parsers are slow beyond. */
const LONGEST_RUN = 200_000

/** Why a file cannot be read, as the end of the sentence "This file cannot be read: …". */
export class Unreadable extends Error {}

const ATTRIBUTES = String.raw`((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*/?>`
const NAME = String.raw`<(?:[\w.-]+:)?`
/** A row, a cell or the dimension of a sheet, with whatever follows its name. */
const OPENING = new RegExp(`${NAME}(row|c|dimension)(?=[\\s/>])`, 'g')
const WHOLE = new RegExp(ATTRIBUTES, 'y')

const damaged = () => new Unreadable('it is damaged.')
const tooManyRows = () => new Unreadable(`it has more than ${MAX_ROWS} rows.`)
const tooManyColumns = () => new Unreadable(`it has more than ${MAX_COLUMNS} columns.`)

function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

/** @param rows that stand in the sheet up to there */
function checkAddress(address: string, rows: number): void {
  const match = /^\$?([A-Z]{1,3})?\$?(\d{1,7})?$/.exec(address)
  if (!match) throw damaged()
  if (columnNumber(match[1] ?? 'A') > MAX_COLUMNS) throw tooManyColumns()
  if (Number(match[2] ?? 1) > Math.min(MAX_ROWS, 2 * rows + SKIPPED_ROWS)) throw tooManyRows()
}

function attribute(attributes: string, name: string): string | null {
  const match = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match ? (match[1] ?? match[2] ?? '') : null
}

/**
 * Bounds the cells that a sheet really names before a parser sees it: one cell far out makes parsers fill the space up to it.
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

/** Bounds what may stand between one tag and the next. @throws Unreadable */
function checkRuns(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(0x3c, at + 1) // '<'
    const end = next < 0 ? bytes.length : next
    if (end - at > LONGEST_RUN) throw new Unreadable('one of its cells holds too long a text.')
    at = end
  }
}

/** Refuses XML that could do more than hold values: entities, other encodings, far cells. @throws Unreadable */
export function checkXml(bytes: Buffer): void {
  if (bytes.includes(0)) throw damaged()
  checkRuns(bytes)
  const xml = bytes.toString('utf8')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Unreadable('it holds a document type, which no spreadsheet needs.')
  checkCells(xml)
}

/** Refuses what runs or reaches out: macros, sheets of macros, links to other workbooks. @throws Unreadable */
export function checkPath(path: string): void {
  if (/vbaProject|macrosheets|\.bas$|dialogsheets/i.test(path))
    throw new Unreadable('it holds macros. Please save it as .xlsx without them.')
  if (/externalLinks\//i.test(path)) throw new Unreadable('it links to other workbooks. Please replace the links by their values.')
  if (path.startsWith('/') || path.includes('\\') || path.split('/').includes('..') || path.includes('__proto__')) throw damaged()
}
