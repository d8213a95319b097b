import { MAX_SHEET_ROWS } from '#contract/export.ts'
import { formatCount } from '#domain/text.ts'
import type { ManagedProductFilter } from '#server/catalog/products/managed-products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { MAX_CSV_COLUMNS } from '#server/platform/vendors/spreadsheet-guard.ts'
import { listForWorkbook, listSharedNames, type WorkbookRow } from './workbook-rows.ts'
import { writeCsv, writeXlsx } from './write-workbook.ts'

const CHUNK = 2000

function refuseTooLarge(): never {
  refuse('export_too_large', { facts: { rows: formatCount(MAX_SHEET_ROWS) } })
}

async function readAll(tx: Db, filter: ManagedProductFilter): Promise<WorkbookRow[]> {
  const all: WorkbookRow[] = []
  for (;;) {
    const chunk = await listForWorkbook(tx, filter, { limit: CHUNK, offset: all.length })
    all.push(...chunk)
    if (all.length > MAX_SHEET_ROWS) refuseTooLarge()
    if (chunk.length < CHUNK) return all
  }
}

/**
 * Writes the products that match, from one snapshot, to a file that the import can read, and records the export in the audit log.
 * Refuses `export_too_large`.
 * @returns the file and its number of products
 */
export async function exportCatalog(
  { db }: Deps,
  actor: Actor,
  { format, filter, requestId }: { format: 'xlsx' | 'csv'; filter: ManagedProductFilter; requestId: string },
): Promise<{ bytes: Buffer; total: number }> {
  const { rows, shared } = await inSnapshot(db, async (tx) => ({ rows: await readAll(tx, filter), shared: await listSharedNames(tx) }))
  const bytes = format === 'csv' ? writeCsv(rows, shared, MAX_CSV_COLUMNS) : await writeXlsx(rows, shared)
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
