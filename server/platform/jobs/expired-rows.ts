import { type SQL, sql } from 'drizzle-orm'
import { MONEY_AND_ROLE_ACTIONS } from '#domain/retention.ts'
import { PURGE_ACTION } from '#server/platform/audit-seals/sealed-entries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { zeroResultCounts, zeroResultSearches } from '#server/platform/db/schema.ts'
import { MAX_ATTEMPTS } from '#server/platform/mail/queued-mails.ts'
import { hashedEmail, isHashedEmail } from '#server/platform/text/hashed-columns.ts'

/* Rows to delete for good, or to reduce. Each function takes at most `limit` rows and returns their number. */

async function counted(db: Db, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

/** Runs a change of many rows that ends with `returning 1`. @returns the number of rows */
const removed = (db: Db, change: SQL) => counted(db, sql`with gone as (${change}) select count(*)::int as count from gone`)

const at = (day: Date) => sql`${day.toISOString()}::timestamptz`

/** Deletes products that were deleted before `day` and that no order names, with their stock movements and cart items. */
export function deleteProducts(tx: Db, day: Date, limit: number): Promise<number> {
  return counted(
    tx,
    sql`
    with gone as (
      select p.id from products p
        where p.status = 'Deleted' and p.deleted_at < ${at(day)}
          and not exists (select 1 from order_lines l where l.product_id = p.id)
        order by p.id limit ${limit} for update
    ), movements as (delete from stock_movements where product_id in (select id from gone)),
    carts as (delete from cart_items where product_id in (select id from gone)),
    products as (delete from products where id in (select id from gone) returning 1)
    select count(*)::int as count from products`,
  )
}

/** Deletes locks of one business, user or network that nobody holds; they are made again when they are needed. */
export function deleteLocks(tx: Db, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from locks where name in (select name from locks where name like '%:%' limit ${limit} for update skip locked) returning 1`,
  )
}

/** Deletes what is stored of categories that were deleted before `day`. */
export function deleteCategories(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from deleted_categories where id in (select id from deleted_categories where deleted_at < ${at(day)} limit ${limit}) returning 1`,
  )
}

/** Deletes articles that were deleted before `day`. */
export function deletePosts(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from blog_posts where id in (select id from blog_posts where deleted_at < ${at(day)} limit ${limit}) returning 1`,
  )
}

/** Deletes expired sessions. */
export function deleteSessions(tx: Db, now: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from sessions where id in (
          select id from sessions where expires_at < ${at(now)} or idle_expires_at < ${at(now)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes sign-ins that waited for a second factor and expired before `day`. */
export function deleteChallenges(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from login_challenges where hash in (select hash from login_challenges where expires_at < ${at(day)} limit ${limit}) returning 1`,
  )
}

/** Deletes one-use links that expired before `day`. */
export function deleteTokens(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from user_tokens where token_hash in (select token_hash from user_tokens where expires_at < ${at(day)} limit ${limit}) returning 1`,
  )
}

/** Deletes idempotency keys from before `day`. */
export function deleteUsedKeys(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from idempotency_keys where ctid in (select ctid from idempotency_keys where created_at < ${at(day)} limit ${limit}) returning 1`,
  )
}

/** Deletes messages of the outbox that were sent before `day`. */
export function deleteSent(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(tx, sql`delete from outbox where id in (select id from outbox where sent_at < ${at(day)} limit ${limit}) returning 1`)
}

