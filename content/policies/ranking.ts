import type { ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'

/**
 * How lists of products are sorted (Directive 2011/83/EU, Article 6a(1)(a); Regulation (EU) 2019/1150, Article 5). The sorts are those of
 * `server/catalog/products/product-list.ts`.
 */
export function rankingPage(shop: ShopTerms): Policy {
  return {
    path: '/ranking',
    title: 'How we sort',
    description: 'How products are ordered in lists and search results. Nobody can pay for a better position.',
    lead: 'How we decide which product comes first. Sellers cannot pay for a higher position, and their commission has no influence on it.',
    version: '1.2',
    date: '2026-11-29',
    sections: [sorts, featured(shop), search],
  }
}

const sorts: PageSection = {
  id: 'sorts',
  title: 'Lists',
  blocks: [
    'You choose how a list is sorted; the line below the list shows the current order. Unless you choose another order, featured products come first.',
    {
      table: {
        caption: 'Ways to sort',
        head: ['Sort by', 'Order'],
        rows: [
          ['Featured', 'Featured products first; then machines, materials, accessories and replacement parts; then by name'],
          ['Price', 'Price in the chosen currency, lowest or highest first; a sale price counts while it applies'],
          ['Name', 'Name, from A to Z'],
          ['Newest', 'Date the product was added to the shop, newest first'],
          ['Relevance', 'Only for searches; see below'],
        ],
      },
    },
  ],
}

const featured = ({ name }: ShopTerms): PageSection => ({
  id: 'featured',
  title: 'Featured products',
  blocks: [
    `Sellers can feature their own products, and the team of ${name} can feature any product. Featuring is free: nobody pays for it, and nobody can. Sellers can use it to move their own products up in lists that have no other sort order, alongside the products that other sellers feature.`,
    'The home page shows up to eight featured products, half machines and half materials, at most two per seller. They rotate every day.',
  ],
})

const search: PageSection = {
  id: 'search',
  title: 'Search',
  blocks: [
    'A search looks for your words, their other forms and their synonyms in the names, categories, article numbers, specifications and descriptions of products. It ranks the results in this order:',
    {
      list: [
        'A product whose article number or name is exactly what you typed comes first.',
        'Next, it matters where your words appear: matches in the name and category count more than matches in the specifications, and those more than matches in the description.',
        'Products that match all of your words come before those that match only some. Words that describe a product are dropped first, the word for the product itself last.',
        'Among products that match equally well, featured ones come first, then they are sorted by name.',
      ],
    },
    'Filters only hide products; they never change the order of the rest.',
  ],
}
