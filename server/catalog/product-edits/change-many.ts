import type { FactsChange } from '#contract/catalog/product-edits.ts'
import type { BulkAnswer } from '#contract/catalog/product-rows.ts'
import type { FieldError } from '#contract/errors.ts'
import { ladderErrors } from '#domain/pricing.ts'
import { readFacts } from '#domain/product-facts.ts'
import { saleErrors } from '#domain/sale-price.ts'
import { STOCK_SENTENCE } from '#domain/stock.ts'
import { recordAudits } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isStale } from '#server/platform/db/product-version.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { readSwitches, readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { modelErrors, readModel, readPrices, stockOf } from './check-form.ts'
import { countStocks, type StockChange, storeStocks } from './count-stock.ts'
import { notifySellers } from './notify-sellers.ts'
import { recordChange, recordStocks, type ValuesBefore } from './product-changes.ts'
import {
  type BulkChange,
  type BulkFacts,
  type LockedProduct,
  lockProducts,
  markDeleted,
  readBaseCategories,
  updateMany,
  updateStatuses,
} from './product-form.ts'
import { changedFields, type RowWrite } from './write-product.ts'

type Typed = string | number | null | undefined

/** Locks products in the order of their ids. Refuses 400 for a duplicate id; 404 names one that is unknown or another seller's. */
export async function lockAll(tx: Db, actor: Actor, ids: readonly string[]): Promise<LockedProduct[]> {
  if (new Set(ids).size < ids.length) refuse('duplicate_products')
  const rows = await lockProducts(tx, actor, ids)
  if (rows.length === ids.length) return rows
  const known = new Set(rows.map(({ id }) => id))
  return refuse('not_found', { detail: `There is no product with the ID ${ids.find((id) => !known.has(id))}. Nothing was changed.` })
}

/**
 * Stores those changes of locked products that differ, with their audit entries; of stocks, see `storeStocks`.
 * @returns the id by which they are undone, or null when nothing differed
 */
export async function storeChanges(
  tx: Db,
  rows: LockedProduct[],
  changes: BulkChange[],
  write: RowWrite,
  action: string,
): Promise<string | null> {
  const { actor, requestId, now } = write
  const stored = new Map(rows.map((row) => [row.id, row]))
  const real = changes.flatMap((change) => {
    const row = stored.get(change.id)
    const values = row && changedFields(row, flat(change))
    return row && values ? [{ change, row, values }] : []
  })
  const changesOrders = real.some(({ change: { facts } }) => facts && ('minQuantity' in facts || 'ladder' in facts))
  const bases = changesOrders ? await readBaseCategories(tx, new Set(real.map(({ row }) => row.categoryId))) : new Map<string, string>()
  refuseConflicts(real, bases)
  await updateMany(
    tx,
    real.map(({ change }) => change),
    now,
  )
  await recordAudits(
    tx,
    real.map(({ row, values }) => ({ actor, action, targetType: 'product', targetId: row.id, ...values, requestId })),
  )
  return recordChange(
    tx,
    { userId: actor.userId, now },
    real.map(({ change: { id, ...values }, row }) => ({ id, version: row.version, before: priorValues(row, values) })),
  )
}

/** Refuses (422) prices that are not above a product's sale price, and a minimum order that does not go with its price breaks. */
function refuseConflicts(changes: readonly { change: BulkChange; row: LockedProduct }[], categories: ReadonlyMap<string, string>): void {
  const errors = changes.flatMap(({ change, row }) => {
    const { priceUsdCents, priceEurCents, facts } = change
    const after = { ...row, ...facts, priceUsdCents: priceUsdCents ?? row.priceUsdCents, priceEurCents: priceEurCents ?? row.priceEurCents }
    const hasPrice = priceUsdCents !== undefined || priceEurCents !== undefined
    const hasQuantity = facts !== undefined && ('minQuantity' in facts || 'ladder' in facts)
    const wrong = [
      ...(hasPrice ? saleErrors(after).map((error) => ({ ...error, field: 'updates' })) : []),
      ...(hasQuantity ? ladderErrors(after, categories.get(row.categoryId) ?? '') : []),
    ]
    return wrong.map(({ field, message }) => ({ field, message: `${row.name}: ${message}` }))
  })
  refuseRows(errors, errors[0]?.message ?? '')
}

