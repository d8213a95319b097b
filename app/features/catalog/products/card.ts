import type { ProductSummary } from '#contract/catalog/products.ts'
import type { Page } from '#contract/client.ts'
import { type Measure, measureOf } from '#domain/base-price.ts'
import { type Fact, keyFacts, ROW_FACTS } from './facts.ts'

/** Product as its card shows it. The loaders of lists carry no more: it travels in the page, too. */
export interface Card
  extends Pick<
    ProductSummary,
    'id' | 'slug' | 'name' | 'categoryLabel' | 'businessName' | 'featured' | 'stock' | 'priceUSD' | 'priceEUR' | 'formerUSD' | 'formerEUR'
  > {
  /** Address of its first picture; null where the seller gave none. */
  picture: string | null
  facts: Fact[]
  /** Content of a pack; null where it is no material or does not say its size. */
  measure: Measure | null
}

/** Returns what a pack of a material holds; null for a machine, and where the pack does not say its size. */
export const measureOfPack = ({ type, specifications }: Pick<ProductSummary, 'type' | 'specifications'>): Measure | null =>
  type === 'material' ? measureOf(specifications) : null

/** Returns what the card of a product shows. */
export function cardOf(product: ProductSummary): Card {
  const { id, slug, name, categoryLabel, businessName, featured, stock, priceUSD, priceEUR, formerUSD, formerEUR, pictures } = product
  return {
    id,
    slug,
    name,
    categoryLabel,
    businessName,
    featured,
    stock,
    priceUSD,
    priceEUR,
    ...(formerUSD !== undefined && { formerUSD }),
    ...(formerEUR !== undefined && { formerEUR }),
    picture: pictures[0]?.url ?? null,
    facts: keyFacts(product, ROW_FACTS),
    measure: measureOfPack(product),
  }
}

/** Returns a page of a list as cards. */
export const cardsOf = ({ items, total }: Page<ProductSummary>): Page<Card> => ({ items: items.map(cardOf), total })
