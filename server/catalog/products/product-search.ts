import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { gtinForms } from '#domain/gtin.ts'
import type { Alternative, QueryFilter, Reading, Term, ValueRange } from '#domain/search/read-query.ts'
import { PART_TIER, SOFT_TIER } from '#domain/search/tiers.ts'
import { phraseOf } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { hasOddWords, productAttributes, products, searchDocuments, searchWords } from '#server/platform/db/schema.ts'
import { apart, executeOften } from '#server/platform/db/unit-of-work.ts'
import { likeAnywhere, likeWordStart, type SearchWord } from '#server/platform/text/search-text.ts'
import type { OrderKey } from './product-keys.ts'

/** A search of products: what it means, and the typed words, of which each hit as a plain part of its texts counts too. */
export interface ProductSearch {
  typed: string
  reading: Reading
  words: readonly SearchWord[]
  /** Typed and corrected words that are part of no word but themselves, and typed ones that no text has. */
  alone: readonly string[]
  absent: readonly string[]
  /** Typed and corrected words that few documents have. */
  rare: readonly string[]
  /** True where products have words that documents do not have as they are written. */
  hasOdd: boolean
  /** True where many documents are not as their products are. */
  hasManyStale: boolean
  wider: WiderSearch | null
}

/** A search without some of its words: its products follow those that have all. */
interface WiderSearch {
  terms: readonly Term[]
  leftOut: readonly string[]
  /** Ids of the public products that have all words, few. */
  whole: readonly string[]
  /** Those of the further ones; null where they are many. */
  more: readonly string[] | null
  /** Number of machines among both, where the further ones are few. */
  machines: number
}

/** Weights of words by tier from 2 on: 2 title and category, 3 facts, 4 everything; of tier 1 are products whose title or whose category has all words. */
const WEIGHTS = ['AB', 'ABC', ''] as const
const CATEGORY = 'B'
/** Weights of the words that a title has, as a vector of its own. */
const TITLE = ['A', 'AB', CATEGORY]
/** Most hits whose ids a count gives as well. */
export const FEW = 200

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
const hasWords = (text: string, weights = '') =>
  sql`${TITLE.includes(weights) ? sql`d.title` : sql`d.words`} @@ ${apart(sql`${text}::tsquery`)}`

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

/** The ids as an array whose length no plan looks at. */
export const arrayOf = (ids: readonly string[]) => sql`${apart(sql`${`{${ids.join(',')}}`}::uuid[]`)}::uuid[]`

const has = (text: SQL, patterns: readonly string[]) => any(patterns.map((pattern) => sql`${text} like ${apart(sql`${pattern}`)}`))
const isLike = (text: SQL, patterns: readonly string[]) => any(patterns.map((pattern) => sql`${text} like ${pattern}`))

/**
 * Selects the ids of the products whose texts have the typed words anywhere. A word that is part of no other is looked up in documents, which is
 * faster than in texts; products with odd words, and those whose documents are not fresh, are looked up in texts.
 */
function selectParts(search: ProductSearch): SQL {
  const { words, alone, absent, rare, hasOdd, hasManyStale } = search
  const whole = words.filter(({ readings, type }) => !type && readings.every((word) => alone.includes(word) || absent.includes(word)))
  if (whole.length === 0) return sql`select p.id from ${products} p where ${hasParts(search)}`
  const odd = sql`union select p.id from ${products} p where ${hasOddWords(sql`p.search_text`)} and ${hasParts(search)}`
  const stale = hasManyStale ? sql`${documents} where d.is_stale` : sql`${fewDocuments(sql`d.is_stale`)} where true`
  const rest = sql`select p.id from ${stale} and ${hasParts(search)} ${hasOdd ? odd : sql``}`
  const given = whole.map(({ readings }) => readings.filter((word) => alone.includes(word)))
  if (given.some(({ length }) => length === 0)) return rest
  const text = given.map((readings) => `(${readings.map((word) => `'${word}'`).join(' | ')})`).join(' & ')
  const isAll = whole.length === words.length && !asPhrase(search)
  if (isAll) return sql`select d.product_id from ${searchDocuments} d where ${isFresh} and ${hasWords(text)} union ${rest}`
  const isRare = whole.some(({ readings }) => readings.every((word) => rare.includes(word) || absent.includes(word)))
  const have = sql`${isFresh} and ${hasWords(text)}`
  const whereWords = isRare ? sql`${fewDocuments(have)} where true` : sql`${documents} where ${have}`
  return sql`select p.id from ${whereWords} and ${hasParts(search)} union ${rest}`
}

