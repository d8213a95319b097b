import { setImmediate as breathe } from 'node:timers/promises'
import type { ImportReport } from '#contract/catalog/imports.ts'
import { isSlug, slugify } from '#domain/product.ts'
import { lookupKey } from '#domain/text.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { type Filled, readLines } from './cells.ts'
import { type Column, findSheet, ROWS_AT_ONCE, readTable, type SheetName, type Table, type TableRow } from './table.ts'

/** A mistake in the file, with its sheet, row and column. */
export type RowError = ImportReport['errors'][number]

/** An error while its product is checked: `entries` are the list entries that it is about, `max` the length of a text that is too long. */
export interface Finding extends RowError {
  entries?: readonly ListedCell[]
  max?: number
}

/** A position in the file. */
interface Place {
  sheet: string
  row: number
  column: string | null
}

/** A cell of a list with its position. `more` is the row's second cell (alt text, value), where it has one. */
export interface ListedCell {
  place: Place
  first: Filled | null
  more: Filled | null
}

/** Everything a file says about one product, unchecked. A list that is null leaves the stored one unchanged. */
export interface ProductDraft {
  /** The address in the file, or the one that its name makes; '' where the file has neither. */
  slug: string
  /** The file has the address. */
  isTyped: boolean
  /** Row in Products; null when only other sheets name the product. */
  row: number | null
  place: Place
  cells: ReadonlyMap<Column<'Products'>, Filled>
  features: ListedCell[] | null
  images: ListedCell[] | null
  specifications: ListedCell[] | null
  /** Cells of `spec: NAME` columns: these values change, other specifications stay. */
  specificationCells: ListedCell[]
}

/** A file's products, and the errors of rows that belong to none. */
export interface CatalogFile {
  drafts: ProductDraft[]
  errors: RowError[]
}

const RESERVED_SLUGS = ['scenes'] // /drawings/scenes/… belongs to the shop itself
const MAX_TYPED_SLUG = 200

function slugOf(cells: ReadonlyMap<string, Filled>): string | Pick<RowError, 'message' | 'cause'> {
  const typed = cells.get('slug')
  if (typed === undefined) {
    const name = String(cells.get('name') ?? '')
    const isNamed = /[\p{L}\p{N}]/u.test(name) || cells.has('sku') || cells.has('gtin')
    return isNamed ? slugify(name) : { message: 'Please enter a slug, a SKU, or a name to create the slug from.', cause: 'badSlug' }
  }
  const slug = lookupKey(String(typed)).slice(0, MAX_TYPED_SLUG)
  if (!isSlug(slug)) return { message: 'Use letters a-z, digits and single hyphens, at most 80 characters.', cause: 'badSlug' }
  return RESERVED_SLUGS.includes(slug) ? { message: 'This slug is reserved.', cause: 'badSlug' } : slug
}

const linesOf = (cell: Filled | undefined, place: Place): ListedCell[] | null =>
  cell === undefined
    ? null
    : readLines(cell).map((line) => {
        const [first = line, ...more] = place.column === 'images' ? line.split(' | ') : [line]
        return { place, first, more: more.join(' | ') || null }
      })

function draftOf(slug: string, { row, cells, specifications }: TableRow<'Products'>): ProductDraft {
  const at = (column: string): Place => ({ sheet: 'Products', row, column })
  return {
    slug,
    isTyped: cells.has('slug'),
    row,
    place: { sheet: 'Products', row, column: null },
    cells,
    features: linesOf(cells.get('features'), at('features')),
    images: linesOf(cells.get('images'), at('images')),
    specifications: null,
    specificationCells: [...specifications].map(([name, value]) => ({ place: at(`spec: ${name}`), first: name, more: value })),
  }
}

