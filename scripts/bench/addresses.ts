import { PRODUCT_SORTS, PRODUCT_TYPES } from '#domain/product.ts'
import { clientOf } from './client.ts'

/** Numbers from 0 to 1 that look random and are the same in each run. */
function* numbers(): Generator<number, never> {
  for (let at = 1; ; at += 1) yield Math.abs(Math.sin(at) * 10_000) % 1
}

const SEARCHES = ['roller', 'mat maker', 'conveyer', 'compact blade', 'zzzz', 'packing chips 430']
const PRICES = ['0', '50', '1000', '4999.99', '8000']
const SINGLE = [
  '/api/categories',
  '/api/products/featured',
  '/api/products/featured?fields=card',
  '/api/businesses',
  '/api/businesses?sort=-name&limit=10&page=2',
  '/api/businesses?search=works',
  '/api/impact/machines',
  '/api/claims',
  '/sitemap.xml',
  '/rss.xml',
  '/robots.txt',
  '/api/products?category=no-such&limit=5',
  '/api/products?businessId=x',
  '/api/products?page=99999',
  '/api/products/facets?businessId=x',
]

/** Returns public addresses: lists and counts with filters, orders and pages in all sorts of combinations, products, and single ones. */
export async function publicAddresses(origin: string, slugs: readonly string[], count: number): Promise<string[]> {
  const { categories, businesses } = clientOf(origin)
  const values = (await categories.listPublic()).items.map(({ value }) => value)
  const sellers = (await businesses.list({ query: { limit: '100' } })).items.map(({ id, slug }) => ({ id, slug }))
  const random = numbers()
  const pick = <Value>(from: readonly Value[]) => from[Math.floor(random.next().value * from.length)] as Value // never past the end
  const isChosen = (share: number) => random.next().value < share
  const optional = (share: number, name: string, from: readonly string[]) => (isChosen(share) ? { [name]: pick(from) } : {})
  const filter = () => ({
    ...optional(0.4, 'type', PRODUCT_TYPES),
    ...optional(0.4, 'category', values),
    ...optional(
      0.15,
      'businessId',
      sellers.map(({ id }) => id),
    ),
    ...optional(0.15, 'businessType', ['producer', 'consumer', 'all']),
    ...optional(0.15, 'featured', ['true', 'false']),
    ...optional(0.2, 'inStock', ['true', 'false']),
    ...optional(0.2, 'currency', ['EUR', 'USD']),
    ...optional(0.2, 'minPrice', PRICES),
    ...optional(0.2, 'maxPrice', PRICES),
    ...optional(0.1, 'search', SEARCHES),
    ...optional(0.1, 'fits', slugs),
  })
  const page = () => ({
    ...optional(0.8, 'sort', PRODUCT_SORTS),
    ...optional(0.5, 'page', ['1', '2', '3', '7', '20', '33', '41']),
    limit: pick(['1', '10', '24', '48']),
    ...optional(0.5, 'fields', ['card', 'all']),
  })
  const addressOf = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`
  const made = new Set(SINGLE)
  for (const { id, slug } of sellers.slice(0, 50)) made.add(`/api/businesses/${id}`).add(`/api/businesses/slug/${slug}`)
  while (made.size < count) {
    if (isChosen(0.2)) made.add(`/api/products/slug/${pick(slugs)}`)
    else if (isChosen(0.3)) made.add(addressOf('/api/products/facets', filter()))
    else made.add(addressOf('/api/products', { ...filter(), ...page() }))
  }
  return [...made]
}
