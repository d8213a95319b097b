import type { Order } from '#contract/orders/orders.ts'
import { normalizeOrder } from '#domain/normalize-order.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { lockOrder, updateOrder } from './order-record.ts'
import { readOrder } from './read-order.ts'

/** Removes empty tags and those that differ from an earlier one by case only. */
function distinct(tags: readonly string[]): string[] {
  const byWord = new Map(
    tags
      .filter(Boolean)
      .map((tag) => [tag.toLowerCase(), tag] as const)
      .reverse(),
  )
  return [...byWord.values()].reverse()
}

/** Replaces the tags of an order, by which staff find it. Refuses `not_found`. */
export async function setTags(
  { db }: Deps,
  actor: Actor,
  { id, tags, requestId }: { id: string; tags: readonly string[]; requestId: string },
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { order } = found(await lockOrder(tx, id, null))
    const after = distinct(tags)
    if (JSON.stringify(after) === JSON.stringify(order.tags)) return readOrder(tx, actor, id)
    await updateOrder(tx, id, { tags: after, searchText: normalizeOrder({ ...order, tags: after }) })
    const counts = { before: { tagCount: order.tags.length }, after: { tagCount: after.length } } // the audit log is never erased
    await recordAudit(tx, { actor, action: 'order.tags', targetType: 'order', targetId: id, ...counts, requestId })
    return readOrder(tx, actor, id)
  })
}
