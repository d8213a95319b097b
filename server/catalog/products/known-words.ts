import { type SQL, sql } from 'drizzle-orm'
import { FACT_NAMES } from '#content/search-synonyms.ts'
import { type QueryContext, type QueryFact, type Reading, readQuery } from '#domain/search/read-query.ts'
import { SEARCH_LANGUAGES, type SearchLanguage } from '#domain/search/search-language.ts'
import { pairsToKnow, wordsToKnow } from '#domain/search/split-words.ts'
import { findSynonyms } from '#domain/search/synonyms.ts'
import { slipsBetween } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { attributes, hasOddWords, products, searchDocuments, searchWords } from '#server/platform/db/schema.ts'
import { apart, executeOften } from '#server/platform/db/unit-of-work.ts'
import { likeAnywhere, type SearchWord, searchWords as wordsOfSearch } from '#server/platform/text/search-text.ts'
import { MAX_CORRECTED } from '#server/platform/text/search-words.ts'
import { stemWord } from '#server/platform/text/stem-words.ts'
import type { AttributeFilter } from './product-attributes.ts'
import { isInDocuments, type ProductSearch, type TypedWord } from './product-search.ts'
import { hasWordOfAny, isCompound, readSynonymWords, type SynonymWords } from './synonym-words.ts'

/** Shortest words in which one slip, and in which two, are recognized. */
const ONE_SLIP = 4
const TWO_SLIPS = 8
const MIN_PART = 3
const MAX_LENGTH = 24
const MAX_MEANT = 5
/** Bound of the work for a search of many unknown words. */
const MAX_CANDIDATES = 24

const slipsOf = (word: string) => (word.length >= TWO_SLIPS ? 2 : 1)
const mayBeMisspelled = (word: string) => word.length >= ONE_SLIP && word.length <= MAX_LENGTH && /^[a-z]+$/.test(word)

/** Returns the typed specifications that a query may name. */
const readFacts = (db: Db): Promise<QueryFact[]> =>
  rememberCounts(db, { key: 'query facts', shows: ['catalog'] }, async () => {
    const { id, key, label, unit, decimals, names } = attributes
    const rows = await db
      .select({ id, key, label, unit, decimals, names })
      .from(attributes)
      .where(sql`${attributes.kind} = 'number'`)
      .orderBy(key)
    return rows.map((row) => ({ ...row, names: [...row.names, ...(FACT_NAMES[row.key] ?? [])] }))
  })

/**
 * Selects at most two of the stored words that a word stands within; of one too short for the index of trigrams only itself. A CTE, so that
 * the planner takes the index instead of hoping for an early hit in the whole table.
 */
const selectWithin = (word: string): SQL =>
  word.length < MIN_PART
    ? sql`array(select word from ${searchWords} where word = ${word})`
    : sql`(with found as materialized (select word from ${searchWords} where word like ${apart(sql`${likeAnywhere(word)}`)})
      select array(select word from found limit 2))`

/**
 * Returns whether texts have a word, as a word and never within another one, by the first stored words that have it in them. Null where
 * only texts can say: it is part of others, or documents may write it in another way, as they do numbers. A short word counts beside others
 * only as a whole.
 */
function isAsWord(word: string, stored: readonly string[], isAlone: boolean): boolean | null {
  const isIndexed = word.length < MIN_PART ? !isAlone && /^[a-z\d]+$/.test(word) : /^[a-z]+$/.test(word)
  const [first, more] = stored
  return !isIndexed || more !== undefined || (first !== undefined && first !== word) ? null : first !== undefined
}

/** Knowledge that documents, public or not, have of the words of a search. */
interface Known {
  /** Words that stand in documents, in this or another form, and halves of compounds that do. */
  words: ReadonlySet<string>
  /** Those that are only parts of words. */
  parts: ReadonlySet<string>
  /** True for a word that texts have only as a word, false for one that none has; null where only texts can say which have it. */
  asWord: ReadonlyMap<string, boolean | null>
  /** True where products have words that documents do not have as they are written. */
  hasOdd: boolean
}

