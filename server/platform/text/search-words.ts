import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { searchWords } from '#server/platform/db/schema.ts'
import { isMeant, mayBeMisspelled, nearPatterns, replaceWords } from './meant-words.ts'
import { likeAnywhere, type SearchWord } from './search-text.ts'

/** Documents that a search reads: their normalized text, and the tables and the condition under which a visitor may see them. */
export interface Documents {
  text: SQLWrapper
  from: SQL
  where: SQL | undefined
}

/** A text that may occur in documents: as a whole word, or anywhere. */
interface Occurrence {
  text: string
  isWord: boolean
}

/**
 * Condition: some document has this text. The documents are a CTE, so that the planner takes the index for all of them instead of hoping for an early hit
 * in the whole table; the first hit still ends the reading.
 */
function occurs({ text, from, where }: Documents, { text: part, isWord }: Occurrence): SQL {
  const isWhole = isWord ? sql`where text ~ ${`(^|[^a-z0-9])${part}([^a-z0-9]|$)`}` : sql``
  return sql`exists (with found as materialized (select ${text} as text from ${from} where ${where ?? sql`true`} and ${text} like ${likeAnywhere(part)})
    select from found ${isWhole})`
}

/** Says of each text whether some document has it; one statement for all. */
async function findOccurring(db: Db, sources: readonly Documents[], texts: readonly Occurrence[]): Promise<boolean[]> {
  if (texts.length === 0) return []
  const checks = texts.map(
    (text) =>
      sql`(${sql.join(
        sources.map((source) => occurs(source, text)),
        sql` or `,
      )})`,
  )
  const { rows } = await db.execute<{ found: boolean[] }>(sql`select array[${sql.join(checks, sql`, `)}] as found`)
  return rows[0]?.found ?? []
}

/** Reads the stored words of which one may be meant by each of `typed`, in alphabetical order. They may occur in what nobody may see. */
async function readNear(db: Db, typed: readonly string[]): Promise<Map<string, string[]>> {
  const near = typed.map((word) => {
    const likes = nearPatterns(word).map((pattern) => sql`${searchWords.word} like ${pattern}`)
    return sql`(${sql.join(likes, sql` or `)}) and length(${searchWords.word}) between ${word.length - 1} and ${word.length + 3}`
  })
  if (near.length === 0) return new Map()
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from ${searchWords} where ${sql.join(near, sql` or `)} order by word collate "C"`)
  return new Map(typed.map((word) => [word, rows.map((row) => row.word).filter((stored) => stored !== word && isMeant(word, stored))]))
}

/** Bound of the work for a search of many misspelled words. */
const MAX_CHECKED = 60

/**
 * Returns the search with each unknown word replaced by all words of the documents that it may mean; null if there are none. A word that occurs in the
 * documents, also as part of a word, is not replaced.
 */
export async function suggestFrom(db: Db, documents: Documents, words: readonly SearchWord[]): Promise<SearchWord[] | null> {
  const typed = [...new Set(words.flatMap(({ readings }) => readings))].filter(mayBeMisspelled)
  const near = await readNear(db, typed)
  const candidates = [...near.values()].flat().slice(0, MAX_CHECKED)
  if (candidates.length === 0) return null
  const parts = typed.filter((word) => near.get(word)?.length)
  const texts = [...parts.map((text) => ({ text, isWord: false })), ...candidates.map((text) => ({ text, isWord: true }))]
  const found = await findOccurring(db, [documents], texts)
  const occurring = (isWord: boolean) => new Set(texts.filter((text, at) => text.isWord === isWord && found[at]).map(({ text }) => text))
  const [known, whole] = [occurring(false), occurring(true)]
  return replaceWords(words, (word) => (known.has(word) ? [] : (near.get(word) ?? []).filter((other) => whole.has(other))))
}

/** Similarity of a suggested word to what was typed, from 0 to 1. */
const MIN_SIMILARITY = 0.4
const MAX_CANDIDATES = 20
/** Bound of the work for a long search that finds nothing. */
const MAX_PATTERNS = 40

/** Returns LIKE patterns of words that begin as one of `typed` does, or have three letters in a row of it. */
function similarPatterns(typed: string): string[] {
  const tokens = typed.split(/[^a-z0-9]+/).filter((token) => token.length > 2)
  const patterns = tokens.flatMap((token) => [
    `${token.slice(0, 2)}%`,
    ...Array.from({ length: token.length - 2 }, (_, at) => `%${token.slice(at, at + 3)}%`),
  ])
  return [...new Set(patterns)].slice(0, MAX_PATTERNS)
}

/**
 * Returns words that share trigrams with `typed`, most similar first: of those that stand in documents of one of the `sources`, and `others`.
 * @param typed normalized
 */
export async function findSimilarWords(
  db: Db,
  typed: string,
  { sources, others, limit }: { sources: readonly Documents[]; others: readonly string[]; limit: number },
): Promise<string[]> {
  const likes = similarPatterns(typed).map((pattern) => sql`${searchWords.word} like ${pattern}`)
  const stored = likes.length > 0 ? sql`select word from ${searchWords} where ${sql.join(likes, sql` or `)} union` : sql``
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from (${stored} select word from json_array_elements_text(${JSON.stringify(others)}::json) as word) as words
    where word_similarity(word, ${typed}) >= ${MIN_SIMILARITY} order by word_similarity(word, ${typed}) desc, word collate "C" limit ${MAX_CANDIDATES}`)
  const candidates = rows.map(({ word }) => word)
  const found = await findOccurring(
    db,
    sources,
    candidates.map((text) => ({ text, isWord: true })),
  )
  return candidates.filter((word, at) => others.includes(word) || found[at]).slice(0, limit)
}