/** Returns a change with its facts beside the other values, as a product has them. */
const flat = ({ facts, ...values }: BulkChange) => ({ ...values, ...facts })

/** Returns what a change replaces. */
function priorValues(row: LockedProduct, { featured, priceUsdCents, priceEurCents, facts }: Omit<BulkChange, 'id'>): ValuesBefore {
  return {
    // the facts' own names
    ...(facts && { facts: Object.fromEntries(Object.keys(facts).map((name) => [name, row[name as keyof typeof facts]])) }),
    ...(featured !== undefined && { featured: row.featured }),
    ...(priceUsdCents !== undefined && { priceUsdCents: row.priceUsdCents }),
    ...(priceEurCents !== undefined && { priceEurCents: row.priceEurCents }),
  }
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
): Promise<BulkAnswer> {
  const detail = 'Please enter valid stock values'
  if (updates.length === 0) refuse('invalid_input', { detail, errors: [{ field: 'updates', message: detail }] })
  const changes = updates.map(({ id, stock, version }) => ({ id, stock: stockOf(stock), read: version }))
  const wrong = changes.flatMap(({ stock }, at) => (stock === null ? [{ field: `updates.${at}.stock`, message: STOCK_SENTENCE }] : []))
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
      // also when the same change is sent again: sales alone never make a version stale
      if (isStale(read, row)) refuseStale(['product', row.id], { id, name: row.name, stock: row.stock })
      return { id, stock: row.stock, typed: stock ?? 0, read, field: `updates.${at}.stock`, name: row.name }
    })
    const counted = await countStocks(tx, typed)
    const real = rows.flatMap(({ id, version, stock: before }): StockChange[] => {
      const stock = counted.get(id) ?? before
      return stock === before ? [] : [{ id, version, before, stock }]
    })
    await storeStocks(tx, real, { actor, requestId })
    const undo = await recordStocks(tx, { userId: actor.userId, now: now() }, real)
    return { updated: rows.length, undo }
  })
}

const isEntered = (value: Typed) => value !== undefined && value !== null && value !== ''

/** Sets the prices of many products, all or none; empty prices are skipped. Refuses when none was entered or one is invalid. */
export async function setPrices(
  { db, now }: Deps,
  actor: Actor,
  updates: readonly { id: string; priceUSD?: Typed; priceEUR?: Typed }[],
  requestId: string,
): Promise<BulkAnswer> {
  const detail = 'Please enter valid price values'
  const refusal = { detail, errors: [{ field: 'updates', message: detail }] }
  const entered = updates.filter(({ priceUSD, priceEUR }) => isEntered(priceUSD) || isEntered(priceEUR))
  if (entered.length === 0) refuse('invalid_input', refusal)
  const ids = updates.map(({ id }) => id)
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, ids)
    const changes = entered.map(({ id, priceUSD, priceEUR }) => ({ id, ...pricesOf({ priceUSD, priceEUR }, detail) }))
    const undo = await storeChanges(tx, rows, changes, { actor, requestId, now: now() }, 'product.prices')
    return { updated: changes.length, undo }
  })
}

function pricesOf({ priceUSD, priceEUR }: { priceUSD?: Typed; priceEUR?: Typed }, detail: string) {
  try {
    return readPrices({ ...(isEntered(priceUSD) && { priceUSD }), ...(isEntered(priceEUR) && { priceEUR }) })
  } catch {
    return refuse('invalid_input', { detail, errors: [{ field: 'updates', message: detail }] })
  }
}