/** Looks up which words documents have. */
export async function findKnown(db: Db, typed: string): Promise<Known> {
  const { words, parts } = wordsToKnow(typed)
  if (words.length === 0) return { words: new Set(), parts: new Set(), asWord: new Map(), hasOdd: true }
  const looked = words.map((word) => {
    const isWord = sql`exists (select from ${searchWords} where word in (${word}, ${stemWord(word, 'en')}))`
    return sql`(${word}::text, ${isWord}, ${selectWithin(word)})`
  })
  const hasOdd = sql`exists (select from (select p.id from ${products} p where ${hasOddWords(sql`p.search_text`)} order by p.id
    limit 1) as odd)`
  const rows = await executeOften<{ word: string; isWord: boolean; stored: string[] | null; hasOdd: boolean }>(
    db,
    sql`
    select word, is_word as "isWord", to_json(stored) as stored, ${hasOdd} as "hasOdd"
      from (values ${sql.join(looked, sql`, `)}) as looked(word, is_word, stored)
    union all select part, true, null, false from jsonb_array_elements_text(${JSON.stringify(parts)}::jsonb) as part
      where exists (select from ${searchWords} where word = part)`,
  )
  const typedRows = rows.flatMap(({ stored, ...row }) => (stored ? [{ ...row, stored }] : []))
  return {
    words: new Set(rows.flatMap(({ word, isWord }) => (isWord ? [word] : []))),
    parts: new Set(typedRows.flatMap(({ word, isWord, stored }) => (!isWord && stored.length > 0 ? [word] : []))),
    asWord: new Map(typedRows.map(({ word, stored }) => [word, isAsWord(word, stored, words.length === 1)])),
    hasOdd: rows.some((row) => row.hasOdd),
  }
}

/** Returns those of the pairs, as phrases, that stand one after the other in some product. */
async function findTogether(db: Db, pairs: readonly (readonly [string, string])[]): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const looked = pairs.map((pair) => {
    const text = pair.map((word) => `'${stemWord(word, 'en')}'`).join(' <-> ')
    return sql`(${pair.join(' ')}::text, exists (select from ${searchDocuments} d where d.words @@ ${apart(sql`${text}::tsquery`)}))`
  })
  const rows = await executeOften<{ pair: string }>(
    db,
    sql`select pair from (values ${sql.join(looked, sql`, `)}) as looked(pair, is_there) where is_there`,
  )
  return new Set(rows.map(({ pair }) => pair))
}

/** Returns those of the codes, without spaces and hyphens, that products have. */
export async function findCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const rows = await executeOften<{ code: string }>(
    db,
    sql`
    select code from jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb) as code where
      exists (select from ${searchDocuments} where codes @> array[code])`,
  )
  return new Set(rows.map(({ code }) => code))
}

/** Shortest part that the index of trigrams finds within words. */
const TRIGRAM = 3

/**
 * Returns patterns of which a word with at most so many slips has one: whatever they are, one of its halves or thirds stays. Each has three
 * letters in a row, or the beginning or end of the word.
 */
function patternsOf(word: string, slips: number): string[] {
  if (slips === 1) {
    const half = Math.max(2, Math.floor(word.length / 2))
    const swapped = `${word.slice(0, half - 1)}${word[half]}${word[half - 1]}${word.slice(half + 1)}`
    const rest = word.slice(half)
    // with the slip in the first half the word ends as it was typed, but for a plural
    return [`${word.slice(0, half)}%`, ...(rest.length < TRIGRAM ? [`%${rest}`, `%${rest}s`] : [`%${rest}%`]), `${swapped}%`]
  }
  const third = Math.floor(word.length / 3)
  if (third < TRIGRAM) {
    // of eight letters, with a slip in the first two: the second slip spares the third to fifth or the last three, or it swaps the fifth
    // and the sixth
    return [`${word.slice(0, 2)}%`, `%${word.slice(2, 5)}%`, `%${word.slice(5)}%`, `%${word.slice(2, 4)}${word[5]}%`]
  }
  return [`${word.slice(0, third)}%`, `%${word.slice(third, 2 * third)}%`, `%${word.slice(2 * third)}%`]
}

/** Words that unknown ones may mean, nearest first, and those of them that texts have only as words. */
interface Near extends Pick<Known, 'asWord'> {
  meant: ReadonlyMap<string, string[]>
}

/** Synonyms, and the language that a search is read in first. */
interface Vocabulary {
  synonyms: SynonymWords
  language: SearchLanguage
}

