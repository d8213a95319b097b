import { accessories } from './catalog/accessories.ts'
import { factsOf } from './catalog/facts.ts'
import { machines } from './catalog/machines.ts'
import { materials } from './catalog/materials.ts'
import { parts } from './catalog/parts.ts'
import type { CatalogFacts, CatalogProduct } from './catalog/types.ts'

export { businesses } from './catalog/businesses.ts'

/** Products of the first catalog: machines, accessories, parts, then materials. */
export const products: readonly CatalogProduct[] = [...machines, ...accessories, ...parts, ...materials]

/** Facts of the products by slug. */
export const facts: ReadonlyMap<string, CatalogFacts> = new Map(products.map((product, at) => [product.slug, factsOf(product, at + 1)]))