/** Reads the rows of the products; `bySlug` has the one that rows of other sheets mean by an address. */
function readProducts(table: Table<'Products'>): { drafts: ProductDraft[]; bySlug: Map<string, ProductDraft>; errors: RowError[] } {
  const drafts: ProductDraft[] = []
  const bySlug = new Map<string, ProductDraft>()
  const seen = new Map<string, number>()
  const errors: RowError[] = []
  for (const row of table.rows) {
    const slug = slugOf(row.cells)
    if (typeof slug !== 'string') {
      errors.push({ sheet: 'Products', row: row.row, column: 'slug', value: null, ...slug })
      continue
    }
    const draft = draftOf(slug, row)
    // a row with a SKU or GTIN is found by it, whatever its name
    const hasKey = row.cells.has('sku') || row.cells.has('gtin')
    const name = String(row.cells.get('name') ?? '').trim()
    const key = draft.isTyped ? `slug ${slug}` : hasKey ? null : `name ${lookupKey(name)}`
    const first = key === null ? undefined : seen.get(key)
    if (key !== null && first !== undefined) {
      const what = draft.isTyped ? `The slug ${slug}` : `The product ${name}`
      const column = draft.isTyped ? 'slug' : 'name'
      errors.push({ ...draft.place, column, value: null, cause: 'repeated', message: `${what} is already in row ${first}.` })
      continue
    }
    if (key !== null) seen.set(key, row.row)
    drafts.push(draft)
    if (slug !== '' && (draft.isTyped || !bySlug.has(slug))) bySlug.set(slug, draft)
  }
  return { drafts, bySlug, errors }
}

type ListSheet = Exclude<SheetName, 'Products'>
const LISTS = { Features: 'features', Images: 'images', Specifications: 'specifications' } as const
const FIRST = { Features: 'feature', Images: 'url', Specifications: 'name' } as const
const MORE = { Features: null, Images: 'alt', Specifications: 'value' } as const

/** Adds the rows of a list sheet to their products; a product's first row replaces the list from its Products row. */
async function addList(
  table: Table<ListSheet>,
  { drafts, bySlug }: Pick<ReturnType<typeof readProducts>, 'drafts' | 'bySlug'>,
): Promise<RowError[]> {
  const { sheet } = table
  const missing = ['slug', FIRST[sheet]].find((column) => !table.columns.has(column as Column<ListSheet>)) // both are columns of this sheet
  if (missing)
    return table.rows.length === 0
      ? []
      : [{ sheet, row: 1, column: missing, message: `The column ${missing} is missing.`, cause: 'missing', value: null }]
  const errors: RowError[] = []
  const started = new Set<string>()
  for (const [at, { row, cells }] of table.rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await breathe()
    const get = (column: string | null) => (column === null ? null : (cells.get(column as Column<ListSheet>) ?? null)) // as above
    const slug = lookupKey(String(get('slug') ?? ''))
    if (!isSlug(slug)) {
      errors.push({ sheet, row, column: 'slug', message: 'Please enter the slug of a product.', cause: 'unknownProduct', value: null })
      continue
    }
    const none: ProductDraft = {
      slug,
      isTyped: true,
      row: null,
      place: { sheet, row, column: 'slug' },
      cells: new Map(),
      features: null,
      images: null,
      specifications: null,
      specificationCells: [],
    }
    const draft = bySlug.get(slug) ?? none
    if (draft === none) drafts.push(none)
    bySlug.set(slug, draft)
    const list = started.has(slug) ? (draft[LISTS[sheet]] ?? []) : []
    started.add(slug)
    list.push({ place: { sheet, row, column: FIRST[sheet] }, first: get(FIRST[sheet]), more: get(MORE[sheet]) })
    draft[LISTS[sheet]] = list
  }
  return errors
}

/** Columns that say which product a row is; a table has one of them. */
export const IDENTIFYING = ['slug', 'sku', 'gtin', 'name'] as const

/** Groups the cells of a file by product. Refuses a file without a products sheet or without a header that identifies products. */
export async function readCatalog(sheets: SpreadsheetSheet[]): Promise<CatalogFile> {
  const found = findSheet(sheets, 'Products') ?? (sheets.length === 1 ? (sheets[0] ?? null) : null)
  if (!found) refuse('unreadable_file', { facts: { reason: 'it has no sheet named Products.' } })
  const table = await readTable('Products', found)
  if (!IDENTIFYING.some((column) => table.columns.has(column))) {
    refuse('unreadable_file', { facts: { reason: 'the first row of Products has no column slug, name, sku or gtin.' } })
  }
  const { drafts, bySlug, errors } = readProducts(table)
  for (const name of ['Features', 'Images', 'Specifications'] as const) {
    const sheet = findSheet(sheets, name)
    if (sheet) errors.push(...(await addList(await readTable<ListSheet>(name, sheet), { drafts, bySlug })))
  }
  return { drafts, errors }
}
