import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Understood } from '#contract/catalog/products.ts'
import type { Alternative, QueryFilter, Reading, Term, ValueRange } from '#domain/search/read-query.ts'
import { phraseOf } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { productAttributes, products, searchDocuments } from '#server/platform/db/schema.ts'
import { likeAnywhere, likeWordStart, type SearchWord } from '#server/platform/text/search-text.ts'
import type { OrderKey } from './product-keys.ts'

/** A search of products: what it means, and the typed words, of which each hit as a plain part of its texts counts too. */
export interface ProductSearch {
  typed: string
  reading: Reading
  words: readonly SearchWord[]
  /** Words that no product has together with the others. */
  leftOut: readonly string[]
  /** Weight of the clicks that this search has led to, by product. */
  clicked?: ReadonlyMap<string, number>
}

/** Weights of words by tier from 2 on: 2 title and category, 3 facts, 4 everything; of tier 1 are products whose title or whose category has all words. */
const WEIGHTS = ['AB', 'ABC', ''] as const
const CATEGORY = 'B'
/** Weights of the words that a title has, as a vector of its own. */
const TITLE = ['A', 'AB', CATEGORY]
/** Tier of hits by a correction, or by what serves instead. */
const SOFT_TIER = 5
/** Tier of plain parts of texts. */
const PART_TIER = 6

const any = (conditions: readonly SQL[]) => (conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`)
const all = (conditions: readonly SQL[]) => (conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`)

/** Writes an alternative in the language of `tsquery`; '' for one without words. */
function textOf({ words, isPhrase, isPrefix }: Alternative, weights: string): string {
  const flags = `${isPrefix ? '*' : ''}${weights}`
  const lexemes = words.map((word) => `'${word.replace(/['\\]/g, '')}'${flags && `:${flags}`}`)
  if (lexemes.length < 2) return lexemes[0] ?? ''
  return `(${lexemes.join(isPhrase ? ' <-> ' : ' & ')} | '${phraseOf(words)}'${flags && `:${flags}`})`
}

/** Writes a term; null where no word can match it. */
function queryOf({ alternatives }: Term, weights: string, withSoft: boolean): string | null {
  const texts = alternatives.filter(({ isSoft }) => withSoft || !isSoft).map((one) => textOf(one, weights))
  const given = texts.filter(Boolean)
  return given.length > 0 ? `(${[...new Set(given)].join(' | ')})` : null
}

/** Condition on a document `d`. Words of the weights A and B stand in its title as well, which is read faster. */
const hasWords = (text: string, weights = '') => sql`${TITLE.includes(weights) ? sql`d.title` : sql`d.words`} @@ ${text}::tsquery`

const between = ({ min, max, isMinStrict, isMaxStrict, attributeId }: ValueRange) =>
  all([
    sql`v.attribute_id = ${attributeId}::uuid`,
    ...(min === null ? [] : [isMinStrict ? sql`v.number > ${min}::numeric` : sql`v.number >= ${min}::numeric`]),
    ...(max === null ? [] : [isMaxStrict ? sql`v.number < ${max}::numeric` : sql`v.number <= ${max}::numeric`]),
  ])

const hasValue = (id: SQL, values: readonly ValueRange[]) =>
  sql`${id} in (select v.product_id from ${productAttributes} v where ${any(values.map(between))})`

/** Condition on a document `d`: a term matches it by words of these weights, or by its values. */
function matchesTerm(term: Term, weights: string, withSoft: boolean): SQL {
  const text = queryOf(term, weights, withSoft)
  const hasFacts = term.values.length > 0 && (weights === '' || weights.includes('C'))
  return any([...(text === null ? [] : [hasWords(text, weights)]), ...(hasFacts ? [hasValue(sql`d.product_id`, term.values)] : [])])
}

const ofType = ({ type }: Term): SQL => (type === 'whole' ? sql`p.shop_place = 0` : sql`p.type = ${type}`)

