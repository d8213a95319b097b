import { MAX_SHEET_ROWS } from '#contract/export.ts'
import { formatCount } from '#domain/text.ts'
import { listProductIds, type ManagedProductFilter } from '#server/catalog/products/managed-products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { partsOf } from '#server/platform/db/read-ids.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { MAX_CSV_COLUMNS } from '#server/platform/vendors/spreadsheet-guard.ts'
import { STEP_ROWS } from '#server/platform/vendors/table-file.ts'
import { listForWorkbook, listSharedNames, type WorkbookRow } from './workbook-rows.ts'
import { writeCsv, writeXlsx } from './write-workbook.ts'

/** Reads the products that match, a step at a time: others have their turn between. */
async function readAll(db: Db, filter: ManagedProductFilter): Promise<WorkbookRow[]> {
  const ids = await listProductIds(db, filter)
  if (ids.length > MAX_SHEET_ROWS) refuse('export_too_large', { facts: { rows: formatCount(MAX_SHEET_ROWS) } })
  const all: WorkbookRow[] = []
  for (const part of partsOf(ids, STEP_ROWS)) all.push(...(await listForWorkbook(db, { sort: filter.sort }, part)))
  return all
}

/**
 * Writes the products that match to a file that the import can read, and records the export in the audit log.
 * Refuses `export_too_large`.
 * @returns the file and its number of products
 */
export async function exportCatalog(
  { db }: Deps,
  actor: Actor,
  { format, filter, requestId }: { format: 'xlsx' | 'csv'; filter: ManagedProductFilter; requestId: string },
): Promise<{ bytes: Buffer; total: number }> {
  const rows = await readAll(db, filter)
  const shared = await listSharedNames(db)
  const bytes = await (format === 'csv' ? writeCsv(rows, shared, MAX_CSV_COLUMNS) : writeXlsx(rows, shared))
  await recordAudit(db, {
    actor,
    action: 'products.export',
    targetType: 'export',
    targetId: 'products',
    after: { format, rows: rows.length, ...filter },
    requestId,
  })
  return { bytes, total: rows.length }
}