/** Sets facts that many products share, all or none. Refuses (422) every one that is wrong, and a change without any. */
export async function setFacts(
  { db, now }: Deps,
  actor: Actor,
  { productIds, ...typed }: FactsChange & { productIds: readonly string[] },
  requestId: string,
): Promise<BulkAnswer> {
  const { facts: read, errors } = readFacts(typed, await readTimeZone(db))
  const impactModel = readModel(typed.impactModel, 'machine', (field, message) => void errors.push({ field, message }))
  if (errors.length > 0) refuse('invalid_input', { errors })
  const facts: BulkFacts = { ...read, ...(impactModel !== undefined && { impactModel }) }
  if (Object.keys(facts).length === 0) refuse('invalid_input', { detail: 'Please fill in at least one field' })
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, productIds)
    const wrong = modelErrors(rows, impactModel)
    refuseRows(wrong, wrong[0]?.message ?? '')
    const changes = rows.filter((row) => changedFields(row, facts)).map(({ id }) => ({ id, facts }))
    const undo = await storeChanges(tx, rows, changes, { actor, requestId, now: now() }, 'product.facts')
    return { updated: changes.length, undo }
  })
}

/** Features or unfeatures many products, all or none. */
export async function setFeatured(
  { db, now }: Deps,
  actor: Actor,
  { productIds, featured }: { productIds: readonly string[]; featured: boolean },
  requestId: string,
): Promise<BulkAnswer> {
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, productIds)
    const changes = productIds.map((id) => ({ id, featured }))
    const undo = await storeChanges(tx, rows, changes, { actor, requestId, now: now() }, 'product.featured')
    return { updated: rows.length, undo }
  })
}

/** Deletes many products, all or none; staff can restore them. */
export async function deleteProducts(
  { db, now }: Deps,
  actor: Actor,
  productIds: readonly string[],
  requestId: string,
): Promise<BulkAnswer> {
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, productIds)
    const freed = await markDeleted(tx, rows, { actor, now: now() })
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
    const undo = await recordChange(
      tx,
      { userId: actor.userId, now: now() },
      rows.map(({ id, version, status }) => {
        const formerSlugs = freed.filter(({ productId }) => productId === id).map(({ slug }) => slug)
        return { id, version, before: { status, formerSlugs } }
      }),
    )
    return { updated: rows.length, undo }
  })
}

/** Sets the status of many products, all or none. Sellers show and hide their own; refuses `product_suspended` and `review_pending`. */
export async function setStatuses(
  { db, now }: Deps,
  actor: Actor,
  { productIds, status }: { productIds: readonly string[]; status: 'Active' | 'Inactive' | 'Suspended' },
  requestId: string,
): Promise<BulkAnswer> {
  const isSeller = actor.role === 'business_admin'
  if (isSeller ? status === 'Suspended' : actor.role !== 'super_admin') refuse('forbidden')
  return inTransaction(db, async (tx) => {
    const rows = await lockAll(tx, actor, productIds)
    const real = rows.filter((row) => row.status !== status)
    if (isSeller && rows.some((row) => row.status === 'Suspended')) refuse('product_suspended')
    if (isSeller && status === 'Active' && real.length > 0 && (await readSwitches(tx)).reviewNewProducts) refuse('review_pending')
    const ids = real.map(({ id }) => id)
    await updateStatuses(tx, ids, status, now())
    await recordAudits(
      tx,
      real.map((row) => ({
        actor,
        action: 'product.status',
        targetType: 'product',
        targetId: row.id,
        before: { status: row.status },
        after: { status },
        requestId,
      })),
    )
    if (!isSeller) await notifySellers(tx, real, { words: `now ${status}`, key: requestId, at: now() })
    const undo = await recordChange(
      tx,
      { userId: actor.userId, now: now() },
      real.map(({ id, version, status: before }) => ({ id, version, before: { status: before } })),
    )
    return { updated: rows.length, undo }
  })
}
