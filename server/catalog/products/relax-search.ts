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
  return sql`select p.id, p.type from (select d.product_id from ${searchDocuments} d where ${words} limit ${sql.raw(`${SAMPLE}`)}) found
    cross join lateral (
    select * from ${products} p where p.id = found.product_id and p.is_public and p.id <> all(${arrayOf(whole)})
      and ${all(conditionsOf({ terms, filters }))} offset 0) p`
}

/** Returns what a search asks for, most wanted first; a word that titles have is a name. */
async function readNeeds(db: Db, asked: Pick<Reading, 'terms' | 'filters'>): Promise<Need[]> {
  const needs = needsOf(asked)
  const words = needs.filter(({ rank }) => rank === 'word')
  if (needs.length < 2 || words.length === 0) return needs.sort(byNeed)
  // a CTE: without it the planner hopes for an early hit in the whole table
  const checks = words.map(
    ({ terms }) => sql`exists (with named as materialized (select from ${searchDocuments} d where ${matchesAll(terms, 'AB', false)})
      select from named)`,
  )
  const [row] = await executeOften<{ named: boolean[] }>(db, sql`select json_build_array(${sql.join(checks, sql`, `)}) as named`)
  return needs.map((need) => (row?.named[words.indexOf(need)] ? { ...need, rank: 'name' as const } : need)).sort(byNeed)
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
  const needs = await readNeeds(db, isEmpty ? reading : { ...reading, filters: [] })
  const [head] = needs
  if (!head || needs.length < 2) return search
  const together = (some: readonly Need[]): Kept => ({
    terms: some.flatMap(({ terms }) => terms),
    filters: [...(isEmpty ? [] : reading.filters), ...some.flatMap(({ filters }) => filters)],
  })
  let [kept, more]: [Need[], { id: string; type: string }[]] = [[], []]
  for (const need of needs) {
    const some = sql`${selectPublic(together([...kept, need]), ids)} limit ${sql.raw(`${FEW + 1}`)}`
    const found = await executeOften<{ id: string; type: string }>(db, some)
    if (found.length > 0) [kept, more] = [[...kept, need], found]
    else if (need === head && (!isEmpty || head.rank === 'noun')) return search
  }
  const left = needs.filter((need) => !kept.includes(need))
  if (left.length === 0 || !saysEnough(kept, left) || (more.length > FEW && !isEmpty)) return search
  const { terms, filters } = together(kept)
  const wanted = wantedBy(reading, { terms })
  const fitting = left.every(({ isPurpose }) => isPurpose) && more.length <= FEW ? more.map(({ id }) => id) : []
  const isHow = left.every(({ rank }) => rank === 'quality')
  const things = isHow ? kept.flatMap((need) => (need.rank === 'noun' || need.rank === 'name' ? need.terms : [])) : []
  const whole = wanted
    ? [...(await choose(db, ids, wanted.isThing)), ...(await choose(db, fitting, all([wanted.isThing, wanted.isFitting])))]
    : things.length > 0
      ? await choose(db, ids, matchesAll(things, 'ABC', true))
      : ids
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

/** Returns those of the products that meet a condition on a product and its document `d`. */
async function choose(db: Db, ids: readonly string[], condition: SQL): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await executeOften<{ id: string }>(
    db,
    sql`select ${products.id} as id from ${products} join ${searchDocuments} d on d.product_id = ${products.id}
      where ${products.id} = any(${arrayOf(ids)}) and ${condition}`,
  )
  return rows.map(({ id }) => id)
}
