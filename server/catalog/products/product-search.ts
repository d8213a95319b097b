import { type SQL, sql } from 'drizzle-orm'
import { gtinForms } from '#domain/gtin.ts'
import { MOST_HITS } from '#domain/product.ts'
import type { QueryFilter, Reading } from '#domain/search/read-query.ts'
import { type Alternative, type Term, type ValueRange, wantOf } from '#domain/search/terms.ts'
import { PART_TIER, SOFT_TIER } from '#domain/search/tiers.ts'
import { phraseOf } from '#domain/search/words.ts'
import { hasOddWords, productAttributes, productFits, products, searchDocuments } from '#server/platform/db/schema.ts'
import { apart } from '#server/platform/db/unit-of-work.ts'
import { likeAnywhere, type SearchWord } from '#server/platform/text/search-text.ts'
import type { OrderKey } from './product-keys.ts'

/** A typed word with its corrections. `stored`: those that documents have; null where only texts can say. */
export interface TypedWord extends SearchWord {
  stored: readonly string[] | null
}

/** A search of products: what it means, and the typed words, of which each hit as a plain part of its texts counts too. */
export interface ProductSearch {
  typed: string
  reading: Reading
  words: readonly TypedWord[]
  /** True where products have words that documents do not have as they are written. */
  hasOdd: boolean
  wider: WiderSearch | null
  /** True where more documents meet it than are looked at: parts of words are not looked for, and its first hits stand for all. */
  isMany?: boolean
}

/** A search without some of its words or conditions: its products follow those that have all. */
interface WiderSearch {
  terms: readonly Term[]
  filters: readonly QueryFilter[]
  leftOut: readonly string[]
  /** Ids of the public products that have all, few. */
  whole: readonly string[]
  /** Those of the further ones; null where they are many. */
  more: readonly string[] | null
  /** Number of machines among both, where the further ones are few. */
  machines: number
}

/**
 * Weights of words by tier from 2 on: 2 title and category, 3 facts, 4 everything; of tier 1 are products whose title or whose category has
 * all words.
 */
const WEIGHTS = ['AB', 'ABC', ''] as const
const CATEGORY = 'B'
/** Weights of the words that a title has, as a vector of its own. */
const TITLE = ['A', 'AB', CATEGORY]
/** Most hits whose ids a count gives as well. */
export const FEW = 200

const any = (conditions: readonly SQL[]) => (conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`)
export const all = (conditions: readonly SQL[]) => (conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`)

/** Writes an alternative in the language of `tsquery`; '' for one without words. */
function textOf({ words, isPhrase, isPrefix }: Alternative, weights: string): string {
  const flags = `${isPrefix ? '*' : ''}${weights}`
  const lexemes = words.map((word) => `'${word.replace(/['\\]/g, '')}'${flags && `:${flags}`}`)
  if (lexemes.length < 2) return lexemes[0] ?? ''
  return `(${lexemes.join(isPhrase ? ' <-> ' : ' & ')} | '${phraseOf(words)}'${flags && `:${flags}`})`
}

/** Writes a term; null where no word can match it. */
function queryOf({ alternatives, isNamed }: Term, weights: string, withSoft: boolean): string | null {
  const texts = alternatives
    .filter(({ isSoft }) => withSoft || !isSoft)
    .map((one) => textOf(one, isNamed && weights === '' ? 'ABC' : weights))
  const given = texts.filter(Boolean)
  return given.length > 0 ? `(${[...new Set(given)].join(' | ')})` : null
}

/** Condition on a document `d`. Words of the weights A and B stand in its title as well, which is read faster. */
const hasWords = (text: string, weights = '') =>
  sql`${TITLE.includes(weights) ? sql`d.title` : sql`d.words`} @@ ${apart(sql`${text}::tsquery`)}`

