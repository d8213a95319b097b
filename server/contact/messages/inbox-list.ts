import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { InboxQuery } from '#contract/contact/inbox.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { contactMessages, users } from '#server/platform/db/schema.ts'
import { normalizedWriting } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'

export type MessageRow = typeof contactMessages.$inferSelect

/** A message with the name of the person who marked it as answered; null if nobody did, or the person was deleted. */
export interface InboxRow {
  message: MessageRow
  answeredBy: string | null
}

const row = { message: contactMessages, answeredBy: users.name }
/** Searchable text; a reference matches with or without its hyphen. */
const searched = normalizedWriting(
  sql`concat_ws(' ', ${contactMessages.reference}, ${contactMessages.name}, ${contactMessages.email}, ${contactMessages.company},
    ${contactMessages.message})`,
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

function orderOf({ sort = '-createdAt' }: InboxQuery): SQL[] {
  const order = SORTS[sort.replace(/^-/, '')] ?? sql`${contactMessages.createdAt}`
  return [sort.startsWith('-') ? desc(order) : order, desc(contactMessages.createdAt), sql`${contactMessages.id}`]
}

/** Returns the ids of all messages that match, in the order of the list. */
export function listMessageIds(db: Db, filter: InboxQuery): Promise<string[]> {
  const matching = db.select({ id: contactMessages.id }).from(contactMessages).where(matches(filter))
  return readIds(db, matching.orderBy(...orderOf(filter)))
}

/** Returns one part of the messages, newest first by default. */
export async function listInbox(db: Db, filter: InboxQuery, { limit, offset, ids }: ListPart): Promise<InboxRow[]> {
  return db
    .select(row)
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.answeredById))
    .where(ids ? isOneOf(contactMessages.id, ids) : matches(filter))
    .orderBy(...orderOf(filter))
    .limit(limit)
    .offset(offset)
}

/** Returns the number of messages that match. */
export async function countInbox(db: Db, filter: InboxQuery): Promise<number> {
  return db.$count(contactMessages, matches(filter))
}

/** Returns a message; null if there is none. */
export async function findInboxMessage(db: Db, id: string): Promise<InboxRow | null> {
  const [found] = await db
    .select(row)
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.answeredById))
    .where(eq(contactMessages.id, id))
  return found ?? null
}

/** Returns a message, locked until the transaction ends; null if there is none. */
export async function lockMessage(tx: Db, id: string): Promise<MessageRow | null> {
  const [found] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  return found ?? null
}

/** Changes a message and increments its version. */
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
