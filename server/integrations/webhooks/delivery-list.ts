import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type DeliveryState, STOCK_EVENT_SECONDS, TEST_EVENT } from '#domain/webhook.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { webhookDeliveries, webhookEvents, webhooks } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { executePrepared } from '#server/platform/db/unit-of-work.ts'
import { isReleased } from '#server/platform/outbox.ts'
import { isLive, mayBeSent } from './webhook-record.ts'

/** A delivery as it is stored. */
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Most events that become deliveries at once. */
const MAX_EVENTS = 1000
/** Attempts at the same time for a quick webhook, and for a slow one. */
const AT_ONCE = { quick: 4, slow: 1 } as const

const hasState: Readonly<Record<DeliveryState, SQL | undefined>> = {
  waiting: isNotNull(webhookDeliveries.nextAttemptAt),
  delivered: and(isNull(webhookDeliveries.nextAttemptAt), isNotNull(webhookDeliveries.deliveredAt)),
  failed: and(isNull(webhookDeliveries.nextAttemptAt), isNull(webhookDeliveries.deliveredAt)),
}

/** Deliveries of a webhook, in one state or in all. */
interface DeliveryFilter {
  webhookId: string
  state?: DeliveryState | undefined
}

const wanted = ({ webhookId, state }: DeliveryFilter) => and(eq(webhookDeliveries.webhookId, webhookId), state && hasState[state])

/** Returns a part of the deliveries of a webhook, the newest first. */
export const listDeliveries = (
  db: Db,
  filter: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(webhookDeliveries)
    .where(wanted(filter))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset)

/** Returns the number of deliveries that a filter leaves. */
export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(webhookDeliveries).where(wanted(filter))
  return row?.total ?? 0
}

/** Returns a delivery with the owner of its webhook; null where there is none. */
export async function findDelivery(db: Db, id: string): Promise<(DeliveryRow & { owner: string | null }) | null> {
  const [row] = await db
    .select({ delivery: webhookDeliveries, owner: webhooks.businessId })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id))
  return row ? { ...row.delivery, owner: row.owner } : null
}

/** Stores a delivery that is due. */
export async function insertDelivery(tx: Db, values: typeof webhookDeliveries.$inferInsert): Promise<DeliveryRow> {
  const [row] = await tx.insert(webhookDeliveries).values(values).returning()
  if (!row) throw new Error('The delivery was not stored')
  return row
}

/** Makes a delivery due with all its attempts. One that is being made goes on, and is followed by another, whatever its outcome. */
export async function restartDelivery(tx: Db, id: string, at: Date): Promise<DeliveryRow | null> {
  const change = { attempts: 0, nextAttemptAt: at, deliveredAt: null }
  const [row] = await tx.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id)).returning()
  return row ?? null
}

/** Returns whether events wait to become deliveries. */
async function hasEvents(db: Db): Promise<boolean> {
  const [row] = await db.select({ id: webhookEvents.id }).from(webhookEvents).limit(1)
  return row !== undefined
}

/** By the clock of the database, which wrote the times of events and deliveries. */
const stockLimit = sql.raw(`now() - interval '${STOCK_EVENT_SECONDS} seconds'`)

/**
 * Turns events into one delivery for each webhook that wants them, some at a time. A change of a product's stock waits for ten seconds, and
 * becomes one delivery together with those that follow.
 * @returns the number of events that are done
 */
export async function addDeliveries(db: Db, at: Date): Promise<number> {
  if (!(await hasEvents(db))) return 0
  return inTransaction(db, async (tx) => {
    await takeLock(tx, 'webhook-events')
    const { rows } = await tx.execute<{ count: number }>(sql`
      with ripe as (
        select e.object_id from ${webhookEvents} e where e.type = 'stock.changed' group by e.object_id having min(e.at) <= ${stockLimit}
        except select d.object_id from ${webhookDeliveries} d where d.type = 'stock.changed' and d.created_at > ${stockLimit}
      ), due as (
        select e.id from ${webhookEvents} e left join ripe r on r.object_id = e.object_id
        where e.type <> 'stock.changed' or r.object_id is not null
        order by e.id limit ${MAX_EVENTS}
      ), gone as (
        delete from ${webhookEvents} e using due where e.id = due.id returning e.*
      ), added as (
        insert into ${webhookDeliveries} (webhook_id, type, object_id, business_id, at, next_attempt_at)
        select w.id, g.type, g.object_id, g.business_id, max(g.at), ${at.toISOString()}::timestamptz
        from gone g join ${webhooks} w on g.type = any (w.events) and (w.business_id = g.business_id or (w.business_id is null and g.for_platform))
        where ${isLive}
        group by w.id, g.type, g.object_id, g.business_id, case when g.type = 'stock.changed' then 0 else g.id end
        order by min(g.id)
        returning 1
      ) select count(*)::int as count from gone`)
    return rows[0]?.count ?? 0
  })
}

