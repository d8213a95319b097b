import { accessories } from './catalog/accessories.ts'
import { machines } from './catalog/machines.ts'
import { materials } from './catalog/materials.ts'
import { parts } from './catalog/parts.ts'
import type { CatalogProduct } from './catalog/types.ts'

export { businesses } from './catalog/businesses.ts'

/** Products of the first catalog: machines, accessories, parts, then materials. */
export const products: readonly CatalogProduct[] = [...machines, ...accessories, ...parts, ...materials]
