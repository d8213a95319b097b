import { type SQL, sql } from 'drizzle-orm'
import type { QueryFilter, Reading } from '#domain/search/read-query.ts'
import type { Term } from '#domain/search/terms.ts'
import { byNeed, type Need, needsOf, saysEnough } from '#domain/search/wanted.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products, searchDocuments } from '#server/platform/db/schema.ts'
import { executeOften } from '#server/platform/db/unit-of-work.ts'
import { all, arrayOf, conditionsOf, FEW, isFresh, matchesAll, type ProductSearch, wantedBy, wordyOf } from './product-search.ts'

/** Documents that are looked at to find a product, and most terms of a search that gives up some. */
const SAMPLE = 2000
const MAX_TERMS = 12

interface Kept {
  terms: readonly Term[]
  filters: readonly QueryFilter[]
}

/** Selects the type of public products `p` that have these terms and none of these ids, among some documents. */
function selectPublic({ terms, filters }: Kept, whole: readonly string[]): SQL {
  const words = all([isFresh, matchesAll(wordyOf(terms), '', true)])
  return sql`select p.id, p.type from (select d.product_id from ${searchDocuments} d where ${words} limit ${sql.raw(`${SAMPLE}`)}) found cross join lateral (
    select * from ${products} p where p.id = found.product_id and p.is_public and p.id <> all(${arrayOf(whole)}) and ${all(conditionsOf({ terms, filters }))} offset 0) p`
}

/** Says of each need whether a public product meets it, and of its words whether titles have them. */
async function lookUp(db: Db, needs: readonly Need[]): Promise<{ isHeld: boolean; isNamed: boolean }[]> {
  const looked = needs.map(({ terms, filters }, at) => {
    const words = wordyOf(terms)
    const isNamed = words.length > 0 ? sql`exists (select from ${searchDocuments} d where ${matchesAll(words, 'AB', false)})` : sql`false`
    return sql`(${at}::int, exists (${selectPublic({ terms, filters }, [])}), ${isNamed})`
  })
  return executeOften<{ isHeld: boolean; isNamed: boolean }>(
    db,
    sql`select is_held as "isHeld", is_named as "isNamed" from (values ${sql.join(looked, sql`, `)}) as looked(place, is_held, is_named) order by place`,
  )
}

/** Returns what a search asks for, most wanted first; `isHeld`: some product meets it. */
async function readNeeds(db: Db, reading: Reading, isEmpty: boolean): Promise<(Need & { isHeld: boolean })[]> {
  const needs = needsOf(isEmpty ? reading : { ...reading, filters: [] })
  // where products have all words, only those that may be names are looked up
  const asked = needs.filter(({ rank }) => isEmpty || rank === 'word')
  const looked = asked.length > 0 && needs.length > 1 ? await lookUp(db, asked) : []
  return needs
    .map((need) => {
      const { isHeld = true, isNamed = false } = looked[asked.indexOf(need)] ?? {}
      return { ...need, isHeld, rank: need.rank === 'word' && isNamed ? ('name' as const) : need.rank }
    })
    .sort(byNeed)
}

/**
 * Gives up what a search wants least, so that products are found beside those that have all, `ids`, some of them machines: what says what
 * is wanted stays to the last, how it should be goes first. Those in whose texts the thing only occurs follow those that are it.
 * @returns the search with what it finds so; as it is where nothing is left that says what is wanted, or too much beside what has all
 */
export async function relaxSearch(
  db: Db,
  search: ProductSearch,
  { ids, machines }: { ids: readonly string[]; machines: number },
): Promise<ProductSearch> {
  const { reading } = search
  const isEmpty = ids.length === 0
  if (reading.isAnswered || reading.terms.length > MAX_TERMS || wordyOf(reading.terms).length === 0) return search
  const needs = await readNeeds(db, reading, isEmpty)
  const [head] = needs
  if (!head || needs.length < 2 || (isEmpty && head.rank === 'noun' && !head.isHeld)) return search
  const together = (some: readonly Need[]): Kept => ({
    terms: some.flatMap(({ terms }) => terms),
    filters: [...(isEmpty ? [] : reading.filters), ...some.flatMap(({ filters }) => filters)],
  })
  const find = (some: readonly Need[]) =>
    executeOften<{ id: string; type: string }>(db, sql`${selectPublic(together(some), ids)} limit ${sql.raw(`${FEW + 1}`)}`)
  let [kept, more]: [Need[], { id: string; type: string }[]] = [[], []]
  for (const need of needs) {
    const found = need.isHeld ? await find([...kept, need]) : []
    if (found.length > 0) [kept, more] = [[...kept, need], found]
    else if (need === head && !isEmpty) return search
  }
  const left = needs.filter((need) => !kept.includes(need))
  if (left.length === 0 || !saysEnough(kept, left) || (more.length > FEW && !isEmpty)) return search
  const { terms, filters } = together(kept)
  const things = kept.filter(({ rank }) => rank === 'noun' || rank === 'name').flatMap((need) => need.terms)
  const isOnlyHow = left.every(({ rank }) => rank === 'quality')
  const wanted = wantedBy(reading, { terms })
  const fitting = left.every(({ isPurpose }) => isPurpose) && more.length <= FEW ? more.map(({ id }) => id) : []
  const whole = wanted ? await listWanted(db, wanted, { ids, fitting }) : isOnlyHow ? await listThings(db, things, ids) : ids
  return {
    ...search,
    wider: {
      terms,
      filters,
      leftOut: left.map(({ typed }) => typed),
      whole,
      more: more.length > FEW ? null : [...ids, ...more.map(({ id }) => id)].filter((id) => !whole.includes(id)),
      machines: machines + more.filter(({ type }) => type === 'machine').length,
    },
  }
}

/** Returns those of the products that are the things, by their name, category or specifications. */
async function listThings(db: Db, things: readonly Term[], ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0 || things.length === 0) return ids
  const rows = await executeOften<{ id: string }>(
    db,
    sql`select d.product_id as id from ${searchDocuments} d where d.product_id = any(${arrayOf(ids)}) and ${matchesAll(things, 'ABC', true)}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns those of the products that are the wanted thing, and of those that lack only what it is for the ones that fit it. */
async function listWanted(
  db: Db,
  { isThing, isFitting }: NonNullable<ReturnType<typeof wantedBy>>,
  { ids, fitting }: { ids: readonly string[]; fitting: readonly string[] },
): Promise<readonly string[]> {
  const has = (some: readonly string[]) => sql`${products.id} = any(${arrayOf(some)})`
  const rows = await executeOften<{ id: string }>(
    db,
    sql`select ${products.id} as id from ${products} join ${searchDocuments} d on d.product_id = ${products.id}
      where ${has([...ids, ...fitting])} and ${isThing} and (${has(ids)} or ${isFitting})`,
  )
  return rows.map(({ id }) => id)
}
