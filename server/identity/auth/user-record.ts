import { domainToUnicode } from 'node:url'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { normalizeEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema.ts'

/** A row of `users`. It contains the password's hash: never send it in a response. */
export type UserRow = typeof users.$inferSelect
type NewUser = typeof users.$inferInsert

/** Returns the forms that a stored email may have: older ones have the domain in its own letters, not as mail servers know it. */
function formsOf(email: string): string[] {
  const key = normalizeEmail(email)
  const at = key.lastIndexOf('@') + 1
  return key.includes('xn--', at) ? [key, key.slice(0, at) + domainToUnicode(key.slice(at))] : [key]
}

const hasEmail = (email: string) => inArray(sql`lower(${users.email})`, formsOf(email))

/** Returns the user with that email, ignoring case; null if there is none. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  if (email.includes('\0')) return null // no address contains it, and PostgreSQL rejects it
  const [user] = await db.select().from(users).where(hasEmail(email))
  return user ?? null
}

/** Creates a user with a normalized email; null if another user has it. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, email: normalizeEmail(user.email) })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Returns a user, locked until the transaction ends; null if there is none. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return user ?? null
}

/** Replaces the hash of an unchanged password by one with current parameters. */
export async function renewHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id))
}

/** Sets a password chosen by a one-use link, which also proves the email. @throws if `email` belongs to another user */
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

/** Confirms the user's address. If it replaces another one, pending changes end. @throws if `email` belongs to another user */
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

/** Restores an address from before a change by staff, confirmed by a link. @throws if it belongs to another user */
export async function restoreEmail(tx: Db, id: string, email: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ email: normalizeEmail(email), pendingEmail: null, emailVerifiedAt: now, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
}

/** Returns all active super admins. */
export async function listSuperAdmins(db: Db): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'Active')))
    .orderBy(users.id)
}

/** Returns the fields of a user that the session does not contain; null if there is no such user. */
export async function findAccount(
  db: Db,
  userId: string,
): Promise<Pick<
  typeof users.$inferSelect,
  'name' | 'createdAt' | 'updatedAt' | 'emailVerifiedAt' | 'lastSignedInAt' | 'passwordHash'
> | null> {
  const [row] = await db
    .select({
      name: users.name,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
      emailVerifiedAt: users.emailVerifiedAt,
      lastSignedInAt: users.lastSignedInAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}