/** A claimed delivery with what its attempt needs of its webhook. */
export interface ClaimedDelivery {
  id: string
  webhookId: string
  type: string
  objectId: string | null
  businessId: string | null
  at: string
  attempts: number
  /** The last attempt of its webhook failed or took long. */
  isSlow: boolean
  /** Names the lease: only who has it stores the outcome. */
  leasedUntil: Date
}

/**
 * Leases due deliveries, those of webhooks with the fewest attempts under way first, so that neither one that hangs nor one with many
 * messages delays another. Counts an attempt for each. Nobody else takes them until the lease ends; after a crash they are taken again.
 * @param slow ids of webhooks whose attempts take long; those whose last attempt failed count as slow, too
 * @param limits most attempts of quick webhooks, and of slow ones
 */
export async function claimDeliveries(
  db: Db,
  { at, leaseMs, slow, limits }: { at: Date; leaseMs: number; slow: readonly string[]; limits: { quick: number; slow: number } },
): Promise<ClaimedDelivery[]> {
  const now = sql`${at.toISOString()}::timestamptz`
  const leasedUntil = new Date(at.getTime() + leaseMs)
  const isSlow = sql`(w.failing_since is not null or w.id = any (${sql.param(slow)}::uuid[]))`
  const dueOf = (kind: 'quick' | 'slow') => sql`(
    select d.id, ${kind === 'slow'}::boolean as is_slow from ${webhooks} w cross join lateral (
      select count(*) as running from ${webhookDeliveries} b where b.webhook_id = w.id and b.leased_until > ${now}
    ) b cross join lateral (
      select c.id, c.next_attempt_at from ${webhookDeliveries} c
      where c.webhook_id = w.id and c.next_attempt_at <= ${now} and (c.leased_until is null or c.leased_until <= ${now})
        and (w.disabled_at is null or c.type = ${TEST_EVENT}) and ${mayBeSent}
      order by c.next_attempt_at, c.id limit greatest(0, ${AT_ONCE[kind]} - b.running)
      for update skip locked
    ) d where ${isSlow} = ${kind === 'slow'}
    order by b.running + row_number() over (partition by w.id order by d.next_attempt_at), random() limit ${limits[kind]})`
  const rows = await executePrepared<Omit<ClaimedDelivery, 'leasedUntil'>>(
    db,
    'claim_deliveries',
    sql`
    with due as (${dueOf('quick')} union all ${dueOf('slow')})
    update ${webhookDeliveries} d set attempts = d.attempts + 1, leased_until = ${leasedUntil.toISOString()}::timestamptz, attempted_at = ${now}
    from due where d.id = due.id and ${isReleased}
    returning d.id, d.webhook_id as "webhookId", d.type, d.object_id as "objectId", d.business_id as "businessId", d.at, d.attempts, due.is_slow as "isSlow"`,
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString(), leasedUntil }))
}

/** Outcome of an attempt: what is stored of the delivery; null where there was nothing to send, so that the delivery is deleted. */
export interface AttemptOutcome {
  delivery: Pick<ClaimedDelivery, 'id' | 'leasedUntil'>
  result: Pick<DeliveryRow, 'status' | 'answer' | 'nextAttemptAt' | 'deliveredAt'> | null
}

/**
 * Stores the outcomes of attempts, but for those whose lease has ended and whose delivery somebody else has. A delivery that was made due
 * again meanwhile, which has no attempts then, stays due.
 * @returns ids of the deliveries that were stored
 */
export async function finishAttempts(db: Db, outcomes: readonly AttemptOutcome[]): Promise<Set<string>> {
  const ended = outcomes.map(({ delivery: { id, leasedUntil }, result }) => ({ id, leasedUntil, isDropped: result === null, ...result }))
  const rows = await executePrepared<{ id: string }>(
    db,
    'finish_attempts',
    sql`
    with ended as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e(id uuid, "leasedUntil" timestamptz, "isDropped" boolean, status int,
        answer text, "nextAttemptAt" timestamptz, "deliveredAt" timestamptz)
    ), dropped as (
      delete from ${webhookDeliveries} d using ended e
      where d.id = any(array(select id from ended)) and d.id = e.id and d.leased_until = e."leasedUntil" and e."isDropped"
    )
    update ${webhookDeliveries} d set status = e.status, answer = e.answer, leased_until = null,
      next_attempt_at = case when d.attempts = 0 then d.next_attempt_at else e."nextAttemptAt" end,
      delivered_at = case when d.attempts = 0 then d.delivered_at else e."deliveredAt" end
    from ended e
    where d.id = any(array(select id from ended)) and d.id = e.id and d.leased_until = e."leasedUntil" and not e."isDropped"
    returning d.id`,
  )
  return new Set(rows.map(({ id }) => id))
}
