import * as z from 'zod/mini'
import {
  CountryCode,
  CurrencyCode,
  Id,
  IdParams,
  identifier,
  pageFields,
  queryAmount,
  queryBoolean,
  SlugParams,
  slug,
} from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { OnTime } from '#contract/sellers/businesses.ts'
import { ATTRIBUTE_KINDS } from '#domain/attribute.ts'
import { BUSINESS_TYPES } from '#domain/business.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { PRODUCT_SORTS, PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { CONTENT_UNITS } from '#domain/product-fields.ts'
import { SEARCH_LANGUAGES } from '#domain/search/search-language.ts'
import { SHIPPING_CLASSES, SHIPPING_METHODS } from '#domain/shipping.ts'
import { PublicPaper } from './papers.ts'
import { allFacts, cardFacts, LadderStep, publicFacts, SafetyFacts } from './product-facts.ts'

/** A picture with its alt text: a photo of the seller, or a drawing with a caption that says how it was drawn. */
export const ProductImage = z.object({
  kind: z.enum(['photo', 'drawing']),
  url: z.string(),
  alt: z.string(),
  caption: z.nullable(z.string()),
})
export type ProductImage = z.output<typeof ProductImage>

/**
 * Country and buyer that prices are shown for; with one of them the answer has `display`. What is left out is that of the default market.
 */
export const marketFields = { country: z.optional(CountryCode), buyer: z.optional(z.enum(BUYER_KINDS)) }

const UnitPriceView = z.object({ amount: Amount, per: z.union([z.literal(1), z.literal(100)]) })

/**
 * Prices of a product as the visitors of a market see them; in lists with the `freight` of the smallest order, where it costs more than the
 * goods.
 */
export const Display = z.object({
  price: z.object({ USD: Amount, EUR: Amount }),
  /**
   * The same as `price` where a former price is shown beside it; null where `formerPrice` is, also in a sale without a higher price in the
   * 30 days before.
   */
  salePrice: z.object({ USD: z.nullable(Amount), EUR: z.nullable(Amount) }),
  /** Lowest price of the 30 days before the sale that is on; null as `formerUSD` and `formerEUR` are absent. */
  formerPrice: z.object({ USD: z.nullable(Amount), EUR: z.nullable(Amount) }),
  unitPrice: z.nullable(z.object({ unit: z.enum(CONTENT_UNITS), USD: UnitPriceView, EUR: UnitPriceView })),
  /** Tax in these prices, in ten-thousandths of a percent: each is `priceUSD` or `priceEUR` raised by it, rounded half up. */
  rate: z.int(),
  includesTax: z.boolean(),
  /** True if it can be bought online. */
  sellable: z.boolean(),
  /** Sentence that says why it cannot; null: it can. */
  reason: z.nullable(z.string()),
  /** Present where a register number of its seller or a paper is missing in the country: no quote helps. */
  isWithheld: z.optional(z.literal(true)),
  /** Sentence of a seller who takes no orders now; quotes can be requested meanwhile. */
  pauseText: z.optional(z.string()),
  freight: z.optional(z.object({ USD: Amount, EUR: Amount })),
})
export type Display = z.output<typeof Display>

/** Delivery of the smallest order of a product to a market, with charges as they are shown there. */
const Delivery = z.object({
  country: z.string(),
  /** Its name as a sentence has it: "the United States". */
  place: z.string(),
  /** True: there is no rate, `methods` is empty and `notice` says so. */
  isQuote: z.boolean(),
  notice: z.nullable(z.string()),
  methods: z.array(
    z.object({
      method: z.enum(SHIPPING_METHODS),
      label: z.string(),
      charge: z.object({ USD: Amount, EUR: Amount }),
      /** Value of an order, as it is shown, from which this is free; null: it always costs the same. */
      freeFrom: z.nullable(z.object({ USD: Amount, EUR: Amount })),
      /** Business days of the delivery, and the days between which it arrives when it is ordered now. */
      minDays: z.int(),
      maxDays: z.int(),
      earliest: z.string(),
      latest: z.string(),
      carrier: z.nullable(z.string()),
    }),
  ),
})

const summaryFields = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** Addresses of the photos, or without any that of the main drawing (S175). */
  images: z.array(z.string()),
  /** Photos first, then drawings: in a list the main one, for one product all. */
  pictures: z.array(ProductImage),
  featured: z.boolean(),
  category: z.string(),
  categoryLabel: z.string(),
  /** The value by which the shop's rules know the category: for a renamed category of the first catalog, its original value. */
  baseCategory: z.string(),
  type: z.enum(PRODUCT_TYPES),
  /** In force now: while a sale is on its price. */
  priceUSD: Amount,
  priceEUR: Amount,
  /** Lowest price of the 30 days before the sale that is on; absent: none is on, or the price was as low. */
  formerUSD: z.optional(Amount),
  formerEUR: z.optional(Amount),
  stock: z.int(),
  leadTimeDays: z.nullable(z.int()),
  shippingClass: z.enum(SHIPPING_CLASSES),
  businessId: z.string(),
  businessName: z.string(),
  businessType: z.enum(BUSINESS_TYPES),
  status: z.enum(PRODUCT_STATUSES),
  specifications: z.record(z.string(), z.string()),
  ...cardFacts,
  features: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
}

