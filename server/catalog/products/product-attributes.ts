import { asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AttributeFacet, AttributeValue } from '#contract/catalog/products.ts'
import { type Attribute, type AttributeKind, type Choice, readSpecificationFilter } from '#domain/attribute.ts'
import { displayNumber, displayRange } from '#domain/specification.ts'
import type { Unit } from '#domain/units.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { attributes, categoryAttributes, productAttributes, products, type StoredSpecification } from '#server/platform/db/schema.ts'
import { refuse } from '#server/platform/http/refusal.ts'

type Named = { id: string; key: string; label: string; kind: AttributeKind; choices: Choice[] }

/** Selects the attributes of a category, or of all, in its order. */
function selectUsed(db: Db, category?: string) {
  const { key, label, kind, unit, decimals, choices, names } = attributes
  const { categoryId, position } = categoryAttributes
  return db
    .select({ categoryId, attribute: { key, label, kind, unit, decimals, choices, names } })
    .from(categoryAttributes)
    .innerJoin(attributes, eq(attributes.id, categoryAttributes.attributeId))
    .where(category === undefined ? undefined : eq(categoryId, category))
    .orderBy(asc(position), asc(label))
}

/** Returns the attributes of a category in its order. */
export async function listOfCategory(db: Db, categoryId: string): Promise<Attribute[]> {
  return (await selectUsed(db, categoryId)).map(({ attribute }) => attribute)
}

/** Returns the attributes of every category in its order, by its id. */
export async function listByCategory(db: Db): Promise<Map<string, Attribute[]>> {
  const used = Map.groupBy(await selectUsed(db), ({ categoryId }) => categoryId)
  return new Map([...used].map(([id, rows]) => [id, rows.map(({ attribute }) => attribute)]))
}

/** Labels of the attributes that a product's category requires and it lacks. */
export const missingAttributes = sql<string[]>`array(
  select a.label from ${categoryAttributes} u join ${attributes} a on a.id = u.attribute_id
  where u.category_id = ${products.categoryId} and u.is_required
    and not exists (select from ${productAttributes} v where v.product_id = ${products.id} and v.attribute_id = a.id)
  order by u.position, a.label)`

/** True for a product whose category has attributes and that has a value of none. */
export const lacksTyped = sql<boolean>`(exists (select from ${categoryAttributes} u where u.category_id = ${products.categoryId})
  and not exists (select from ${productAttributes} v where v.product_id = ${products.id}))`

/** Returns every attribute, remembered until the catalog changes. */
function listNamed(db: Db): Promise<Named[]> {
  const { id, key, label, kind, choices } = attributes
  return rememberCounts(db, { key: 'attributes', shows: ['catalog'] }, () =>
    db.select({ id, key, label, kind, choices }).from(attributes).orderBy(asc(key)),
  )
}

/** Filter by an attribute; `choices` is separated by commas. In the text of a prepared statement the values are placeholders. */
export interface AttributeFilter<Value = string | number> {
  id: Value | string
  min?: Value | undefined
  max?: Value | undefined
  choices?: Value | undefined
}

/** Returns the sentence for a filter that an attribute cannot have, or null. */
function filterProblem(attribute: Named | undefined, filter: ReturnType<typeof readSpecificationFilter>): string | null {
  if (!attribute) return "This specification doesn't exist."
  if (!filter) return attribute.kind === 'number' ? 'Please enter a range such as 400..700.' : 'Please choose from the list.'
  if ('choices' in filter) {
    const isKnown = filter.choices.every((choice) => attribute.choices.some(({ value }) => value === choice))
    return isKnown ? null : 'Please choose from the list.'
  }
  const { min, max } = filter
  return min !== undefined && max !== undefined && min > max ? 'The range ends below its beginning.' : null
}

/** Reads the filters of a query. Refuses unknown attributes, and values that do not fit their kind. */
export async function readAttributeFilters(db: Db, given: Readonly<Record<string, string>> | undefined): Promise<AttributeFilter[]> {
  const wanted = Object.entries(given ?? {}).filter(([, text]) => text !== '')
  if (wanted.length === 0) return []
  const known = new Map((await listNamed(db)).map((attribute) => [attribute.key, attribute]))
  const errors: { field: string; message: string }[] = []
  const filters = wanted.flatMap(([key, text]): AttributeFilter[] => {
    const attribute = known.get(key)
    const filter = attribute ? readSpecificationFilter(text, attribute.kind) : null
    const message = filterProblem(attribute, filter)
    if (message) errors.push({ field: `spec.${key}`, message })
    if (!attribute || !filter || message) return []
    return ['choices' in filter ? { id: attribute.id, choices: filter.choices.join(',') } : { id: attribute.id, ...filter }]
  })
  if (errors.length > 0) refuse('invalid_input', { errors })
  return filters.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1)) // addresses that differ in their order ask the same
}

