import { setImmediate as breathe } from 'node:timers/promises'
import type { ImportOptions } from '#contract/catalog/imports.ts'
import type { ImportKind } from '#domain/import-fields.ts'
import { MAX_SLUG } from '#domain/product.ts'
import type { TextFormat } from '#domain/table-format.ts'
import { lookupKey } from '#domain/text.ts'
import { listByCategory } from '#server/catalog/products/product-attributes.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { readSwitches, readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { readSpreadsheet, type SpreadsheetSheet } from '#server/platform/vendors/spreadsheet.ts'
import { type Answers, answersOf, applyAnswers, kindOf } from './apply-answers.ts'
import { findKnownProducts, findNumberedSlugs, findPictures, listKnownBusinesses, listKnownCategories } from './catalog-imports.ts'
import { checkProduct, type Fitted, type Known } from './check-product.ts'
import type { SeenProblem } from './list-problems.ts'
import { type ImportNote, mapSheet } from './map-columns.ts'
import { listKnownProducts, skuKey } from './match-products.ts'
import type { KnownBusiness, ProductChange } from './product-values.ts'
import { type CatalogFile, type Finding, type ProductDraft, type RowError, readCatalog } from './read-catalog.ts'

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

/**
 * Source and owner of an import. `choice` null: the file is in the shop's own layout. `businessId`: the business of a seller; null: staff.
 */
interface PlanScope {
  choice: ImportChoice | null
  businessId: string | null
  /** Specifications are stored as the file has them, as those that come with the shop. */
  keepsRows?: boolean
}

/** Every change that a file would make, in the order of the file. */
export interface ImportPlan {
  /** The change of each product; null: it has an error. */
  steps: (ProductChange | null)[]
  errors: RowError[]
  /** Every problem, also those that an answer solved. */
  seen: SeenProblem[]
  answers: Answers
  notes: ImportNote[]
  /** Number of products skipped because of errors. */
  skipped: number
  /** The file column that each layout column was read from; empty for a file in the shop's own layout. */
  cellOf: ReadonlyMap<string, number>
}

/** Products checked before the event loop gets a turn. */
const BETWEEN_BREATHS = 100

/** Parses a file's sheets. Refuses `unreadable_file`. */
export async function openSheets(
  file: CatalogUpload,
  format: Partial<TextFormat> = {},
): Promise<{ sheets: SpreadsheetSheet[]; format: TextFormat | null }> {
  const read = await readSpreadsheet(file, format)
  if ('unreadable' in read) return refuse('unreadable_file', { facts: { reason: read.unreadable } })
  return { sheets: read.sheets, format: read.format ?? null }
}

/** Returns the addresses of uploaded pictures in a file. */
function listUploads({ drafts }: CatalogFile): string[] {
  const addresses = drafts.flatMap(({ images }) => (images ?? []).map(({ first }) => String(first ?? '').trim()))
  return addresses.filter((address) => address.startsWith('/media/'))
}

async function findOwn(
  db: Db,
  catalog: CatalogFile,
  businesses: readonly KnownBusiness[],
  businessId: string | null,
): Promise<Known['own']> {
  if (businessId === null) return null
  const business = businesses.find(({ id }) => id === businessId) ?? refuse('not_found')
  const pictures = await findPictures(db, businessId, listUploads(catalog))
  return { business, isReviewed: (await readSwitches(db)).reviewNewProducts, pictures }
}

/** Returns the products that cells `fits` name: those of the shop, and those that the file adds. */
async function listFitted(db: Db, { drafts }: CatalogFile): Promise<Known['fitted']> {
  const slugs = new Set(
    drafts.flatMap(({ cells }) =>
      cells.has('fits')
        ? String(cells.get('fits'))
            .toLowerCase()
            .split(/[;,\s]+/)
        : [],
    ),
  )
  const fitted = new Map<string, Fitted>(await findKnownProducts(db, [...slugs]))
  for (const { slug, cells } of drafts) {
    if (slugs.has(slug) && !fitted.has(slug) && cells.has('name'))
      fitted.set(slug, { slug, name: String(cells.get('name')).trim(), isPublic: true, businessId: '', status: 'Active' })
  }
  return fitted
}

async function learn(db: Db, catalog: CatalogFile, { choice, businessId, keepsRows = false }: PlanScope): Promise<Known> {
  const businesses = await listKnownBusinesses(db)
  const categories = await listKnownCategories(db)
  const byName = new Map<string, KnownBusiness[]>()
  for (const business of businesses) {
    const name = lookupKey(business.name)
    byName.set(name, [...(byName.get(name) ?? []), business])
  }
  const byId = new Map(businesses.map((business) => [business.id, business]))
  const options = choice?.options
  return {
    categories,
    businesses: { byId, byName },
    products: await listKnownProducts(db, catalog.drafts),
    fitted: await listFitted(db, catalog),
    attributes: keepsRows ? new Map() : await listByCategory(db),
    own: await findOwn(db, catalog, businesses, businessId),
    timeZone: await readTimeZone(db),
    updateOnly: options?.updateOnly ?? false,
    defaults: options
      ? {
          category: categories.find(({ id }) => id === options.categoryId) ?? null,
          business: (options.businessId && byId.get(options.businessId)) || null,
          makesPrices: options.eurFactor !== null,
        }
      : null,
  }
}