/** Finds the words of public products that the first eight unknown ones may mean: with two slips only where no word with one is near. */
async function findNear(db: Db, unknown: readonly string[], vocabulary: Vocabulary): Promise<Near> {
  const misspelled = [...new Set(unknown)].filter(mayBeMisspelled).slice(0, MAX_CORRECTED)
  const near = await findWithin(db, misspelled, 1, vocabulary)
  const others = misspelled.filter((word) => word.length >= TWO_SLIPS && near.meant.get(word)?.length === 0)
  const further = await findWithin(db, others, 2, vocabulary)
  return { meant: new Map([...near.meant, ...further.meant]), asWord: new Map([...near.asWord, ...further.asWord]) }
}

/**
 * Finds the words of public products from which these differ by at most so many slips: nearest first, then those of documents and of the
 * language, then those of most documents.
 */
async function findWithin(db: Db, misspelled: readonly string[], slips: number, { synonyms, language }: Vocabulary): Promise<Near> {
  if (misspelled.length === 0) return { meant: new Map(), asWord: new Map() }
  const near = misspelled.map((word) => {
    const likes = patternsOf(word, slips).map((pattern) => sql`${searchWords.word} like ${apart(sql`${pattern}`)}`)
    return sql`((${sql.join(likes, sql` or `)}) and length(${searchWords.word}) between ${word.length - slips}
      and ${word.length + slips + 1})`
  })
  const rows = await executeOften<{ word: string; documents: number }>(
    db,
    sql`
    select word, documents from ${searchWords} where regexp_like(word, '^[a-z]+$') and (${sql.join(near, sql` or `)})
      order by documents desc, word collate "C"`,
  )
  const own = synonyms.byLanguage[language].words
  const candidates = [...rows, ...[...synonyms.words].map((word) => ({ word, documents: 0 }))]
  const isForeign = ({ word, documents }: { word: string; documents: number }) => Number(documents === 0 && !own.has(word))
  const distanceOf = (typed: string, word: string) =>
    Math.min(slipsBetween(typed, word, slips), word.endsWith('s') ? slipsBetween(typed, word.slice(0, -1), slips) + 0.5 : 9)
  /** A plural may have half a slip more, unless the word is short. */
  const mostOf = (typed: string) => (slips < slipsOf(typed) ? slips + 0.5 : slips)
  const meant = new Map(
    misspelled.map((typed) => {
      const found = candidates
        .map((candidate) => ({ ...candidate, slips: distanceOf(typed, candidate.word) }))
        .filter((candidate) => candidate.slips <= mostOf(typed) && candidate.word.length >= ONE_SLIP)
        .sort(
          (one, other) =>
            one.slips - other.slips ||
            isForeign(one) - isForeign(other) ||
            other.documents - one.documents ||
            (one.word < other.word ? -1 : 1),
        )
      return [typed, [...new Set(found.map(({ word }) => word))]]
    }),
  )
  const asked = [...new Set([...meant.values()].flat())].slice(0, MAX_CANDIDATES)
  const looked = await findPublic(db, asked)
  const isPublic = new Set(looked.map(({ word }) => word))
  const isFound = (word: string) => isPublic.has(word) || synonyms.words.has(word)
  return {
    meant: new Map([...meant].map(([typed, words]) => [typed, words.filter(isFound).slice(0, MAX_MEANT)])),
    asWord: new Map(looked.map(({ word, stored }) => [word, isAsWord(word, stored, false) || null])),
  }
}

/** Returns those of the words that public products have, with the stored words within which they stand. */
async function findPublic(db: Db, words: readonly string[]): Promise<{ word: string; stored: string[] }[]> {
  if (words.length === 0) return []
  const looked = words.map((word) => {
    const isIndexed = isInDocuments(word)
    const isWritten = sql`exists (with found as materialized (select p.is_public from ${products} p
      where p.search_text like ${apart(sql`${likeAnywhere(word)}`)}) select from found where is_public)`
    return sql`(${word}::text, ${isIndexed} or ${isWritten}, ${selectWithin(word)})`
  })
  return executeOften<{ word: string; stored: string[] }>(
    db,
    sql`select word, to_json(stored) as stored from (values ${sql.join(looked, sql`, `)}) as looked(word, is_public, stored)
      where is_public`,
  )
}

