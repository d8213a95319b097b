import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/db/schema.ts'
import type { TransferAsk } from '#server/platform/vendors/stripe-connect.ts'

/** A transfer that waits to be asked for; `attempts` with this one. */
export interface WaitingTransfer {
  id: number
  ask: TransferAsk
  attempts: number
}

const KIND = 'transfer'

const isDue = (at: Date) => and(eq(outbox.kind, KIND), isNull(outbox.sentAt), lte(outbox.dueAt, at))

/** Has the money of a payout sent after the commit, once: with what is written here, whatever changes later. */
export async function queueTransfer(tx: Db, ask: TransferAsk, at: Date): Promise<void> {
  await tx.insert(outbox).values({ kind: KIND, dedupeKey: `transfer:${ask.payoutId}`, payload: ask, createdAt: at, dueAt: at })
}

/** Whether a transfer is to be asked for now. */
export async function hasDue(db: Db, at: Date): Promise<boolean> {
  return (await db.select({ id: outbox.id }).from(outbox).where(isDue(at)).limit(1)).length > 0
}

/** Takes the transfer that has waited longest: until `leaseEnd` nobody else takes it. Counts the try. Call it in a transaction. */
export async function claimDue(tx: Db, { at, leaseEnd }: { at: Date; leaseEnd: Date }): Promise<WaitingTransfer | null> {
  const [due] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDue(at))
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!due) return null
  const [row] = await tx
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: leaseEnd })
    .where(eq(outbox.id, due.id))
    .returning()
  return row ? { id: row.id, ask: row.payload as TransferAsk, attempts: row.attempts } : null // written by queueTransfer
}

/** Marks a transfer as done: it is never asked for again. */
export async function markDone(tx: Db, id: number, at: Date): Promise<void> {
  await tx.update(outbox).set({ sentAt: at, lastError: null }).where(eq(outbox.id, id))
}

/** Keeps why nobody answered, and when it is tried again. */
export async function markUnanswered(tx: Db, id: number, failure: { lastError: string; dueAt: Date }): Promise<void> {
  await tx
    .update(outbox)
    .set(failure)
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt)))
}
