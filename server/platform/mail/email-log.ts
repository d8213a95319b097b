import { and, desc, eq, gte, isNotNull, isNull, like, lt, type SQL, sql } from 'drizzle-orm'
import type { MailEntry } from '#contract/platform/mails.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox, recipientOf } from '#server/platform/db/schema.ts'
import { likeAnywhere } from '#server/platform/text/search-text.ts'
import { MAX_ATTEMPTS } from './outbox.ts'

/** A mail of the outbox as it is stored. */
export type MailRow = typeof outbox.$inferSelect

/** Which mails; `search` looks at the addresses, without regard to case. */
export interface MailFilter {
  search?: string | undefined
  state?: MailEntry['state'] | undefined
  /** Only the mails about this order, to whomever they went. */
  orderId?: string | undefined
}

const isMail = eq(outbox.kind, 'mail')
const STATES: Record<MailEntry['state'], SQL | undefined> = {
  waiting: and(isNull(outbox.sentAt), lt(outbox.attempts, MAX_ATTEMPTS)),
  failed: and(isNull(outbox.sentAt), gte(outbox.attempts, MAX_ATTEMPTS)),
  sent: isNotNull(outbox.sentAt),
}

function matches({ search, state, orderId }: MailFilter): SQL | undefined {
  return and(
    isMail,
    state && STATES[state],
    search ? like(recipientOf(outbox), likeAnywhere(search.toLowerCase())) : undefined,
    orderId ? sql`${outbox.payload}->'facts'->>'orderId' = ${orderId.toLowerCase()}` : undefined,
  )
}

/** One page of mails, the newest first, and how many match. */
export async function listMails(
  db: Db,
  filter: MailFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: MailRow[]; total: number }> {
  const total = await db.$count(outbox, matches(filter))
  const rows = await db.select().from(outbox).where(matches(filter)).orderBy(desc(outbox.id)).limit(limit).offset(offset)
  return { rows, total }
}

/** One mail; null for none. */
export async function findMail(db: Db, id: number): Promise<MailRow | null> {
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isMail))
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function lockMail(tx: Db, id: number): Promise<MailRow | null> {
  const [row] = await tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isMail))
    .for('update')
  return row ?? null
}

/** Lets a mail that failed be tried again from the start. */
export async function tryAgain(tx: Db, id: number, at: Date): Promise<void> {
  await tx.update(outbox).set({ attempts: 0, dueAt: at }).where(eq(outbox.id, id))
}

const isCopyOf = (dedupeKey: string) => like(outbox.dedupeKey, `${dedupeKey.replace(/[\\%_]/g, '\\$&')}:again:%`)

/** How many copies of a mail there are, and how many of them have not left yet. */
export async function countCopies(tx: Db, { dedupeKey }: MailRow): Promise<{ all: number; waiting: number }> {
  const [row] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      waiting: sql<number>`(count(*) filter (where ${outbox.sentAt} is null and ${outbox.attempts} < ${MAX_ATTEMPTS}))::int`,
    })
    .from(outbox)
    .where(isCopyOf(dedupeKey))
  return row ?? { all: 0, waiting: 0 }
}

/** Puts a copy of a mail into the outbox. @param number the how manieth */
export async function insertCopy(tx: Db, { dedupeKey, payload }: MailRow, number: number, at: Date): Promise<MailRow> {
  const [row] = await tx
    .insert(outbox)
    .values({ kind: 'mail', dedupeKey: `${dedupeKey}:again:${number}`, payload, createdAt: at, dueAt: at })
    .returning()
  if (!row) throw new Error('an insert gives its row back')
  return row
}