const between = ({ min, max, isMinStrict, isMaxStrict, attributeId }: ValueRange) =>
  all([
    sql`v.attribute_id = ${attributeId}::uuid`,
    ...(min === null ? [] : [sql`coalesce(v.number_max, v.number) ${isMinStrict ? sql`>` : sql`>=`} ${min}::numeric`]),
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
export function matchesAll(terms: readonly Term[], weights: string, withSoft: boolean): SQL {
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
export const conditionsOf = ({ terms, filters }: Pick<Reading, 'terms' | 'filters'>) => [
  ...terms.filter(({ type }) => type !== null).map(ofType),
  ...filters.map(passes),
]

/** The ids as an array whose length no plan looks at. */
export const arrayOf = (ids: readonly string[]) => sql`${apart(sql`${`{${ids.join(',')}}`}::uuid[]`)}::uuid[]`

const has = (text: SQL, patterns: readonly string[]) => any(patterns.map((pattern) => sql`${text} like ${apart(sql`${pattern}`)}`))

/**
 * Selects the ids of the products whose texts have the typed words anywhere. Words that are part of no other are looked up in documents,
 * which is faster than in texts; the others, products with odd words and those whose documents are not fresh are looked up in texts.
 */
function selectParts(search: ProductSearch): SQL {
  const { words, hasOdd } = search
  const indexed = words.flatMap(({ stored, type }) => (stored && !type ? [stored] : []))
  if (indexed.length === 0) return sql`select p.id from ${products} p where ${hasParts(search)}`
  const odd = sql`union select p.id from ${products} p where ${hasOddWords(sql`p.search_text`)} and ${hasParts(search)}`
  const rest = sql`select p.id from ${documents} where d.is_stale and ${hasParts(search)} ${hasOdd ? odd : sql``}`
  if (indexed.some(({ length }) => length === 0)) return rest
  const text = indexed.map((stored) => `(${stored.map((word) => `'${word}'`).join(' | ')})`).join(' & ')
  return indexed.length === words.length && !asPhrase(search)
    ? sql`select d.product_id from ${searchDocuments} d where ${isFresh} and ${hasWords(text)} union ${rest}`
    : sql`select p.id from ${documents} where ${isFresh} and ${hasWords(text)} and ${hasParts(search)} union ${rest}`
}

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
export const wordyOf = (terms: readonly Term[]) => terms.filter(({ type }) => type === null)

const documents = sql`${searchDocuments} d join ${products} p on p.id = d.product_id`

/** Condition on a document `d`: it is as its product is. Until it is, the product is found by plain parts of its texts. */
export const isFresh = sql`not d.is_stale`

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

/** The documents of a search, with their products where it asks of them. */
const documentsFor = (asked: Pick<Reading, 'terms' | 'filters'>) => (conditionsOf(asked).length > 0 ? documents : sql`${searchDocuments} d`)

/** Selects the products that a search means, by their documents. */
export const selectMeant = (search: ProductSearch): SQL =>
  sql`select d.product_id from ${documentsFor(search.reading)} where ${isFresh} and ${isMeantBy(search)}`

/** Matches the products that a search means, each looked up by its document: no plan begins at the documents. */
export const isMeant = (search: ProductSearch): SQL => sql`exists (${selectMeant(search)} and d.product_id = ${products.id} offset 0)`

/** Matches the products that a search finds, whether the public may see them or not. `meant`: the CTE that has those it means, if any. */
export function isFound(search: ProductSearch, meant?: SQL): SQL {
  const { wider, isMany } = search
  if (wider) {
    const { terms, whole, more } = wider
    if (more) return sql`${products.id} = any(${arrayOf([...whole, ...more])})`
    return sql`${products.id} in (select unnest(${arrayOf(whole)}) union select d.product_id from ${documentsFor(wider)} where ${isFresh}
      and ${all([matchesAll(terms, '', true), ...conditionsOf(wider)])})`
  }
  if (isMany) return sql`${products.id} in (${selectMeant(search)})`
  return meant
    ? sql`${products.id} in (select product_id from ${meant} union select * from (${selectParts(search)}) as parts
        where (select count(*) from ${meant}) < ${MOST_HITS}::int)`
    : sql`${products.id} in (${selectMeant(search)} union ${selectParts(search)})`
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
  const further = wider ? [sql`when ${products.id} <> all(${arrayOf(wider.whole)}) then ${SOFT_TIER}::int`] : []
  const soft = sql`when ${matchesAll(wordy, '', true)} then ${SOFT_TIER}::int`
  const wanted = wider && wantedBy(reading, wider)
  // what fits the thing that is named has no word of it
  const fitting = wanted ? [sql`when ${wanted.isFitting} then case when ${wanted.isAsTyped} then 4::int else ${SOFT_TIER}::int end`] : []
  return sql`case when d.is_stale then ${PART_TIER}::int ${sql.join([...codes, ...further, ...levels, soft, ...fitting], sql` `)}
    else ${PART_TIER}::int end`
}

const ofTypeOfHit = ({ type }: Term): SQL => (type === 'whole' ? sql`${products.shopPlace} = 0` : sql`${products.type} = ${type}`)

/** Says whether the best hits are those of tier 0 and 1, which the titles tell. */
export const hasTitles = ({ reading, wider }: ProductSearch): boolean =>
  wider === null &&
  wantOf(reading.terms) === null &&
  reading.terms.some(({ type }) => type === null) &&
  reading.terms.every(({ values }) => values.length === 0)

/** Matches the products of tier 0 and 1. */
export function isFoundByTitle({ reading }: ProductSearch): SQL {
  const { code } = reading
  const matched = all([isTitled(wordyOf(reading.terms), false), ...conditionsOf(reading)])
  return sql`${products.id} in (select d.product_id from ${documentsFor(reading)} where ${isFresh}
    and ${code === null ? matched : any([matched, hasCode(code)])})`
}

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

/**
 * Conditions of a search that says what the wanted thing is for, on a product and its document `d`; null for any other, or one that gave
 * the thing up.
 */
export function wantedBy({ terms }: Reading, wider: Pick<WiderSearch, 'terms'> | null) {
  const want = wantOf(terms)
  const kept = new Set((wider?.terms ?? terms).map(({ typed }) => typed))
  const things = want?.things.filter(({ typed }) => kept.has(typed)) ?? []
  if (!want || things.length === 0) return null
  const wordy = wordyOf(things)
  /** It is what the thing is for. */
  const isPurpose = matchesAll(want.purposes, CATEGORY, true)
  const inCategory = matchesAll(wordy, CATEGORY, true)
  const isKind = wordy.length > 0 ? sql`exists (select from ${searchDocuments} d where ${inCategory})` : sql`false`
  const isNamed = sql`((${matchesAll(wordy, 'A', true)} and not ${isKind}) or (${inCategory} and not ${isPurpose}))`
  return {
    isPurpose,
    /** The thing is a category: its products are, and no others that have its name in theirs, as a mat stacker has. */
    isKind,
    /** It is the thing, by its name or category. */
    isThing: all([...(wordy.length > 0 ? [isNamed] : []), ...things.filter(({ type }) => type !== null).map(ofTypeOfHit)]),
    /** Its name and category have the words of the thing, not only corrections. */
    isAsTyped: matchesAll(wordy, 'AB', false),
    /** It fits a product that is what the thing is for. */
    isFitting: sql`exists (select from ${productFits} f join ${searchDocuments} d on d.product_id = f.target_id
      where f.product_id = ${products.id} and ${matchesAll(want.purposes, 'AB', true)})`,
  }
}

/**
 * Order of hits that say what the thing is for: things for that, parts for that in whose texts the thing stands, other things, the rest,
 * what it is for.
 */
function thingsFirst({ reading, wider }: ProductSearch, tier: SQL): OrderKey[] {
  const wanted = wantedBy(reading, wider)
  if (!wanted) return []
  const { isThing, isFitting, isPurpose, isKind } = wanted
  const isWhole = wider ? sql`${products.id} = any(${arrayOf(wider.whole)})` : sql`true`
  const by = sql`case when ${tier} = 0 or (${isThing} and (${isWhole} or ${isKind})) then 0 when not ${isPurpose}
    and ${isFitting} then 1 when ${isThing} then 2
    when ${isPurpose} then 4 else 3 end`
  return [{ by }]
}

/** Order of the hits of a search, best first; the first key is the tier, unless the search says what the thing is for. */
export function bestFirst(search: ProductSearch, tier: SQL, isNamed: SQL): OrderKey[] {
  const { reading, wider } = search
  const { terms } = reading
  const [wordy, kept] = [wordyOf(terms), wordyOf(wider?.terms ?? [])]
  const levels = (of: readonly Term[]) => sql`case ${sql.join(levelsOf(of, true), sql` `)} else 5 end`
  const hasSoft = terms.some(({ alternatives }) => alternatives.some(({ isSoft }) => isSoft))
  const further = wider ? [levels(kept), ...placesFirst(kept, sql`false`)] : []
  return [
    ...thingsFirst(search, tier),
    { by: tier },
    ...(hasSoft ? [{ by: levels(wordy) }] : []),
    { by: isNamed },
    ...placesFirst(wordy, sql`${tier} < 2`).map((by) => ({ by })),
    ...further.map((by) => ({ by: sql`case when ${tier} = ${SOFT_TIER}::int then ${by} else 0 end` })),
    ...(wordy.length > 1 ? [{ by: titled(wordy), isDown: true }] : []),
    { by: sql`coalesce(d.role, 4)` },
    { by: sql`case when ${products.type} = 'material' and ${products.shippingClass} = 'freight' then 1 else 0 end` },
    { by: products.inStock, isDown: true },
  ]
}

/** Condition: a public product has this word, by its document. */
export const isInDocuments = (word: string): SQL => isInVector(sql`d.words`, word)

/** Condition: a public product has this word in its name or category. */
export const isInNames = (word: string): SQL => isInVector(sql`d.title`, word)

const isInVector = (vector: SQL, word: string): SQL =>
  sql`exists (with found as materialized (select d.product_id from ${searchDocuments} d
    where ${vector} @@ ${apart(sql`${`'${word.replace(/['\\]/g, '')}'`}::tsquery`)})
    select from found join ${products} p on p.id = product_id where p.is_public)`