/** Deletes emails from before `day` that are tried no more. Calls to the payment provider stay until they are settled. */
export function deleteUnsent(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from outbox where id in (
          select id from outbox where kind = 'mail' and sent_at is null and attempts >= ${MAX_ATTEMPTS} and created_at < ${at(day)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes messages whose last reply, or which themselves, are from before `day`, with their replies. */
export function deleteMessages(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from contact_messages where id in (
          select m.id from contact_messages m
            where m.created_at < ${at(day)} and coalesce(m.answered_at, m.created_at) < ${at(day)}
              and not exists (select 1 from message_replies r where r.message_id = m.id and r.created_at >= ${at(day)})
            limit ${limit}
        ) returning 1`,
  )
}

/** Deletes withdrawals that were written before `day` and never confirmed. */
export function deleteUnconfirmedWithdrawals(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from withdrawals where id in (
          select id from withdrawals where received_at is null and created_at < ${at(day)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes withdrawals from before `day` that belong to no order. */
export function deleteWithdrawals(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from withdrawals where id in (
          select id from withdrawals where order_id is null and received_at < ${at(day)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes notices about content that were decided before `day`. */
export function deleteNotices(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from notices where id in (
          select id from notices where decided_at < ${at(day)} and (objected_at is null or objected_at < decided_at) limit ${limit}
        ) returning 1`,
  )
}

/** Deletes subscriptions that were asked for before `day` and never confirmed. */
export function deleteUnconfirmed(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from newsletter_subscribers where id in (
          select id from newsletter_subscribers where status = 'pending' and created_at < ${at(day)} limit ${limit}
        ) returning 1`,
  )
}

/** Replaces the addresses of former subscribers by their hashes. */
export function hashUnsubscribed(tx: Db, _now: Date, limit: number): Promise<number> {
  const email = sql`email`
  return removed(
    tx,
    sql`update newsletter_subscribers set email = ${hashedEmail(email)} where id in (
          select id from newsletter_subscribers where status = 'unsubscribed' and not ${isHashedEmail(email)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes subscriptions that ended before `day`. */
export function deleteUnsubscribed(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from newsletter_subscribers where id in (
          select id from newsletter_subscribers where status = 'unsubscribed' and unsubscribed_at < ${at(day)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes carts that nobody has used since `day`: no change of their own, nothing put in, no sign-in. */
export function deleteCarts(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from carts where user_id in (
          select c.user_id from carts c join users u on u.id = c.user_id
            where c.updated_at < ${at(day)} and u.last_signed_in_at < ${at(day)}
              and not exists (select 1 from cart_items i where i.user_id = c.user_id and i.added_at >= ${at(day)})
            limit ${limit} for update of c
        ) returning 1`,
  )
}

/** Takes the pictures from returns that were closed before `day`; their files are unused then. */
export function clearReturnPhotos(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`update returns set photos = '[]'::jsonb where id in (
          select id from returns where status in ('refunded', 'declined') and updated_at < ${at(day)} and photos <> '[]'::jsonb limit ${limit}
        ) returning 1`,
  )
}

/** Deletes counts of searches that nobody has made since `day`. */
export async function deleteSearches(tx: Db, day: Date, limit: number): Promise<number> {
  let count = 0
  for (const table of [zeroResultCounts, zeroResultSearches])
    count += await removed(
      tx,
      sql`delete from ${table} where ctid in (select ctid from ${table} where last_at < ${at(day)} limit ${limit - count}) returning 1`,
    )
  return count
}

/** Deletes counts of chosen results from before `day`. */
export function deleteClicks(tx: Db, day: Date, limit: number): Promise<number> {
  const before = sql`${day.toISOString().slice(0, 10)}::date`
  return removed(
    tx,
    sql`delete from search_clicks where ctid in (select ctid from search_clicks where day < ${before} limit ${limit}) returning 1`,
  )
}

/** Deletes numbers of searches from before `day`. */
export function deleteSearchDays(tx: Db, day: Date, limit: number): Promise<number> {
  const before = sql`${day.toISOString().slice(0, 10)}::date`
  return removed(
    tx,
    sql`delete from search_days where day in (select day from search_days where day < ${before} limit ${limit}) returning 1`,
  )
}

/** Deletes anonymous results of the impact calculator from before `day` that no message names. */
export function deleteResults(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from impact_results where key in (
          select r.key from impact_results r
            where r.is_anonymous and r.created_at < ${at(day)} and not exists (select 1 from contact_messages m where m.impact_key = r.key)
            order by r.created_at limit ${limit}
        ) returning 1`,
  )
}

/** Deletes imports whose file was uploaded before `day` and never imported. */
export function deleteDrafts(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from catalog_imports where id in (
          select id from catalog_imports where status = 'waiting' and (options ->> 'isDraft')::boolean and at < ${at(day)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes the undo records of imports from before `day`. */
export function deleteOldChanges(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from catalog_import_changes where ctid in (
          select c.ctid from catalog_import_changes c join catalog_imports i on i.id = c.import_id where i.at < ${at(day)} limit ${limit}
        ) returning 1`,
  )
}

/** Deletes bulk changes from before `day`, which nobody can undo any more. */
export function deleteProductChanges(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from product_changes where id in (select id from product_changes where created_at < ${at(day)} limit ${limit}) returning 1`,
  )
}

/** Clears the network of orders from before `day`, and deletes records of new buyers' orders without a deadline to confirm. */
export function deleteNetworks(tx: Db, day: Date, limit: number): Promise<number> {
  return counted(
    tx,
    sql`with old as (
        select order_id, confirm_by from new_buyer_orders where placed_at < ${at(day)} and (network is not null or confirm_by is null) limit ${limit}
      ), cleared as (
        update new_buyer_orders set network = null where order_id in (select order_id from old where confirm_by is not null) returning 1
      ), gone as (
        delete from new_buyer_orders where order_id in (select order_id from old where confirm_by is null) returning 1
      ) select ((select count(*) from cleared) + (select count(*) from gone))::int as count`,
  )
}

/**
 * Deletes sealed entries of the audit log. @param days those about money and roles are kept until `money`, the others until `others`, which is later
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
              or not exists (select 1 from unnest(${sql.param([...MONEY_AND_ROLE_ACTIONS])}::text[]) as start where starts_with(e.action, start)))
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
    sql`select distinct ${stemOf(sql`url`)} as stem from (${SHOWN_PICTURES} union select url from media_files) as pictures where url is not null`,
  )
  return rows.map(({ stem }) => stem)
}

/** Returns the names of the files of all tax certificates, without their folder. */
export async function listCertificateFiles(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select substr(file, length('certificates/') + 1) as name from tax_exemptions`)
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

/** Deletes checks of VAT ids from before `day` that no address and no business has. */
export function deleteVatChecks(tx: Db, day: Date, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from vat_checks where id in (
      select c.id from vat_checks c where c.checked_at < ${at(day)}
        and not exists (select 1 from addresses a where a.form->>'vatId' = c.vat_id)
        and not exists (select 1 from businesses b where b.vat_id = c.vat_id)
        limit ${limit}) returning 1`,
  )
}