/** Few documents `d` and their products `p`, read one by one: the planner would rather look up parts of texts among all products. */
const fewDocuments = (condition: SQL) =>
  sql`(select d.product_id from ${searchDocuments} d where ${condition} offset 0) d cross join lateral (select * from ${products} p where p.id = d.product_id offset 0) p`

/** Says whether the whole text has to stand in a product as it was typed. */
const asPhrase = ({ reading: { filters, terms } }: ProductSearch) => filters.length > 0 || terms.some(({ type }) => type === 'whole')

/** Condition on a product `p`: its texts have each typed word anywhere; where the search has filters, the whole text as it was typed. */
function hasParts(search: ProductSearch): SQL {
  const { typed, words } = search
  const text = sql`p.search_text`
  if (asPhrase(search)) {
    const phrase = words.map(({ readings }) => readings[0] ?? typed).join(' ')
    return has(text, [likeAnywhere(phrase)])
  }
  return all(words.map(({ readings, type }) => any([has(text, readings.map(likeAnywhere)), ...(type ? [sql`p.type = ${type}`] : [])])))
}

/** Terms that stand as words or values, not as a type alone. */
const wordyOf = (terms: readonly Term[]) => terms.filter(({ type }) => type === null)

const documents = sql`${searchDocuments} d join ${products} p on p.id = d.product_id`

/** Condition on a document `d`: it is as its product is. Until it is, the product is found by plain parts of its texts. */
const isFresh = sql`not d.is_stale`

/** Condition on a document `d`: it is meant by the search. */
function isMeantBy({ reading }: ProductSearch): SQL {
  const { terms, filters, code } = reading
  const matched = terms.length + filters.length === 0 ? sql`false` : all([matchesAll(terms, '', true), ...conditionsOf(reading)])
  return code === null ? matched : any([matched, hasCode(code)])
}

/** Condition on a document `d`: it has the whole code, a GTIN with any zeros before it. */
function hasWholeCode(code: string): SQL {
  const forms = gtinForms(code)
  return forms.length === 1 ? sql`d.codes @> array[${code}]` : sql`d.codes && ${apart(sql`${`{${forms.join(',')}}`}::text[]`)}::text[]`
}

/** Condition on a document `d`: it has the code, or one of its codes begins with it. */
export const hasCode = (code: string) => (code.length >= 5 ? any([hasWholeCode(code), hasWords(`'${code}':*A`, 'A')]) : hasWholeCode(code))

/** Matches the products that a search finds, whether the public may see them or not. */
export function isFound(search: ProductSearch): SQL {
  const { reading, wider } = search
  const conditions = conditionsOf(wider ? { ...reading, terms: wider.terms } : reading)
  const from = conditions.length > 0 ? documents : sql`${searchDocuments} d`
  if (wider) {
    const { terms, whole, more } = wider
    if (more) return sql`${products.id} = any(${arrayOf([...whole, ...more])})`
    return sql`${products.id} in (select unnest(${arrayOf(whole)}) union select d.product_id from ${from} where ${isFresh} and ${all([matchesAll(terms, '', true), ...conditions])})`
  }
  return sql`${products.id} in (select d.product_id from ${from} where ${isFresh} and ${isMeantBy(search)}
    union ${selectParts(search)})`
}

/** Condition on a document `d`: its title, or its category, has all words. */
const isTitled = (terms: readonly Term[], withSoft: boolean) => any(['A', CATEGORY].map((weights) => matchesAll(terms, weights, withSoft)))

const levelsOf = (terms: readonly Term[], withSoft: boolean): SQL[] => [
  sql`when ${isTitled(terms, withSoft)} then 1::int`,
  ...WEIGHTS.map((weights, at) => sql`when ${matchesAll(terms, weights, withSoft)} then ${at + 2}::int`),
]

