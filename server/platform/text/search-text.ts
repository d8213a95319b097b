import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { normalizeText } from '#domain/search/words.ts'
import { lookupKey } from '#domain/text.ts'
import { normalizeEmail } from '#domain/user.ts'

/**
 * The searchable text of a product, its name in the first line; stored with it whenever its name, descriptions or features change. Triggers
 * add the names of its category and business.
 */
export function searchTextOf(product: { name: string; description: string; features: readonly string[] }): string {
  return [product.name, product.description, ...product.features].map(normalizeText).join('\n')
}

/** Sign before each word of the names that follow a product's own text in `products.search_text`. */
export const NAMES_FROM = '\x1f'

/** Words that match all products of a type: nobody writes "machine" into the name of a machine. */
const TYPE_WORDS: Readonly<Record<string, 'machine' | 'material'>> = {
  equipment: 'machine',
  machine: 'machine',
  machines: 'machine',
  machinery: 'machine',
  repurposing: 'machine',
  material: 'material',
  materials: 'material',
  packaging: 'material',
}

/** A word of a search. `readings`: alternatives, any of which must match; `type`: the word also matches all products of that type. */
export interface SearchWord {
  readings: readonly string[]
  type: 'machine' | 'material' | null
}

/** Names of product types in running text. */
const NAMES_IN_TEXT = { machine: ['machine', 'equipment', 'repurposing'], material: ['packaging', 'material'] } as const

/** Returns the words of a search in text without a product type: synonyms of machines match each other, and so do those of packaging. */
export function wordsForText(words: readonly SearchWord[]): SearchWord[] {
  return words.map(({ readings, type }) => ({ type, readings: type ? [...new Set([...readings, ...NAMES_IN_TEXT[type]])] : readings }))
}

const MAX_WORDS = 20

/** Returns the normalized words of a search, all of which must match; none if nothing was typed. */
export function searchWords(search: string | undefined): SearchWord[] {
  const typed = (search ?? '').trim()
  if (typed === '') return []
  const words = normalizeText(typed).split(/\s+/).filter(Boolean)
  const kept = words.length > 0 ? [...new Set(words)] : [typed.toLowerCase()]
  return kept
    .slice(0, MAX_WORDS)
    .map((text) => ({ readings: [text], type: Object.hasOwn(TYPE_WORDS, text) ? (TYPE_WORDS[text] ?? null) : null }))
}

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Returns a LIKE pattern that finds `text` anywhere; its wildcards are escaped. */
export function likeAnywhere(text: string): string {
  return `%${literal(text)}%`
}

/** Matches a text of small letters that has the search in it: as a number, a code or an email is stored, or as a name was written. */
export const contains = (text: SQLWrapper, search: string): SQL | undefined =>
  or(
    ...[...new Set([lookupKey(search), normalizeEmail(search), search.toLowerCase()])].map(
      (found) => sql`${text} like ${likeAnywhere(found)}`,
    ),
  )

/** Returns LIKE patterns that find `text` at the beginning of a word: of the text, after a space or of a line. */
const likeWordStart = (text: string): string[] => ['', '% ', '%\n'].map((before) => `${before}${literal(text)}%`)

const isLike = (text: SQLWrapper, patterns: readonly string[]) => or(...patterns.map((pattern) => sql`${text} like ${pattern}`))

/** Ranks a normalized title, 0 best: the words as a phrase at the start of a word, the phrase anywhere, all words, any word, none. */
export function relevance(title: SQLWrapper, words: readonly SearchWord[]): SQL {
  const isIn = ({ readings }: SearchWord) => isLike(title, readings.map(likeAnywhere))
  const phrase = words.map(({ readings }) => readings[0] ?? '').join(' ')
  const isPhrase = words.length === 1 && words[0]?.readings.length === 1 // its word is the phrase: nothing more to compare
  const partly = isPhrase ? sql`` : sql`when ${and(...words.map(isIn))} then 2 when ${or(...words.map(isIn))} then 3`
  return sql`case when ${isLike(title, likeWordStart(phrase))} then 0 when ${isLike(title, [likeAnywhere(phrase)])} then 1 ${partly}
    else 4 end`
}

/** 0 where every word of the search begins a word of the normalized text, 1 where one occurs only within words. */
export function insideWords(text: SQLWrapper, words: readonly SearchWord[]): SQL {
  const begins = ({ readings }: SearchWord) => isLike(text, readings.flatMap(likeWordStart))
  return sql`case when ${and(...words.map(begins))} then 0 else 1 end`
}