const FILTER_VALUES = ['id', 'min', 'max', 'choices'] as const

/** Returns the names of the values that a filter has. */
export const shapeOf = (filter: AttributeFilter) => FILTER_VALUES.filter((name) => filter[name] !== undefined)

/** Returns a filter with placeholders for its values, such as `min0`. */
export const withPlaceholders = (filter: AttributeFilter, at: number): AttributeFilter<string | number | Placeholder> => ({
  id: '',
  ...Object.fromEntries(shapeOf(filter).map((name) => [name, sql.placeholder(`${name}${at}`)])),
})

/**
 * Matches products with a value that the filter leaves: of a range, any part of it. `isLookedUp`: the value of each product is read by its
 * key, and no plan begins at the values.
 */
export function hasAttribute({ id, min, max, choices }: AttributeFilter<string | number | Placeholder>, isLookedUp = false): SQL {
  const { productId, attributeId, number, numberMax, choice } = productAttributes
  const conditions = [
    min === undefined ? undefined : sql`coalesce(${numberMax}, ${number}) >= ${min}::numeric`,
    max === undefined ? undefined : sql`${number} <= ${max}::numeric`,
    choices === undefined ? undefined : sql`${choice} = any(string_to_array(${choices}::text, ','))`,
  ].filter((condition) => condition !== undefined)
  const values = sql`${productAttributes} where ${productId} = ${products.id} and ${attributeId} = ${id}::uuid`
  const meets = sql.join(conditions, sql` and `)
  if (!isLookedUp) return sql`exists (select from ${values} and ${meets})`
  return sql`exists (select from (select number, number_max, choice from ${values} offset 0) as ${productAttributes} where ${meets})`
}

/** The values of a product as one column, for `presentAttributes`. */
export const attributeColumn = sql<StoredValue[]>`coalesce((
  select json_agg(json_build_object('key', a.key, 'label', a.label, 'unit', a.unit, 'names', a.names,
    'isCompared', u.is_compared, 'number', v.number, 'numberMax', v.number_max, 'choice', v.choice, 'text', v.text,
    'choiceLabel', jsonb_path_query_first(a.choices, '$[*] ? (@.value == $v).label', jsonb_build_object('v', v.choice)))
    order by u.position, a.label)
  from ${productAttributes} v join ${attributes} a on a.id = v.attribute_id
  join ${categoryAttributes} u on u.attribute_id = a.id and u.category_id = ${products.categoryId}
  where v.product_id = ${products.id}), '[]'::json)`

interface StoredValue {
  key: string
  label: string
  unit: Unit | null
  names: string[]
  isCompared: boolean
  number: number | null
  numberMax: number | null
  choice: string | null
  choiceLabel: string | null
  text: string | null
}

/** Presents the values of a product: a number by its row's text where that says the same, a choice by its label. */
export function presentAttributes(values: readonly StoredValue[], rows: readonly StoredSpecification[]): AttributeValue[] {
  const texts = new Map(rows.toReversed().map(({ name, value }) => [name.trim().toLowerCase(), value]))
  const rowNameOf = ({ names }: StoredValue) => names.find((name) => texts.has(name)) ?? ''
  const textOf = (value: StoredValue) => texts.get(rowNameOf(value)) ?? ''
  const displayOf = (value: StoredValue) => {
    const { number, numberMax, unit, choiceLabel, text } = value
    if (number === null) return choiceLabel ?? text ?? ''
    return numberMax === null
      ? displayNumber(number, unit, textOf(value))
      : displayRange({ min: number, max: numberMax }, unit, textOf(value))
  }
  return values.map((value) => {
    const { key, label, unit, isCompared, number, numberMax, choice, text } = value
    return {
      key,
      label,
      unit,
      ...(number !== null && { number }),
      ...(numberMax !== null && { numberMax }),
      ...(choice !== null && { choice }),
      ...(text !== null && { text }),
      display: displayOf(value),
      isCompared,
      rowName: rowNameOf(value),
    }
  })
}

/** Number of bars of a histogram, and of products from which on there is one. */
const BARS = 12
const MIN_PRODUCTS = 8

/** An attribute as `facetsColumn` has it. */
export interface CountedFacet {
  key: string
  label: string
  unit: string | null
  kind: AttributeKind
  decimals: number
  choices: Choice[]
  range: { min: number; max: number; low: number; high: number } | null
  bars: { bar: number; count: number }[]
  values: { value: string; count: number }[]
}

