import type { ImportOptions, ImportReport } from '#contract/catalog/imports.ts'
import type { ImportField, ImportKind } from '#domain/import-fields.ts'
import { isSlug, MAX_IMAGES, slugify } from '#domain/product.ts'
import { plainNumber } from '#domain/table-format.ts'
import { normalizeIdentifier } from '#domain/text.ts'
import type { SpreadsheetCell, SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { meaningOf } from './headings.ts'
import { plainText } from './plain-text.ts'
import { addCell, addImages, isFilled, normalizeCell, type Values } from './product-cells.ts'
import { type FileRow, type ReadVariants, readHandles, readVariations } from './read-variants.ts'
import { SHEETS } from './table.ts'

/** A remark on what an import did with a file of another system. */
export type ImportNote = ImportReport['notes'][number]

/** A file's products in the shop's own layout. Rows keep their numbers: where several rows are one product, the others are empty. */
interface MappedSheet {
  sheet: SpreadsheetSheet
  /** The 0-based file column that a layout column was read from; computed columns have none. */
  cellOf: ReadonlyMap<string, number>
  /** Values that were taken otherwise than the file says. */
  notes: ImportNote[]
}

interface Choice {
  kind: ImportKind
  options: Pick<ImportOptions, 'columns' | 'eurFactor' | 'decimal'>
}

type Row = readonly SpreadsheetCell[]

const STATUSES: Readonly<Record<string, string>> = {
  active: 'Active',
  true: 'Active',
  yes: 'Active',
  '1': 'Active',
  published: 'Active',
  publish: 'Active',
  draft: 'Inactive',
  archived: 'Inactive',
  unlisted: 'Inactive',
  false: 'Inactive',
  no: 'Inactive',
  '0': 'Inactive',
  '-1': 'Inactive',
  private: 'Inactive',
  pending: 'Inactive',
} // prettier-ignore

/** Returns the last part of each category path in `A > B, C > D`. */
const lastParts = (cell: string) =>
  cell
    .split(',')
    .map((path) => (path.split(/\s>\s|>/).at(-1) ?? '').trim())
    .filter(Boolean)

/** Returns a typed number as the layout has it; `12,00` units are 12. */
function numberOf(field: ImportField, text: string, decimal: ImportOptions['decimal']): string {
  const number = plainNumber(text, decimal)
  return field === 'stock' || field === 'leadTimeDays' ? number.replace(/^(-?\d+)\.0+$/, '$1') : number
}

const NUMBERS: readonly ImportField[] = [
  'priceUSD',
  'priceEUR',
  'saleUSD',
  'saleEUR',
  'stock',
  'leadTimeDays',
  'weightKg',
  'weightGrams',
  'packageLengthCm',
  'packageWidthCm',
  'packageHeightCm',
  'contentAmount',
  'modelEfficiency',
  'modelReduction',
  'modelEnergy',
  'modelRate',
]

/** Returns the slug in a cell, which may have the whole address of the product's page. */
function slugIn(text: string): string {
  const last = /^https?:/i.test(text) && URL.canParse(text) ? (new URL(text).pathname.split('/').filter(Boolean).at(-1) ?? text) : text
  const slug = last.replace(/\.html?$/i, '')
  return isSlug(slug) ? slug : slugify(slug) || text
}

/** Translates another system's cell to the shop's own layout. */
function translate(field: ImportField, cell: Exclude<SpreadsheetCell, null>, { kind, options }: Choice): SpreadsheetCell {
  const text = String(cell).trim()
  if (NUMBERS.includes(field)) return typeof cell === 'string' ? numberOf(field, text, options.decimal) : cell
  if (field === 'status') return Object.hasOwn(STATUSES, text.toLowerCase()) ? (STATUSES[text.toLowerCase()] ?? text) : text
  if (kind === 'reflute') return cell
  if (field === 'slug') return slugIn(text)
  if (field === 'description' || field === 'fullDescription' || field === 'features') {
    return plainText(kind === 'woocommerce' ? text.replaceAll('\\n', '\n') : text)
  }
  if (field === 'images' && kind === 'woocommerce') return text.split(/,\s*(?=https?:|\/)/).join('\n')
  if (field === 'category' && /[>,]/.test(text)) return lastParts(text).join('\n')
  return cell
}

const specificationName = (header: string) => /^spec(?:ification)?\s*:(.+)$/i.exec(header.trim())?.[1]?.trim() ?? header.trim()

/** Returns the pictures of a cell as the layout has them: `address | text`. */
function picturesOf(cell: SpreadsheetCell, alt: SpreadsheetCell | undefined): string[] {
  const lines = String(cell)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const words = isFilled(alt) && lines.length === 1 ? ` | ${String(alt).replaceAll('\n', ' ').trim()}` : ''
  return lines.map((line) => line + words)
}

/** Fields whose cells describe the row or another cell. */
const ABOUT_ROW: readonly ImportField[] = [
  'imageAlt',
  'specificationName',
  'specificationValue',
  'optionName',
  'optionValue',
  'variantImage',
  'rowKind',
  'rowId',
  'parent',
  'attributes',
  'variants',
  'currency',
  'weightUnit',
  'sizeUnit',
]

/** Returns the cells of a row that this field's columns have, in order. */
const cellsOf = (row: Row, columns: ImportOptions['columns'], field: ImportField): SpreadsheetCell[] =>
  columns.flatMap((one, at) => (one === field ? [row[at] ?? null] : []))

const textIn = (cell: SpreadsheetCell | undefined) => String(cell ?? '').trim()
const identifierIn = (cell: SpreadsheetCell | undefined) => normalizeIdentifier(String(cell ?? ''))

function pairsIn(row: Row, columns: ImportOptions['columns'], name: ImportField, value: ImportField): { name: string; value: string }[] {
  const values = cellsOf(row, columns, value)
  const names = cellsOf(row, columns, name)
  return Array.from({ length: Math.max(names.length, values.length) }, (_, at) => ({ name: textIn(names[at]), value: textIn(values[at]) }))
}

const SIDES: readonly ImportField[] = ['packageLengthCm', 'packageWidthCm', 'packageHeightCm']

/** Returns a number in a smaller or larger unit, without the last digits of binary fractions; 0 and texts that are no number are null. */
function scaled(cell: SpreadsheetCell | undefined, factor: number): number | null {
  const number = Number(cell ?? 0)
  return Number.isFinite(number) && number > 0 ? Number((number * factor).toPrecision(12)) : null
}

/** Puts grams and centimeters of other systems into the columns of the layout. */
function joinMeasures(values: Values): void {
  const grams = values.get('weightGrams') ?? null
  // other systems write 0 for a weight that nobody gave; what is no number stays, so that it is reported
  if (isFilled(grams) && !values.has('weightKg') && Number(grams) !== 0) values.set('weightKg', scaled(grams, 0.001) ?? grams)
  if (Number(values.get('weightKg')) === 0) values.delete('weightKg')
  const given = SIDES.map((side) => values.get(side) ?? null)
  const sides = given.map((side) => scaled(side, 10))
  const typed = sides.map((side, at) => (side === null ? String(given[at] ?? '') : Math.round(side)))
  const hasSize = given.some((side) => isFilled(side) && Number(side) !== 0)
  if (hasSize && !values.has('packageMm')) values.set('packageMm', typed.join('x'))
  for (const field of ['weightGrams', ...SIDES]) values.delete(field)
}

const MODEL = ['modelEfficiency', 'modelReduction', 'modelEnergy', 'modelRate'] as const

/** Puts the four calculator figures, of which two are percentages, into the one column of the layout. */
function joinModel(values: Values): void {
  const typed = MODEL.map((field) => String(values.get(field) ?? '').trim())
  const shares = typed.map((text, at) => (at < 2 && /^\d+(?:\.\d+)?%?$/.test(text) ? String(Number.parseFloat(text) / 100) : text))
  if (typed.some((text) => text !== '') && !values.has('impactModel')) values.set('impactModel', shares.join(';'))
  for (const field of MODEL) values.delete(field)
}

/** Reads a row of the file; a pair of name and value becomes a specification. */
function readRow(row: Row, number: number, headers: readonly string[], choice: Choice): FileRow {
  const { columns } = choice.options
  const values: Values = new Map()
  const alt = row[columns.indexOf('imageAlt')]
  for (const [at, field] of columns.entries()) {
    const cell = normalizeCell(field, row[at] ?? null)
    if (field === null || ABOUT_ROW.includes(field) || !isFilled(cell)) continue
    const value = translate(field, cell, choice)
    if (field === 'specification') addCell(values, `spec: ${specificationName(headers[at] ?? '')}`, value, false)
    else if (field === 'images') addImages(values, picturesOf(value, alt))
    else addCell(values, field, value, field === 'features')
    // a mapping of an earlier version took the SKU for the address
    if (field === 'slug' && meaningOf(headers[at] ?? '') === 'sku') addCell(values, 'sku', String(cell).trim(), false)
  }
  joinMeasures(values)
  joinModel(values)
  const pairs = pairsIn(row, columns, 'specificationName', 'specificationValue').filter(({ name, value }) => name && value)
  for (const { name, value } of pairs) addCell(values, `spec: ${name}`, value, false)
  const options = pairsIn(row, columns, 'optionName', 'optionValue')
  return {
    row: number,
    values,
    options: choice.kind === 'woocommerce' ? pairs : options,
    kind: identifierIn(cellsOf(row, columns, 'rowKind')[0]),
    id: identifierIn(cellsOf(row, columns, 'rowId')[0]),
    parent: identifierIn(cellsOf(row, columns, 'parent')[0]),
    image: cellsOf(row, columns, 'variantImage')[0] ?? null,
  }
}

function readProducts(rows: readonly FileRow[], kind: ImportKind): ReadVariants {
  if (kind === 'shopify') return readHandles(rows)
  if (kind === 'woocommerce') return readVariations(rows)
  return { products: new Map(rows.map(({ row, values }) => [row, values])), variants: [], joined: [] }
}

/** Cuts the pictures to the maximum number, which other systems do not have. Returns whether there were more. */
function keepImages(values: Values): boolean {
  const lines = String(values.get('images') ?? '').split('\n')
  if (lines.length <= MAX_IMAGES) return false
  values.set('images', lines.slice(0, MAX_IMAGES).join('\n'))
  return true
}

/** Sets a stock below 0 to 0, as shops have it that sell on order. Returns whether it was below. */
function keepStock(values: Values): boolean {
  const stock = values.get('stock')
  if (!isFilled(stock) || !/^-\d+$/.test(String(stock).trim())) return false
  values.set('stock', 0)
  return true
}

const PRICE = /^\d{1,9}(\.\d{1,6})?$/

/** Computes the missing one of two prices, and of two sale prices, in whole cents rounded half up. */
function addPrices(values: Values, factor: string | null): void {
  if (factor === null) return
  for (const name of ['price', 'sale'] as const) addPrice(values, factor, `${name}USD`, `${name}EUR`)
}

function addPrice(values: Values, factor: string, inUsd: 'priceUSD' | 'saleUSD', inEur: 'priceEUR' | 'saleEUR'): void {
  const typed = (column: string) => {
    const cell = values.get(column)
    return isFilled(cell)
      ? String(cell)
          .trim()
          .replace(/^(\d+),(\d{1,2})$/, '$1.$2')
      : null
  }
  const [usd, eur] = [typed(inUsd), typed(inEur)]
  const micros = BigInt(Math.round(Number(factor) * 1_000_000))
  const cents = (text: string) => BigInt(Math.round(Number(text) * 100))
  const write = (column: string, amount: bigint) => values.set(column, (Number(amount) / 100).toFixed(2))
  if (usd !== null && eur === null && PRICE.test(usd)) write(inEur, (cents(usd) * micros + 500_000n) / 1_000_000n)
  if (eur !== null && usd === null && PRICE.test(eur)) write(inUsd, (cents(eur) * 1_000_000n + micros / 2n) / micros)
}

const MAX_NOTED_ROWS = 20

function noteOf(message: string, rows: readonly number[]): ImportNote[] {
  return rows.length === 0 ? [] : [{ message, rows: rows.slice(0, MAX_NOTED_ROWS), count: rows.length }]
}

/** Arranges a file's columns in the shop's own layout, as mapped by the user or guessed. */
export function mapSheet({ rows }: SpreadsheetSheet, choice: Choice): MappedSheet {
  const headers = (rows[0] ?? []).map((cell) => String(cell ?? ''))
  const filled = rows.flatMap((row, at) => (at > 0 && row.some(isFilled) ? [{ row, number: at }] : []))
  const read = filled.map(({ row, number }) => readRow(row, number, headers, choice))
  const { products, variants, joined } = readProducts(read, choice.kind)
  const names = new Set<string>()
  const [cut, below]: [number[], number[]] = [[], []]
  for (const [row, values] of products) {
    if (choice.kind !== 'reflute') {
      if (keepImages(values)) cut.push(row + 1)
      if (keepStock(values)) below.push(row + 1)
    }
    addPrices(values, choice.options.eurFactor)
    for (const name of values.keys()) names.add(name)
  }
  for (const name of SHEETS.Products) if (choice.options.columns.some((field) => field === name)) names.add(name)
  const columns = [...names]
  const mapped = rows.slice(1).map((_, at) => columns.map((name) => products.get(at + 1)?.get(name) ?? null))
  const cellOf = new Map<string, number>()
  for (const [at, field] of choice.options.columns.entries()) {
    const name = field === 'specification' ? `spec: ${specificationName(headers[at] ?? '')}` : field
    if (name !== null && !cellOf.has(name)) cellOf.set(name, at)
  }
  const numbers = (list: readonly number[]) => list.map((row) => row + 1)
  const notes = [
    ...noteOf('Each variant becomes a product, named after its options.', numbers(variants)),
    ...noteOf('Rows without an option are added to the product above them, with their stock.', numbers(joined)),
    ...noteOf('A stock below 0 counts as 0.', below),
    ...noteOf(`A product has at most ${MAX_IMAGES} images. The first ${MAX_IMAGES} are taken.`, cut),
  ]
  return { sheet: { name: 'Products', rows: [columns, ...mapped] }, cellOf, notes }
}
