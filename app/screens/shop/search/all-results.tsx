import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { KIND_LABELS, type SearchKind, searchHref, totalOf } from '#app/features/content/search/search-address.ts'
import { figure } from '#app/lib/format.ts'
import type { SearchResults } from '#contract/content/search.ts'
import { ArticleRows, PageRows, ProducerRows, ProductRows, TermRows } from './result-rows.tsx'

/** Maximum number of products of a kind beside other kinds; a single kind shows all of its results. */
const MAX_PRODUCTS = 4
const MAX_OTHERS = 3

interface Section {
  kind: Exclude<SearchKind, 'all'>
  shown: number
  rows: ReactNode
}

function sectionsOf({ query, understood, products, producers, articles, pages, terms, totals }: SearchResults): Section[] {
  const kinds = (['equipment', 'materials', 'producers', 'articles', 'help', 'glossary'] as const).filter(
    (kind) => totalOf(kind, totals) > 0,
  )
  const first = <Hit,>(hits: readonly Hit[], most: number) => (kinds.length > 1 ? hits.slice(0, most) : hits)
  const productSections = (['machine', 'material'] as const)
    .map((type) => ({ type, place: products.findIndex((product) => product.type === type) }))
    .map(({ type, place }) => ({ type, place: place < 0 ? products.length : place }))
    .sort((a, b) => a.place - b.place)
    .map(({ type }): Section => {
      const hits = first(
        products.filter((product) => product.type === type),
        MAX_PRODUCTS,
      )
      return {
        kind: type === 'machine' ? 'equipment' : 'materials',
        shown: hits.length,
        rows: <ProductRows products={hits} query={query} understood={understood} />,
      }
    })
  const [makers, texts, words] = [first(producers, MAX_OTHERS), first(articles, MAX_OTHERS), first(terms, MAX_OTHERS)]
  const help = first(pages, MAX_OTHERS)
  return [
    ...productSections,
    { kind: 'producers', shown: makers.length, rows: <ProducerRows producers={makers} /> },
    { kind: 'articles', shown: texts.length, rows: <ArticleRows articles={texts} /> },
    { kind: 'help', shown: help.length, rows: <PageRows pages={help} /> },
    { kind: 'glossary', shown: words.length, rows: <TermRows terms={words} /> },
  ]
}

/**
 * The first results of each kind with links to the others; the kind of products with the best hit comes first, and one with no hit among
 * the best is left to its tab.
 */
export function AllResults({ results, isExact }: { results: SearchResults; isExact: boolean }) {
  return sectionsOf(results)
    .filter(({ shown }) => shown > 0)
    .map(({ kind, shown, rows }) => {
      const total = totalOf(kind, results.totals)
      return (
        <section key={kind} className="mt-8">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2>
              {KIND_LABELS[kind]} <span className="text-ink-3">({figure(total)})</span>
            </h2>
            {total > shown && (
              <Link to={searchHref(results.query, kind, isExact)} className="flex min-h-11 items-center">
                View all {figure(total)}
                <span className="visually-hidden"> in {KIND_LABELS[kind]}</span>
              </Link>
            )}
          </div>
          <ul className="result-rows mt-3 border-t-[1.5px] border-line">{rows}</ul>
        </section>
      )
    })
}
