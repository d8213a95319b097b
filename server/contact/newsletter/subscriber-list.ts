import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { SubscriberQuery } from '#contract/contact/subscribers.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { outbox, newsletterSubscribers as subscribers } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'

/** A subscription without the tokens of its links. */
export type ListedSubscriber = Pick<
  typeof subscribers.$inferSelect,
  'id' | 'email' | 'status' | 'consentText' | 'createdAt' | 'confirmBy' | 'confirmedAt' | 'unsubscribedAt'
>

const listed = {
  id: subscribers.id,
  email: subscribers.email,
  status: subscribers.status,
  consentText: subscribers.consentText,
  createdAt: subscribers.createdAt,
  confirmBy: subscribers.confirmBy,
  confirmedAt: subscribers.confirmedAt,
  unsubscribedAt: subscribers.unsubscribedAt,
}

const matches = ({ status, search }: SubscriberQuery): SQL | undefined =>
  and(status ? eq(subscribers.status, status) : undefined, search ? contains(sql`lower(${subscribers.email})`, search) : undefined)

const SORTS: Record<string, SQL> = {
  createdAt: sql`${subscribers.createdAt}`,
  email: sql`lower(${subscribers.email}) collate "C"`,
  status: sql`${subscribers.status}`,
  confirmedAt: sql`coalesce(${subscribers.confirmedAt}, 'epoch')`,
}

function orderOf({ sort = '-createdAt' }: SubscriberQuery): SQL[] {
  const order = SORTS[sort.replace(/^-/, '')] ?? sql`${subscribers.createdAt}`
  return [sort.startsWith('-') ? desc(order) : order, desc(subscribers.createdAt), sql`${subscribers.id}`]
}

/** Returns the ids of all subscriptions that match, in the order of the list. */
export function listSubscriberIds(db: Db, filter: SubscriberQuery): Promise<string[]> {
  const matching = db.select({ id: subscribers.id }).from(subscribers).where(matches(filter))
  return readIds(db, matching.orderBy(...orderOf(filter)))
}

/** Returns one part of the subscriptions, newest first by default. */
export async function listSubscribers(db: Db, filter: SubscriberQuery, { limit, offset, ids }: ListPart): Promise<ListedSubscriber[]> {
  return db
    .select(listed)
    .from(subscribers)
    .where(ids ? isOneOf(subscribers.id, ids) : matches(filter))
    .orderBy(...orderOf(filter))
    .limit(limit)
    .offset(offset)
}

/** Returns the number of subscriptions that match. */
export async function countSubscribers(db: Db, filter: SubscriberQuery): Promise<number> {
  return db.$count(subscribers, matches(filter))
}

/** Returns a subscription, locked until the transaction ends; null if there is none. */
export async function lockListed(tx: Db, id: string): Promise<ListedSubscriber | null> {
  const [row] = await tx.select(listed).from(subscribers).where(eq(subscribers.id, id)).for('update')
  return row ?? null
}

/** Ends a subscription. */
export async function endListed(tx: Db, id: string, at: Date): Promise<void> {
  await tx.update(subscribers).set({ status: 'unsubscribed', unsubscribedAt: at }).where(eq(subscribers.id, id))
}

/** Condition: newsletter emails to an address. */
const NEWSLETTER_MAILS = ['newsletter-confirm']

/** Deletes a subscription and the newsletter emails to its address. */
export async function deleteListed(tx: Db, { id, email }: ListedSubscriber): Promise<void> {
  await tx.delete(subscribers).where(eq(subscribers.id, id))
  await tx
    .delete(outbox)
    .where(
      and(
        eq(outbox.kind, 'mail'),
        inArray(sql`${outbox.payload}->>'template'`, NEWSLETTER_MAILS),
        eq(sql`lower(${outbox.payload}->>'to')`, normalizeEmail(email)),
      ),
    )
}
