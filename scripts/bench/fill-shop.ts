import type { ProductSummary } from '#contract/catalog/products.ts'
import type { Api } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'
import { clientOf, signInAs } from './client.ts'
import { makeWorkbook } from './workbook.ts'
import { BUYER_COUNTRY } from './writes.ts'

/** Products of a filled shop. */
export interface ProductSample {
  slugs: string[]
  /** Ids of products that can be ordered and have so much stock that orders never run out of them. */
  plentiful: string[]
}

async function listProducts({ products }: Api<Contract>): Promise<ProductSummary[]> {
  const query = { limit: '500', businessType: 'all', country: BUYER_COUNTRY } as const
  const pages = [1, 2, 3].map((page) => products.list({ query: { ...query, page: String(page) } }))
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

/** Keeps products that `orderOf` can order. Versions whose lists have no `display` have no seller that pauses: all of theirs can be. */
const orderable = (all: readonly ProductSummary[], units: number) =>
  all.filter(({ stock, display }) => stock >= units && (display?.sellable ?? true))

/** Lists the products of which `orderOf` can order `units`, of a shop that has at most 1,500. */
export const listOrderable = async (api: Api<Contract>, units: number): Promise<ProductSummary[]> =>
  orderable(await listProducts(api), units)

/** Reads the products of a shop that has at most 1,500. */
export async function readProducts(origin: string): Promise<ProductSample> {
  const all = await listProducts(clientOf(origin))
  return { slugs: all.map(({ slug }) => slug), plentiful: orderable(all, 100_000).map(({ id }) => id) }
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
