import { listData, type Place } from '#app/lib/structured-data.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { PAGE_SIZE } from './filters.ts'

interface GoodsList {
  title: string
  description: string
  path: string
  page: number
  /** The list as a whole. */
  list: Place
  goods: readonly Pick<ProductSummary, 'slug' | 'name'>[]
}

/** A list of goods for search engines; without `category` it is the list as a whole. */
export function goodsData({ title, description, path, page, list, goods }: GoodsList, category: string | undefined): object {
  return listData({
    title,
    description,
    path,
    places: category === undefined ? [list] : [list, { to: path, label: category }],
    entries: goods.map(({ slug, name }) => ({ to: `/products/${slug}`, label: name })),
    first: (page - 1) * PAGE_SIZE + 1,
  })
}
