import { UnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { figure } from '#app/lib/format.ts'
import type { Option, OptionGroup } from '#app/ui/combobox-dialog.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { ProductHit, SearchResults, Segment, Suggestion } from '#contract/content/search.ts'
import { mainDrawing } from '#domain/picture.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { wholeHits } from '#domain/search/whole-hits.ts'
import { Marked } from './marked.tsx'
import type { Place } from './places.ts'
import { searchHref, totalOf } from './search-address.ts'

const MAX_PRODUCTS = 5
const MAX_OTHERS = 3

function productOption({ slug, image, highlight, categoryLabel, businessName, priceUSD, priceEUR, content }: ProductHit): Option {
  return {
    to: `/products/${slug}`,
    content: (
      <>
        <Picture src={image} instead={mainDrawing(slug)} bold="all" alt="" sizes="64px" width={64} height={48} />
        <span className="grid flex-1 min-w-0">
          <span className="search-option-title font-medium">
            <Marked segments={highlight} />
          </span>
          <span className="text-ink-2 text-sm whitespace-nowrap overflow-hidden text-ellipsis">
            <bdi>{categoryLabel}</bdi>, <bdi>{businessName}</bdi>
          </span>
        </span>
        <span className="grid justify-items-end max-sm:justify-items-start">
          <Price usd={priceUSD} eur={priceEUR} />
          <UnitPrice usd={priceUSD} eur={priceEUR} content={content} className="text-sm text-ink-2 whitespace-nowrap" />
        </span>
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
        <span className="text-ink-2 text-sm line-clamp-1 max-sm:line-clamp-2">
          <Marked segments={excerpt} />
        </span>
      </span>
    ),
  }
}

/**
 * Returns the results by kind; of the two kinds of products, the one with the best hit comes first. Kinds without results are left out, and
 * products that lack a word where others have all.
 */
export function groupsOfResults({ products: all, understood, producers, articles, pages, terms, totals }: SearchResults): OptionGroup[] {
  const labels = { machine: 'Equipment', material: 'Materials' } as const
  const products = wholeHits(all, understood)
  const kinds = PRODUCT_TYPES.map((type) => ({
    first: products.some((product) => product.type === type) ? products.findIndex((product) => product.type === type) : products.length,
    label: labels[type],
    total: type === 'machine' ? totals.equipment : totals.materials,
    options: products
      .filter((product) => product.type === type)
      .slice(0, MAX_PRODUCTS)
      .map(productOption),
  })).sort((a, b) => a.first - b.first)
  const groups: OptionGroup[] = [
    ...kinds.map(({ first: _place, ...group }) => group),
    {
      label: 'Producers',
      total: totals.producers,
      options: producers.slice(0, MAX_OTHERS).map(({ slug, highlight, excerpt }) => textOption(`/producers/${slug}`, highlight, excerpt)),
    },
    {
      label: 'Articles',
      total: totals.articles,
      options: articles.slice(0, MAX_OTHERS).map(({ slug, highlight, excerpt }) => textOption(`/blog/${slug}`, highlight, excerpt)),
    },
    {
      label: 'Help',
      total: totals.pages,
      options: pages.slice(0, MAX_OTHERS).map(({ href, highlight, excerpt }) => textOption(href, highlight, excerpt)),
    },
    {
      label: 'Glossary',
      total: totals.terms,
      options: terms.slice(0, MAX_OTHERS).map(({ id, highlight, excerpt }) => textOption(`/glossary#${id}`, highlight, excerpt)),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** Returns what the shop itself answers to the search, as the first choices. */
export function groupOfAnswers({ understood: { answers } }: SearchResults): OptionGroup[] {
  const options = answers.map(({ title, text, href }) => textOption(href, [{ text: title, isHit: false }], [{ text, isHit: false }]))
  return options.length === 0 ? [] : [{ label: 'Answers', options }]
}

const plain = (to: string, label: string): Option => ({
  to,
  content: (
    <span className="search-option-title font-medium">
      <bdi>{label}</bdi>
    </span>
  ),
})

/** Returns the group of back-office pages, if there are any. */
export function groupOfPlaces(places: readonly Place[], label: string): OptionGroup[] {
  return places.length === 0 ? [] : [{ label, options: places.map((place) => plain(place.to, place.label)) }]
}

/** Returns the group of recent searches. */
export function groupOfRecent(searches: readonly string[]): OptionGroup[] {
  return searches.length === 0 ? [] : [{ label: 'Recent searches', options: searches.map((search) => plain(searchHref(search), search)) }]
}

/** Returns the searches and categories among suggestions as a group of their own: what else is suggested, the results have. */
export function groupOfSuggested(suggestions: readonly Suggestion[], label: string): OptionGroup[] {
  const shown = suggestions.filter(({ kind }) => kind === 'search' || kind === 'category')
  return shown.length === 0 ? [] : [{ label, options: shown.map(({ href, text }) => plain(href, text)) }]
}

/** Returns the link to all results, as the last choice. */
export function groupOfAll({ query, totals }: SearchResults): OptionGroup[] {
  const total = totalOf('all', totals)
  return total === 0
    ? []
    : [
        {
          label: 'All results',
          options: [plain(searchHref(query), total === 1 ? 'View the result' : `View all ${figure(total)} results`)],
        },
      ]
}
