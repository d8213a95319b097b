import { MAX_SHEET_ROWS } from '#contract/export.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { MAX_CSV_COLUMNS } from '#server/platform/vendors/spreadsheet-guard.ts'
import { listForWorkbook, listSharedNames, type StaffProductFilter, type WorkbookRow } from './staff-product-list.ts'
import { writeCsv, writeXlsx } from './write-workbook.ts'

const CHUNK = 2000

function refuseTooLarge(): never {
  refuse('export_too_large', { facts: { rows: MAX_SHEET_ROWS.toLocaleString('en-US') } })
}

async function readAll(tx: Db, filter: StaffProductFilter): Promise<WorkbookRow[]> {
  const all: WorkbookRow[] = []
  for (;;) {
    const part = await listForWorkbook(tx, filter, { limit: CHUNK, offset: all.length })
    all.push(...part)
    if (all.length > MAX_SHEET_ROWS) refuseTooLarge()
    if (part.length < CHUNK) return all
  }
}

/**
 * The products that the filter leaves, at one moment, as the file that the import reads; the audit log keeps who took it.
 * Refuses `export_too_large`.
 * @returns the bytes and how many products they hold
 */
export async function exportCatalog(
  { db }: Deps,
  actor: Actor,
  { format, filter, requestId }: { format: 'xlsx' | 'csv'; filter: StaffProductFilter; requestId: string },
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
