import type { ImportReport } from '#contract/catalog/imports.ts'
import { formatCount } from '#domain/text.ts'
import type { ImportPlan } from './plan-import.ts'
import type { ProductChange } from './product-values.ts'
import type { RowError } from './read-catalog.ts'
import type { StoredProgress } from './stored-options.ts'
import { SHEETS } from './table.ts'

/** Maximum number of errors that are stored for the file of rejected rows. */
export const MAX_ERRORS = 1000
const MAX_STORED = 20_000

/**
 * A report with every stored error; `linked`: rows of the products, by slug or of stored ones by id, whose pictures are fetched afterwards.
 */
export type FullReport = ImportReport & { errorCount: number; linked?: Readonly<Record<string, number>> }

const sum = (changes: ProductChange[], name: keyof ProductChange['counts']) =>
  changes.reduce((total, { counts }) => total + counts[name], 0)

const productsOf = (number: number) => `${formatCount(number)} ${number === 1 ? 'product' : 'products'}`

function messageOf({ created, updated, unchanged, skipped, dryRun }: Omit<ImportReport, 'message'>): string {
  const products = created + updated + unchanged
  if (products + skipped === 0) return 'The file contains no products.'
  if (products === 0) return `Nothing ${dryRun ? 'would be' : 'was'} imported. Every product in the file has an error.`
  const counts = `${formatCount(created)} new, ${formatCount(updated)} changed, ${formatCount(unchanged)} unchanged`
  const done = `${dryRun ? 'This file would import' : 'Imported'} ${productsOf(products)}: ${counts}.`
  return skipped === 0 ? done : `${done} ${productsOf(skipped)} skipped because of errors.`
}

/** Orders errors by sheet in the order of the layout, then by row. */
export function byPlace(one: RowError, other: RowError): number {
  const sheets = Object.keys(SHEETS)
  const place = ({ sheet }: RowError) => sheets.indexOf(sheet)
  return place(one) - place(other) || one.row - other.row
}

/** Summarizes an imported plan, with every stored error. */
export function writeReport({ steps, errors, skipped, notes }: ImportPlan, progress: StoredProgress, dryRun: boolean): FullReport {
  const taken = new Set(progress.taken.map(({ row }) => row))
  const imported = steps.filter((step): step is ProductChange => step !== null && (step.row === null || !taken.has(step.row)))
  const all = [...errors, ...progress.taken].sort(byPlace)
  const facts = {
    success: imported.length > 0,
    dryRun,
    results: {
      products: sum(imported, 'products'),
      features: sum(imported, 'features'),
      images: sum(imported, 'images'),
      specifications: sum(imported, 'specifications'),
    },
    created: progress.created,
    updated: progress.updated,
    unchanged: progress.unchanged,
    skipped: skipped + progress.taken.length,
    errors: all.slice(0, MAX_STORED),
    notes,
  }
  const linked = imported.flatMap(({ slug, row, target }) =>
    row !== null && target.values.images?.some(({ url }) => url.startsWith('http'))
      ? [[target.kind === 'stored' ? target.id : slug, row] as const]
      : [],
  )
  return { ...facts, message: messageOf(facts), errorCount: all.length, ...(linked.length > 0 && { linked: Object.fromEntries(linked) }) }
}

/** Cuts a report to the errors that a response contains. */
export function shortReport({ errorCount: _errorCount, linked: _linked, ...report }: FullReport): ImportReport {
  return { ...report, errors: report.errors.slice(0, MAX_ERRORS) }
}
