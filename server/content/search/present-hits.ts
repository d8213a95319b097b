import type { GlossaryTerm } from '#content/glossary.ts'
import type { ArticleHit, PageHit, ProducerHit, ProductHit, TermHit } from '#contract/content/search.ts'
import { toDecimal } from '#domain/money.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { firstPicture } from '#drawings/product-pictures.ts'
import { presentContent } from '#server/catalog/products/fact-columns.ts'
import type { SummaryRow } from '#server/catalog/products/product-list.ts'
import { type SearchWord, wordsForText } from '#server/platform/text/search-text.ts'
import type { HelpPage } from './find-pages.ts'
import { markHits, markPassage } from './mark-hits.ts'
import type { findArticles, findProducers } from './search-index.ts'

type ProducerRow = Awaited<ReturnType<typeof findProducers>>[number]
type ArticleRow = Awaited<ReturnType<typeof findArticles>>[number]

/** Returns a product with the searched words marked in its name and in the passage that matches best. */
export function presentProduct(row: SummaryRow & { tier: number }, words: readonly SearchWord[]): ProductHit {
  const marked = wordsForText(words)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    type: row.type,
    categoryLabel: row.categoryLabel,
    businessName: row.businessName,
    image: firstPicture({ ...row, category: row.baseCategory }),
    priceUSD: toDecimal(row.priceUsdCents),
    priceEUR: toDecimal(row.priceEurCents),
    stock: sellableUnits(row),
    leadTimeDays: row.leadTimeDays,
    content: presentContent(row),
    tier: row.tier,
    highlight: markHits(row.name, marked),
    excerpt: markPassage([row.description, ...row.features], marked),
  }
}

/** Returns a producer with the searched words marked in its name and description. */
export function presentProducer({ total: _all, description, ...row }: ProducerRow, words: readonly SearchWord[]): ProducerHit {
  return { ...row, highlight: markHits(row.name, words), excerpt: markPassage([description], words) }
}

/** Strips Markdown for a passage: links become their text, pictures are dropped. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s>]*(?:[-*+]|\d+\.|#{1,6}|\|?[-:|\s]+\|)\s/gm, ' ')
    .replace(/[*_`|~]+/g, ' ')
    .replace(/\s+/g, ' ')
}

/** Returns a post with the searched words marked in its title and in the passage that matches best. */
export function presentArticle(
  { total: _all, excerpt, content, publishedAt, ...row }: ArticleRow,
  words: readonly SearchWord[],
): ArticleHit {
  return {
    ...row,
    publishedAt: publishedAt.toISOString(),
    highlight: markHits(row.title, words),
    excerpt: markPassage([excerpt, withoutMarks(content)], words),
  }
}

/** Returns a page of help with the searched words marked in its title and in the passage that matches best. */
export const presentPage = ({ id, title, href, texts }: HelpPage, words: readonly SearchWord[]): PageHit => ({
  id,
  title,
  href,
  highlight: markHits(title, words),
  excerpt: markPassage(texts, words),
})

/** Returns a term of the glossary with the searched words marked in it and in its definition. */
export function presentTerm({ id, term, definition, category }: GlossaryTerm, words: readonly SearchWord[]): TermHit {
  return { id, term, category, highlight: markHits(term, words), excerpt: markPassage([definition], words) }
}
