import { atShownPrices } from '#app/lib/in-market.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { Page } from '#contract/client.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { PART_TIER } from '#domain/search/tiers.ts'
import type { Content } from '#domain/unit-price.ts'
import { type Fact, keyFacts, ROW_FACTS } from './facts.ts'
import type { ListFilters } from './filters.ts'

/** Product as its card shows it. The loaders of lists carry no more: it travels in the page, too. */
export interface Card
  extends Pick<
    ProductSummary,
    'id' | 'slug' | 'name' | 'type' | 'categoryLabel' | 'businessName' | 'featured' | 'priceUSD' | 'priceEUR' | 'formerUSD' | 'formerEUR'
  > {
  /** Quality of its match, 0 best; absent without a search. */
  tier?: number
  /** Units that can be ordered: 0 where the stock is below the minimum. */
  stock: number
  leadTimeDays: number | null
  /** Address of its first picture; null where the seller gave none. */
  picture: string | null
  facts: Fact[]
  /** Sentence that says why it cannot be bought online in the visitor's market; null: it can. */
  notSold: string | null
  /** Freight of the smallest order where it costs more than the goods; null elsewhere. */
  freight: { USD: number; EUR: number } | null
  /** Content of a sale unit, as cart, order, invoice and feed have it; null where the seller gave none. */
  content: Content | null
}

/** Returns what the card of a product shows, at the prices of its market. */
export function cardOf(summary: ProductSummary): Card {
  const product = atShownPrices(summary)
  const { id, slug, name, type, categoryLabel, businessName, featured, priceUSD, priceEUR, formerUSD, formerEUR, pictures } = product
  return {
    id,
    slug,
    name,
    type,
    categoryLabel,
    businessName,
    featured,
    stock: sellableUnits(product),
    leadTimeDays: product.leadTimeDays,
    priceUSD,
    priceEUR,
    ...(formerUSD !== undefined && { formerUSD }),
    ...(formerEUR !== undefined && { formerEUR }),
    picture: pictures[0]?.url ?? null,
    facts: keyFacts(product, ROW_FACTS),
    notSold: product.display?.reason ?? null,
    freight: product.display?.freight ?? null,
    content: product.content ?? null,
    ...(product.tier !== undefined && { tier: product.tier }),
  }
}

/** Returns a page of a list as cards. */
export const cardsOf = ({ items, total }: Page<ProductSummary>): Page<Card> => ({ items: items.map(cardOf), total })

/** Returns the place of the first product that only contains the search, in the order of the search; -1 for none. */
export function firstPart(cards: readonly Pick<Card, 'tier'>[], { search, sort }: Pick<ListFilters, 'search' | 'sort'>): number {
  if (search === '' || (sort !== null && sort !== 'relevance')) return -1
  return cards.findIndex(({ tier }) => tier === PART_TIER)
}
