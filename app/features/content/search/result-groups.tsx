import type { ReactNode } from 'react'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { ProductHit, SearchResults, Segment } from '#contract/content/search.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { Marked } from './marked.tsx'
import type { Place } from './places.ts'
import { searchHref, totalOf } from './search-address.ts'

/** One thing that can be chosen, and where it leads. */
export interface Option {
  to: string
  content: ReactNode
}

export interface OptionGroup {
  label: string
  /** How many there are in all, where the group shows only some. */
  total?: number
  options: Option[]
}

const MOST_GOODS = 5
const MOST_OTHERS = 3

function productOption({ slug, image, highlight, categoryLabel, businessName, priceUSD, priceEUR }: ProductHit): Option {
  return {
    to: `/products/${slug}`,
    content: (
      <>
        <Picture src={image} alt="" sizes="64px" width={64} height={48} />
        <span className="grid flex-1 min-w-0">
          <span className="search-option-title font-medium">
            <Marked segments={highlight} />
          </span>
          <span className="text-ink-2 text-sm whitespace-nowrap overflow-hidden text-ellipsis">
            {categoryLabel}, {businessName}
          </span>
        </span>
        <Price usd={priceUSD} eur={priceEUR} />
      </>
    ),
  }
}

function textOption(to: string, highlight: readonly Segment[], excerpt: readonly Segment[]): Option {
  return {
    to,
    content: (
      <span className="grid flex-1 min-w-0">
        <span className="search-option-title font-medium">
          <Marked segments={highlight} />
        </span>
        <span className="text-ink-2 text-sm whitespace-nowrap overflow-hidden text-ellipsis">
          <Marked segments={excerpt} />
        </span>
      </span>
    ),
  }
}

/** The results by kind; of the two kinds of goods the one with the best hit comes first. Kinds without results are left out. */
export function groupsOfResults({ products, producers, articles, terms, totals }: SearchResults): OptionGroup[] {
  const labels = { machine: 'Equipment', material: 'Materials' } as const
  const goods = PRODUCT_TYPES.map((type) => ({
    first: products.findIndex((product) => product.type === type),
    label: labels[type],
    total: type === 'machine' ? totals.equipment : totals.materials,
    options: products
      .filter((product) => product.type === type)
      .slice(0, MOST_GOODS)
      .map(productOption),
  })).sort((a, b) => a.first - b.first)
  const groups: OptionGroup[] = [
    ...goods.map(({ first: _place, ...group }) => group),
    {
      label: 'Producers',
      total: totals.producers,
      options: producers.slice(0, MOST_OTHERS).map(({ slug, highlight, excerpt }) => textOption(`/producers/${slug}`, highlight, excerpt)),
    },
    {
      label: 'Articles',
      total: totals.articles,
      options: articles.slice(0, MOST_OTHERS).map(({ slug, highlight, excerpt }) => textOption(`/blog/${slug}`, highlight, excerpt)),
    },
    {
      label: 'Glossary',
      total: totals.terms,
      options: terms.slice(0, MOST_OTHERS).map(({ id, highlight, excerpt }) => textOption(`/glossary#${id}`, highlight, excerpt)),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const plain = (to: string, label: string): Option => ({ to, content: <span className="search-option-title font-medium">{label}</span> })

/** Places of the back office, for those who have one. */
export function groupOfPlaces(places: readonly Place[], label: string): OptionGroup[] {
  return places.length === 0 ? [] : [{ label, options: places.map((place) => plain(place.to, place.label)) }]
}

/** What was looked for before. */
export function groupOfRecent(searches: readonly string[]): OptionGroup[] {
  return searches.length === 0 ? [] : [{ label: 'Recent searches', options: searches.map((search) => plain(searchHref(search), search)) }]
}

/** The way to all results, as the last thing that can be chosen. */
export function groupOfAll({ query, totals }: SearchResults): OptionGroup[] {
  const total = totalOf('all', totals)
  return total === 0
    ? []
    : [{ label: 'All results', options: [plain(searchHref(query), total === 1 ? 'See the one result' : `See all ${total} results`)] }]
}
