import type { FieldError } from '#contract/errors.ts'
import { recordMovements } from '#server/catalog/products/product-record.ts'
import { recordAudits } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isStale } from '#server/platform/db/product-version.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { readPrices, stockOf } from './check-form.ts'
import { countStocks } from './count-stock.ts'
import { type BulkChange, type LockedProduct, lockProducts, markDeleted, updateMany } from './product-form.ts'
import { changedFields, type Write } from './write-product.ts'

type Typed = string | number | null | undefined

const normalizeId = (id: string) => id.toLowerCase()

/** Locks products in the order of their ids. Refuses 400 for a duplicate id, 404 for one that is unknown or another seller's. */
async function lockAll(tx: Db, actor: Actor, ids: readonly string[]): Promise<LockedProduct[]> {
  if (new Set(ids).size < ids.length) refuse('duplicate_products')
  const rows = await lockProducts(tx, actor, ids)
  if (rows.length < ids.length) refuse('not_found')
  return rows
}

/** Stores those changes of locked products that differ, with their stock movements and audit entries. */
async function storeChanges(tx: Db, rows: LockedProduct[], changes: BulkChange[], write: Write, action: string): Promise<void> {
  const { actor, requestId, now } = write
  const stored = new Map(rows.map((row) => [row.id, row]))
  const real = changes.flatMap((change) => {
    const row = stored.get(change.id)
    const values = row && changedFields(row, change)
    return row && values ? [{ change, row, values }] : []
  })
  await updateMany(
    tx,
    real.map(({ change }) => change),
    now,
  )
  const movements = real.map(({ change, row }) => ({ productId: row.id, delta: (change.stock ?? row.stock) - row.stock }))
  await recordMovements(
    tx,
    movements
      .filter(({ delta }) => delta !== 0)
      .map((movement) => ({ ...movement, reason: 'edit' as const, reference: requestId, actorId: actor.userId })),
  )
  await recordAudits(
    tx,
    real.map(({ row, values }) => ({ actor, action, targetType: 'product', targetId: row.id, ...values, requestId })),
  )
}

function refuseRows(errors: FieldError[], detail: string): void {
  if (errors.length > 0) refuse('invalid_input', { detail, errors })
}

/**
 * Sets the stock of many products, all or none. With a version, the stock is applied as the difference to that version's stock.
 * Refuses rows without a whole number of 0 or more, and `stock_below_zero`.
 */
export async function setStocks(
  { db, now }: Deps,
  actor: Actor,
  updates: readonly { id: string; stock?: Typed; version?: number | undefined }[],
  requestId: string,
): Promise<{ updated: number }> {
  const detail = 'Please enter valid stock values'
  if (updates.length === 0) refuse('invalid_input', { detail, errors: [{ field: 'updates', message: detail }] })
  const changes = updates.map(({ id, stock, version }) => ({ id: normalizeId(id), stock: stockOf(stock), read: version }))
  const wrong = changes.flatMap(({ stock }, at) =>
    stock === null ? [{ field: `updates.${at}.stock`, message: 'The stock must be a whole number from 0' }] : [],
  )
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(
      tx,
      actor,
      changes.map(({ id }) => id),
    )
    refuseRows(wrong, detail)
    const known = new Map(rows.map((row) => [row.id, row]))
    const typed = changes.map(({ id, stock, read }, at) => {
      const row = found(known.get(id))
      if (isStale(read, row)) refuse('edit_conflict') // also when the same change is sent again: sales alone never make a version stale
      return { id, stock: row.stock, typed: stock ?? 0, read, field: `updates.${at}.stock`, name: row.name }
    })
    const wanted = [...(await countStocks(tx, typed))].map(([id, stock]) => ({ id, stock }))
    await storeChanges(tx, rows, wanted, { actor, requestId, now: now() }, 'product.stock')
    return { updated: rows.length }
  })
}

const isEntered = (value: Typed) => value !== undefined && value !== null && value !== ''

/** Sets the prices of many products, all or none; empty prices are skipped. Refuses when none was entered or one is invalid. */
export async function setPrices(
  { db, now }: Deps,
  actor: Actor,
  updates: readonly { id: string; priceUSD?: Typed; priceEUR?: Typed }[],
  requestId: string,
): Promise<{ updated: number }> {
  const detail = 'Please enter valid price values'
  const refusal = { detail, errors: [{ field: 'updates', message: detail }] }
  const entered = updates.filter(({ priceUSD, priceEUR }) => isEntered(priceUSD) || isEntered(priceEUR))
  if (entered.length === 0) refuse('invalid_input', refusal)
  const ids = updates.map(({ id }) => normalizeId(id))
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, ids)
    const changes = entered.map(({ id, priceUSD, priceEUR }) => ({ id: normalizeId(id), ...pricesOf({ priceUSD, priceEUR }, detail) }))
    await storeChanges(tx, rows, changes, { actor, requestId, now: now() }, 'product.prices')
    return { updated: changes.length }
  })
}

function pricesOf({ priceUSD, priceEUR }: { priceUSD?: Typed; priceEUR?: Typed }, detail: string) {
  try {
    return readPrices({ ...(isEntered(priceUSD) && { priceUSD }), ...(isEntered(priceEUR) && { priceEUR }) })
  } catch {
    return refuse('invalid_input', { detail, errors: [{ field: 'updates', message: detail }] })
  }
}

/** Features or unfeatures many products, all or none. */
export async function setFeatured(
  { db, now }: Deps,
  actor: Actor,
  { productIds, featured }: { productIds: readonly string[]; featured: boolean },
  requestId: string,
): Promise<{ updated: number }> {
  const ids = productIds.map(normalizeId)
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, ids)
    const changes = ids.map((id) => ({ id, featured }))
    await storeChanges(tx, rows, changes, { actor, requestId, now: now() }, 'product.featured')
    return { updated: rows.length }
  })
}

/** Deletes many products, all or none; staff can restore them. */
export async function deleteProducts(
  { db, now }: Deps,
  actor: Actor,
  productIds: readonly string[],
  requestId: string,
): Promise<{ updated: number }> {
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, productIds.map(normalizeId))
    await markDeleted(tx, rows, now())
    await recordAudits(
      tx,
      rows.map(({ id, name, status }) => ({
        actor,
        action: 'product.delete',
        targetType: 'product',
        targetId: id,
        before: { name, status },
        after: { status: 'Deleted' },
        requestId,
      })),
    )
    return { updated: rows.length }
  })
}
