import { and, eq, sql } from 'drizzle-orm'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema.ts'

/** A user's row. It holds the password's hash: never for an answer. */
export type UserRow = typeof users.$inferSelect
type NewUser = typeof users.$inferInsert

const hasEmail = (email: string) => eq(sql`lower(${users.email})`, normalizeEmail(email))

/** The user of that e-mail, whatever its case; null where there is none. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  if (email.includes('\0')) return null // no address has it, and PostgreSQL refuses it
  const [user] = await db.select().from(users).where(hasEmail(email))
  return user ?? null
}

/** Makes a user, its e-mail in lower case; null when another one has that e-mail. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, email: normalizeEmail(user.email) })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Reads a user and keeps its row from changing until the transaction ends; null where there is none. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return user ?? null
}

/** Replaces the hash of an unchanged password by one with today's parameters. */
export async function renewHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id))
}

/** Sets a password that the user chose behind a link, which also proves the e-mail. @throws when `email` belongs to somebody else. */
export async function setPassword(
  tx: Db,
  id: string,
  { passwordHash, email, now }: { passwordHash: string; email: string; now: Date },
): Promise<void> {
  await tx
    .update(users)
    .set({
      passwordHash,
      email: normalizeEmail(email),
      mustChangePassword: false,
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)`,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
}

/** Notes that the user's address was confirmed; one that replaces it ends what else was to become it. @throws when `email` belongs to somebody else. */
export async function confirmEmail(tx: Db, { id, email: present }: Pick<UserRow, 'id' | 'email'>, email: string, now: Date): Promise<void> {
  const normalized = normalizeEmail(email)
  await tx
    .update(users)
    .set({
      email: normalized,
      ...(normalized !== present && { pendingEmail: null }),
      emailVerifiedAt: now,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
}

/**
 * Brings back an address from before staff changed it, whose owner has just shown to read it. @throws when it belongs to somebody else.
 */
export async function restoreEmail(tx: Db, id: string, email: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ email: normalizeEmail(email), pendingEmail: null, emailVerifiedAt: now, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
}

/** Every Active super admin, to be notified of changes of staff accounts. */
export async function listSuperAdmins(db: Db): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'Active')))
    .orderBy(users.id)
}

/** A user as the account page shows it, beyond what the session knows. */
export async function findAccount(
  db: Db,
  userId: string,
): Promise<Pick<typeof users.$inferSelect, 'name' | 'createdAt' | 'updatedAt' | 'emailVerifiedAt' | 'passwordHash'> | null> {
  const [row] = await db
    .select({
      name: users.name,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}
