import type { ProductBody } from '#contract/catalog/product-edits.ts'
import type { Product } from '#contract/catalog/products.ts'
import { isSellable } from '#domain/business.ts'
import { isUuid } from '#domain/text.ts'
import { insertProducts } from '#server/catalog/imports/catalog-imports.ts'
import type { ProductValues } from '#server/catalog/imports/product-values.ts'
import { readFits, writeFits } from '#server/catalog/products/product-fits.ts'
import { recordMovements } from '#server/catalog/products/product-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, isSeller } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { readSwitches, readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { refuseMissing, valuesAfter } from './check-form.ts'
import { refuseTakenSku } from './check-sku.ts'
import { findFreeSlug, wantedSlug } from './choose-slug.ts'
import { presentStored } from './present-form.ts'
import { attributesFor, findCategory, findSeller } from './product-form.ts'
import { refuseLostPictures, type Write } from './write-product.ts'

/** Returns the business of a new product: a seller's own, whatever the form says, or the one that staff name. */
async function findOwner(tx: Db, actor: Actor, typed: string | null | undefined) {
  if (isSeller(actor)) return found(await findSeller(tx, found(actor.businessId)))
  if (!typed || !isUuid(typed)) return refuseField('businessId', 'Please choose a business')
  return found(await findSeller(tx, typed))
}

interface NewRow {
  slug: string
  businessId: string
  values: ProductValues
}
type NewAction = 'product.create' | 'product.duplicate'

/**
 * Stores a new product with its initial stock.
 * @returns its id, or null when its slug was taken concurrently
 */
async function insertNew(tx: Db, row: NewRow, { actor, requestId, now }: Write, action: NewAction): Promise<string | null> {
  const id = (await insertProducts(tx, [row], now)).get(row.slug)
  if (!id) return null
  const { stock } = row.values
  if (stock > 0)
    await recordMovements(tx, [{ productId: id, delta: stock, reason: 'initial', reference: requestId, actorId: actor.userId }])
  const after = { slug: row.slug, businessId: row.businessId, ...row.values }
  await recordAudit(tx, { actor, action, targetType: 'product', targetId: id, after, requestId })
  return id
}

const MAX_TRIES = 100

const refuseTaken = (): never => refuse('slug_taken', { errors: [{ field: 'slug', message: 'Another product has this address' }] })

/**
 * Stores a new product under the first free slug for its name, retrying when the slug is taken concurrently.
 * @returns its id
 */
export async function insertNamed(
  tx: Db,
  name: string,
  rowOf: (slug: string) => Promise<NewRow> | NewRow,
  write: Write,
  action: NewAction,
): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const id = await insertNew(tx, await rowOf(await findFreeSlug(tx, name)), write, action)
    if (id) return id
  }
  return refuseTaken()
}

/**
 * Creates a product: Active when its business may sell (and, for a seller, when the shop does not review products first), else Inactive.
 * Refuses missing fields, then prices, then every other field; `slug_taken`; 404 for an unknown business.
 */
export async function createProduct({ db, now }: Deps, actor: Actor, body: ProductBody, requestId: string): Promise<Product> {
  refuseMissing(body, { isNew: true, asksForBusiness: !isSeller(actor) })
  return inTransaction(db, async (tx) => {
    const owner = await findOwner(tx, actor, body.businessId)
    const category = await findCategory(tx, body.category ?? '')
    if (!category) return refuseField('category', 'Please choose a category from the list')
    const isShown = isSellable(owner.status, owner.businessStatus) && !(isSeller(actor) && (await readSwitches(tx)).reviewNewProducts)
    const attributes = await attributesFor(tx, body, category)
    const timeZone = await readTimeZone(tx)
    const fits = await readFits(tx, body.fits, { id: null, businessId: owner.id })
    const rowOf = async (slug: string): Promise<NewRow> => {
      const values = valuesAfter(body, { stored: null, category, slugs: [slug], attributes, fits, timeZone })
      await refuseLostPictures(tx, actor, values.images, [])
      await refuseTakenSku(tx, { id: null, businessId: owner.id, sku: values.sku })
      return { slug, businessId: owner.id, values: { ...values, status: isShown ? 'Active' : 'Inactive' } }
    }
    const write = { actor, requestId, now: now() }
    const id = body.slug
      ? await insertNew(tx, await rowOf(await wantedSlug(tx, body.slug, null)), write, 'product.create')
      : await insertNamed(tx, body.name ?? '', rowOf, write, 'product.create')
    const stored = id ?? refuseTaken()
    if (fits) await writeFits(tx, stored, fits)
    return presentStored(tx, actor, stored, now())
  })
}
