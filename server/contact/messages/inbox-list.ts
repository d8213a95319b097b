import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { InboxQuery } from '#contract/contact/inbox.ts'
import type { Db } from '#server/platform/db/client.ts'
import { contactMessages, users } from '#server/platform/db/schema.ts'
import { folded } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'

export type MessageRow = typeof contactMessages.$inferSelect

/** A message with the name of who marked it as answered; null: nobody, or somebody who is gone. */
export interface InboxRow {
  message: MessageRow
  answeredBy: string | null
}

const row = { message: contactMessages, answeredBy: users.name }
/** What a search reads: a reference is typed with its hyphen or without. */
const searched = folded(
  sql`concat_ws(' ', ${contactMessages.reference}, ${contactMessages.name}, ${contactMessages.email}, ${contactMessages.company}, ${contactMessages.message})`,
)

const matches = ({ topic, status, search }: InboxQuery): SQL | undefined =>
  and(
    topic ? eq(contactMessages.topic, topic) : undefined,
    status ? eq(contactMessages.status, status) : undefined,
    ...searchWords(search).flatMap(({ readings }) => readings.map((word) => sql`${searched} like ${likeAnywhere(word)}`)),
  )

const SORTS: Record<string, SQL> = {
  createdAt: sql`${contactMessages.createdAt}`,
  name: sql`lower(${contactMessages.name}) collate "C"`,
  topic: sql`${contactMessages.topic}`,
  status: sql`${contactMessages.status}`,
}

/** One page of messages, the newest first unless asked otherwise. */
export async function listInbox(db: Db, filter: InboxQuery, page: { limit: number; offset: number }): Promise<InboxRow[]> {
  const { sort = '-createdAt' } = filter
  const order = SORTS[sort.replace(/^-/, '')] ?? sql`${contactMessages.createdAt}`
  return db
    .select(row)
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.answeredById))
    .where(matches(filter))
    .orderBy(sort.startsWith('-') ? desc(order) : order, desc(contactMessages.createdAt), contactMessages.id)
    .limit(page.limit)
    .offset(page.offset)
}

/** How many messages the filter leaves. */
export async function countInbox(db: Db, filter: InboxQuery): Promise<number> {
  return db.$count(contactMessages, matches(filter))
}

/** One message; null where there is none. */
export async function findInboxMessage(db: Db, id: string): Promise<InboxRow | null> {
  const [found] = await db
    .select(row)
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.answeredById))
    .where(eq(contactMessages.id, id))
  return found ?? null
}

/** One message, locked until the transaction ends; null where there is none. */
export async function lockMessage(tx: Db, id: string): Promise<MessageRow | null> {
  const [found] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  return found ?? null
}

/** Changes a message and counts its version up. */
export async function updateMessage(
  tx: Db,
  id: string,
  change: Partial<Pick<MessageRow, 'status' | 'note' | 'answeredAt' | 'answeredById'>>,
): Promise<void> {
  await tx
    .update(contactMessages)
    .set({ ...change, version: sql`${contactMessages.version} + 1` })
    .where(eq(contactMessages.id, id))
}
