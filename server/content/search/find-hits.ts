import type { Understood } from '#contract/catalog/products.ts'
import { SEARCH_LIMIT, SEARCH_PAGE_LIMIT, type SearchGroup, type SearchResults } from '#contract/content/search.ts'
import { type SearchLanguage } from '#domain/search/search-language.ts'
import { normalizeText } from '#domain/search/words.ts'
import { NOTHING_UNDERSTOOD, searchProducts, understand } from '#server/catalog/products/found-products.ts'
import { isInDocuments, isInNames, type ProductSearch } from '#server/catalog/products/product-search.ts'
import type { Deps } from '#server/platform/deps.ts'
import { suggestWords } from '#server/platform/text/meant-words.ts'
import { type SearchWord, searchWords, wordsForText } from '#server/platform/text/search-text.ts'
import { type Documents, findSimilarWords, readNear, suggestFrom, wordOf } from '#server/platform/text/search-words.ts'
import { findPages } from './find-pages.ts'
import { findPapers } from './find-papers.ts'
import { findTerms, GLOSSARY_WORDS } from './find-terms.ts'
import { findNearestCategories } from './nearest-categories.ts'
import { presentArticle, presentPage, presentProducer, presentProduct, presentTerm } from './present-hits.ts'
import { articlesAt, findArticles, findProducers, type GroupPage, PRODUCERS } from './search-index.ts'

/** A group of results: one page, the total, and the search after spelling correction. */
interface Found<Row> {
  rows: Row[]
  total: number
  words: readonly SearchWord[]
}

/** A page of a single group. */
interface OneGroup {
  group: SearchGroup
  page: number
}

/** A search as it was asked: in which language it is read first, and whether only as it was typed. */
interface AskedSearch {
  query: string
  lang?: SearchLanguage | undefined
  isExact?: boolean | undefined
}

const MAX_SUGGESTIONS = 3
const NOTHING_FOUND: Omit<SearchResults, 'query'> = {
  meant: null,
  understood: NOTHING_UNDERSTOOD,
  products: [],
  producers: [],
  articles: [],
  pages: [],
  terms: [],
  totals: { products: 0, equipment: 0, materials: 0, producers: 0, articles: 0, pages: 0, terms: 0 },
  suggestions: [],
  categories: [],
}

/** Words of a search, whether they stay as they were typed, and the stored words that they may mean, which are read once for all groups. */
interface Typed {
  words: readonly SearchWord[]
  isExact: boolean
  near: () => ReturnType<typeof readNear>
}

/** Reads a group as typed or, when nothing is found, with spelling correction. */
async function readGroup<Row extends { total: number }>(
  { db }: Deps,
  documents: Documents,
  { words, isExact, near }: Typed,
  page: GroupPage,
  read: (words: readonly SearchWord[], page: GroupPage) => Promise<Row[]>,
): Promise<Found<Row>> {
  const find = async (meant: readonly SearchWord[]) => {
    const rows = await read(meant, page)
    const [first] = rows.length > 0 || page.offset === 0 ? rows : await read(meant, { limit: 1, offset: 0 })
    return { rows, total: first?.total ?? 0, words: meant }
  }
  const found = await find(words)
  if (found.total > 0 || isExact) return found
  const meant = await suggestFrom(db, documents, words, await near())
  return meant ? find(meant) : found
}

function readTerms({ words, isExact }: Typed, { limit, offset }: GroupPage) {
  const page = (meant: readonly SearchWord[]) => {
    const terms = findTerms(meant)
    return { rows: terms.slice(offset, offset + limit), total: terms.length, words: meant }
  }
  const found = page(words)
  const meant = found.total > 0 || isExact ? null : suggestWords(words, GLOSSARY_WORDS)
  return meant ? page(meant) : found
}

const textOf = (words: readonly SearchWord[]) => words.map(({ readings }) => readings[0] ?? '').join(' ')

/** Returns the corrected search, or null when a group matched it as typed. */
function meantBy(typed: readonly SearchWord[], groups: readonly Found<unknown>[]): string | null {
  const hits = groups.filter(({ total }) => total > 0).map(({ words }) => textOf(words))
  const [first] = hits
  return first !== undefined && !hits.includes(textOf(typed)) ? first : null
}