/** Arranges the products in the shop's layout as mapped; without a mapping the file is in that layout already. */
function applyChoice(opened: SpreadsheetSheet[], choice: ImportChoice | null) {
  const [main, ...lists] = opened
  if (!choice || !main) return { sheets: opened, cellOf: new Map<string, number>(), notes: [] }
  const { sheet, cellOf, notes } = mapSheet(main, choice)
  return { sheets: [sheet, ...lists], cellOf, notes }
}

type Checked = ReturnType<typeof checkProduct>

/** Refuses a product that the file names twice: by its current and a former slug, by its SKU or by its GTIN. */
function refuseTwice(result: Checked, { place, row }: ProductDraft, named: Map<string, string>): Checked {
  if (!('change' in result)) return result
  const { target, slug } = result.change
  const { sku, gtin } = target.kind === 'new' ? target.values : { sku: null, gtin: null }
  const [id, column, what] =
    target.kind === 'stored'
      ? [target.id, 'slug', 'This product']
      : sku
        ? [skuKey(target.businessId, sku), 'sku', `The SKU ${sku}`]
        : [gtin && `${target.businessId} ${gtin}`, 'gtin', `The GTIN ${gtin}`]
  if (!id) return result
  const first = named.get(id)
  if (first === undefined) {
    named.set(id, slug || `row ${row}`)
    return result
  }
  const message = `${what} is already in the file${target.kind === 'stored' ? ' as' : ', at'} ${first}.`
  return { errors: [{ ...place, column, cause: 'repeated', value: null, message }] }
}

const ROOM = 5 // for "-9999"

/** Gives new products whose address the file does not have the first free one of their name, as the form does. */
async function chooseSlugs(db: Db, steps: ImportPlan['steps'], drafts: readonly ProductDraft[]): Promise<void> {
  const made = steps.flatMap((change, at) => (change?.target.kind === 'new' && drafts[at]?.isTyped === false ? [change] : []))
  const baseOf = (slug: string) => (slug || 'product').slice(0, MAX_SLUG - ROOM).replace(/-$/, '')
  const taken = await findNumberedSlugs(db, [...new Set(made.map(({ slug }) => baseOf(slug)))])
  for (const draft of drafts) if (draft.isTyped) taken.add(draft.slug)
  const next = new Map<string, number>()
  for (const change of made) {
    const base = baseOf(change.slug)
    let slug = change.slug.length > base.length ? change.slug : base
    for (let count = next.get(base) ?? 2; taken.has(slug); count += 1) {
      slug = `${base}-${count}`
      next.set(base, count + 1)
    }
    taken.add(slug)
    if (slug === change.slug || change.target.kind !== 'new') continue
    const { images } = change.target.values
    change.target.values.images = images.map((one) => ({ ...one, url: one.url.replace(`/drawings/${change.slug}/`, `/drawings/${slug}/`) }))
    change.slug = slug
  }
}

/** Answers may uncover another problem, such as a price that is missing once it was emptied. */
const MAX_ROUNDS = 4

/** Checks a product, applies the answers to its problems and checks it again. */
function checkAnswered(draft: ProductDraft, known: Known, answers: Answers): { draft: ProductDraft; result: Checked; solved: Finding[] } {
  const solved: Finding[] = []
  let [now, result] = [draft, checkProduct(draft, known)]
  for (let round = 1; round < MAX_ROUNDS && 'errors' in result; round += 1) {
    const next = applyAnswers(now, result.errors, answers)
    if (!next) break
    solved.push(...result.errors.filter((error) => answers.has(kindOf(error))))
    now = next
    result = checkProduct(now, known)
  }
  return { draft: now, result, solved }
}

const reported = ({ entries: _entries, max: _max, ...error }: Finding): RowError => error

/** Returns each kind of problem of one product once; one that is still there is open. */
function problemsOf(solved: readonly Finding[], open: readonly Finding[]): SeenProblem[] {
  const seen = new Map<string, SeenProblem>()
  for (const finding of solved) seen.set(kindOf(finding), { finding, isOpen: false })
  for (const finding of open) seen.set(kindOf(finding), { finding, isOpen: true })
  return [...seen.values()]
}

/**
 * Checks every product of a file, yielding to the event loop. With a mapping the first sheet has the products. Refuses `unreadable_file`.
 */
export async function planImport(db: Db, opened: SpreadsheetSheet[], scope: PlanScope): Promise<ImportPlan> {
  const { sheets, cellOf, notes } = applyChoice(opened, scope.choice)
  await breathe()
  const catalog = await readCatalog(sheets)
  const known = await learn(db, catalog, scope)
  const answers = answersOf(scope.choice?.options ?? { answers: [] })
  const steps: ImportPlan['steps'] = []
  const errors = [...catalog.errors]
  const seen = catalog.errors.map((finding): SeenProblem => ({ finding, isOpen: true }))
  const named = new Map<string, string>() // slugs by product, since a former slug finds its product, too
  for (const [at, draft] of catalog.drafts.entries()) {
    if (at % BETWEEN_BREATHS === 0) await breathe()
    const checked = checkAnswered(draft, known, answers)
    const result = refuseTwice(checked.result, checked.draft, named)
    const open = 'errors' in result ? result.errors : []
    steps.push('change' in result ? result.change : null)
    errors.push(...open.map(reported))
    seen.push(...problemsOf(checked.solved, open))
  }
  await chooseSlugs(db, steps, catalog.drafts)
  const lost = catalog.errors.filter(({ sheet, row }) => sheet === 'Products' && row > 1).length
  return { steps, errors, seen, answers, notes, skipped: steps.filter((step) => step === null).length + lost, cellOf }
}
