import { MODEL_FIGURES } from '#domain/impact.ts'
import { toDecimal } from '#domain/money.ts'
import { FACT_CELLS } from '#domain/product-fields.ts'
import { factCells } from '#server/catalog/imports/fact-cells.ts'
import { csvFile, type TableSheet, type TableValue, xlsxFile } from '#server/platform/vendors/table-file.ts'
import type { WorkbookRow } from './workbook-rows.ts'

/* Writes the file that the import reads: a file that is imported again without edits changes nothing. */

interface Column {
  title: string
  width: number
  value: (row: WorkbookRow, shared: ReadonlySet<string>) => TableValue
}

/**
 * Returns the business as the import identifies it: its name, its id where another business has the same name, nothing when it is deleted.
 */
function businessCell({ businessId, businessName, businessStatus }: WorkbookRow, shared: ReadonlySet<string>): TableValue {
  if (businessStatus === 'Deleted') return null
  return shared.has(businessName.trim().toLowerCase()) ? businessId : businessName
}

const COLUMNS: readonly Column[] = [
  { title: 'slug', width: 32, value: ({ slug }) => slug },
  { title: 'name', width: 34, value: ({ name }) => name },
  { title: 'description', width: 60, value: ({ description }) => description },
  { title: 'fullDescription', width: 60, value: ({ fullDescription }) => fullDescription },
  { title: 'type', width: 10, value: ({ type }) => type },
  { title: 'category', width: 18, value: ({ category }) => category },
  { title: 'business', width: 26, value: businessCell },
  { title: 'priceUSD', width: 10, value: ({ priceUsdCents }) => toDecimal(priceUsdCents) },
  { title: 'priceEUR', width: 10, value: ({ priceEurCents }) => toDecimal(priceEurCents) },
  { title: 'stock', width: 8, value: ({ stock }) => stock },
  { title: 'featured', width: 9, value: ({ featured }) => featured },
  { title: 'status', width: 10, value: ({ status }) => status },
  { title: 'energyEfficiency', width: 40, value: ({ energyEfficiency }) => energyEfficiency },
  { title: 'materialSavings', width: 40, value: ({ materialSavings }) => materialSavings },
  { title: 'carbonReduction', width: 40, value: ({ carbonReduction }) => carbonReduction },
  { title: 'leadTimeDays', width: 13, value: ({ leadTimeDays }) => leadTimeDays },
  { title: 'shippingClass', width: 13, value: ({ shippingClass }) => shippingClass },
  {
    title: 'impactModel',
    width: 18,
    value: ({ impactModel }) => impactModel && MODEL_FIGURES.map((figure) => impactModel[figure]).join(';'),
  },
  { title: 'fits', width: 30, value: ({ fits }) => fits },
]
const TITLES = [...COLUMNS.map(({ title }) => title), ...FACT_CELLS]
const WIDTHS = [...COLUMNS.map(({ width }) => width), ...FACT_CELLS.map(() => 14)]

function cellsOf(row: WorkbookRow, shared: ReadonlySet<string>): TableValue[] {
  const facts = factCells(row)
  return [...COLUMNS.map(({ value }) => value(row, shared)), ...FACT_CELLS.map((cell) => facts[cell])]
}

/** Puts the product's current slug into a drawing's address. */
const addressOf = (url: string, slug: string) => url.replace(/^\/drawings\/[^/]+\//, `/drawings/${slug}/`)

/** Makes rows of a file one by one, while they are written. */
function* entriesOf(rows: readonly WorkbookRow[], entries: (row: WorkbookRow) => TableValue[][]): Generator<TableValue[]> {
  for (const row of rows) yield* entries(row)
}

/** Writes the workbook with the sheets Products, Features, Images and Specifications. */
export function writeXlsx(rows: readonly WorkbookRow[], shared: ReadonlySet<string>): Promise<Buffer> {
  const lists: TableSheet[] = [
    {
      name: 'Features',
      titles: ['slug', 'feature'],
      widths: [32, 70],
      rows: entriesOf(rows, ({ slug, features }) => features.map((feature) => [slug, feature])),
    },
    {
      name: 'Images',
      titles: ['slug', 'url', 'alt'],
      widths: [32, 60, 60],
      rows: entriesOf(rows, ({ slug, images }) => images.map(({ url, alt }) => [slug, addressOf(url, slug), alt])),
    },
    {
      name: 'Specifications',
      titles: ['slug', 'name', 'value'],
      widths: [32, 30, 60],
      rows: entriesOf(rows, ({ slug, specifications }) => specifications.map(({ name, value }) => [slug, name, value])),
    },
  ]
  const products: TableSheet = {
    name: 'Products',
    titles: TITLES,
    widths: WIDTHS,
    rows: entriesOf(rows, (row) => [cellsOf(row, shared)]),
  }
  return xlsxFile([products, ...lists])
}

/**
 * Joins a list into one cell, one entry a line. A list with a multi-line entry leaves the cell empty, which keeps the stored list at
 * import.
 */
const linesCell = (lines: readonly string[]): TableValue => (lines.some((line) => /[\r\n]/.test(line)) ? null : lines.join('\n'))

const imagesCell = ({ images, slug }: WorkbookRow) =>
  linesCell(images.map(({ url, alt }) => [addressOf(url, slug), alt].filter(Boolean).join(' | ')))

/** Returns the names of specifications by number of products, up to `most`: the import accepts no more columns. */
function specificationNames(rows: readonly WorkbookRow[], most: number): string[] {
  const counts = new Map<string, number>()
  for (const { specifications } of rows) for (const { name } of specifications) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].sort(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))
  return names.slice(0, most).map(([name]) => name)
}

/**
 * Writes the single sheet of a .csv file: the columns of Products, `features` and `images` one a line, and a column `spec: NAME` for each
 * specification.
 */
export function writeCsv(rows: readonly WorkbookRow[], shared: ReadonlySet<string>, maxColumns: number): Promise<Buffer> {
  const names = specificationNames(rows, maxColumns - TITLES.length - 2)
  const titles = [...TITLES, 'features', 'images', ...names.map((name) => `spec: ${name}`)]
  const records = entriesOf(rows, (row) => {
    const specifications = new Map(row.specifications.map(({ name, value }) => [name, value]))
    return [[...cellsOf(row, shared), linesCell(row.features), imagesCell(row), ...names.map((name) => specifications.get(name) ?? null)]]
  })
  return csvFile(titles, records)
}