/** Returns the tier of a hit, 0 best; needs `search_documents` as `d`. */
export function tierOf({ reading, wider }: ProductSearch): SQL {
  const { terms, code } = reading
  const wordy = wordyOf(terms)
  const codes =
    code === null
      ? []
      : [sql`when ${hasWholeCode(code)} then 0`, ...(code.length >= 5 ? [sql`when ${hasWords(`'${code}':*A`, 'A')} then 1`] : [])]
  const levels = wordy.length === 0 ? [sql`when ${all(terms.map((term) => ofTypeOfHit(term)))} then 3`] : levelsOf(wordy, false)
  const soft = wider
    ? sql`when ${products.id} <> all(${arrayOf(wider.whole)}) then ${SOFT_TIER}::int`
    : sql`when ${matchesAll(wordy, '', true)} then ${SOFT_TIER}::int`
  return sql`case when d.is_stale then ${PART_TIER}::int ${sql.join([...codes, ...levels, soft], sql` `)} else ${PART_TIER}::int end`
}

const ofTypeOfHit = ({ type }: Term): SQL => (type === 'whole' ? sql`${products.shopPlace} = 0` : sql`${products.type} = ${type}`)

/** Says whether the best hits are those of tier 0 and 1, which the titles tell. */
export const hasTitles = ({ reading, wider }: ProductSearch): boolean =>
  wider === null && reading.terms.some(({ type }) => type === null) && reading.terms.every(({ values }) => values.length === 0)

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

const ownOf = (terms: readonly Term[]) => terms.map((term) => ({ ...term, alternatives: term.alternatives.slice(0, 1) }))

/** Order of hits by where the words stand in them: all in the category, all in the title, then as they were typed. */
function placesFirst(terms: readonly Term[], isTitle: SQL): SQL[] {
  const own = ownOf(terms)
  const hasOthers = terms.some(({ alternatives }) => alternatives.length > 1)
  const isOwn = sql`case when ${isTitle} then ${isTitled(own, false)} else ${matchesAll(own, '', false)} end`
  return [matchesAll(terms, CATEGORY, true), matchesAll(terms, 'A', true), ...(hasOthers ? [isOwn] : [])].map(
    (condition) => sql`case when ${condition} then 0 else 1 end`,
  )
}

/** Number of terms that the title has: a part whose title has a word that the title of a machine lacks comes before it. */
const titled = (terms: readonly Term[]) =>
  sql.join(
    terms.map((term) => sql`case when ${matchesTerm(term, 'A', false)} then 1::int else 0 end`),
    sql` + `,
  )

/** Order of the hits of a search, best first; the first key is the tier. */
export function bestFirst(
  { reading: { terms }, wider }: ProductSearch,
  tier: SQL,
  { isNamed, clicked }: { isNamed: SQL; clicked?: ReadonlyMap<string, number> | undefined },
): OrderKey[] {
  const [wordy, kept] = [wordyOf(terms), wordyOf(wider?.terms ?? [])]
  const levels = (of: readonly Term[]) => sql`case ${sql.join(levelsOf(of, true), sql` `)} else 5 end`
  const hasSoft = terms.some(({ alternatives }) => alternatives.some(({ isSoft }) => isSoft))
  const further = wider ? [levels(kept), ...placesFirst(kept, sql`false`)] : []
  return [
    { by: tier },
    ...(hasSoft ? [{ by: levels(wordy) }] : []),
    { by: isNamed },
    ...placesFirst(wordy, sql`${tier} < 2`).map((by) => ({ by })),
    ...further.map((by) => ({ by: sql`case when ${tier} = ${SOFT_TIER}::int then ${by} else 0 end` })),
    ...(wordy.length > 1 ? [{ by: titled(wordy), isDown: true }] : []),
    { by: sql`coalesce(d.role, 4)` },
    { by: products.inStock, isDown: true },
    ...(clicked && clicked.size > 0 ? [{ by: clicksOf(clicked), isDown: true }] : []),
  ]
}

/** Documents of one word that are looked at to choose the words which stay: those of rare ones are all among them. */
const SAMPLE = 2000
/** Most words that are left out, and share of the words that stays. */
const MAX_LEFT_OUT = 2
const MAX_TERMS = 12

const hasDigit = ({ typed }: Term) => /\d/.test(typed)

/** The words of an index by which a term is found, as an array. */
function wordsToCount({ marked, alternatives }: Term): SQL {
  const words = new Set([...marked, ...alternatives.flatMap(({ words }) => words)])
  return apart(sql`${`{${[...words].map((word) => `"${word.replace(/["\\]/g, '')}"`).join(',')}}`}::text[]`)
}

