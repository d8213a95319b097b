import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { salesMails } from '#domain/notification-kinds.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businessMembers, heldMails, notificationChoices, outbox, users } from '#server/platform/db/schema.ts'
import { HELD_KINDS } from './queued-mails.ts'

/**
 * Returns the people with these addresses who have chosen for their notifications. One who may not sign in, or has not confirmed the
 * address, has no choice: it may be somebody else's mailbox.
 */
export async function listChoosers(tx: Db, addresses: readonly string[]) {
  const { id, role, email } = users
  const { timeZone, choices } = notificationChoices
  return tx
    .select({ userId: id, role, email, timeZone, choices })
    .from(users)
    .innerJoin(notificationChoices, eq(notificationChoices.userId, id))
    .where(and(inArray(sql`lower(${email})`, addresses.map(normalizeEmail)), eq(users.status, 'Active'), isNotNull(users.emailVerifiedAt)))
}

/** Takes emails out of the delivery: they are not sent by themselves. */
export async function withhold(tx: Db, ids: readonly number[], choice: keyof typeof HELD_KINDS, at: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ kind: HELD_KINDS[choice], sentAt: at })
    .where(inArray(outbox.id, [...ids]))
}

/** Puts withheld emails on the lists of their recipients' daily emails. */
export async function insertHeld(tx: Db, rows: readonly (typeof heldMails.$inferInsert)[]): Promise<void> {
  await tx.insert(heldMails).values([...rows])
}

/** Returns the people whose daily email is due, at most `limit`. */
export async function listDueReaders(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db.selectDistinct({ userId: heldMails.userId }).from(heldMails).where(lte(heldMails.dueAt, at)).limit(limit)
  return rows.map(({ userId }) => userId)
}

/** Returns a person with the time zone of the daily email, locked, so that two servers take turns; null if there is none. */
export async function lockReader(tx: Db, id: string) {
  const { name, email, status } = users
  const [user] = await tx.select({ name, email, status }).from(users).where(eq(users.id, id)).for('no key update')
  if (!user) return null
  const [row] = await tx
    .select({ timeZone: notificationChoices.timeZone })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, id))
  return { ...user, timeZone: row?.timeZone ?? null }
}

const template = sql`${outbox.payload}->>'template'`
const isForTeam = or(inArray(template, salesMails()), sql`${outbox.payload}->'facts'->>'side' is not distinct from 'seller'`)
/** An email about sales, or to the seller of a quote, is for who is on the team of its business then; on any team, where it names none. */
const isStillFor = (userId: string) =>
  sql`(not ${isForTeam} or exists (select from ${businessMembers} m where m.user_id = ${userId}
    and m.business_id = coalesce((${outbox.payload}->>'businessId')::uuid, m.business_id)))`

/**
 * Takes what is due for a person off the list, and returns it, oldest first, without what is for a team that the person has left. The
 * person is locked.
 */
export async function takeDue(tx: Db, userId: string, at: Date) {
  const taken = await tx
    .delete(heldMails)
    .where(and(eq(heldMails.userId, userId), lte(heldMails.dueAt, at)))
    .returning({ id: heldMails.mailId })
  const ids = taken.map(({ id }) => id)
  if (ids.length === 0) return []
  return tx
    .select()
    .from(outbox)
    .where(and(inArray(outbox.id, ids), isStillFor(userId)))
    .orderBy(asc(outbox.id))
}

/** Gives withheld emails back to the delivery, to be sent by themselves. */
export async function release(tx: Db, ids: readonly number[], at: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ kind: 'mail', sentAt: null, attempts: 0, dueAt: at })
    .where(inArray(outbox.id, [...ids]))
}

/** Moves what waits for a person's daily email to another moment; what is due already stays so. */
export async function moveHeld(tx: Db, userId: string, { dueAt, at }: { dueAt: Date; at: Date }): Promise<void> {
  await tx
    .update(heldMails)
    .set({ dueAt })
    .where(and(eq(heldMails.userId, userId), gt(heldMails.dueAt, at)))
}
