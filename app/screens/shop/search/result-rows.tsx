import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AlsoContains, LeftOut } from '#app/features/catalog/products/left-out.tsx'
import { StockBadge } from '#app/features/catalog/products/stock-badge.tsx'
import { UnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { Marked } from '#app/features/content/search/marked.tsx'
import { count, day } from '#app/lib/format.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { ArticleHit, PageHit, ProducerHit, ProductHit, SearchResults, Segment, TermHit } from '#contract/content/search.ts'
import { categoryText } from '#domain/blog-post.ts'
import { mainDrawing } from '#domain/picture.ts'
import { PART_TIER } from '#domain/search/tiers.ts'
import { wholeHits } from '#domain/search/whole-hits.ts'

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

interface RowProps {
  to: string
  highlight: readonly Segment[]
  excerpt: readonly Segment[]
  /** The kind of entry, in a few words. */
  note: string
  picture?: ReactNode
  /** Shown at the end of the row. */
  end?: ReactNode
}

function Row({ to, highlight, excerpt, note, picture, end }: RowProps) {
  return (
    <li>
      <article className="result-row">
        {picture}
        <div className="max-w-text wrap-anywhere">
          <h3>
            <Link to={to}>
              <Marked segments={highlight} />
            </Link>
          </h3>
          <p className="text-sm text-ink-2">
            <bdi>{note}</bdi>
          </p>
          <p>
            <Marked segments={excerpt} />
          </p>
        </div>
        {end}
      </article>
    </li>
  )
}

interface ProductRowsProps {
  products: readonly ProductHit[]
  query: string
  understood: SearchResults['understood']
}

/** Rows of products; those that only contain the search, and after them those that lack words of it, stand under headings of their own. */
export function ProductRows({ products, query, understood }: ProductRowsProps) {
  const others = wholeHits(products, understood)
  const lacking = products.filter((product) => !others.includes(product))
  const whole = others.filter(({ tier }) => tier < PART_TIER)
  const parts = others.filter(({ tier }) => tier >= PART_TIER)
  return (
    <>
      {productRows(whole)}
      {parts.length > 0 && (
        <li className="pt-4">
          <AlsoContains search={query} level="h3" />
        </li>
      )}
      {productRows(parts)}
      {lacking.length > 0 && (
        <li className="pt-4">
          <LeftOut words={understood.leftOut} level="h3" />
        </li>
      )}
      {productRows(lacking)}
    </>
  )
}

function productRows(products: readonly ProductHit[]) {
  return products.map(
    ({ id, slug, highlight, excerpt, categoryLabel, businessName, image, priceUSD, priceEUR, stock, leadTimeDays, content, display }) => (
      <Row
        key={id}
        to={`/products/${slug}`}
        highlight={highlight}
        excerpt={excerpt}
        note={`${categoryLabel}, ${businessName}`}
        picture={
          <Picture
            src={image}
            instead={mainDrawing(slug)}
            bold="all"
            alt=""
            sizes="160px"
            width={800}
            height={600}
            loading="lazy"
            decoding="async"
          />
        }
        end={
          <p className="grid justify-items-end max-sm:flex max-sm:col-2 max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-4 max-sm:gap-y-0">
            <Price usd={priceUSD} eur={priceEUR} className="text-lg" />
            <UnitPrice usd={priceUSD} eur={priceEUR} content={content} className="text-sm text-ink-2" />
            {display?.freight && (
              <span className="text-sm">
                plus <Price usd={display.freight.USD} eur={display.freight.EUR} className="[font-family:inherit]" /> freight
              </span>
            )}
            <span className="text-sm">
              <StockBadge stock={stock} leadTimeDays={leadTimeDays} />
            </span>
          </p>
        }
      />
    ),
  )
}

export function ProducerRows({ producers }: { producers: readonly ProducerHit[] }) {
  return producers.map(({ id, slug, highlight, excerpt, city, country, productCount }) => (
    <Row
      key={id}
      to={`/producers/${slug}`}
      highlight={highlight}
      excerpt={excerpt}
      note={[city, country, count(productCount, 'product')].filter(Boolean).join(', ')}
    />
  ))
}

export function ArticleRows({ articles }: { articles: readonly ArticleHit[] }) {
  return articles.map(({ id, slug, highlight, excerpt, category, publishedAt }) => (
    <Row
      key={id}
      to={`/blog/${slug}`}
      highlight={highlight}
      excerpt={excerpt}
      note={`${sentence(categoryText(category))}, ${day(publishedAt)}`}
    />
  ))
}

const POLICY = /^\/(privacy-policy|terms|shipping|refund-policy)$/

function pageNote(href: string): string {
  if (href.startsWith('/faq#')) return 'Questions and answers'
  return POLICY.test(href) ? 'Policy' : 'Page'
}

export function PageRows({ pages }: { pages: readonly PageHit[] }) {
  return pages.map(({ id, href, highlight, excerpt }) => (
    <Row key={id} to={href} highlight={highlight} excerpt={excerpt} note={pageNote(href)} />
  ))
}

export function TermRows({ terms }: { terms: readonly TermHit[] }) {
  return terms.map(({ id, highlight, excerpt, category }) => (
    <Row key={id} to={`/glossary#${id}`} highlight={highlight} excerpt={excerpt} note={category} />
  ))
}
