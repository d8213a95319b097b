import type { Product } from '#contract/catalog/products.ts'
import { copyFits } from '#server/catalog/products/product-fits.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { insertNamed } from './create-product.ts'
import { presentStored } from './present-form.ts'
import { lockOne } from './update-product.ts'
import { valuesOf } from './write-product.ts'

const MAX_NAME = 160

/** Copies a product under a new name and slug: Inactive, not featured, without stock, SKU and GTIN, which belong to one product. */
export async function copyProduct({ db, now }: Deps, actor: Actor, id: string, requestId: string): Promise<Product> {
  return inTransaction(db, async (tx) => {
    const write = { actor, requestId, now: now() }
    const original = await lockOne(tx, id, undefined, write)
    const { slug: from, businessId } = original
    const stored = valuesOf(original)
    const name = `${stored.name.slice(0, MAX_NAME - 7)} (copy)`
    const rowOf = (slug: string) => {
      const images = stored.images.map(({ url, alt }) => ({ url: url.replace(`/drawings/${from}/`, `/drawings/${slug}/`), alt }))
      const own = { name, images, stock: 0, featured: false, status: 'Inactive' as const, sku: null, gtin: null }
      return { slug, businessId, values: { ...stored, ...own } }
    }
    const copied = await insertNamed(tx, name, rowOf, write, 'product.duplicate')
    await copyFits(tx, id, copied)
    return presentStored(tx, actor, copied, now())
  })
}
