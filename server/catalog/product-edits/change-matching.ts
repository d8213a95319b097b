import { type BulkChange, MAX_MATCHING } from '#contract/catalog/product-edits.ts'
import type { BulkAnswer } from '#contract/catalog/product-rows.ts'
import { OwnProductQuery } from '#contract/catalog/seller-products.ts'
import { StaffProductQuery } from '#contract/catalog/staff-products.ts'
import { formatCount } from '#domain/text.ts'
import { listMatchingIds, type ManagedProductFilter } from '#server/catalog/products/managed-products.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { deleteProducts, setFacts, setFeatured, setStatuses, setStocks } from './change-many.ts'
import { changePercent } from './change-percent.ts'

/** Reads the filter as the caller's own list does: a seller's is always that of its business. Deleted products never match. */
function readFilter(actor: Actor, filter: Readonly<Record<string, string>>): ManagedProductFilter {
  const isSeller = actor.role === 'business_admin'
  const { success, data } = (isSeller ? OwnProductQuery : StaffProductQuery).safeParse(filter)
  if (!success) return refuse('invalid_input', { errors: [{ field: 'filter', message: 'Invalid filter' }] })
  return { ...data, ...(isSeller && { businessId: [found(actor.businessId)] }), hidesDeleted: true }
}

/** Changes every product that a filter leaves, all or none. Refuses `selection_changed` and `selection_too_large`. */
export async function changeMatching(
  deps: Deps,
  actor: Actor,
  { filter, expected, change }: { filter: Readonly<Record<string, string>>; expected: number; change: BulkChange },
  requestId: string,
): Promise<BulkAnswer> {
  const { ids: productIds, total } = await listMatchingIds(deps.db, readFilter(actor, filter), MAX_MATCHING)
  if (total !== expected) refuse('selection_changed', { facts: { found: formatCount(total), expected: formatCount(expected) } })
  if (total > MAX_MATCHING) refuse('selection_too_large', { facts: { max: formatCount(MAX_MATCHING), found: formatCount(total) } })
  if (change.kind === 'featured') return setFeatured(deps, actor, { productIds, featured: change.featured }, requestId)
  if (change.kind === 'status') return setStatuses(deps, actor, { productIds, status: change.status }, requestId)
  if (change.kind === 'percent') return changePercent(deps, actor, { ...change, productIds }, requestId)
  if (change.kind === 'facts') {
    const { kind: _kind, ...facts } = change
    return setFacts(deps, actor, { ...facts, productIds }, requestId)
  }
  if (change.kind === 'delete') return deleteProducts(deps, actor, productIds, requestId)
  return setStocks(
    deps,
    actor,
    productIds.map((id) => ({ id, stock: change.stock })),
    requestId,
  )
}
