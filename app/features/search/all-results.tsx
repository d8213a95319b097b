import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SearchResults } from '#contract/search.ts'
import { ArticleRows, ProducerRows, ProductRows, TermRows } from './result-rows.tsx'
import { KIND_LABELS, type SearchKind, searchHref, totalOf } from './search-address.ts'

const MOST_GOODS = 4
const MOST_OTHERS = 3

interface Section {
  kind: Exclude<SearchKind, 'all'>
  shown: number
  rows: ReactNode
}

function sectionsOf({ products, producers, articles, terms }: SearchResults): Section[] {
  const goodsOf = (type: 'machine' | 'material') => products.filter((product) => product.type === type).slice(0, MOST_GOODS)
  const goods = (['machine', 'material'] as const)
    .map((type) => ({ type, first: products.findIndex((product) => product.type === type), hits: goodsOf(type) }))
    .sort((a, b) => a.first - b.first)
  return [
    ...goods.map(
      ({ type, hits }): Section => ({
        kind: type === 'machine' ? 'equipment' : 'materials',
        shown: hits.length,
        rows: <ProductRows products={hits} />,
      }),
    ),
    {
      kind: 'producers',
      shown: Math.min(producers.length, MOST_OTHERS),
      rows: <ProducerRows producers={producers.slice(0, MOST_OTHERS)} />,
    },
    { kind: 'articles', shown: Math.min(articles.length, MOST_OTHERS), rows: <ArticleRows articles={articles.slice(0, MOST_OTHERS)} /> },
    { kind: 'glossary', shown: Math.min(terms.length, MOST_OTHERS), rows: <TermRows terms={terms.slice(0, MOST_OTHERS)} /> },
  ]
}

/** The first results of each kind, and the way to the others; the kind of goods with the best hit comes first. */
export function AllResults({ results }: { results: SearchResults }) {
  return sectionsOf(results)
    .filter(({ kind }) => totalOf(kind, results.totals) > 0)
    .map(({ kind, shown, rows }) => {
      const total = totalOf(kind, results.totals)
      return (
        <section key={kind} className="result-section">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2>
              {KIND_LABELS[kind]} <span className="heading-count">({total})</span>
            </h2>
            {total > shown && (
              <Link to={searchHref(results.query, kind)} className="flex min-h-11 items-center">
                See all {total}
                <span className="visually-hidden"> in {KIND_LABELS[kind]}</span>
              </Link>
            )}
          </div>
          {shown > 0 && <ul className="result-rows">{rows}</ul>}
        </section>
      )
    })
}
