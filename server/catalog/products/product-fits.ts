import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { isUuid } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { productFits, products } from '#server/platform/db/schema.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** Products that others fit: see docs/decisions/046-fits-links-follow-the-specification-row.md. */

/** A product that another fits, or that fits it. */
type Named = { id: string; slug: string; name: string }

/** Matches products that fit the one with this slug. */
export const fitsProduct = (slug: unknown): SQL =>
  sql`${products.id} in (select f.product_id from ${productFits} f join ${products} m on m.id = f.target_id where m.slug = ${slug})`

/**
 * The public products that those which `where` leaves fit, with their number, by name, as a column: at most `most`, those with the most.
 */
export const fittedColumn = (where: SQL | undefined, most: number) => sql<{ slug: string; name: string; count: number }[]>`(
  with counts as (
    select f.target_id as id, count(*)::int as count from ${productFits} f join ${products} on ${products.id} = f.product_id
    where ${where} group by 1
  ), most as (
    select m.slug, m.name, n.count from counts n join ${products} m on m.id = n.id where m.is_public order by n.count desc, m.id limit ${most}
  )
  select coalesce(json_agg(most order by lower(name) collate "C", slug), '[]') from most)`

const named = (alias: SQL) => sql`json_build_object('id', ${alias}.id, 'slug', ${alias}.slug, 'name', ${alias}.name)`

/** Public products that a product fits, in the seller's order, as a column. */
export const fitsColumn = sql<Named[]>`coalesce((
  select json_agg(${named(sql`m`)} order by f.position, m.name, m.id) from ${productFits} f join ${products} m on m.id = f.target_id
  where f.product_id = ${products}.id and m.is_public), '[]'::json)`

/**
 * At most 100 public products that fit a product, by name, as a column: by its links, and never by a walk through all names, which one
 * without parts would take to its end.
 */
export const fittingPartsColumn = sql<Named[]>`coalesce((
  select json_agg(${named(sql`p`)} order by lower(p.name) collate "C", p.id) from (
    select p.id, p.slug, p.name from (select f.product_id from ${productFits} f where f.target_id = ${products}.id offset 0) f
    join ${products} p on p.id = f.product_id where p.is_public order by lower(p.name) collate "C", p.id limit 100) p), '[]'::json)`

/** Links that the seller of a product may see: to public products and its own. The others only stay. */
const isSeen = sql`m.status <> 'Deleted' and (m.is_public or m.business_id = ${products}.business_id)`

/** Slugs of what a product fits as a cell of the workbook, as a column. */
export const fitsCell = sql<string | null>`(
  select string_agg(m.slug, ';' order by f.position, m.name, m.id) from ${productFits} f join ${products} m on m.id = f.target_id
  where f.product_id = ${products}.id and ${isSeen})`

/** Products that a product fits, and how its row `Fits` names it, for those who edit it, as a column. */
export const seenFitsColumn = sql<(Named & { label: string })[]>`coalesce((
  select json_agg(json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'label', f.label) order by f.position, m.name, m.id)
  from ${productFits} f join ${products} m on m.id = f.target_id where f.product_id = ${products}.id and ${isSeen}), '[]'::json)`

/** Returns how the rows of these products name what they are linked to, by product, in small letters. */
export async function listLinked(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, fits: seenFitsColumn })
    .from(products)
    .where(inArray(products.id, [...ids]))
  return new Map(rows.map(({ id, fits }) => [id, fits.map(({ label }) => label)]))
}

/** The links that a form sets: ids and names in its order, and how the row names those of before. */
export interface FitsChange {
  targets: { id: string; name: string }[]
  linked: string[]
}

type Sent = readonly (string | { id: string })[]

/**
 * Reads the products that a form says a product fits; null where it says nothing. They are public, of the same business, or were linked
 * before. Refuses any other with `Choose a product from the list.` Objects are an answer that is sent back, which lists public products
 * only: the others stay.
 */