/** Condition on a document `d`: all terms match. Terms of words alone are one `tsquery`, which walks the index once. */
function matchesAll(terms: readonly Term[], weights: string, withSoft: boolean): SQL {
  const wordsOnly = terms.filter(({ values, type }) => values.length === 0 && type === null)
  const texts = wordsOnly.map((term) => queryOf(term, weights, withSoft))
  if (texts.includes(null)) return sql`false`
  const others = terms.filter(({ values, type }) => values.length > 0 && type === null)
  return all([
    ...(texts.length > 0 ? [hasWords(texts.join(' & '), weights)] : []),
    ...others.map((term) => matchesTerm(term, weights, withSoft)),
  ])
}

function passes({ price, values }: QueryFilter): SQL {
  if (!price) return hasValue(sql`p.id`, values)
  const column = price.currency === 'EUR' ? sql`p.price_eur_cents` : sql`p.price_usd_cents`
  const cents = (number: string) => Math.round(Number(number) * 100)
  return all([
    ...(price.min ? [price.min.isStrict ? sql`${column} > ${cents(price.min.number)}` : sql`${column} >= ${cents(price.min.number)}`] : []),
    ...(price.max ? [price.max.isStrict ? sql`${column} < ${cents(price.max.number)}` : sql`${column} <= ${cents(price.max.number)}`] : []),
  ])
}

/** Conditions on a document `d` and its product `p` by what the reading asks beside words. */
const conditionsOf = ({ terms, filters }: Reading) => [...terms.filter(({ type }) => type !== null).map(ofType), ...filters.map(passes)]

const isLike = (text: SQL, patterns: readonly string[]) => any(patterns.map((pattern) => sql`${text} like ${pattern}`))

/** Condition on a product `p`: its texts have each typed word anywhere; where the search has filters, the whole text as it was typed. */
function hasParts({ typed, words, reading: { filters, terms } }: ProductSearch): SQL {
  const text = sql`p.search_text`
  if (filters.length > 0 || terms.some(({ type }) => type === 'whole')) {
    const phrase = words.map(({ readings }) => readings[0] ?? typed).join(' ')
    return isLike(text, [likeAnywhere(phrase)])
  }
  return all(words.map(({ readings, type }) => any([isLike(text, readings.map(likeAnywhere)), ...(type ? [sql`p.type = ${type}`] : [])])))
}

const documents = sql`${searchDocuments} d join ${products} p on p.id = d.product_id`

/** Condition on a document `d`: it is as its product is. Until it is, the product is found by plain parts of its texts. */
const isFresh = sql`not d.is_stale`

/** Condition on a document `d`: it is meant by the search. */
function isMeantBy({ reading }: ProductSearch): SQL {
  const { terms, filters, code } = reading
  const matched = terms.length + filters.length === 0 ? sql`false` : all([matchesAll(terms, '', true), ...conditionsOf(reading)])
  return code === null ? matched : any([matched, hasCode(code)])
}

const hasCode = (code: string) =>
  code.length >= 5 ? any([sql`d.codes @> array[${code}]`, hasWords(`'${code}':*A`, 'A')]) : sql`d.codes @> array[${code}]`

/** Matches the products that a search finds, whether the public may see them or not. */
export function isFound(search: ProductSearch): SQL {
  const from = conditionsOf(search.reading).length > 0 ? documents : sql`${searchDocuments} d`
  return sql`${products.id} in (select d.product_id from ${from} where ${isFresh} and ${isMeantBy(search)}
    union select p.id from ${products} p where ${hasParts(search)})`
}

/** Condition on a document `d`: its title, or its category, has all words. */
const isTitled = (terms: readonly Term[], withSoft: boolean) => any(['A', CATEGORY].map((weights) => matchesAll(terms, weights, withSoft)))

const levelsOf = (terms: readonly Term[], withSoft: boolean): SQL[] => [
  sql`when ${isTitled(terms, withSoft)} then 1::int`,
  ...WEIGHTS.map((weights, at) => sql`when ${matchesAll(terms, weights, withSoft)} then ${at + 2}::int`),
]

