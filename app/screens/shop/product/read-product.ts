import { redirect } from 'react-router'
import { fittingQuery, productQuery, relatedQuery } from '#app/features/catalog/products/queries.ts'
import { orNull, type Reading } from '#app/lib/load.ts'
import { shopFactsQuery } from '#app/lib/shop.ts'

const RELATED = 4
/** Machines that parts and accessories are made for. */
const FITTED = ['mat-maker', 'chip-maker']

/** All that the page of a product shows. A slug that the product no longer has leads to the one that it has now (D52). */
export async function readProduct({ params, url, load }: Reading) {
  const [product, shop] = await Promise.all([load(productQuery(params.slug ?? '')), orNull(load(shopFactsQuery))])
  if (product.slug !== params.slug) throw redirect(`/products/${product.slug}${url.search}`, 301)
  const [related, fitting] = await Promise.all([
    orNull(load(relatedQuery(product.category))),
    FITTED.includes(product.baseCategory) ? orNull(load(fittingQuery(product.slug))) : null,
  ])
  return {
    product,
    shop,
    related: (related?.items ?? []).filter(({ id }) => id !== product.id).slice(0, RELATED),
    fitting: fitting?.items ?? [],
    /** From when delivery is counted: the same in the page and in the browser that takes it over. */
    asOf: new Date().toISOString(),
  }
}
