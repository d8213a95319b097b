import type { ProductBody } from '#contract/catalog/product-edits.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { KnownCategory, ProductValues } from '#server/catalog/imports/product-values.ts'
import { readFits, writeFits } from '#server/catalog/products/product-fits.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isStale } from '#server/platform/db/product-version.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, isSeller } from '#server/platform/http/actor.ts'
import { found, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { refuseMissing, valuesAfter } from './check-form.ts'
import { refuseTakenSku } from './check-sku.ts'
import { wantedSlug } from './choose-slug.ts'
import { countStocks } from './count-stock.ts'
import { moveProduct } from './move-product.ts'
import { presentStored } from './present-form.ts'
import { attributesFor, changeSlug, findCategory, findCategoryById, type LockedProduct, lockProducts } from './product-form.ts'
import { refuseLostPictures, valuesOf, type Write, writeValues } from './write-product.ts'

async function categoryOf(tx: Db, body: ProductBody, stored: LockedProduct): Promise<KnownCategory> {
  if (body.category === undefined) return found(await findCategoryById(tx, stored.categoryId))
  return (await findCategory(tx, body.category)) ?? refuseField('category', 'Please choose a category from the list')
}

/** Puts the product's slug into the addresses of its drawings. */
const underSlug = (values: ProductValues, slug: string): ProductValues => ({
  ...values,
  images: values.images.map(({ url, alt }) => ({ url: url.replace(/^\/drawings\/[^/]+\/([^/]+\.svg)$/, `/drawings/${slug}/$1`), alt })),
})

async function moveTo(tx: Db, stored: LockedProduct, slug: string, { actor, requestId }: Write): Promise<void> {
  await changeSlug(tx, stored, slug)
  const targetId = stored.id
  await recordAudit(tx, {
    actor,
    action: 'product.address',
    targetType: 'product',
    targetId,
    before: { slug: stored.slug },
    after: { slug },
    requestId,
  })
}

/** Locks one product that this actor may edit. Refuses 404, and `edit_conflict` with the `current` product. */
export async function lockOne(tx: Db, id: string, version: number | undefined, { actor, now }: Write): Promise<LockedProduct> {
  const [row] = await lockProducts(tx, actor, [id])
  const stored = found(row)
  if (isStale(version, stored)) {
    refuseStale(['product', id], await presentStored(tx, actor, id, now))
  }
  return stored
}

/**
 * Changes a product; omitted fields stay, and so does its status, whatever is sent. Staff may move a product without orders to another
 * business; from a seller a business is ignored.
 * A stock sent with a version is applied as the difference to that version's stock; without one it replaces the stock.
 */
export async function updateProduct({ db, now }: Deps, actor: Actor, id: string, body: ProductBody, requestId: string): Promise<Product> {
  return inTransaction(db, async (tx) => {
    const write: Write = { actor, requestId, now: now() }
    const stored = await lockOne(tx, id, body.version, write)
    refuseMissing(body, { isNew: false, asksForBusiness: false })
    const category = await categoryOf(tx, body, stored)
    const slug = body.slug && body.slug !== stored.slug ? await wantedSlug(tx, body.slug, id) : stored.slug
    const before = valuesOf(stored)
    const attributes = await attributesFor(tx, body, category)
    const timeZone = await readTimeZone(tx)
    const fits = await readFits(tx, body.fits, stored)
    const typed = underSlug(valuesAfter(body, { stored: before, category, slugs: [slug, stored.slug], attributes, fits, timeZone }), slug)
    const row = { id: stored.id, stock: stored.stock, typed: typed.stock, read: body.version, field: 'stock' }
    const stock = body.stock === undefined ? stored.stock : (await countStocks(tx, [row])).get(stored.id)
    const after = { ...typed, stock: stock ?? stored.stock }
    await refuseLostPictures(tx, actor, after.images, before.images)
    const businessId = (!isSeller(actor) && body.businessId) || stored.businessId
    if (after.sku !== before.sku || businessId !== stored.businessId)
      await refuseTakenSku(tx, { id: stored.id, businessId, sku: after.sku })
    if (slug !== stored.slug) await moveTo(tx, stored, slug, write)
    if (businessId !== stored.businessId) await moveProduct(tx, stored, businessId, write)
    await writeValues(tx, { ...stored, slug }, after, write)
    if (fits) await writeFits(tx, id, fits)
    return presentStored(tx, actor, id, now())
  })
}
