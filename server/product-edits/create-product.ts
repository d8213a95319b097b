import type { ProductBody } from '#contract/product-edits.ts'
import type { Product } from '#contract/products.ts'
import { isSellable } from '#domain/business.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse, refuseField } from '#server/http/refusal.ts'
import type { ProductValues } from '#server/imports/product-values.ts'
import { fillImpactModels, insertProducts } from '#server/imports/repository.ts'
import { recordMovements } from '#server/products/repository.ts'
import { readSwitches } from '#server/settings/repository.ts'
import { refuseMissing, valuesAfter } from './check-form.ts'
import { isSeller } from './check-seller.ts'
import { freeSlug, wantedSlug } from './choose-slug.ts'
import { presentStored } from './present-form.ts'
import { findCategory, findSeller } from './repository.ts'
import { refuseLostPictures, type Write } from './write-product.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The business that a new product belongs to: a seller's own, whatever the form says; the one that staff name. */
async function findOwner(tx: Db, actor: Actor, typed: string | null | undefined) {
  if (isSeller(actor)) return found(await findSeller(tx, found(actor.businessId)))
  if (!typed || !UUID.test(typed)) return refuseField('businessId', 'Please choose a business')
  return found(await findSeller(tx, typed))
}

/** Stores a new product with its first stock; answers its id. Refuses `slug_taken` when somebody took its address in the same moment. */
export async function insertNew(
  tx: Db,
  row: { slug: string; businessId: string; values: ProductValues },
  { actor, requestId, now }: Write,
  action: 'product.create' | 'product.duplicate',
): Promise<string> {
  const id = (await insertProducts(tx, [row], now)).get(row.slug)
  if (!id) return refuse('slug_taken', { errors: [{ field: 'slug', message: 'Another product has this address' }] })
  await fillImpactModels(tx, [row.slug])
  const { stock } = row.values
  if (stock > 0)
    await recordMovements(tx, [{ productId: id, delta: stock, reason: 'initial', reference: requestId, actorId: actor.userId }])
  const after = { slug: row.slug, businessId: row.businessId, ...row.values }
  await recordAudit(tx, { actor, action, targetType: 'product', targetId: id, after, requestId })
  return id
}

/**
 * Makes a new product: Active when its business may sell (and, of a seller, when the shop does not look at it first), else Inactive (D213).
 * Refuses missing fields, then prices, then every other field; `slug_taken`; 404 for a business that is not there.
 */
export async function createProduct({ db, now }: Deps, actor: Actor, body: ProductBody, requestId: string): Promise<Product> {
  refuseMissing(body, { isNew: true, asksForBusiness: !isSeller(actor) })
  return inTransaction(db, async (tx) => {
    const owner = await findOwner(tx, actor, body.businessId)
    const category = await findCategory(tx, body.category ?? '')
    if (!category) return refuseField('category', 'Please choose a category of the list')
    const slug = body.slug ? await wantedSlug(tx, body.slug, null) : await freeSlug(tx, body.name ?? '')
    const values = valuesAfter(body, { stored: null, category, slugs: [slug] })
    await refuseLostPictures(tx, actor, values.images, [])
    const isShown = isSellable(owner.status, owner.businessStatus) && !(isSeller(actor) && (await readSwitches(tx)).reviewNewProducts)
    const row = { slug, businessId: owner.id, values: { ...values, status: isShown ? ('Active' as const) : ('Inactive' as const) } }
    const id = await insertNew(tx, row, { actor, requestId, now: now() }, 'product.create')
    return presentStored(tx, actor, id, now())
  })
}