/** Returns the tier of a hit, 0 best; needs `search_documents` as `d`. */
export function tierOf({ reading, leftOut }: ProductSearch): SQL {
  const { terms, code } = reading
  const wordy = terms.filter(({ type }) => type === null)
  const first = leftOut.length > 0 ? [] : levelsOf(wordy, false)
  const codes =
    code === null
      ? []
      : [sql`when d.codes @> array[${code}] then 0`, ...(code.length >= 5 ? [sql`when ${hasWords(`'${code}':*A`, 'A')} then 1`] : [])]
  const levels = wordy.length === 0 ? [sql`when ${all(terms.map((term) => ofTypeOfHit(term)))} then 3`] : first
  const soft = sql`when ${matchesAll(wordy, '', true)} then ${SOFT_TIER}::int`
  return sql`case when d.is_stale then ${PART_TIER}::int ${sql.join([...codes, ...levels, soft], sql` `)} else ${PART_TIER}::int end`
}

const ofTypeOfHit = ({ type }: Term): SQL => (type === 'whole' ? sql`${products.shopPlace} = 0` : sql`${products.type} = ${type}`)

/** Says whether the best hits are those of tier 0 and 1, which the titles tell. */
export const hasTitles = ({ reading, leftOut }: ProductSearch): boolean =>
  leftOut.length === 0 && reading.terms.some(({ type }) => type === null) && reading.terms.every(({ values }) => values.length === 0)

/** Matches the products of tier 0 and 1. */
export function isFoundByTitle({ reading }: ProductSearch): SQL {
  const { terms, code } = reading
  const conditions = conditionsOf(reading)
  const wordy = terms.filter(({ type }) => type === null)
  const matched = all([isTitled(wordy, false), ...conditions])
  const from = conditions.length > 0 ? documents : sql`${searchDocuments} d`
  return sql`${products.id} in (select d.product_id from ${from} where ${isFresh} and ${code === null ? matched : any([matched, hasCode(code)])})`
}

const clicksOf = (clicked: ReadonlyMap<string, number>) =>
  sql`case ${products.id} ${sql.join(
    [...clicked].map(([id, weight]) => sql`when ${id}::uuid then ${weight}::float8`),
    sql` `,
  )} else 0::float8 end`

/** Order of the hits of a search, best first; the first key is the tier. */
export function bestFirst({ reading: { terms }, clicked }: ProductSearch, tier: SQL, isNamed: SQL): OrderKey[] {
  const wordy = terms.filter(({ type }) => type === null)
  const own = wordy.map((term) => ({ ...term, alternatives: term.alternatives.slice(0, 1) }))
  const hasSoft = terms.some(({ alternatives }) => alternatives.some(({ isSoft }) => isSoft))
  const hasOthers = terms.some(({ alternatives }) => alternatives.length > 1)
  const isOwn = sql`case when case when ${tier} < 2 then ${isTitled(own, false)} else ${matchesAll(own, '', false)} end then 0 else 1 end`
  return [
    { by: tier },
    ...(hasSoft ? [{ by: sql`case ${sql.join(levelsOf(wordy, true), sql` `)} else 5 end` }] : []),
    { by: isNamed },
    { by: sql`case when ${matchesAll(wordy, CATEGORY, true)} then 0 else 1 end` },
    { by: sql`case when ${matchesAll(wordy, 'A', true)} then 0 else 1 end` },
    ...(hasOthers ? [{ by: isOwn }] : []),
    { by: sql`coalesce(d.role, 4)` },
    { by: products.inStock, isDown: true },
    ...(clicked && clicked.size > 0 ? [{ by: clicksOf(clicked), isDown: true }] : []),
  ]
}

/** Most words that are left out, and share of the words that stays. */
const MAX_LEFT_OUT = 2

/**
 * Finds the words of a search that some product has together, for one whose words no product has all: the rarest ones, and none of those with digits given up if that can be.
 * @returns the search without the others; null if nothing is left
 */