type ReadWords = Pick<ProductSearch, 'reading' | 'hasOdd'> & Pick<Known, 'asWord'>

/** Reads what a search means, with what the catalog knows of its words, and where these stand in texts. `isExact`: nothing is corrected. */
function readWords(
  db: Db,
  typed: string,
  { language = 'en', isExact = false }: { language?: SearchLanguage | undefined; isExact?: boolean | undefined },
): Promise<ReadWords> {
  return rememberCounts(db, { key: ['search', typed, language, isExact], shows: ['catalog'] }, async () => {
    const [facts, synonyms, known] = await Promise.all([readFacts(db), readSynonymWords(db), findKnown(db, typed)])
    const { words, parts, asWord, hasOdd } = known
    const isWord = (word: string) => words.has(word) || hasWordOfAny(synonyms, word)
    const unsplit = wordsToKnow(typed).words.filter((word) => !isWord(word))
    const together = await findTogether(
      db,
      pairsToKnow(unsplit, (part) => words.has(part)),
    )
    const isPhrase = (pair: readonly string[]) => findSynonyms(synonyms.index, pair, 0, stemWord, SEARCH_LANGUAGES).length === pair.length
    const isPair = (first: string, second: string) =>
      together.has(`${first} ${second}`) || isPhrase([first, second]) || isCompound(synonyms, first, second)
    const context: QueryContext = {
      stem: stemWord,
      synonyms: synonyms.index,
      facts,
      isWord,
      isPair,
      isPart: (word) => parts.has(word),
      isSynonym: (word) => synonyms.words.has(word),
      isNoun: (word) => synonyms.nouns.has(stemWord(word, 'en')),
      near: () => [],
    }
    if (isExact) return { reading: readQuery(typed, language, context), asWord, hasOdd }
    const unknown: string[] = []
    const first = readQuery(typed, language, {
      ...context,
      near: (word) => {
        unknown.push(word)
        return []
      },
    })
    if (unknown.length === 0) return { reading: first, asWord, hasOdd }
    const near = await findNear(db, unknown, { synonyms, language })
    const reading = readQuery(typed, language, { ...context, near: (word) => near.meant.get(word) ?? [] })
    return { reading, hasOdd, asWord: new Map([...asWord, ...near.asWord]) }
  })
}

/** A search with the filters of its list that the search may name as well. */
interface AskedSearch {
  search?: string | undefined
  lang?: SearchLanguage | undefined
  exact?: boolean | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  attributes?: readonly AttributeFilter[] | undefined
}

/** Filters of a search that the list does not already have. */
function filtersBeside(filter: AskedSearch, { filters }: Reading): Reading['filters'] {
  const given = new Set(filter.attributes?.map(({ id }) => id))
  const hasPrice = filter.minPrice !== undefined || filter.maxPrice !== undefined
  return filters.filter(({ price, values }) => (price ? !hasPrice : !values.some(({ attributeId }) => given.has(attributeId))))
}

/** Adds to typed words what each unknown one may mean, for documents that are not made yet, and the words of documents that have them. */
const withCorrections = (words: readonly SearchWord[], { corrections, terms }: Reading, asWord: Known['asWord']): TypedWord[] =>
  words.map(({ readings: [typed = ''], type }) => {
    const isCorrected = corrections.some(({ from }) => from === typed)
    const readings = [typed, ...(isCorrected ? (terms.find((term) => term.typed === typed)?.marked ?? []) : [])]
    const isKnown = readings.every((reading) => (asWord.get(reading) ?? null) !== null)
    return { type, readings, stored: isKnown ? readings.filter((reading) => asWord.get(reading)) : null }
  })

/** Reads the search of a filter; null without one. */
export async function searchOf(db: Db, filter: AskedSearch): Promise<ProductSearch | null> {
  const typed = (filter.search ?? '').trim()
  const words = wordsOfSearch(typed)
  if (words.length === 0) return null
  const { reading, asWord, hasOdd } = await readWords(db, typed, { language: filter.lang, isExact: filter.exact })
  return {
    typed,
    words: withCorrections(words, reading, asWord),
    hasOdd,
    wider: null,
    reading: { ...reading, filters: filtersBeside(filter, reading) },
  }
}
