import { randomUUID } from 'node:crypto'
import type { ImportReport } from '#contract/imports.ts'
import { pluralize } from '#domain/text.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { refuse } from '#server/http/refusal.ts'
import { readSpreadsheet } from '#server/vendors/spreadsheet.ts'
import { checkProduct, type Known } from './check-product.ts'
import type { KnownBusiness, ProductChange } from './product-values.ts'
import { type CatalogFile, type RowError, readCatalog } from './read-catalog.ts'
import { findKnownProducts, insertImport, listKnownBusinesses, listKnownCategories } from './repository.ts'
import { compareChanges, type ImportRun, type Stored, storeChanges } from './store-changes.ts'
import { SHEETS } from './table.ts'

/** A file as it was sent or found. */
export interface CatalogUpload {
  name: string
  bytes: Uint8Array
}

/** Who imports; null: the shop itself. */
export type Importer = { userId: string; name: string; role: string } | null

const BATCH = 200
const MOST_ERRORS = 1000

async function learn(db: Db, { drafts }: CatalogFile): Promise<Known> {
  const businesses = await listKnownBusinesses(db)
  const byName = new Map<string, KnownBusiness[]>()
  for (const business of businesses) {
    const name = business.name.trim().toLowerCase()
    byName.set(name, [...(byName.get(name) ?? []), business])
  }
  return {
    categories: await listKnownCategories(db),
    businesses: { byId: new Map(businesses.map((business) => [business.id, business])), byName },
    products: await findKnownProducts(
      db,
      drafts.map(({ slug }) => slug),
    ),
  }
}

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH)
}

async function storeAll(db: Db, changes: ProductChange[], run: ImportRun, isDryRun: boolean): Promise<Stored> {
  const all: Stored = { created: 0, updated: 0, unchanged: 0, errors: [] }
  for (const batch of batches(changes)) {
    const stored = isDryRun ? await compareChanges(db, batch) : await storeChanges(db, batch, run)
    all.created += stored.created
    all.updated += stored.updated
    all.unchanged += stored.unchanged
    all.errors.push(...stored.errors)
  }
  return all
}

const sum = (changes: ProductChange[], name: keyof ProductChange['counts']) =>
  changes.reduce((total, { counts }) => total + counts[name], 0)

function messageOf({ created, updated, unchanged, skipped }: Omit<ImportReport, 'message'>, isDryRun: boolean): string {
  const products = created + updated + unchanged
  if (products + skipped === 0) return 'The file holds no products.'
  if (products === 0) return 'Nothing was imported: every product of the file has an error.'
  const parts = `${created} new, ${updated} changed, ${unchanged} as before`
  const done = isDryRun
    ? `This file would import ${pluralize(products, 'product')}: ${parts}.`
    : `Imported ${pluralize(products, 'product')}: ${parts}.`
  return skipped === 0 ? done : `${done} ${pluralize(skipped, 'product')} left out because of errors.`
}

/** Sheet by sheet in the order of the layout, each from its first row. */
function byPlace(one: RowError, other: RowError): number {
  const sheets = Object.keys(SHEETS)
  const place = ({ sheet }: RowError) => sheets.indexOf(sheet)
  return place(one) - place(other) || one.row - other.row
}

function reportOf(
  changes: ProductChange[],
  stored: Stored,
  file: { errors: RowError[]; skipped: number },
  isDryRun: boolean,
): ImportReport {
  const taken = new Set(stored.errors.map(({ row }) => row))
  const imported = changes.filter(({ row }) => row === null || !taken.has(row))
  const facts = {
    success: imported.length > 0,
    dryRun: isDryRun,
    results: {
      products: sum(imported, 'products'),
      features: sum(imported, 'features'),
      images: sum(imported, 'images'),
      specifications: sum(imported, 'specifications'),
    },
    created: stored.created,
    updated: stored.updated,
    unchanged: stored.unchanged,
    skipped: file.skipped + stored.errors.length,
    errors: [...file.errors, ...stored.errors].sort(byPlace).slice(0, MOST_ERRORS),
  }
  return { ...facts, message: messageOf(facts, isDryRun) }
}

async function runImport(deps: Deps, file: CatalogUpload, importer: Importer, isDryRun: boolean): Promise<ImportReport> {
  const read = await readSpreadsheet(file)
  if ('unreadable' in read) refuse('unreadable_file', { facts: { reason: read.unreadable } })
  const catalog = readCatalog(read.sheets)
  const known = await learn(deps.db, catalog)
  const checked = catalog.drafts.map((draft) => checkProduct(draft, known))
  const changes = checked.flatMap((result) => ('change' in result ? [result.change] : []))
  const errors = [...catalog.errors, ...checked.flatMap((result) => ('errors' in result ? result.errors : []))]
  const skipped = checked.length - changes.length + catalog.errors.filter(({ sheet, row }) => sheet === 'Products' && row > 1).length
  const run: ImportRun = { importId: randomUUID(), actorId: importer?.userId ?? null, now: deps.now() }
  const report = reportOf(changes, await storeAll(deps.db, changes, run, isDryRun), { errors, skipped }, isDryRun)
  if (!isDryRun) await writeDown(deps.db, run, file, importer, report)
  return report
}

async function writeDown(db: Db, run: ImportRun, file: CatalogUpload, importer: Importer, report: ImportReport): Promise<void> {
  const { created, updated, unchanged, skipped, results } = report
  await inTransaction(db, async (tx) => {
    await insertImport(tx, { id: run.importId, actorId: run.actorId, fileName: file.name, report, at: run.now })
    await recordAudit(tx, {
      actor: importer,
      action: 'catalog.import',
      targetType: 'import',
      targetId: run.importId,
      after: { fileName: file.name, created, updated, unchanged, skipped, results },
    })
  })
}

const running = new WeakSet<Db>()

/**
 * Imports a catalogue: products with an error in one of their rows stay as they are, all others are stored in batches.
 * A dry run changes nothing and answers the same report. Refuses with `import_running` and `unreadable_file`.
 */
export async function importCatalog(
  deps: Deps,
  file: CatalogUpload,
  importer: Importer,
  { dryRun }: { dryRun: boolean },
): Promise<ImportReport> {
  if (running.has(deps.db)) refuse('import_running')
  running.add(deps.db)
  try {
    return await runImport(deps, file, importer, dryRun)
  } finally {
    running.delete(deps.db)
  }
}
