import type { ImportCause } from '#domain/import-problems.ts'
import { NO_LADDER, readLadderText } from '#domain/ladder-text.ts'
import { toDecimal } from '#domain/money.ts'
import { FACT_LENGTHS, type ProductFacts, readFacts, type SafetyContact, type TypedFacts } from '#domain/product-facts.ts'
import type { Filled } from './cells.ts'

/** Columns of the catalog workbook with a product's facts. */
export const FACT_CELLS = [
  'sku',
  'mpn',
  'brand',
  'gtin',
  'weightKg',
  'packageMm',
  'hsCode',
  'originCountry',
  'saleUnit',
  'contentAmount',
  'contentUnit',
  'minQuantity',
  'quantityStep',
  'ladder',
  'taxClass',
  'warrantyMonths',
  'warrantyText',
  'safetyManufacturer',
  'safetyResponsible',
  'safetyWarnings',
  'isCustom',
  'saleUSD',
  'saleEUR',
  'saleFrom',
  'saleTo',
] as const
type FactCell = (typeof FACT_CELLS)[number]

/** A cell for no sale; an empty one leaves what is stored. */
const NONE = 'none'

/** Writes a contact: the name in the first line, the email in the last one. */
const contactCell = (contact: SafetyContact | null | undefined) => contact && [contact.name, contact.address, contact.email].join('\n')

/** Returns a product's facts as cells of the workbook; null where there is none. */
export function factCells(facts: ProductFacts): Record<FactCell, string | number | null> {
  const { packageLengthMm, packageWidthMm, packageHeightMm, ladder, safety } = facts
  return {
    sku: facts.sku,
    mpn: facts.mpn,
    brand: facts.brand,
    gtin: facts.gtin,
    weightKg: facts.weightGrams === null ? null : facts.weightGrams / 1000,
    packageMm: packageLengthMm === null ? null : [packageLengthMm, packageWidthMm, packageHeightMm].join('x'),
    hsCode: facts.hsCode,
    originCountry: facts.originCountry,
    saleUnit: facts.saleUnit,
    contentAmount: facts.contentAmount,
    contentUnit: facts.contentUnit,
    minQuantity: facts.minQuantity,
    quantityStep: facts.quantityStep,
    ladder: ladder && (ladder.map(({ minQuantity, discountPercent }) => `${minQuantity}:${discountPercent}`).join(';') || NO_LADDER),
    taxClass: facts.taxClass,
    warrantyMonths: facts.warrantyMonths,
    warrantyText: facts.warrantyText || null,
    safetyManufacturer: contactCell(safety?.manufacturer) ?? null,
    safetyResponsible: contactCell(safety?.responsible) ?? null,
    safetyWarnings: safety?.warnings || null,
    isCustom: facts.isCustom ? 'yes' : 'no',
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
    sku: get('sku'),
    mpn: get('mpn'),
    brand: get('brand'),
    gtin: get('gtin'),
    weight: number('weightKg'),
    ...(length !== undefined && { package: { length, width, height: more.length > 0 ? '' : height } }),
    hsCode: get('hsCode'),
    originCountry: get('originCountry'),
    saleUnit: get('saleUnit')?.toLowerCase(),
    ...((amount !== undefined || unit !== undefined) && { content: { amount, unit: unit?.toLowerCase() } }),
    minQuantity: get('minQuantity'),
    quantityStep: get('quantityStep'),
    ...(ladder !== undefined && { ladder: readLadderText(ladder) }),
    taxClass: get('taxClass')?.toLowerCase(),
    warrantyMonths: get('warrantyMonths'),
    warrantyText: get('warrantyText'),
    isCustom: get('isCustom'),
    saleUSD: removable('saleUSD'),
    saleEUR: removable('saleEUR'),
    saleFrom: removable('saleFrom'),
    saleTo: removable('saleTo'),
    ...(Object.values(safety).some((part) => part !== undefined) && { safety }),
  }
}

const COLUMN_OF: Readonly<Record<string, FactCell>> = { weight: 'weightKg', package: 'packageMm' }
const SAFETY: Readonly<Record<string, FactCell>> = {
  manufacturer: 'safetyManufacturer',
  responsible: 'safetyResponsible',
  warnings: 'safetyWarnings',
}

/** Returns the column that a field of a form is read from. */
function columnOf(field: string): FactCell {
  const [first = '', second = ''] = field.split('.')
  if (first === 'content') return second === 'unit' ? 'contentUnit' : 'contentAmount'
  if (first === 'safety') return SAFETY[second] ?? 'safetyWarnings'
  return FACT_CELLS.find((column) => column === first) ?? COLUMN_OF[first] ?? 'sku'
}

const TEXTS: readonly FactCell[] = ['sku', 'mpn', 'brand', 'warrantyText', 'safetyWarnings']
const CHOICES: readonly FactCell[] = ['originCountry', 'saleUnit', 'contentUnit', 'taxClass', 'isCustom']

/** Kind of a wrong cell, by which its problem can be answered. */
function causeOf(column: FactCell): ImportCause {
  if (TEXTS.includes(column)) return 'tooLong'
  if (column === 'saleUSD' || column === 'saleEUR') return 'badPrice'
  return CHOICES.includes(column) ? 'badChoice' : 'badNumber'
}

const MAX: Partial<Record<FactCell, number>> = {
  sku: FACT_LENGTHS.sku,
  mpn: FACT_LENGTHS.mpn,
  brand: FACT_LENGTHS.brand,
  warrantyText: FACT_LENGTHS.warrantyText,
  safetyWarnings: FACT_LENGTHS.warnings,
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
    return [{ column, cause: causeOf(column), message, max: MAX[column] }]
  })
  return { facts, problems }
}
