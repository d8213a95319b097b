import type { RestoreAnswer } from '#contract/catalog/product-edits.ts'
import { MAX_STOCK } from '#domain/stock.ts'
import { updateStocks } from '#server/catalog/products/product-record.ts'
import { type AuditEntry, recordAudits } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { skuTakenText } from './check-sku.ts'
import { notifySellers } from './notify-sellers.ts'
import { lockChange, lockChangedProducts, markUndone, type UndoableProduct } from './product-changes.ts'
import { type BulkChange, isSkuTaken, updateMany, updateStatuses } from './product-form.ts'
import { restoreDeleted } from './restore-products.ts'
import { changedFields, type Write } from './write-product.ts'

/** Time for which a change can be undone. The screens offer it for ten seconds, and longer while somebody looks at the message. */
export const UNDO_MINUTES = 10

/** Returns why a product stays as it is now, or null when it can be restored. */
function reasonToSkip({ businessId, editedVersion, versionAfter, stock, before }: UndoableProduct, actor: Actor): string | null {
  if (actor.role === 'business_admin' && businessId !== actor.businessId) return 'It now belongs to another business.'
  if (editedVersion !== versionAfter) return 'It has been edited since.'
  const after = stock - (before.added ?? 0)
  if (after < 0) return 'Some of the added units have been sold.'
  return after > MAX_STOCK ? 'The stock would be too high.' : null
}

/** Restores prices and feature, or the stock: units sold since stay sold. */
async function restoreValues(tx: Db, rows: readonly UndoableProduct[], { actor, requestId, now }: Write): Promise<void> {
  const changes = rows.flatMap(({ id, before: { added, status, formerSlugs: _slugs, ...values } }): BulkChange[] =>
    status || added !== undefined ? [] : [{ id, ...values }],
  )
  await updateMany(tx, changes, now)
  const stocks = rows.flatMap(({ id, stock, before: { added } }) =>
    added === undefined ? [] : [{ id, stock: stock - added, delta: -added }],
  )
  await updateStocks(tx, stocks, { reference: requestId, actorId: actor.userId })
}

/** Restores statuses, also of deleted products. */
async function restoreStatuses(tx: Db, rows: readonly UndoableProduct[], now: Date): Promise<void> {
  for (const status of ['Active', 'Inactive', 'Suspended'] as const) {
    const ids = rows.filter((row) => row.before.status === status && row.status !== 'Deleted').map(({ id }) => id)
    await updateStatuses(tx, ids, status, now)
  }
  for (const row of rows) {
    const { status, formerSlugs } = row.before
    if (status && row.status === 'Deleted') await restoreDeleted(tx, row, { status, formerSlugs, now })
  }
}

function auditOf({
  before: { added, formerSlugs: _slugs, facts, ...values },
  ...row
}: UndoableProduct): Pick<AuditEntry, 'before' | 'after'> {
  return changedFields(row, { ...values, ...facts, ...(added !== undefined && { stock: row.stock - added }) }) ?? {}
}

/** Undoes a bulk change of this actor, once. Refuses `undo_over`. Products that somebody edited since stay as they are. */
export async function undoChange({ db, now }: Deps, actor: Actor, id: string, requestId: string): Promise<RestoreAnswer> {
  return inTransaction(db, async (tx) => {
    const write = { actor, requestId, now: now() }
    const change = found(await lockChange(tx, id, actor.userId))
    if (change.undoneAt || write.now.getTime() - change.createdAt.getTime() > UNDO_MINUTES * 60_000) refuse('undo_over')
    const rows: { row: UndoableProduct; reason: string | null }[] = []
    for (const row of await lockChangedProducts(tx, id)) {
      const isTaken = row.status === 'Deleted' && row.before.status !== undefined && (await isSkuTaken(tx, row))
      rows.push({ row, reason: reasonToSkip(row, actor) ?? (isTaken ? skuTakenText(row.sku) : null) })
    }
    const restored = rows.filter(({ reason }) => reason === null).map(({ row }) => row)
    await restoreValues(tx, restored, write)
    await restoreStatuses(tx, restored, write.now)
    await recordAudits(
      tx,
      restored.map((row) => ({ actor, action: 'product.undo', targetType: 'product', targetId: row.id, ...auditOf(row), requestId })),
    )
    if (actor.role !== 'business_admin') {
      await notifySellers(
        tx,
        restored.filter(({ before }) => before.status),
        { words: 'restored', key: requestId, at: write.now },
      )
    }
    await markUndone(tx, id, write.now)
    const skipped = rows.flatMap(({ row, reason }) => (reason === null ? [] : [{ id: row.id, name: row.name, reason }]))
    return { restored: restored.length, skipped }
  })
}
