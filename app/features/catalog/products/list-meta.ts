import { loadedNow } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { listData } from '#app/lib/structured-data.ts'
import type { ProductType } from '#domain/product.ts'
import { listHref, NO_FILTERS, PAGE_SIZE, readFilters } from './filters.ts'
import type { LoadedList } from './load-list.ts'

/** A product list as search engines know it. */
interface ListedAs {
  type: ProductType
  to: '/materials' | '/products'
  label: string
  /** Returns the title; without a category, of the whole list. */
  titleOf: (category: string | undefined) => string
  /** Describes the whole list; a category has its own description. */
  description: string
}

/** Describes a product list, or the category chosen in it, to search engines. What a search found is not for them. */
export function listMeta(
  loading: LoadedList | Promise<LoadedList> | undefined,
  { search: query }: { search: string },
  { type, to, label, titleOf, description }: ListedAs,
) {
  const { category, search, page } = readFilters(new URLSearchParams(query), type)
  const loaded = loadedNow(loading)
  const chosen = loaded?.categories.find(({ value }) => value === category)
  const path = listHref(to, { ...NO_FILTERS, category: chosen?.value ?? '' }, { page })
  const facts = { title: titleOf(chosen?.label), description: chosen?.description || description }
  return pageMeta({
    ...facts,
    canonical: path,
    isPrivate: search !== '',
    structuredData:
      import.meta.env.SSR &&
      listData({
        ...facts,
        path,
        places: chosen
          ? [
              { to, label },
              { to: path, label: chosen.label },
            ]
          : [{ to, label }],
        entries: (loaded?.list?.items ?? []).map(({ slug, name }) => ({ to: `/products/${slug}`, label: name })),
        first: (page - 1) * PAGE_SIZE + 1,
      }),
  })
}
