import { STOP_WORDS } from '#domain/search/query-words.ts'
import { type QueryItem, scanQuery } from '#domain/search/scan-query.ts'
import { plainCode } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findCodes, findKnown } from './known-words.ts'
import { hasWordOfAny, readSynonymWords } from './synonym-words.ts'

/* Searches that may be stored: only what the shop knows, since another word or number may be that of a person. */

/** Shortest code, and most words of one: the hyphens of a normalized search are spaces. */
const MIN_CODE = 4
const MAX_PARTS = 4

/** Returns a normalized search without the codes of products in it. */
export async function withoutCodes(db: Db, text: string): Promise<string> {
  const words = text.split(' ')
  const runs = words.flatMap((_, at) =>
    Array.from({ length: Math.min(MAX_PARTS, words.length - at) }, (_one, more) => ({ at, words: words.slice(at, at + more + 1) })),
  )
  const possible = runs
    .map((run) => ({ ...run, code: plainCode(run.words.join('')) }))
    .filter(({ code }) => code.length >= MIN_CODE && /\d/.test(code))
  if (possible.length === 0) return text
  const codes = await findCodes(db, [...new Set(possible.map(({ code }) => code))])
  const isCode = new Set(
    possible.filter(({ code }) => codes.has(code)).flatMap(({ at, words: parts }) => parts.map((_, more) => at + more)),
  )
  return words.filter((_, at) => !isCode.has(at)).join(' ')
}

/** Returns whether an item is what nobody is named by: a size, a price, or a quantity with its unit. */
const isMeasure = (item: QueryItem): boolean => item.kind !== 'word' && (item.kind !== 'range' || item.unit !== null)

/**
 * Returns whether the shop knows every word of a normalized search without its codes: words and numbers of documents, words of synonyms,
 * those that say little, sizes and quantities with their units.
 */
export async function areKnown(db: Db, text: string): Promise<boolean> {
  const [synonyms, known] = await Promise.all([readSynonymWords(db), findKnown(db, text)])
  const isWord = new Set(known.words)
  return scanQuery(text).every((item) => {
    if (item.kind !== 'word') return isMeasure(item)
    return STOP_WORDS.has(item.text) || isWord.has(item.text) || hasWordOfAny(synonyms, item.text)
  })
}
