import type { ImportOptions } from '#contract/catalog/imports.ts'
import type { ImportField, ImportKind } from '#domain/import-fields.ts'
import { isSlug, MAX_IMAGES, slugify } from '#domain/product.ts'
import type { SpreadsheetCell, SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { plainText } from './plain-text.ts'
import { SHEETS } from './table.ts'

/** A file's products in the shop's own layout. Rows keep their numbers: where several rows are one product, the others are empty. */
interface MappedSheet {
  sheet: SpreadsheetSheet
  /** The 0-based file column that a layout column was read from; computed columns have none. */
  cellOf: ReadonlyMap<string, number>
}

interface Choice {
  kind: ImportKind
  options: Pick<ImportOptions, 'columns' | 'eurFactor'>
}

type Row = readonly SpreadsheetCell[]
type Values = Map<string, SpreadsheetCell>

const isFilled = (cell: SpreadsheetCell | undefined): cell is Exclude<SpreadsheetCell, null> =>
  cell !== undefined && cell !== null && String(cell).trim() !== ''

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

/** Translates another system's cell to the shop's own layout. */
function translate(field: ImportField, cell: Exclude<SpreadsheetCell, null>, kind: ImportKind): SpreadsheetCell {
  const text = String(cell).trim()
  if (field === 'status') return STATUSES[text.toLowerCase()] ?? text
  if (kind === 'reflute') return cell
  if (field === 'slug') return isSlug(text) ? text : slugify(text) || text
  if (field === 'description' || field === 'fullDescription' || field === 'features') {
    return plainText(kind === 'woocommerce' ? text.replaceAll('\\n', '\n') : text)
  }
  if (field === 'images' && kind === 'woocommerce') return text.split(/,\s*(?=https?:|\/)/).join('\n')
  if (field === 'category' && /[>,]/.test(text)) return lastParts(text).join('\n')
  return cell
}

const HEADER_NAME = /^\s*spec(?:ification)?\s*:\s*(.*\S)\s*$/i
const specificationName = (header: string) => HEADER_NAME.exec(header)?.[1] ?? header.trim()

/** Adds a cell to the product's values; the first value wins, lists are extended. */
function addCell(values: Values, column: string, cell: SpreadsheetCell, joins: boolean): void {
  const before = values.get(column)
  if (!isFilled(before)) values.set(column, cell)
  else if (joins && isFilled(cell)) values.set(column, `${before}\n${cell}`)
}

function addImage(values: Values, cell: SpreadsheetCell, alt: SpreadsheetCell | undefined): void {
  const lines = String(cell)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const words = isFilled(alt) && lines.length === 1 ? ` | ${String(alt).replaceAll('\n', ' ').trim()}` : ''
  const known = String(values.get('images') ?? '')
    .split('\n')
    .filter(Boolean)
  const fresh = lines.map((line) => line + words).filter((line) => !known.some((other) => other.split(' | ')[0] === line.split(' | ')[0]))
  if (fresh.length > 0) values.set('images', [...known, ...fresh].join('\n'))
}

/** Reads a row's cells into `values`; a pair of name and value becomes a specification. */
function readRow(row: Row, headers: readonly string[], { kind, options }: Choice, values: Values): void {
  const pairs = { names: [] as SpreadsheetCell[], values: [] as SpreadsheetCell[] }
  const alt = row[options.columns.indexOf('imageAlt')]
  for (const [at, field] of options.columns.entries()) {
    const cell = row[at] ?? null
    if (field === 'specificationName') pairs.names.push(cell)
    else if (field === 'specificationValue') pairs.values.push(cell)
    if (
      field === null ||
      field === 'imageAlt' ||
      field.startsWith('specificationN') ||
      field.startsWith('specificationV') ||
      !isFilled(cell)
    )
      continue
    const value = translate(field, cell, kind)
    if (field === 'specification') addCell(values, `spec: ${specificationName(headers[at] ?? '')}`, value, false)
    else if (field === 'images') addImage(values, value, alt)
    else addCell(values, field, value, field === 'features')
  }
  for (const [at, name] of pairs.names.entries()) {
    const value = pairs.values[at] ?? null
    if (isFilled(name) && isFilled(value)) addCell(values, `spec: ${String(name).trim()}`, value, false)
  }
}

const stockOf = (cell: SpreadsheetCell | undefined) => (isFilled(cell) && /^\d+$/.test(String(cell).trim()) ? Number(cell) : null)

/** Merges the rows of a product that has several (Shopify variants): the first row gets every value, and the stocks are added up. */
function mergeRows(rows: readonly { values: Values; row: number }[]): Map<number, Values> {
  const first = new Map<string, Values>()
  const merged = new Map<number, Values>()
  for (const { values, row } of rows) {
    const slug = String(values.get('slug') ?? '')
    const known = first.get(slug)
    if (slug === '' || !known) {
      merged.set(row, values)
      first.set(slug, values)
      continue
    }
    for (const [column, cell] of values) {
      if (column === 'images')
        for (const line of String(cell).split('\n')) addImage(known, line.split(' | ')[0] ?? '', line.split(' | ').slice(1).join(' | '))
      else if (column === 'stock') {
        const [one, other] = [stockOf(known.get('stock')), stockOf(cell)]
        if (one !== null && other !== null) known.set('stock', one + other)
        else addCell(known, column, cell, false)
      } else addCell(known, column, cell, false)
    }
  }
  return merged
}

/** Cuts the pictures to the maximum number; other systems allow more. */
function keepImages(values: Values): void {
  const images = values.get('images')
  if (isFilled(images)) values.set('images', String(images).split('\n').slice(0, MAX_IMAGES).join('\n'))
}

/** Computes a missing EUR price from the USD price, in whole cents rounded half up. */
function addEuro(values: Values, factor: string | null): void {
  const usd = values.get('priceUSD')
  if (factor === null || isFilled(values.get('priceEUR')) || !isFilled(usd)) return
  const text = String(usd)
    .trim()
    .replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) return // the USD price itself is refused
  const micros = BigInt(Math.round(Number(factor) * 1_000_000))
  const cents = (BigInt(Math.round(Number(text) * 100)) * micros + 500_000n) / 1_000_000n
  values.set('priceEUR', (Number(cents) / 100).toFixed(2))
}

/** Arranges a file's columns in the shop's own layout, as mapped by the user or guessed. */
export function mapSheet({ rows }: SpreadsheetSheet, choice: Choice): MappedSheet {
  const headers = (rows[0] ?? []).map((cell) => String(cell ?? ''))
  const read = rows.slice(1).map((row, index) => {
    const values: Values = new Map()
    readRow(row, headers, choice, values)
    return { values, row: index + 1 }
  })
  const products = choice.kind === 'shopify' ? mergeRows(read) : new Map(read.map(({ values, row }) => [row, values]))
  const names = new Set<string>()
  for (const values of products.values()) {
    if (choice.kind !== 'reflute') keepImages(values)
    addEuro(values, choice.options.eurFactor)
    for (const name of values.keys()) names.add(name)
  }
  for (const name of SHEETS.Products) if (choice.options.columns.some((field) => field === name)) names.add(name)
  const columns = [...names]
  const mapped = read.map(({ row }) => columns.map((name) => products.get(row)?.get(name) ?? null))
  const cellOf = new Map<string, number>()
  for (const [at, field] of choice.options.columns.entries()) {
    const name = field === 'specification' ? `spec: ${specificationName(headers[at] ?? '')}` : field
    if (name !== null && !cellOf.has(name)) cellOf.set(name, at)
  }
  return { sheet: { name: 'Products', rows: [columns, ...mapped] }, cellOf }
}
