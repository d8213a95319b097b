import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { operations, outbox } from '#server/platform/db/schema.ts'
import { currentTraceparent, inTrace } from '#server/platform/traces.ts'

const MAX_ERROR = 500

/** Message of the outbox; `attempts` counts the current one. */
export type OutboxMessage = typeof outbox.$inferSelect

/** Messages that one sender takes. After `maxAttempts` a message stays unsent, with its last error; absent: it is tried forever. */
export interface Queue {
  kinds: readonly string[]
  maxAttempts?: number
}

/** A restored database sends nothing until its outbox is released: it may be a copy, or the shop of some days ago. */
export const isReleased = sql`not exists (select 1 from ${operations} where ${operations.kind} = 'restore'
  and ${operations.detail}->>'releasedAt' is null)`

const isDue = ({ kinds, maxAttempts }: Queue, at: Date) =>
  and(
    isReleased,
    inArray(outbox.kind, [...kinds]),
    isNull(outbox.sentAt),
    lte(outbox.dueAt, at),
    maxAttempts === undefined ? undefined : lt(outbox.attempts, maxAttempts),
  )

/** Enqueues a message, to be sent after the commit. @returns false, changing nothing, when its key was enqueued before */
export async function enqueue(tx: Db, message: { kind: string; dedupeKey: string; payload: unknown; at: Date }): Promise<boolean> {
  const { at, ...row } = message
  const queued = await tx
    .insert(outbox)
    .values({ ...row, createdAt: at, dueAt: at, traceparent: currentTraceparent() })
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id })
  return queued.length > 0
}

/** Returns since when the message that is due longest has been due; null when none is. */
export async function findLongestDue(db: Db, queue: Queue, at: Date): Promise<Date | null> {
  const [row] = await db.select({ dueAt: outbox.dueAt }).from(outbox).where(isDue(queue, at)).orderBy(asc(outbox.dueAt)).limit(1)
  return row?.dueAt ?? null
}

/**
 * Leases up to `limit` due messages, those due longest first: until the lease ends no other sender takes them, and after a crash they are
 * taken again. Counts an attempt for each. Call it in a transaction.
 */
export async function claimDue(
  tx: Db,
  queue: Queue,
  { at, leaseMs, limit }: { at: Date; leaseMs: number; limit: number },
): Promise<OutboxMessage[]> {
  const due = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDue(queue, at))
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const rows = await tx
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: new Date(at.getTime() + leaseMs) })
    .where(inArray(outbox.id, ids))
    .returning()
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)) // an update returns them in any order
}

/** Runs `work`, which sends a message, as a step of the trace that the message was written in. */
export const inTraceOf = <Result>(
  { kind, traceparent }: Pick<OutboxMessage, 'kind' | 'traceparent'>,
  work: () => Promise<Result>,
): Promise<Result> => inTrace(traceparent, { kind: 'job', name: `job ${kind}` }, work)

/** Marks a message as done: it is never taken again. With `error` it was given up, and a person knows. */
export async function markDone(db: Db, id: number, at: Date, error: string | null = null): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: at, lastError: error?.slice(0, MAX_ERROR) ?? null })
    .where(eq(outbox.id, id))
}

/** Stores why a message was not sent, and when it is tried again; with `attempts` as if it had been tried that often. */
export async function reschedule(
  db: Db,
  id: number,
  { error, dueAt, attempts }: { error: string; dueAt: Date; attempts?: number },
): Promise<void> {
  await db
    .update(outbox)
    .set({ lastError: error.slice(0, MAX_ERROR), dueAt, attempts })
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt)))
}

/** Returns when a message is tried again after its failure number `attempts`; `pauses` are minutes, the last one repeats. */
export function nextAttempt(pauses: readonly number[], attempts: number, at: Date): Date {
  const minutes = pauses[Math.min(attempts, pauses.length) - 1] ?? 1
  return new Date(at.getTime() + minutes * MINUTE_MS)
}
