import { isSameGtin } from '#domain/gtin.ts'
import { lookupKey } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findByGtin, findByName, findBySku, findKnownProducts } from './catalog-imports.ts'
import type { KnownProduct } from './product-values.ts'
import type { ProductDraft } from './read-catalog.ts'

/** Stored products by what a row can name them by. */
export interface KnownProducts {
  /** By current or former slug. */
  bySlug: ReadonlyMap<string, KnownProduct>
  /** By SKU, GTIN and name, as `keyOf` writes them, in any business. */
  byKey: ReadonlyMap<string, readonly KnownProduct[]>
}

type Key = 'sku' | 'gtin' | 'name'

const keyOf = (key: Key, value: string) => `${key} ${key === 'gtin' ? value.padStart(14, '0') : lookupKey(value)}`

/** Joins a business and a SKU, whatever its case. */
export const skuKey = (businessId: string, sku: string): string => `${businessId} ${lookupKey(sku)}`

const textOf = ({ cells }: Pick<ProductDraft, 'cells'>, key: Key): string | null => {
  const cell = cells.get(key)
  return cell === undefined ? null : String(cell).trim() || null
}

/** Returns the stored products that the rows of a file may mean. */
export async function listKnownProducts(db: Db, drafts: readonly ProductDraft[]): Promise<KnownProducts> {
  const valuesOf = (key: Key, of = drafts) => [...new Set(of.flatMap((draft) => textOf(draft, key) ?? []))]
  const found: [Key, KnownProduct[]][] = [
    ['sku', await findBySku(db, valuesOf('sku'))],
    ['gtin', await findByGtin(db, valuesOf('gtin'))],
    [
      'name',
      await findByName(
        db,
        valuesOf(
          'name',
          drafts.filter(({ isTyped }) => !isTyped),
        ),
      ),
    ],
  ]
  const byKey = new Map<string, KnownProduct[]>()
  for (const [key, products] of found) {
    for (const product of products) {
      const name = keyOf(key, product[key] ?? '')
      byKey.set(name, [...(byKey.get(name) ?? []), product])
    }
  }
  return {
    bySlug: await findKnownProducts(
      db,
      drafts.map(({ slug }) => slug),
    ),
    byKey,
  }
}

/** A row's product; `null`: it is new; `several`: what it says fits more than one. */
type Match = KnownProduct | null | { several: Key }

/** Returns the one product of the business, or of all businesses where the row names none. */
function pick(products: readonly KnownProduct[], businessId: string | null, key: Key): Match {
  const own = products.filter((product) => businessId === null || product.businessId === businessId)
  const there = own.filter(({ status }) => status !== 'Deleted')
  const [first, second] = there.length > 0 ? there : own
  return second && second.id !== first?.id ? { several: key } : (first ?? null)
}

/** Finds the stored product of a row: by its slug, else by SKU, else by GTIN, and by its name where the file has no address for it. */
export function matchProduct(draft: ProductDraft, { bySlug, byKey }: KnownProducts, businessId: string | null): Match {
  const typed = draft.isTyped ? bySlug.get(draft.slug) : undefined
  if (typed) return typed
  const [sku, gtin, name] = [textOf(draft, 'sku'), textOf(draft, 'gtin'), textOf(draft, 'name')]
  for (const [key, value] of [['sku', sku] as const, ['gtin', gtin] as const]) {
    const found = value === null ? null : pick(byKey.get(keyOf(key, value)) ?? [], businessId, key)
    if (found) return found
  }
  if (draft.isTyped) return null
  const named = name === null ? [] : (byKey.get(keyOf('name', name)) ?? [])
  const bySameSlug = sku === null && gtin === null ? bySlug.get(draft.slug) : undefined
  const isOther = (product: KnownProduct) =>
    (sku !== null && product.sku !== null && lookupKey(sku) !== lookupKey(product.sku)) ||
    (gtin !== null && product.gtin !== null && !isSameGtin(gtin, product.gtin))
  const fitting = named.filter((product) => !isOther(product))
  return pick(fitting.length > 0 ? fitting : bySameSlug ? [bySameSlug] : [], businessId, 'name')
}

/** Returns the product of a business that has a SKU. */
export const findHolder = ({ byKey }: KnownProducts, businessId: string, sku: string): KnownProduct | undefined =>
  byKey.get(keyOf('sku', sku))?.find((product) => product.businessId === businessId)