const suggest = ({ db, now }: Deps, query: string): Promise<string[]> =>
  findSimilarWords(db, normalizeText(query), {
    names: isInNames,
    sources: [isInDocuments, wordOf(PRODUCERS), wordOf(articlesAt(now()))],
    others: GLOSSARY_WORDS,
    limit: MAX_SUGGESTIONS,
  })

/** Returns the words of a search, corrected. */
function wordsMeant(typed: readonly SearchWord[], { corrections }: Understood): SearchWord[] {
  const meant = new Map(corrections.map(({ from, to }) => [from, to]))
  return typed.map(({ readings, type }) => ({ type, readings: readings.map((reading) => meant.get(reading) ?? reading) }))
}

/** Returns the words to mark in products: those that were typed, and those that mean the same. */
const wordsMarked = (typed: readonly SearchWord[], search: ProductSearch | null): SearchWord[] => [
  ...typed,
  ...(search?.reading.terms ?? []).flatMap(({ marked }) =>
    marked.filter((word) => word.length > 2).map((word): SearchWord => ({ readings: [word], type: null })),
  ),
]

/**
 * Searches everything that is public: at most 8 results of each group, best first; with `one` a page of that group only. An empty query
 * finds nothing.
 */
export async function findHits(deps: Deps, { query, lang, isExact = false }: AskedSearch, one: OneGroup | null): Promise<SearchResults> {
  const { db, now } = deps
  const typed = searchWords(query)
  if (typed.length === 0) return { ...NOTHING_FOUND, query }
  const inText = wordsForText(typed)
  let near: ReturnType<typeof readNear> | undefined
  const typedText: Typed = { words: inText, isExact, near: () => (near ??= readNear(db, inText)) }
  const pageOf = (group: SearchGroup): GroupPage => {
    if (!one) return { limit: SEARCH_LIMIT, offset: 0 }
    return one.group === group ? { limit: SEARCH_PAGE_LIMIT, offset: (one.page - 1) * SEARCH_PAGE_LIMIT } : { limit: 1, offset: 0 }
  }
  const shown = <Row, Hit>(group: SearchGroup, { rows, words }: Found<Row>, present: (row: Row, words: readonly SearchWord[]) => Hit) =>
    one && one.group !== group ? [] : rows.map((row) => present(row, words))
  const [products, producers, articles, papers, written] = await Promise.all([
    searchProducts(db, { search: query, lang, exact: isExact }, { sort: 'relevance', ...pageOf('products') }),
    readGroup(deps, PRODUCERS, typedText, pageOf('producers'), (words, page) => findProducers(db, words, page)),
    readGroup(deps, articlesAt(now()), typedText, pageOf('articles'), (words, page) => findArticles(db, now(), words, page)),
    findPapers(db, typed),
    findPages(deps, inText),
  ])
  const help = [...papers, ...written]
  const terms = readTerms(typedText, pageOf('terms'))
  const { limit, offset } = pageOf('pages')
  const pageOfHelp = { rows: help.slice(offset, offset + limit), total: help.length, words: inText }
  const understood = understand(products)
  const groups = [
    { ...products, words: wordsMeant(typed, understood) },
    producers,
    articles,
    terms,
    { rows: help, total: help.length, words: typed },
  ]
  const isEmpty = groups.every(({ total }) => total === 0)
  return {
    query,
    meant: meantBy(typed, groups),
    understood,
    products: shown('products', { ...products, words: wordsMarked(typed, products.search) }, presentProduct),
    producers: shown('producers', producers, presentProducer),
    articles: shown('articles', articles, presentArticle),
    pages: shown('pages', pageOfHelp, presentPage),
    terms: shown('terms', terms, presentTerm),
    totals: {
      products: products.total,
      equipment: products.machines,
      materials: products.total - products.machines,
      producers: producers.total,
      articles: articles.total,
      pages: help.length,
      terms: terms.total,
    },
    suggestions: isEmpty ? await suggest(deps, query) : [],
    categories: isEmpty ? await findNearestCategories(db, query) : [],
  }
}
