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
 * Condition: some document has this text. The documents are a CTE, so that the planner takes the index for all of them instead of hoping
 * for an early hit in the whole table; the first hit still ends the reading.
 */
function occurs({ text, from, where }: Documents, { text: part, isWord }: Occurrence): SQL {
  const isWhole = isWord ? sql`where text ~ ${`(^|[^a-z0-9])${part}([^a-z0-9]|$)`}` : sql``
  return sql`exists (with found as materialized (select ${text} as text from ${from} where ${where ?? sql`true`}
    and ${text} like ${likeAnywhere(part)})
    select from found ${isWhole})`
}

/** Says of each text whether some document has it; one statement for all. */
async function findOccurring(db: Db, documents: Documents, texts: readonly Occurrence[]): Promise<boolean[]> {
  if (texts.length === 0) return []
  const checks = texts.map((text) => occurs(documents, text))
  const { rows } = await db.execute<{ found: boolean[] }>(sql`select array[${sql.join(checks, sql`, `)}] as found`)
  return rows[0]?.found ?? []
}

/**
 * Most words of a search that are corrected, the first of them, and most words that they may mean: bounds of the work for a long search.
 */
export const MAX_CORRECTED = 8
const MAX_CHECKED = 24

/** Stored words by the misspelled word that may mean them. */
type NearWords = ReadonlyMap<string, readonly string[]>

/** Returns at most eight of the words, those first that no document has. */
async function chooseCorrected(db: Db, words: readonly string[]): Promise<string[]> {
  if (words.length <= MAX_CORRECTED) return [...words]
  const { rows } = await db.execute<{ word: string }>(
    sql`select typed.word from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as typed(word)
      join ${searchWords} on ${searchWords.word} = typed.word`,
  )
  const known = new Set(rows.map(({ word }) => word))
  return [...words.filter((word) => !known.has(word)), ...known].slice(0, MAX_CORRECTED)
}

/**
 * Reads the stored words of which one may be meant by the first eight unknown words, in alphabetical order. They may occur in what nobody
 * may see.
 */
export async function readNear(db: Db, words: readonly SearchWord[]): Promise<NearWords> {
  const typed = await chooseCorrected(db, [...new Set(words.flatMap(({ readings }) => readings))].filter(mayBeMisspelled))
  const near = typed.map((word) => {
    const likes = nearPatterns(word).map((pattern) => sql`${searchWords.word} like ${pattern}`)
    return sql`(${sql.join(likes, sql` or `)}) and length(${searchWords.word}) between ${word.length - 1} and ${word.length + 3}`
  })
  if (near.length === 0) return new Map()
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from ${searchWords} where ${sql.join(near, sql` or `)} order by word collate "C"`)
  return new Map(typed.map((word) => [word, rows.map((row) => row.word).filter((stored) => stored !== word && isMeant(word, stored))]))
}

/**
 * Returns the search with each unknown word replaced by all words of the documents that it may mean; null if there are none. A word that
 * occurs in the documents, also as part of a word, is not replaced.
 */
export async function suggestFrom(
  db: Db,
  documents: Documents,
  words: readonly SearchWord[],
  near: NearWords,
): Promise<SearchWord[] | null> {
  const parts = [...near].flatMap(([word, meant]) => (meant.length > 0 ? [word] : []))
  if (parts.length === 0) return null
  const candidates = parts.flatMap((word) => near.get(word)?.slice(0, Math.floor(MAX_CHECKED / parts.length)) ?? [])
  const texts = [...parts.map((text) => ({ text, isWord: false })), ...candidates.map((text) => ({ text, isWord: true }))]
  const found = await findOccurring(db, documents, texts)
  const occurring = (isWord: boolean) => new Set(texts.filter((text, at) => text.isWord === isWord && found[at]).map(({ text }) => text))
  const [known, whole] = [occurring(false), occurring(true)]
  return replaceWords(words, (word) => (known.has(word) ? [] : (near.get(word) ?? []).filter((other) => whole.has(other))))
}

/** Similarity of a suggested word to what was typed, from 0 to 1. */
const MIN_SIMILARITY = 0.4
/** Similarity that a word of names is ahead of others. */
const NAME_ADVANTAGE = 0.15
const MAX_CANDIDATES = 20
/** Shortest word of which similar ones are looked for, and most words. */
const MIN_SIMILAR = 3
const MAX_SIMILAR = 4

/** Condition on a word: something has it. */
type HasWord = (word: string) => SQL

/** Returns the condition that one of the documents has a word. */
export const wordOf =
  (documents: Documents): HasWord =>
  (text) =>
    occurs(documents, { text, isWord: true })

/**
 * Returns words that share trigrams with the first four words of `typed`, most similar first: of those that one of the `sources` has, and
 * `others`. A word that names something goes before one that is hardly nearer. Documents are looked at until there are enough words.
 * @param typed normalized
 */
export async function findSimilarWords(
  db: Db,
  typed: string,
  { names, sources, others, limit }: { names: HasWord; sources: readonly HasWord[]; others: readonly string[]; limit: number },
): Promise<string[]> {
  const words = [...new Set(typed.split(/[^a-z0-9]+/).filter((word) => word.length >= MIN_SIMILAR))].slice(0, MAX_SIMILAR)
  const text = words.join(' ')
  const { rows } = await db.execute<{ word: string; similarity: number }>(sql`
    select word, word_similarity(word, ${text}) as similarity from (
      select word from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as typed
        cross join lateral (select word from ${searchWords} where word % typed offset 0) as stored
      union select word from jsonb_array_elements_text(${JSON.stringify(others)}::jsonb) as word) as words
    where word_similarity(word, ${text}) >= ${MIN_SIMILARITY} order by 2 desc, word collate "C" limit ${MAX_CANDIDATES}`)
  if (rows.length === 0) return []
  const namedChecks = rows.map(({ word }) => names(word))
  const { rows: checked } = await db.execute<{ named: boolean[] }>(sql`select array[${sql.join(namedChecks, sql`, `)}] as named`)
  const candidates = rows
    .map(({ word, similarity }, at) => ({ word, nearness: similarity + (checked[0]?.named[at] ? NAME_ADVANTAGE : 0) }))
    .sort((one, other) => other.nearness - one.nearness)
    .map(({ word }) => word)
  const hasOne = (word: string) =>
    sql.join(
      sources.map((has) => has(word)),
      sql` or `,
    )
  const checks = candidates.map((word, at) => sql`when ${at}::int then ${others.includes(word) ? sql`true` : hasOne(word)}`)
  const places = candidates.map((_, at) => sql`(${at}::int)`)
  const found = await db.execute<{ place: number }>(sql`
    select place from (values ${sql.join(places, sql`, `)}) as given(place) where case place ${sql.join(checks, sql` `)} end
      limit ${limit}`)
  return found.rows.flatMap(({ place }) => candidates[place] ?? [])
}