/** Figures of a machine for the impact calculator. */
export const ModelFigures = z.object({
  efficiency: z.number(),
  materialReduction: z.number(),
  energyUsage: z.number(),
  processingRate: z.number(),
})

/** Recall of a product: when it was announced, and what buyers should know and do. */
export const Recall = z.object({ at: z.string(), text: z.string() })

const SustainabilityMetrics = z.object({ energyEfficiency: z.string(), materialSavings: z.string(), carbonReduction: z.string() })

/**
 * A product in a list. The long texts and the facts that are not on cards are absent with `fields=card`; only staff and sellers read all
 * facts.
 */
export const ProductSummary = z.object({
  ...summaryFields,
  ...z.partial(z.object(allFacts)).shape,
  ...cardFacts,
  fullDescription: z.optional(z.string()),
  sustainabilityMetrics: z.optional(SustainabilityMetrics),
  /** Of a search only: quality of the match, 0 a code to 5 what was meant, and 6 a part of a word. */
  tier: z.optional(z.int()),
  /** Of staff and sellers only, whose prices are the regular ones. */
  impactModel: z.optional(z.nullable(ModelFigures)),
  /** Of staff and sellers only: true for a recalled product, which is not sold. */
  isRecalled: z.optional(z.boolean()),
  /** Only where a market is asked for. */
  display: z.optional(Display),
})
export type ProductSummary = z.output<typeof ProductSummary>

/** Value of a typed specification: a number or a range in its unit, a choice or a text. */
export const AttributeValue = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.nullable(z.string()),
  number: z.optional(z.number()),
  numberMax: z.optional(z.number()), // of a range
  choice: z.optional(z.string()),
  text: z.optional(z.string()),
  display: z.string(),
  isCompared: z.boolean(), // products of its category are compared by it
  rowName: z.string(), // of the row that has it, in lower case
})
export type AttributeValue = z.output<typeof AttributeValue>

const NamedProduct = z.object({ id: z.string(), slug: z.string(), name: z.string() })

/** A whole product. */
export const Product = z.object({
  ...summaryFields,
  ...publicFacts,
  fullDescription: z.string(),
  /** When the sale that is on ends; absent: none is on, or it has no end. */
  saleTo: z.optional(z.string()),
  /** The `specifications` in the seller's order. */
  specificationRows: z.array(z.object({ name: z.string(), value: z.string() })),
  sustainabilityMetrics: SustainabilityMetrics,
  priceLadder: z.array(LadderStep),
  warrantyMonths: z.nullable(z.int()),
  /** The written terms of the warranty; empty for none. */
  warrantyText: z.string(),
  returnDays: z.int(),
  /**
   * Maker, which is the business where none is named, the responsible person in the European Union where the maker is outside of it, and
   * warnings.
   */
  productSafety: SafetyFacts,
  /** Null: it is not recalled. A recalled product is not sold. */
  recall: z.nullable(Recall),
  /**
   * Typed specifications in the order of its category; `display` is the value with its unit, or the text of its row where that says the
   * same number and more.
   */
  attributes: z.array(AttributeValue),
  /** Public products that it fits, in the seller's order. */
  fits: z.array(NamedProduct),
  /** Public products that fit it, by name: at most 100. */
  fittingParts: z.array(NamedProduct),
  /** Its current public papers, such as its manual. */
  papers: z.array(PublicPaper),
  /** True when the impact calculator has a model of this machine. */
  hasImpactModel: z.boolean(),
  display: z.optional(Display), // only where a market is asked for, like the sentence on its mains where they do not suit it
  delivery: z.optional(Delivery),
  supplyNotice: z.optional(z.nullable(z.string())),
  business: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    website: z.nullable(z.string()),
    logo: z.nullable(z.string()),
    businessType: z.enum(BUSINESS_TYPES),
    city: z.string(),
    country: z.string(),
    since: z.string(),
    onTime: OnTime,
  }),
})
export type Product = z.output<typeof Product>

