import { and, desc, eq, gte, isNotNull, isNull, like, lt, type SQL, sql } from 'drizzle-orm'
import type { MailEntry } from '#contract/platform/mails.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox, recipientOf } from '#server/platform/db/schema.ts'
import { contains } from '#server/platform/text/search-text.ts'
import { currentTraceparent } from '#server/platform/traces.ts'
import { HELD_KINDS, isMail, MAX_ATTEMPTS } from './queued-mails.ts'

/** An email as stored in the outbox. */
export type MailRow = typeof outbox.$inferSelect

/** Filter of the email log; `search` matches recipients, ignoring case. */
interface MailFilter {
  search?: string | undefined
  state?: MailEntry['state'] | undefined
  /** Only emails about this order, to any recipient. */
  orderId?: string | undefined
}

const isOwn = eq(outbox.kind, 'mail')
const STATES: Record<MailEntry['state'], SQL | undefined> = {
  waiting: and(isOwn, isNull(outbox.sentAt), lt(outbox.attempts, MAX_ATTEMPTS)),
  failed: and(isOwn, isNull(outbox.sentAt), gte(outbox.attempts, MAX_ATTEMPTS)),
  sent: and(isOwn, isNotNull(outbox.sentAt)),
  digest: eq(outbox.kind, HELD_KINDS.daily),
  bell: eq(outbox.kind, HELD_KINDS.bell),
}

function matches({ search, state, orderId }: MailFilter): SQL | undefined {
  return and(
    isMail,
    state && STATES[state],
    search ? contains(recipientOf(outbox), search) : undefined,
    orderId ? sql`${outbox.payload}->'facts'->>'orderId' = ${orderId}` : undefined,
  )
}

/** Returns one page of emails, newest first, and the number of matches. */
export async function listMails(
  db: Db,
  filter: MailFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: MailRow[]; total: number }> {
  const total = await db.$count(outbox, matches(filter))
  const rows = await db.select().from(outbox).where(matches(filter)).orderBy(desc(outbox.id)).limit(limit).offset(offset)
  return { rows, total }
}

/** Returns an email; null if there is none. */
export async function findMail(db: Db, id: number): Promise<MailRow | null> {
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isMail))
  return row ?? null
}

/** Returns an email, locked until the transaction ends; null if there is none. */
export async function lockMail(tx: Db, id: number): Promise<MailRow | null> {
  const [row] = await tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isMail))
    .for('update')
  return row ?? null
}

/** Makes a failed email due again, with all its attempts. */
export async function retryMail(tx: Db, id: number, at: Date): Promise<void> {
  await tx.update(outbox).set({ attempts: 0, dueAt: at }).where(eq(outbox.id, id))
}

/** Returns true for a copy that staff have sent. */
export const isCopy = (dedupeKey: string): boolean => /:again:\d+$/.test(dedupeKey)

const isCopyOf = (dedupeKey: string) => like(outbox.dedupeKey, `${dedupeKey.replace(/[\\%_]/g, '\\$&')}:again:%`)

/** Counts the copies of an email, and those of them that are not sent yet. */
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

/** Adds a copy of an email to the outbox. @param number 1 for the first copy */
export async function insertCopy(tx: Db, { dedupeKey, payload }: MailRow, number: number, at: Date): Promise<MailRow> {
  const [row] = await tx
    .insert(outbox)
    .values({
      kind: 'mail',
      dedupeKey: `${dedupeKey}:again:${number}`,
      payload,
      createdAt: at,
      dueAt: at,
      traceparent: currentTraceparent(),
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}
