import type { ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'

/** How lists of products are sorted (Directive 2011/83/EU, Article 6a(1)(a); Regulation (EU) 2019/1150, Article 5). The sorts are those of `server/catalog/products/product-list.ts`. */
export function rankingPage(shop: ShopTerms): Policy {
  return {
    path: '/ranking',
    title: 'How we sort',
    description: 'What decides the order of products in lists and in search results. Nobody can pay for a place.',
    lead: 'What decides which product comes first. Sellers cannot pay for a higher position, and their commission has no influence on it.',
    version: '1.1',
    date: '2026-11-27',
    sections: [sorts, featured(shop), search],
  }
}

const sorts: PageSection = {
  id: 'sorts',
  title: 'Lists',
  blocks: [
    'You choose how a list is sorted; the line below the list says how it is. A list without a choice shows featured products first.',
    {
      table: {
        caption: 'Ways to sort',
        head: ['Sort', 'What decides'],
        rows: [
          ['Featured', 'Featured products first; then machines, materials, accessories and replacement parts; then the name'],
          ['Price', 'The price in the chosen currency, lowest or highest first; a reduced price counts while it is in force'],
          ['Name', 'The name, from A to Z'],
          ['Newest', 'The day on which the product came into the shop, newest first'],
          ['Relevance', 'Only with a search: see below'],
        ],
      },
    },
  ],
}

const featured = ({ name }: ShopTerms): PageSection => ({
  id: 'featured',
  title: 'Featured products',
  blocks: [
    `Sellers mark products of their own as featured, and the team of ${name} can mark any product. The mark is free: nobody pays for it, and nobody can. A seller can move its own products up with it where a list has no other sort, next to those that other sellers have marked.`,
    'The home page shows up to eight featured products, half machines and half materials, at most two of one seller; they change every day in turn.',
  ],
})

const search: PageSection = {
  id: 'search',
  title: 'Search',
  blocks: [
    'A search looks for your words in the name, the category, article numbers, specifications and descriptions of products, with other forms and synonyms of the words. These decide, in this order:',
    {
      list: [
        'A product whose article number or name is what you typed comes first.',
        'Then count where your words stand: in the name and the category more than in the specifications, and there more than in the description.',
        'Products that have all of your words come before those that lack some; what says how a thing should be is given up first, the thing itself last.',
        'Of products that fit equally well, featured ones come first, then the name decides.',
      ],
    },
    'Filters only leave products out; they never change the order of the others.',
  ],
}
