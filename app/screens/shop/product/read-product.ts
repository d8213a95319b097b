import { redirect } from 'react-router'
import { listOf } from '#app/features/catalog/products/list-of.ts'
import { fittingQuery, productQuery, relatedQuery } from '#app/features/catalog/products/queries.ts'
import { orNull, type Reading } from '#app/lib/api.ts'

const RELATED = 4

/** All that the page of a product shows. A slug that the product no longer has leads to the one that it has now. */
export async function readProduct({ params, url, load }: Reading) {
  const product = await load(productQuery(params.slug ?? ''))
  if (product.slug !== params.slug) throw redirect(`/products/${product.slug}${url.search}`, 301)
  const [related, fitting] = await Promise.all([
    orNull(load(relatedQuery(product.category))),
    product.fittingParts.length > 0 ? orNull(load(fittingQuery(product.slug))) : null,
  ])
  return {
    product,
    /** The list in the head that the page belongs to. */
    section: listOf(product).to,
    related: (related?.items ?? []).filter(({ id }) => id !== product.id).slice(0, RELATED),
    fitting: { items: fitting?.items ?? [], total: fitting?.total ?? 0 },
  }
}