const filterFields = {
  type: z.optional(z.enum(PRODUCT_TYPES)),
  category: z.optional(slug(80)),
  /** Of more than 10,000 hits the first ones are counted and ranked. */
  search: pageFields.search,
  /** Language in which the search is read first. */
  lang: z.optional(z.enum(SEARCH_LANGUAGES)),
  /** `1`: the search is taken as it was typed, nothing corrected or left out. */
  exact: z.optional(queryBoolean),
  businessId: z.optional(identifier(80)),
  businessType: z.optional(z.enum([...BUSINESS_TYPES, 'all'])),
  featured: z.optional(queryBoolean),
  /** Slug of a product, mostly a machine: only products that fit it. */
  fits: z.optional(slug(120)),
  inStock: z.optional(queryBoolean),
  currency: z.optional(CurrencyCode),
  ...marketFields,
  /** Prices as they are shown in the market that is asked for, else without tax. */
  minPrice: z.optional(queryAmount),
  maxPrice: z.optional(queryAmount),
  /** By attribute: `spec.feed-width=400..700` (either side may be open), `spec.supply=230-v-50-60-hz,400-v-50-hz-three-phase`. */
  spec: z.optional(z.record(identifier(80), identifier(1000)).check(z.refine((spec) => Object.keys(spec).length <= 20))),
}

/** Conditions that a product must meet, all of them. Prices are in units of `currency`. */
export const ProductFilters = z.object(filterFields)
/** `card` leaves out the long texts of each product: what a card shows needs none of them. */
export const fieldsOption = { fields: z.optional(z.enum(['all', 'card'])) }
/** Filters, page and order of a product list. */
export const ProductQuery = z.object({ ...filterFields, ...pageFields, ...fieldsOption, sort: z.optional(z.enum(PRODUCT_SORTS)) })
export type ProductQuery = z.output<typeof ProductQuery>

/**
 * Values of an attribute among the products of a list. A number has `min`, `max` and from 8 products on a histogram, whose end buckets are
 * open; a choice has `values`.
 */
export const AttributeFacet = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.nullable(z.string()),
  kind: z.enum(ATTRIBUTE_KINDS),
  /** Decimals of its numbers. */
  decimals: z.int(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
})
export type AttributeFacet = z.output<typeof AttributeFacet>

/** Meaning that a search of products was read as. */
export const Understood = z.object({
  corrections: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Words that products after the first `matching` ones lack; none where enough products have all. */
  leftOut: z.array(z.string()),
  /** Number of products that have all words. */
  matching: z.int(),
  /** Conditions that the search names; `without` is the search without one. */
  filters: z.array(z.object({ key: z.string(), label: z.string(), display: z.string(), without: z.string() })),
  /** Terms that the shop does not sell, whose products do the same job. */
  instead: z.array(z.object({ term: z.string() })),
  /** Cards above the results. */
  answers: z.array(z.object({ title: z.string(), text: z.string(), href: z.string() })),
})
export type Understood = z.output<typeof Understood>

/** Numbers of products that each choice of a filter would leave, and the range of their prices. */
export const ProductFacets = z.object({
  total: z.int(),
  categories: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
  /** At most the 100 with the most products, by name. */
  businesses: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
  /** Products that others fit, the same number by name; of packaging none. */
  fits: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int() })),
  price: z.object({ min: z.nullable(Amount), max: z.nullable(Amount) }),
  inStock: z.int(),
  /**
   * Attributes of the chosen category in its order, without one none; each as if its own filter were off. A number of which all products
   * have the same is left out, unless it is filtered by.
   */
  attributes: z.array(AttributeFacet),
  /** Meaning of the search, without the filters that the query has itself; null without a search. */
  understood: z.nullable(Understood),
})
export type ProductFacets = z.output<typeof ProductFacets>

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/api/products',
    access: 'anyone',
    shows: ['catalog', 'settings', 'stock'],
    mayLag: true,
    summary: 'Lists public products, filtered, searched, sorted and paged.',
    query: ProductQuery,
    response: z.array(ProductSummary),
    list: true,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/products/facets',
    access: 'anyone',
    shows: ['catalog', 'settings', 'stock'],
    mayLag: true,
    summary: 'Counts the products that each filter value would leave; each group is counted as if its own filter were off.',
    query: ProductFilters,
    response: ProductFacets,
  }),
  featured: endpoint({
    method: 'GET',
    path: '/api/products/featured',
    access: 'anyone',
    shows: ['catalog', 'settings', 'stock'],
    mayLag: true,
    summary: "Lists today's featured products of the home page: at most eight, at most two of one business.",
    query: z.object({ ...fieldsOption, ...marketFields }),
    response: z.array(ProductSummary),
    list: true,
  }),
  bySlug: endpoint({
    method: 'GET',
    path: '/api/products/slug/:slug',
    access: 'anyone',
    shows: ['catalog', 'settings', 'stock'],
    mayLag: true,
    personal: true,
    summary: 'Returns one product by its slug. Its seller sees it in any status, staff see all.',
    params: SlugParams,
    query: z.object(marketFields),
    response: Product,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/products/:id',
    access: 'anyone',
    shows: ['catalog', 'settings', 'stock'],
    personal: true,
    summary: 'Returns one product by its id. Its seller sees it in any status, staff see all.',
    params: IdParams,
    query: z.object(marketFields),
    response: Product,
  }),
}

/** A path that names a product by its id. */
export const ProductIdParams = z.object({ productId: Id })
