import { isDeepStrictEqual } from 'node:util'
import { updateProduct } from '#server/catalog/imports/catalog-imports.ts'
import type { ProductValues } from '#server/catalog/imports/product-values.ts'
import { recordMovements } from '#server/catalog/products/product-record.ts'
import { type AuditEntry, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type LockedProduct, lockPictures } from './product-form.ts'

/** The request that writes; `requestId` is also the reference of its stock movements. */
export interface Write {
  actor: Actor
  requestId: string
  now: Date
}

/** The same of a job, which goes on without the request of its actor. */
export type RowWrite = Omit<Write, 'actor'> & { actor: Pick<Actor, 'userId' | 'name' | 'role'> & { token?: { name: string } | null } }

/** Returns a product's values. */
export function valuesOf({
  id: _id,
  slug: _slug,
  businessId: _business,
  version: _version,
  editedVersion: _edited,
  ...values
}: LockedProduct) {
  return values
}

/** Returns the fields that differ, before and after, or null. */
export function changedFields(before: object, after: object): Pick<AuditEntry, 'before' | 'after'> | null {
  const old = before as Record<string, unknown> // fields are looked up by name
  const entries = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(old[name], value))
  if (entries.length === 0) return null
  return { before: Object.fromEntries(entries.map(([name]) => [name, old[name]])), after: Object.fromEntries(entries) }
}

/** Refuses uploaded pictures that no longer exist or are another seller's. */
export async function refuseLostPictures(
  tx: Db,
  actor: Actor,
  images: ProductValues['images'],
  stored: ProductValues['images'],
): Promise<void> {
  const known = new Set(stored.map(({ url }) => url))
  const wanted = images.filter(({ url }) => url.startsWith('/media/') && !known.has(url))
  const there = await lockPictures(
    tx,
    actor,
    wanted.map(({ url }) => url),
  )
  const lost = wanted.filter(({ url }) => !there.has(url))
  if (lost.length === 0) return
  const errors = lost.map(({ url }) => ({
    field: `images.${images.findIndex((image) => image.url === url)}`,
    message: 'This picture no longer exists. Please upload it again',
  }))
  refuse('invalid_input', { errors })
}

/** Stores a locked product's new values with its stock movement and audit entry; does nothing when nothing differs. */
export async function writeValues(tx: Db, stored: LockedProduct, after: ProductValues, { actor, requestId, now }: Write): Promise<void> {
  const changed = changedFields(stored, after)
  if (!changed) return
  await updateProduct(tx, stored.id, after, now)
  const delta = after.stock - stored.stock
  if (delta !== 0) {
    await recordMovements(tx, [{ productId: stored.id, delta, reason: 'edit', reference: requestId, actorId: actor.userId }])
  }
  await recordAudit(tx, { actor, action: 'product.edit', targetType: 'product', targetId: stored.id, ...changed, requestId })
}