/**
 * Finds the word of a search that is left out so that products are found beside those that have all words, `whole`, some of them machines: the one that stands in most documents,
 * with digits only where no other is left. @returns the search with what it finds without the word; as it is if that is nothing, or too much to be of use
 */
export async function widen(
  db: Db,
  search: ProductSearch,
  { ids: whole, machines }: { ids: readonly string[]; machines: number },
): Promise<ProductSearch> {
  const { reading } = search
  const terms = wordyOf(reading.terms)
  if (terms.length < 2 || terms.length > MAX_TERMS) return search
  const words = terms.filter((term) => !hasDigit(term))
  const given = words.length > 1 ? words : terms.filter(hasDigit)
  const sample = reading.filters.length + reading.terms.length > terms.length ? SAMPLE : 2 * FEW
  const rests = given.map((term) => {
    const rest = terms.filter((other) => other !== term)
    const count = sql`select coalesce(max(documents), 0) from ${searchWords} where word = any(${wordsToCount(term)}::text[])`
    const more = sql`(with found as materialized (select d.product_id from ${searchDocuments} d where ${isFresh} and ${matchesAll(rest, '', true)} limit ${sql.raw(`${sample}`)})
      select json_agg(json_build_array(id, type)) from (select p.id, p.type from found cross join lateral (
        select * from ${products} p where p.id = found.product_id and p.is_public and p.id <> all(${arrayOf(whole)}) and ${all(conditionsOf(reading))} offset 0) as p limit ${sql.raw(`${FEW + 1}`)}) as few
      having count(*) <= ${FEW} and (select count(*) from found) < ${sql.raw(`${sample}`)})`
    return { term, rest, count, more }
  })
  const [row] = await executeOften<{ place: number; more: [id: string, type: string][] }>(
    db,
    sql`
    select place, more from (select place, case place ${sql.join(
      rests.map(({ more }, place) => sql`when ${place}::int then ${more}`),
      sql` `,
    )} end as more from (
      select place, documents from (values ${sql.join(
        rests.map(({ count }, place) => sql`(${place}::int, (${count}))`),
        sql`, `,
      )}) as given(place, documents)
      order by documents desc, place desc offset 0
    ) as given offset 0) as looked where more is not null limit 1`,
  )
  const left = rests[row?.place ?? -1]
  if (!row || !left) return search
  const kept = [...reading.terms.filter(({ type }) => type !== null), ...left.rest]
  const more = row.more.map(([id]) => id)
  const ofMore = row.more.filter(([, type]) => type === 'machine').length
  return { ...search, wider: { terms: kept, leftOut: [left.term.typed], whole, more, machines: machines + ofMore } }
}

/**
 * Finds the words of a search that some product has together, for one whose words no product has all: the rarest ones, and none of those with digits given up if that can be.
 * A word for a type counts as one more: "knife machine" without such a machine finds knives, not all machines.
 * @returns the search with what it finds without the others; as it is if nothing is left
 */
export async function leaveOut(db: Db, search: ProductSearch): Promise<ProductSearch> {
  const { reading } = search
  const { terms, filters } = reading
  const wordy = wordyOf(terms)
  if (wordy.length === 0 || terms.length + filters.length < 2 || terms.length > MAX_TERMS) return search
  const matches = (term: Term) => (term.type === null ? matchesTerm(term, '', true) : ofType(term))
  const bits = terms.map((term, at) => sql`case when ${matches(term)} then ${1 << at}::int else 0 end`)
  const ofTerms = wordy.map(
    (term) => sql`(select d.product_id from ${searchDocuments} d where ${isFresh} and ${matches(term)} limit ${SAMPLE})`,
  )
  const { rows } = await db.execute<{ mask: number; count: number }>(sql`
    select mask, count(*)::int as count from (
      select ${sql.join(bits, sql` + `)} as mask from (${sql.join(ofTerms, sql` union `)}) as sampled
      join ${searchDocuments} d on d.product_id = sampled.product_id join ${products} p on p.id = d.product_id where p.is_public and ${all(filters.map(passes))}
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
  if ((best.kept.length === 0 && filters.length === 0) || terms.length - best.kept.length > Math.max(MAX_LEFT_OUT, terms.length / 2))
    return search
  const leftOut = terms.filter((term) => !best.kept.includes(term)).map(({ typed }) => typed)
  return { ...search, wider: { terms: best.kept, leftOut, whole: [], more: null, machines: 0 } }
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
