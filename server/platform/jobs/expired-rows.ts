import { type SQL, sql } from 'drizzle-orm'
import { MONEY_AND_ROLE_ACTIONS } from '#domain/retention.ts'
import { PURGE_ACTION } from '#server/platform/audit-seals/sealed-entries.ts'
import type { Db } from '#server/platform/db/client.ts'

/* What the job `purge` deletes beside the rows of `server/retention.ts`: locks, audit entries, and files that nothing shows. */

const at = (day: Date) => sql`${day.toISOString()}::timestamptz`

/** Deletes locks of one business, user or network that nobody holds; they are made again when they are needed. */
export async function deleteLocks(tx: Db, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from locks where name in (select name from locks where name like '%:%' limit ${limit} for update skip locked)`,
  )
  return rowCount ?? 0
}

/**
 * Deletes sealed entries of the audit log.
 * @param days those about money and roles are kept until `money`, the others until `others`, which is later
 * @returns their ids, ascending
 */
export async function deleteAuditEntries(tx: Db, days: { money: Date; others: Date }, limit: number): Promise<number[]> {
  await tx.execute(sql`select set_config('reflute.purge_before', ${days.others.toISOString()}, true)`) // the trigger lets these go
  const { rows } = await tx.execute<{ id: number }>(sql`
    with gone as (
      delete from audit_entries where id in (
        select e.id from audit_entries e
          where e.at < ${at(days.others)} and e.action <> ${PURGE_ACTION}
            and (e.at < ${at(days.money)}
              or not exists (select 1 from unnest(${sql.param([...MONEY_AND_ROLE_ACTIONS])}::text[]) as start
              where starts_with(e.action, start)))
            and exists (select 1 from audit_seals s where s.entry_id = e.id)
          order by e.id limit ${limit}
      ) returning id
    ) select id from gone order by id`)
  return rows.map(({ id }) => id)
}

/** Returns the imports whose files are still needed: drafts, and those since `day`. */
export async function listKeptImports(db: Db, day: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from catalog_imports where at >= ${at(day)}`)
  return rows.map(({ id }) => id)
}

/** Name of a picture without its size: `x` of `/media/x-480.webp` and `/media/x-1600x1067.webp`. */
const stemOf = (column: SQL) => sql`regexp_replace(regexp_replace(${column}, '^.*/', ''), '(-[0-9]+(x[0-9]+)?)?\\.[a-z]+$', '')`

/** Addresses of the pictures that something shows. */
const SHOWN_PICTURES = sql`
  select image ->> 'url' as url from products, jsonb_array_elements(images) as image where image ->> 'url' like '/media/%'
  union select image from order_lines where image like '/media/%'
  union select logo from businesses where logo is not null
  union select photo from returns, jsonb_array_elements_text(photos) as photo
  union select cover_image from blog_posts where cover_image is not null
  union select link[1] from blog_posts, regexp_matches(content, '/media/[A-Za-z0-9_.-]+', 'g') as link`

/** Returns the names of all pictures that have a row or that something shows, without their sizes. */
export async function listPictureStems(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ stem: string }>(
    sql`select distinct ${stemOf(sql`url`)} as stem from (${SHOWN_PICTURES} union select url from media_files) as pictures
      where url is not null`,
  )
  return rows.map(({ stem }) => stem)
}

/** Returns the names of the files of all tax certificates, without their folder. */
export async function listCertificateFiles(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select substr(file, length('certificates/') + 1) as name from tax_exemptions`)
  return rows.map(({ name }) => name)
}

/** Returns the names of the files of all papers of products, without their folder. */
export async function listPaperFiles(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select substr(file, length('papers/') + 1) as name from product_papers`)
  return rows.map(({ name }) => name)
}

/** Returns the names of the files of all quotes, without their folder. */
export async function listQuoteFiles(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select substr(key, length('quotes/') + 1) as name from quote_files`)
  return rows.map(({ name }) => name)
}

/**
 * Returns pictures uploaded before `day` that no product, order, return, business or article shows, including deleted ones that can be
 * restored.
 */
export async function listUnusedMedia(db: Db, day: Date): Promise<{ id: string; url: string }[]> {
  const { rows } = await db.execute<{ id: string; url: string }>(sql`
    with used as (${SHOWN_PICTURES}), stems as (select distinct ${stemOf(sql`url`)} as stem from used)
    select id, url from media_files
      where created_at < ${at(day)} and ${stemOf(sql`url`)} not in (select stem from stems where stem is not null)
      order by created_at limit 5000
  `)
  return rows
}

/** Deletes the records of pictures. */
export async function deleteMedia(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.execute(sql`delete from media_files where id = any(${sql.param([...ids])}::uuid[])`)
}
