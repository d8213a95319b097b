import type { ProductQuery, ProductSummary } from '#contract/catalog/products.ts'
import { chooseFeatured } from '#domain/featured.ts'
import type { Deps } from '#server/platform/deps.ts'
import { presentListed } from './present-product.ts'
import { findListed, listFeatured } from './product-list.ts'

/** Featured products beyond this number are never shown. */
const MAX_FEATURED = 500

/** Returns the featured products that the home page shows today. */
export async function chooseHomeProducts(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  fields?: ProductQuery['fields'],
): Promise<ProductSummary[]> {
  const chosen = chooseFeatured(await listFeatured(db, MAX_FEATURED), now())
  const ids = chosen.map(({ id }) => id)
  return (await findListed(db, ids, fields)).map((row) => presentListed(row, fields))
}