export function presentFacet({ choices, range, bars, values, ...attribute }: CountedFacet): AttributeFacet {
  const counts = new Map(values.map(({ value, count }) => [value, count]))
  const inBar = new Map(bars.map(({ bar, count }) => [bar, count]))
  const { min = null, max = null, low = 0, high = 0 } = range ?? {}
  const ends = bars.length === 0 ? [] : Array.from({ length: BARS + 1 }, (_, bar) => Number((low + ((high - low) * bar) / BARS).toFixed(6)))
  return {
    ...attribute,
    min,
    max,
    values: choices.flatMap(({ value, label }) => (counts.has(value) ? [{ value, label, count: counts.get(value) ?? 0 }] : [])),
    histogram: ends.slice(1).map((to, at) => ({ from: ends[at] ?? to, to, count: inBar.get(at + 1) ?? 0 })),
  }
}

/**
 * The values of the facets of a category, or of all (null), among the products that `where` leaves, each counted as if its own of `filters`
 * were off, as a column for `presentFacet`.
 */
export function facetsColumn(category: SQL | null, where: SQL | undefined, filters: readonly AttributeFilter[]): SQL {
  const passes = filters.map((_, at) => sql.identifier(`passes${at}`))
  const allBut = (own: number) => sql.join([sql`true`, ...passes.filter((_, at) => at !== own)], sql` and `)
  const cases = filters.map(({ id }, at) => sql`when ${id}::uuid then ${allBut(at)} `)
  const isLeft = filters.length > 0 ? sql`case v.attribute_id ${sql.join(cases)} else ${allBut(-1)} end` : sql`true`
  // a number of which all have the same leaves nothing to choose
  const isOffered = sql`used.kind = 'choice' or r.differ or used.id = any(${`{${filters.map(({ id }) => id).join()}}`}::uuid[])`
  const columns = filters.map((filter, at) => sql`, ${hasAttribute(filter)} as ${passes[at]}`)
  return sql`(
    with base as materialized (select ${products.id} as id ${sql.join(columns, sql``)} from ${products} where ${where}),
    used as (
      select a.id, a.key, a.label, a.unit, a.kind, a.decimals, a.choices, min(u.position) as position
      from ${categoryAttributes} u join ${attributes} a on a.id = u.attribute_id
      where u.is_facet and a.kind <> 'text' and ${category ? sql`u.category_id = ${category}` : sql`true`} group by a.id
    ), hits as materialized (
      select v.attribute_id, v.number, v.number_max, v.choice, count(*)::int as count from base
      join ${productAttributes} v on v.product_id = base.id where ${isLeft} group by 1, 2, 3, 4
    ), placed as (
      select attribute_id, number, coalesce(number_max, number) as number_max,
        sum(count) over (partition by attribute_id order by number) as place, sum(count) over (partition by attribute_id) as total
      from hits where number is not null
    ), ranges as materialized (
      select attribute_id, min(total) as count, min(number) as min, max(number_max) as max, max(number) > min(number)
        or max(number_max) > min(number_max) as differ,
        min(number) filter (where place >= ceil(0.02::float8 * total)) as low,
        min(number) filter (where place >= ceil(0.98::float8 * total)) as high
      from placed group by 1
    ), in_bars as (
      select h.attribute_id, greatest(1, least(${BARS}, width_bucket(h.number, r.low, r.high, ${BARS}))) as bar, sum(h.count)::int as count
      from hits h join ranges r on r.attribute_id = h.attribute_id where r.count >= ${MIN_PRODUCTS} and r.high > r.low group by 1, 2
    ), bars as (
      select attribute_id, json_agg(json_build_object('bar', bar, 'count', count)) as list from in_bars group by 1
    ), chosen as (
      select attribute_id, json_agg(json_build_object('value', choice, 'count', count)) as list from hits where choice is not null group by 1
    )
    select json_agg(json_build_object('key', used.key, 'label', used.label, 'unit', used.unit, 'kind', used.kind,
      'decimals', used.decimals, 'choices', used.choices,
      'range', case when r.differ is not null then json_build_object('min', r.min, 'max', r.max, 'low', r.low, 'high', r.high) end,
      'bars', coalesce(b.list, '[]'), 'values', coalesce(c.list, '[]')) order by used.position, used.label)
    from used left join ranges r on r.attribute_id = used.id left join bars b on b.attribute_id = used.id
    left join chosen c on c.attribute_id = used.id
    where (r.differ is not null or c.list is not null) and (${isOffered}))`
}