export async function readFits(
  tx: Db,
  sent: Sent | undefined,
  { id, businessId }: { id: string | null; businessId: string },
): Promise<FitsChange | null> {
  if (sent === undefined) return null
  const [stored] = id === null ? [] : await tx.select({ fits: seenFitsColumn }).from(products).where(eq(products.id, id))
  const before = stored?.fits ?? []
  const isAnswer = sent.some((entry) => typeof entry !== 'string')
  const ids = sent.map((entry) => (typeof entry === 'string' ? entry : entry.id))
  const choosable = or(products.isPublic, and(eq(products.businessId, businessId), ne(products.status, 'Deleted')))
  const rows = await tx
    .select({ id: products.id, name: products.name, isPublic: products.isPublic })
    .from(products)
    .where(and(inArray(products.id, [...ids, ...before.map((link) => link.id)].filter(isUuid)), choosable))
  const known = new Map(rows.filter((row) => row.id !== id).map((row) => [row.id, row]))
  const errors = ids.flatMap((target, at) =>
    known.has(target) ? [] : [{ field: `fits.${at}`, message: 'Choose a product from the list.' }],
  )
  if (errors.length > 0) refuse('invalid_input', { errors })
  const hidden = isAnswer ? before.filter((link) => known.get(link.id)?.isPublic === false).map((link) => link.id) : []
  const targets = [...new Set([...ids, ...hidden])].flatMap((target) => known.get(target) ?? [])
  return { targets, linked: before.map(({ label }) => label) }
}

/**
 * Links a product to these, in their order, after its row `Fits` was stored; links that an editor does not see stay, and so do those the
 * row names.
 */
export async function writeFits(tx: Db, productId: string, { targets }: Pick<FitsChange, 'targets'>): Promise<void> {
  const ids = targets.map(({ id }) => id)
  const seen = sql`exists (select from ${products} m, ${products} where m.id = ${productFits}.target_id
    and ${products}.id = ${productId}::uuid and ${isSeen}
    and ${productFits}.label <> all(fitted_machines(${products}.specifications)))`
  await tx
    .delete(productFits)
    .where(and(eq(productFits.productId, productId), seen, ids.length > 0 ? sql`${productFits.targetId} not in ${ids}` : undefined))
  await linkAll(tx, [{ productId, targets: ids }])
}

/** Adds links to products that are there, in the order of each list. */
export async function linkAll(tx: Db, links: readonly { productId: string; targets: readonly string[] }[]): Promise<void> {
  const rows = links.flatMap(({ productId, targets }) => targets.map((targetId, at) => ({ productId, targetId, at })))
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ${productFits} (product_id, target_id, label, position)
    select v."productId", m.id, lower(m.name), v.at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v("productId" uuid, "targetId" uuid, at int)
    join ${products} m on m.id = v."targetId" where m.id <> v."productId" order by 1, 2
    on conflict (product_id, target_id) do update set position = excluded.position, label = excluded.label
    where (${productFits}.position, ${productFits}.label) is distinct from (excluded.position, excluded.label)`)
}

/** Adds links to the products with these slugs; what is not there is linked by the row `Fits` once it comes. */
export async function linkSlugs(tx: Db, links: readonly { productId: string; slugs: readonly string[] }[]): Promise<void> {
  const slugs = [...new Set(links.flatMap((link) => link.slugs))]
  if (slugs.length === 0) return
  const rows = await tx.select({ id: products.id, slug: products.slug }).from(products).where(inArray(products.slug, slugs))
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
  await linkAll(
    tx,
    links.map(({ productId, slugs: own }) => ({ productId, targets: own.flatMap((slug) => ids.get(slug) ?? []) })),
  )
}

/** Copies the links of a product to its copy. */
export async function copyFits(tx: Db, from: string, to: string): Promise<void> {
  const rows = await tx
    .select({ targetId: productFits.targetId })
    .from(productFits)
    .where(eq(productFits.productId, from))
    .orderBy(asc(productFits.position))
  await linkAll(tx, [{ productId: to, targets: rows.map(({ targetId }) => targetId) }])
}
