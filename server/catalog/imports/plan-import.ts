import { setImmediate as breathe } from 'node:timers/promises'
import type { ImportOptions } from '#contract/catalog/imports.ts'
import type { ImportKind } from '#domain/import-fields.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { readSpreadsheet, type SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { findKnownProducts, listKnownBusinesses, listKnownCategories } from './catalog-imports.ts'
import { checkProduct, type Defaults, type Known } from './check-product.ts'
import { mapSheet } from './map-columns.ts'
import type { KnownBusiness, ProductChange } from './product-values.ts'
import { type CatalogFile, type ProductDraft, type RowError, readCatalog } from './read-catalog.ts'
import { findSheet } from './table.ts'

/** A file as it was uploaded or configured. */
export interface CatalogUpload {
  name: string
  bytes: Uint8Array
}

/** The column mapping that a user chose, and the system that exported the file. */
interface ImportChoice {
  kind: ImportKind
  options: ImportOptions
}

/** Every change that a file would make, in the order of the file. */
export interface ImportPlan {
  /** The change of each product; null: it has an error. */
  steps: (ProductChange | null)[]
  errors: RowError[]
  /** Number of products skipped because of errors. */
  skipped: number
  /** The file column that each layout column was read from; empty for a file in the shop's own layout. */
  cellOf: ReadonlyMap<string, number>
}

/** Products checked before the event loop gets a turn. */
const BETWEEN_BREATHS = 100

/** Returns the sheet named Products, or the only sheet, or null. */
export function productSheet(sheets: SpreadsheetSheet[]): SpreadsheetSheet | null {
  return findSheet(sheets, 'Products') ?? (sheets.length === 1 ? (sheets[0] ?? null) : null)
}

/** Parses a file's sheets. Refuses `unreadable_file`. */
export async function openSheets(file: CatalogUpload): Promise<SpreadsheetSheet[]> {
  const read = await readSpreadsheet(file)
  if ('unreadable' in read) return refuse('unreadable_file', { facts: { reason: read.unreadable } })
  return read.sheets
}

function defaultsOf(known: Omit<Known, 'defaults' | 'products'>, { kind, options }: ImportChoice): Defaults {
  return {
    category: known.categories.find(({ id }) => id === options.categoryId) ?? null,
    business: (options.businessId && known.businesses.byId.get(options.businessId)) || null,
    makesEuro: options.eurFactor !== null,
    coversUnknown: kind === 'shopify' || kind === 'woocommerce',
  }
}

async function learn(db: Db, { drafts }: CatalogFile, choice: ImportChoice | null): Promise<Known> {
  const businesses = await listKnownBusinesses(db)
  const byName = new Map<string, KnownBusiness[]>()
  for (const business of businesses) {
    const name = business.name.trim().toLowerCase()
    byName.set(name, [...(byName.get(name) ?? []), business])
  }
  const known = {
    categories: await listKnownCategories(db),
    businesses: { byId: new Map(businesses.map((business) => [business.id, business])), byName },
  }
  const slugs = drafts.map(({ slug }) => slug)
  return { ...known, defaults: choice && defaultsOf(known, choice), products: await findKnownProducts(db, slugs) }
}

/** Arranges the products in the shop's layout as mapped; without a mapping the file is in that layout already. */
function applyChoice(
  sheets: SpreadsheetSheet[],
  choice: ImportChoice | null,
): { sheets: SpreadsheetSheet[]; cellOf: ReadonlyMap<string, number> } {
  const found = choice && productSheet(sheets)
  if (!choice || !found) return { sheets, cellOf: new Map() }
  const { sheet, cellOf } = mapSheet(found, choice)
  return { sheets: sheets.map((other) => (other === found ? sheet : other)), cellOf }
}

type Checked = ReturnType<typeof checkProduct>

/** Refuses a product that the file names twice, by its current and a former slug. */
function refuseTwice(result: Checked, { place, slug }: ProductDraft, named: Map<string, string>): Checked {
  if (!('change' in result) || result.change.target.kind === 'new') return result
  const { id } = result.change.target
  const first = named.get(id)
  if (first === undefined) named.set(id, slug)
  return first === undefined
    ? result
    : { errors: [{ ...place, column: 'slug', message: `This product is already in the file as ${first}.` }] }
}

/** Parses a file and checks every product, yielding to the event loop. Refuses `unreadable_file`. */
export async function planImport(db: Db, opened: SpreadsheetSheet[], choice: ImportChoice | null): Promise<ImportPlan> {
  const { sheets, cellOf } = applyChoice(opened, choice)
  await breathe()
  const catalog = await readCatalog(sheets)
  const known = await learn(db, catalog, choice)
  const steps: ImportPlan['steps'] = []
  const errors = [...catalog.errors]
  const named = new Map<string, string>() // slugs by product id, since a former slug finds its product, too
  for (const [at, draft] of catalog.drafts.entries()) {
    if (at % BETWEEN_BREATHS === 0) await breathe()
    const result = refuseTwice(checkProduct(draft, known), draft, named)
    steps.push('change' in result ? result.change : null)
    if ('errors' in result) errors.push(...result.errors)
  }
  const lost = catalog.errors.filter(({ sheet, row }) => sheet === 'Products' && row > 1).length
  return { steps, errors, skipped: steps.filter((step) => step === null).length + lost, cellOf }
}
