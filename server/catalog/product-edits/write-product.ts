import { isDeepStrictEqual } from 'node:util'
import { fillImpactModels, updateProduct } from '#server/catalog/imports/catalog-imports.ts'
import type { ProductValues } from '#server/catalog/imports/product-values.ts'
import { recordMovements } from '#server/catalog/products/product-record.ts'
import { type AuditEntry, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { clearImpactModel, keepPictures, type LockedProduct } from './product-form.ts'

/** Which request writes, for whom and when; `requestId` is also the reference of its movements of stock. */
export interface Write {
  actor: Actor
  requestId: string
  now: Date
}

/** What a product says, without what belongs to its row. */
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

/** What really changes, before and after; null: nothing does. */
export function changedParts(before: object, after: object): Pick<AuditEntry, 'before' | 'after'> | null {
  const old = before as Record<string, unknown> // its names are looked up one by one
  const entries = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(old[name], value))
  if (entries.length === 0) return null
  return { before: Object.fromEntries(entries.map(([name]) => [name, old[name]])), after: Object.fromEntries(entries) }
}

/** Refuses pictures of this shop that are not there (any more), or that are another seller's. */
export async function refuseLostPictures(
  tx: Db,
  actor: Actor,
  images: ProductValues['images'],
  stored: ProductValues['images'],
): Promise<void> {
  const known = new Set(stored.map(({ url }) => url))
  const wanted = images.filter(({ url }) => url.startsWith('/media/') && !known.has(url))
  const there = await keepPictures(
    tx,
    actor,
    wanted.map(({ url }) => url),
  )
  const lost = wanted.filter(({ url }) => !there.has(url))
  if (lost.length === 0) return
  const errors = lost.map(({ url }) => ({
    field: `images.${images.findIndex((image) => image.url === url)}`,
    message: 'This picture is not there any more. Please upload it again',
  }))
  refuse('invalid_input', { errors })
}

/** Stores what a locked product says now, with the movement of its stock and the entry of the audit log; nothing when nothing changes. */
export async function writeValues(tx: Db, stored: LockedProduct, after: ProductValues, { actor, requestId, now }: Write): Promise<void> {
  const changed = changedParts(stored, after)
  if (!changed) return
  await updateProduct(tx, stored.id, after, now)
  if (stored.type === 'machine' && after.type !== 'machine') await clearImpactModel(tx, stored.id)
  else await fillImpactModels(tx, [stored.slug])
  const delta = after.stock - stored.stock
  if (delta !== 0) {
    await recordMovements(tx, [{ productId: stored.id, delta, reason: 'edit', reference: requestId, actorId: actor.userId }])
  }
  await recordAudit(tx, { actor, action: 'product.edit', targetType: 'product', targetId: stored.id, ...changed, requestId })
}
