import type { Suggestion } from '#contract/content/search.ts'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import { wholeHits } from '#domain/search/whole-hits.ts'
import { normalizeText } from '#domain/search/words.ts'
import { listPopular } from '#server/catalog/products/search-clicks.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findHits } from './find-hits.ts'
import { findNamedCategories } from './nearest-categories.ts'

const MAX_ITEMS = 8
const MAX_POPULAR = 6
const MAX_COMPLETED = 3
const MAX_CATEGORIES = 2
const MAX_PAGES = 2

const searchFor = (text: string): Suggestion => ({ kind: 'search', text, href: `/search?${new URLSearchParams({ q: text }).toString()}` })

/** Proposes popular searches for nothing typed; else searches that begin like it, categories, products and pages, at most 8. */
export async function suggestFor(
  deps: Deps,
  { q = '', lang }: { q?: string | undefined; lang?: SearchLanguage | undefined },
): Promise<{ items: Suggestion[] }> {
  const { db } = deps
  const now = deps.now()
  if (q === '') return { items: (await listPopular(db, { start: '', limit: MAX_POPULAR, now })).map(searchFor) }
  const typed = normalizeText(q)
  const [completed, categories, hits] = await Promise.all([
    listPopular(db, { start: q, limit: MAX_COMPLETED + 1, now }),
    findNamedCategories(db, q),
    findHits(deps, { query: q, lang }, null),
  ])
  const pages = hits.pages.slice(0, MAX_PAGES)
  const first = [
    ...completed
      .filter((text) => text !== typed)
      .slice(0, MAX_COMPLETED)
      .map(searchFor),
    ...categories.slice(0, MAX_CATEGORIES),
  ]
  const shown = wholeHits(hits.products, hits.understood).slice(0, MAX_ITEMS - first.length - pages.length)
  return {
    items: [
      ...first,
      ...shown.map(({ name, slug, image }): Suggestion => ({ kind: 'product', text: name, href: `/products/${slug}`, image })),
      ...pages.map(({ title, href }): Suggestion => ({ kind: 'page', text: title, href })),
    ],
  }
}
