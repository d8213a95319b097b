import { desc, eq } from 'drizzle-orm'
import type { StaffNote } from '#contract/orders/staff-notes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { staffNotes, users } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { lockOrder } from './order-record.ts'

/** Subject of a note. */
type NoteSubject = { orderId: string } | { userId: string }

const aboutSubject = (subject: NoteSubject) =>
  'orderId' in subject ? eq(staffNotes.orderId, subject.orderId) : eq(staffNotes.userId, subject.userId)

interface NoteRow {
  note: typeof staffNotes.$inferSelect
  by: string | null
}

const mayDelete = (actor: Actor, { authorId }: NoteRow['note']) => actor.role === 'super_admin' || authorId === actor.userId

const present = ({ note, by }: NoteRow, actor: Actor): StaffNote => ({
  id: note.id,
  text: note.text,
  by,
  at: note.createdAt.toISOString(),
  canDelete: mayDelete(actor, note),
})

/** Returns the notes about an order or a customer, newest first. */
export async function listNotes(db: Db, actor: Actor, subject: NoteSubject): Promise<StaffNote[]> {
  const rows = await db
    .select({ note: staffNotes, by: users.name })
    .from(staffNotes)
    .leftJoin(users, eq(users.id, staffNotes.authorId))
    .where(aboutSubject(subject))
    .orderBy(desc(staffNotes.createdAt), desc(staffNotes.id))
  return rows.map((row) => present(row, actor))
}

/** Audit entries about a note name its subject; of the text, which may contain personal data, only the length. */
const targetOf = ({ orderId, userId }: Partial<Record<'orderId' | 'userId', string | null>>) =>
  orderId ? { targetType: 'order', targetId: orderId } : { targetType: 'user', targetId: userId ?? '' }

/** Adds a note in the caller's transaction, which has locked the subject: a note never survives the erasure of its person. */
export async function insertNote(
  tx: Db,
  actor: Actor,
  { subject, text, at, requestId }: { subject: NoteSubject; text: string; at: Date; requestId: string },
): Promise<StaffNote> {
  const [note] = await tx
    .insert(staffNotes)
    .values({ ...subject, text, authorId: actor.userId, createdAt: at })
    .returning()
  await recordAudit(tx, { actor, action: 'note.add', ...targetOf(subject), after: { textLength: text.length }, requestId })
  return present({ note: found(note ?? null), by: actor.name }, actor)
}

/** Adds a note to an order. Refuses `not_found`. */
export async function addOrderNote(
  { db, now }: Deps,
  actor: Actor,
  { id, text, requestId }: { id: string; text: string; requestId: string },
): Promise<StaffNote> {
  return inTransaction(db, async (tx) => {
    found(await lockOrder(tx, id, null))
    return insertNote(tx, actor, { subject: { orderId: id }, text, at: now(), requestId })
  })
}

/** Deletes a note of the caller, or any for super admins. Refuses `not_found`, `forbidden`. */
export async function removeNote({ db }: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [note] = await tx.select().from(staffNotes).where(eq(staffNotes.id, id)).for('update')
    if (!note) return refuse('not_found')
    if (!mayDelete(actor, note)) refuse('forbidden')
    await tx.delete(staffNotes).where(eq(staffNotes.id, id))
    await recordAudit(tx, { actor, action: 'note.delete', ...targetOf(note), before: { textLength: note.text.length }, requestId })
  })
}
