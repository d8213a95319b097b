import { listData, type Place } from '#app/lib/structured-data.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { PAGE_SIZE } from './filters.ts'

interface ProductListFacts {
  title: string
  description: string
  path: string
  page: number
  /** The unfiltered list. */
  list: Place
  products: readonly Pick<ProductSummary, 'slug' | 'name'>[]
}

/** Structured data of a product list; without `category` it is the whole list. */
export function productListData(
  { title, description, path, page, list, products }: ProductListFacts,
  category: string | undefined,
): object {
  return listData({
    title,
    description,
    path,
    places: category === undefined ? [list] : [list, { to: path, label: category }],
    entries: products.map(({ slug, name }) => ({ to: `/products/${slug}`, label: name })),
    first: (page - 1) * PAGE_SIZE + 1,
  })
}
