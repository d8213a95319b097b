import * as z from 'zod/mini'
import { ContentFact } from '#contract/catalog/product-facts.ts'
import { Display, marketFields, Understood } from '#contract/catalog/products.ts'
import { Ok, queryBoolean, queryInt, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { CLICK_KINDS } from '#domain/search/click.ts'
import { SEARCH_OUTCOMES } from '#domain/search/outcome.ts'
import { SEARCH_LANGUAGES } from '#domain/search/search-language.ts'

/** Groups of results, in display order. */
const SEARCH_GROUPS = ['products', 'producers', 'articles', 'pages', 'terms'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

/** Maximum number of results in a group; with `group`, its pages are longer. */
export const SEARCH_LIMIT = 8
/** Hits on a page of one group. */
export const SEARCH_PAGE_LIMIT = 24

/** A segment of text; `isHit`: one of the searched words. */
export const Segment = z.object({ text: z.string(), isHit: z.boolean() })
export type Segment = z.output<typeof Segment>

const hitFields = {
  id: z.string(),
  /** The whole name or title. */
  highlight: z.array(Segment),
  /** The best-matching passage. */
  excerpt: z.array(Segment),
}

/** A product that matches a search; prices in units of each currency. */
export const ProductHit = z.object({
  ...hitFields,
  slug: z.string(),
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  categoryLabel: z.string(),
  businessName: z.string(),
  image: z.string(),
  priceUSD: Amount,
  priceEUR: Amount,
  /** Units that can be ordered: 0 where the stock is below the minimum. */
  stock: z.int(),
  leadTimeDays: z.nullable(z.int()),
  /** Content of one sale unit, from which the unit price follows; null where nobody said it. */
  content: z.nullable(ContentFact),
  /**
   * Quality of the match: 0 a code, 1 the name, 2 names around it, 3 facts, 4 texts, 5 what was meant, serves instead or lacks a word, 6 a
   * part of a word.
   */
  tier: z.int(),
  /** Only where a market is asked for. */
  display: z.optional(Display),
})
export type ProductHit = z.output<typeof ProductHit>

/** A producer that matches a search, with the number of its products on sale. */
export const ProducerHit = z.object({
  ...hitFields,
  slug: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  productCount: z.int(),
})
export type ProducerHit = z.output<typeof ProducerHit>

/** A blog post that matches a search. */
export const ArticleHit = z.object({
  ...hitFields,
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  publishedAt: z.string(),
})
export type ArticleHit = z.output<typeof ArticleHit>

/** A policy, or a question with its answer, that matches a search. */
export const PageHit = z.object({ ...hitFields, title: z.string(), href: z.string() })
export type PageHit = z.output<typeof PageHit>

/** A term of the glossary that matches a search. */
export const TermHit = z.object({ ...hitFields, term: z.string(), category: z.string() })
export type TermHit = z.output<typeof TermHit>

/** A proposal while somebody types: a search, a category, a product with its picture, or a page. */
export const Suggestion = z.object({
  kind: z.enum(['search', 'category', 'product', 'page']),
  text: z.string(),
  href: z.string(),
  image: z.optional(z.string()),
})
export type Suggestion = z.output<typeof Suggestion>

/** Hits of a search by group, the best first. */
export const SearchResults = z.object({
  /** The trimmed search. */
  query: z.string(),
  /** The corrected search when nothing matched it as typed, else null. */
  meant: z.nullable(z.string()),
  understood: Understood,
  products: z.array(ProductHit),
  producers: z.array(ProducerHit),
  articles: z.array(ArticleHit),
  pages: z.array(PageHit),
  terms: z.array(TermHit),
  /** Numbers of all results; `equipment` and `materials` are the two kinds of products. */
  totals: z.object({
    products: z.int(),
    equipment: z.int(),
    materials: z.int(),
    producers: z.int(),
    articles: z.int(),
    pages: z.int(),
    terms: z.int(),
  }),
  /** Similar words of the shop, when nothing was found. */
  suggestions: z.array(z.string()),
  /** The three categories whose names are nearest to the search, when nothing was found. */
  categories: z.array(Suggestion),
})
export type SearchResults = z.output<typeof SearchResults>

export const search = {
  suggest: endpoint({
    method: 'GET',
    path: '/api/search/suggest',
    access: 'anyone',
    mayLag: true,
    summary: 'Proposes at most 8 searches, categories, products and pages for what is being typed; popular searches for nothing.',
    query: z.object({ q: z.optional(text(200)), lang: z.optional(z.enum(SEARCH_LANGUAGES)) }),
    response: z.object({ items: z.array(Suggestion) }),
  }),
  click: endpoint({
    method: 'POST',
    path: '/api/search/clicks',
    access: 'anyone',
    summary: 'Counts a result that was chosen, without who chose it. What is not counted is answered alike.',
    body: z.object({
      q: text(200),
      lang: z._default(z.enum(SEARCH_LANGUAGES), 'en'),
      kind: z.enum(CLICK_KINDS),
      id: text(160),
      /** True for the first choice of a search among the first three results. */
      isTop: z._default(z.boolean(), false),
    }),
    response: Ok,
  }),
  countOutcome: endpoint({
    method: 'POST',
    path: '/api/search/outcomes',
    access: 'anyone',
    isUncounted: true,
    summary: 'Counts a search that somebody has made and what it came to, without its words and without who made it.',
    body: z.object({ outcome: z.enum(SEARCH_OUTCOMES) }),
    response: Ok,
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    access: 'anyone',
    shows: ['catalog', 'settings', 'stock'],
    mayLag: true,
    summary:
      'Searches products, producers, articles, pages of help and glossary terms, best first, at most 8 of each; with `group` a page of 24 of that group only.',
    query: z.object({
      q: z.optional(text(200)),
      lang: z.optional(z.enum(SEARCH_LANGUAGES)),
      /** The search is taken as it was typed, nothing corrected or left out. */
      exact: z.optional(queryBoolean),
      group: z.optional(z.enum(SEARCH_GROUPS)),
      page: z.optional(queryInt(1, 1_000_000)),
      ...marketFields,
    }),
    response: SearchResults,
  }),
}
