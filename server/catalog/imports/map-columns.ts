import type { ImportReport } from '#contract/catalog/imports.ts'
import type { ImportField, ImportKind } from '#domain/import-fields.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import type { SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import type { Choice } from './normalize-cell.ts'
import { isFilled, type Values } from './product-cells.ts'
import { meaningOf, unitsOf } from './read-headings.ts'
import { type Heading, readRow, specificationName } from './read-row.ts'
import { type FileRow, type ReadVariants, readConfigurables, readHandles, readVariations, withHandles } from './read-variants.ts'
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

function readProducts(rows: readonly FileRow[], kind: ImportKind): ReadVariants {
  if (kind === 'shopify' || kind === 'medusa' || kind === 'spree') return readHandles(rows)
  if (kind === 'vendure') return readHandles(withHandles(rows))
  if (kind === 'woocommerce') return readVariations(rows)
  const repeats = kind === 'magento' || kind === 'bagisto'
  if (repeats || rows.some(({ parent, variants }) => parent !== '' || variants.length > 0)) return readConfigurables(rows, repeats)
  return { products: new Map(rows.map(({ row, values }) => [row, values])), variants: [], joined: [], repeated: [] }
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

/** Columns that no table has but the shop's own. */
const OWN_COLUMNS: readonly ImportField[] = ['impactModel', 'shippingClass', 'safetyWarnings']

/** Leaves out pictures without a whole address, which other systems have in folders of their own. Returns whether there were any. */
function dropFiles(values: Values): boolean {
  const lines = String(values.get('images') ?? '')
    .split('\n')
    .filter(Boolean)
  const kept = lines.filter((line) => /^(?:https?:\/\/|\/media\/|\/drawings\/)/i.test(line))
  if (kept.length === lines.length) return false
  if (kept.length > 0) values.set('images', kept.join('\n'))
  else values.delete('images')
  return true
}

/** Arranges a file's columns in the shop's own layout, as mapped by the user or guessed. */
export function mapSheet({ rows }: SpreadsheetSheet, choice: Choice): MappedSheet {
  const headers = (rows[0] ?? []).map((cell) => String(cell ?? ''))
  const headings = headers.map((text): Heading => ({ text, isSku: meaningOf(text) === 'sku', ...unitsOf(text) }))
  const isOwn = choice.kind === 'reflute' && OWN_COLUMNS.every((column) => choice.options.columns.includes(column))
  const filled = rows.flatMap((row, at) => (at > 0 && row.some(isFilled) ? [{ row, number: at }] : []))
  const read = filled.map(({ row, number }) => readRow(row, number, headings, choice, isOwn))
  const { products, variants, joined, repeated } = readProducts(read, choice.kind)
  const names = new Set<string>()
  const [cut, below, folders]: [number[], number[], number[]] = [[], [], []]
  for (const [row, values] of products) {
    if (choice.kind !== 'reflute') {
      if (choice.kind !== 'other' && dropFiles(values)) folders.push(row + 1)
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
  for (const [name, other] of [
    ['priceUSD', 'priceEUR'],
    ['saleUSD', 'saleEUR'],
  ] as const) {
    // a price whose cell says its currency stands in the one column of prices
    for (const [one, two] of [
      [name, other],
      [other, name],
    ] as const) {
      const at = cellOf.get(one)
      if (at !== undefined && !cellOf.has(two) && names.has(two)) cellOf.set(two, at)
    }
  }
  const numbers = (list: readonly number[]) => list.map((row) => row + 1)
  const notes = [
    ...noteOf('Each variant becomes a product, named after its options.', numbers(variants)),
    ...noteOf('Rows without an option are added to the product above them, with their stock.', numbers(joined)),
    ...noteOf('Stock below 0 is imported as 0.', below),
    ...noteOf('Pictures without a web address are skipped. Upload them to their products.', folders),
    ...noteOf('Rows for other languages and stores that repeat a SKU are skipped.', numbers(repeated)),
    ...noteOf(`A product can have up to ${MAX_IMAGES} images. Only the first ${MAX_IMAGES} are imported.`, cut),
  ]
  return { sheet: { name: 'Products', rows: [columns, ...mapped] }, cellOf, notes }
}
