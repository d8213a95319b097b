import type { ImportCause } from '#domain/import-problems.ts'
import { NO_LADDER, readLadderText } from '#domain/ladder-text.ts'
import { toDecimal } from '#domain/money.ts'
import { type ProductFacts, readFacts, SAFETY_LENGTHS, type SafetyContact, type TypedFacts } from '#domain/product-facts.ts'
import {
  CELL_OF,
  FACT_CELLS,
  type FactCell,
  inUnit,
  PLAIN_KEYS,
  type PlainCell,
  type PlainKey,
  plainField,
} from '#domain/product-fields.ts'
import type { Filled } from './cells.ts'

/** A cell for no sale; an empty one leaves what is stored. */
const NONE = 'none'

/** Writes a contact: the name in the first line, the email in the last one. */
const contactCell = (contact: SafetyContact | null | undefined) => contact && [contact.name, contact.address, contact.email].join('\n')

type Cell = string | number | null

/** Returns a fact of one column as a cell; null where there is none. */
function plainCell(key: PlainKey, facts: Readonly<Record<string, unknown>>): Cell {
  const field = plainField(key)
  const value = facts[field.column ?? key]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return inUnit(field, value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns a product's facts as cells of the workbook; null where there is none. */
export function factCells(facts: ProductFacts): Record<FactCell, Cell> {
  const { packageLengthMm, packageWidthMm, packageHeightMm, ladder, safety } = facts
  // one for each
  const plain = Object.fromEntries(PLAIN_KEYS.map((key) => [CELL_OF[key], plainCell(key, facts)])) as Record<PlainCell, Cell>
  return {
    ...plain,
    packageMm: packageLengthMm === null ? null : [packageLengthMm, packageWidthMm, packageHeightMm].join('x'),
    contentAmount: facts.contentAmount,
    contentUnit: facts.contentUnit,
    ladder: ladder && (ladder.map(({ minQuantity, discountPercent }) => `${minQuantity}:${discountPercent}`).join(';') || NO_LADDER),
    safetyManufacturer: contactCell(safety?.manufacturer) ?? null,
    safetyResponsible: contactCell(safety?.responsible) ?? null,
    safetyWarnings: safety?.warnings || null,
    saleUSD: facts.saleUsdCents === null ? null : toDecimal(facts.saleUsdCents),
    saleEUR: facts.saleEurCents === null ? null : toDecimal(facts.saleEurCents),
    saleFrom: facts.saleFrom,
    saleTo: facts.saleTo,
  }
}

type Cells = ReadonlyMap<string, Filled>

const textOf = (cell: Filled) =>
  typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : String(cell).replace(/\r\n?/g, '\n').trim()

function contactOf(text: string | undefined): SafetyContact | undefined {
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { name: lines[0] ?? '', address: lines.slice(1, -1).join('\n'), email: lines.length > 1 ? (lines.at(-1) ?? '') : '' }
}

/** Returns the facts in the cells of a row, as a form would send them. */
function typedFacts(cells: Cells): TypedFacts {
  const get = (column: FactCell) => {
    const cell = cells.get(column)
    return cell === undefined ? undefined : textOf(cell)
  }
  const removable = (column: FactCell) => {
    const text = get(column)
    return text?.toLowerCase() === NONE ? '' : text
  }
  const number = (column: FactCell) => get(column)?.replace(/^(\d+),(\d+)$/, '$1.$2')
  const plain = (key: PlainKey) => {
    const [field, cell] = [plainField(key), CELL_OF[key]]
    if (field.kind === 'choice') return get(cell)?.toLowerCase()
    return field.kind === 'number' && field.decimals ? number(cell) : get(cell)
  }
  const [length, width, height, ...more] =
    get('packageMm')
      ?.toLowerCase()
      .split(/[x×*]/)
      .map((part) => part.trim()) ?? []
  const [amount, unit, ladder] = [number('contentAmount'), get('contentUnit'), get('ladder')]
  const safety = {
    manufacturer: contactOf(get('safetyManufacturer')),
    responsible: contactOf(get('safetyResponsible')),
    warnings: get('safetyWarnings'),
  }
  return {
    ...Object.fromEntries(PLAIN_KEYS.map((key) => [key, plain(key)])),
    ...(length !== undefined && { package: { length, width, height: more.length > 0 ? '' : height } }),
    ...((amount !== undefined || unit !== undefined) && { content: { amount, unit: unit?.toLowerCase() } }),
    ...(ladder !== undefined && { ladder: readLadderText(ladder) }),
    saleUSD: removable('saleUSD'),
    saleEUR: removable('saleEUR'),
    saleFrom: removable('saleFrom'),
    saleTo: removable('saleTo'),
    ...(Object.values(safety).some((part) => part !== undefined) && { safety }),
  }
}

/** Returns the column that a field of a form is read from; the sides of a package share one. */
function columnOf(field: string): FactCell {
  const [first = '', second = ''] = field.split('.')
  const key = PLAIN_KEYS.find((known) => known === first)
  const names = [`${first}${second}`, first].map((name) => name.toLowerCase())
  return key ? CELL_OF[key] : (FACT_CELLS.find((cell) => names.includes(cell.toLowerCase())) ?? 'packageMm')
}

/** Columns of facts with components of their own, whose cells cannot be stored for another reason than that they are no number. */
const CAUSES: Partial<Record<FactCell, ImportCause>> = {
  saleUSD: 'badPrice',
  saleEUR: 'badPrice',
  contentUnit: 'badChoice',
  safetyWarnings: 'tooLong',
}

/** Returns the kind of a wrong cell, by which its problem can be answered, and the length that it may have. */
function causeOf(column: FactCell): { cause: ImportCause; max: number | undefined } {
  const key = PLAIN_KEYS.find((known) => CELL_OF[known] === column)
  const field = key && plainField(key)
  if (field && 'max' in field && field.kind !== 'number') return { cause: 'tooLong', max: field.max }
  const isChoice = field?.kind === 'country' || field?.kind === 'choice' || field?.kind === 'flag'
  const max = column === 'safetyWarnings' ? SAFETY_LENGTHS.warnings : undefined
  return { cause: CAUSES[column] ?? (isChoice ? 'badChoice' : 'badNumber'), max }
}

/** A cell that cannot be stored. */
interface FactProblem {
  column: FactCell
  cause: ImportCause
  message: string
  max: number | undefined
}

/** Reads the facts of a row, and what is wrong with its cells: one problem a cell. */
export function readFactCells(cells: Cells, timeZone: string): { facts: Partial<ProductFacts>; problems: FactProblem[] } {
  const { facts, errors } = readFacts(typedFacts(cells), timeZone)
  const seen = new Set<string>()
  const problems = errors.flatMap(({ field, message }): FactProblem[] => {
    const column = columnOf(field)
    if (seen.has(column)) return []
    seen.add(column)
    return [{ column, message, ...causeOf(column) }]
  })
  return { facts, problems }
}
