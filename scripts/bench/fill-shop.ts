import { clientOf, signInAs } from './client.ts'
import { makeWorkbook } from './workbook.ts'

/** Products of a filled shop. */
export interface ProductSample {
  slugs: string[]
  /** Ids of products with so much stock that orders never run out of them. */
  plentiful: string[]
}

/** Reads the products of a shop that has at most 1,500. */
export async function readProducts(origin: string): Promise<ProductSample> {
  const { products } = clientOf(origin)
  const pages = [1, 2, 3].map((page) => products.list({ query: { limit: '500', page: String(page), businessType: 'all' } }))
  const all = (await Promise.all(pages)).flatMap(({ items }) => items)
  return { slugs: all.map(({ slug }) => slug), plentiful: all.filter(({ stock }) => stock > 100_000).map(({ id }) => id) }
}

/**
 * Fills a new demo shop up to `count` products. An older version refuses those whose drawings it does not have: `isOlder` lets it have
 * fewer.
 * @returns the duration of the import in ms
 */
export async function fillShop(origin: string, count: number, { isOlder = false } = {}): Promise<number> {
  const { total } = await clientOf(origin).products.list({ query: { limit: '1', businessType: 'all' } })
  const staff = await signInAs(origin, 'staff@reflute.test')
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await makeWorkbook(count - total))]), 'bench.xlsx')
  const startedAt = performance.now()
  const report = await staff.imports.importExcel({ form, query: {} })
  const took = performance.now() - startedAt
  if (report.created !== count - total && !isOlder)
    throw new Error(`The import made ${report.created} products: ${JSON.stringify(report.errors.slice(0, 3))}`)
  return took
}