export async function leaveOut(db: Db, search: ProductSearch): Promise<ProductSearch | null> {
  const { reading } = search
  const terms = reading.terms.filter(({ type }) => type === null)
  if (reading.terms.length + reading.filters.length < 2 || terms.length > 12) return null
  const bits = terms.map((term, at) => sql`case when ${matchesTerm(term, '', true)} then ${1 << at}::int else 0 end`)
  const texts = terms.flatMap((term) => queryOf(term, '', true) ?? [])
  const values = terms.flatMap((term) => term.values)
  const some = any([
    ...(texts.length > 0 ? [hasWords(texts.join(' | '))] : []),
    ...(values.length > 0 ? [hasValue(sql`d.product_id`, values)] : []),
  ])
  const { rows } = await db.execute<{ mask: number; count: number }>(sql`
    select mask, count(*)::int as count from (
      select ${sql.join(bits, sql` + `)} as mask from ${documents} where p.is_public and ${isFresh} and ${some} and ${all(conditionsOf(reading))}
    ) as matched where mask > 0 group by mask`)
  const isIn = (mask: number, at: number) => (mask & (1 << at)) !== 0
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const weights = terms.map((term, at) => {
    const count = rows.reduce((sum, row) => sum + (isIn(row.mask, at) ? row.count : 0), 0)
    return Math.log(1 + total / Math.max(count, 1)) + (/\d/.test(term.typed) ? 2 : 0)
  })
  const scored = rows.map(({ mask }) => {
    const kept = terms.filter((_, at) => isIn(mask, at))
    return { kept, score: weights.reduce((sum, weight, at) => sum + (isIn(mask, at) ? weight : 0), 0) }
  })
  const [best = { kept: [], score: 0 }] = scored.sort((one, other) => other.score - one.score)
  const hasOthers = conditionsOf(reading).length > 0
  if ((best.kept.length === 0 && !hasOthers) || terms.length - best.kept.length > Math.max(MAX_LEFT_OUT, terms.length / 2)) return null
  const leftOut = terms.filter((term) => !best.kept.includes(term)).map(({ typed }) => typed)
  const kept = reading.terms.filter((term) => term.type !== null || best.kept.includes(term))
  return { ...search, leftOut, reading: { ...reading, terms: kept, code: null } }
}

/** Ranks a normalized title, 0 best: the words as a phrase at the start of a word, the phrase anywhere, all words, any word, none. */
export function relevance(title: SQLWrapper, words: readonly SearchWord[]): SQL {
  const isIn = ({ readings }: SearchWord) => isLike(sql`${title}`, readings.map(likeAnywhere))
  const phrase = words.map(({ readings }) => readings[0] ?? '').join(' ')
  const isPhrase = words.length === 1 && words[0]?.readings.length === 1 // its word is the phrase: nothing more to compare
  const partly = isPhrase ? sql`` : sql`when ${and(...words.map(isIn))} then 2 when ${or(...words.map(isIn))} then 3`
  return sql`case when ${isLike(sql`${title}`, likeWordStart(phrase))} then 0 when ${isLike(sql`${title}`, [likeAnywhere(phrase)])} then 1 ${partly} else 4 end`
}

/** 0 where every word of the search begins a word of the normalized text, 1 where one occurs only within words. */
export function insideWords(text: SQLWrapper, words: readonly SearchWord[]): SQL {
  const begins = ({ readings }: SearchWord) => isLike(sql`${text}`, readings.flatMap(likeWordStart))
  return sql`case when ${and(...words.map(begins))} then 0 else 1 end`
}

export const NOTHING_UNDERSTOOD: Understood = { corrections: [], leftOut: [], filters: [], instead: [], answers: [] }

/** Says what a search of products was understood as. Corrections and what serves instead are named where nothing matched better: `tiers` are those of its best hits. */
export function understand({ search, tiers }: { search: ProductSearch | null; tiers: readonly number[] }): Understood {
  if (!search) return NOTHING_UNDERSTOOD
  const { corrections, filters, instead, answers } = search.reading
  const isMeant = tiers.length > 0 && tiers.every((tier) => tier >= SOFT_TIER)
  return {
    corrections: isMeant ? [...corrections] : [],
    leftOut: [...search.leftOut],
    filters: filters.map(({ key, label, display, without }) => ({ key, label, display, without })),
    instead: isMeant ? instead.map((term) => ({ term })) : [],
    answers: [...answers],
  }
}
