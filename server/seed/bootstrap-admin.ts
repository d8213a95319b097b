import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Duty } from '#domain/permissions.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Role } from '#domain/user.ts'
import { insertUserToken } from '#server/identity/auth/one-use-links.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { findUserByEmail, insertUser, type UserRow } from '#server/identity/auth/user-record.ts'
import { confirmTotpRow, storeTotp } from '#server/identity/second-factor/factor-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { users } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { encryptSecret } from '#server/platform/secrets/secret-keys.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { readTotpSecret } from '#server/platform/vendors/totp.ts'

const LINK_MS = DAY_MS
const OWNER_NAME = 'Shop Owner'
/** Placeholder until the owner enters an email. No visitor can register it, because it has no dot. */
const PLACEHOLDER_EMAIL = 'admin@localhost'

const isSuperAdmin = eq(users.role, 'super_admin')

/** Condition: a super admin without a password waits for the link of an earlier start, so the shop still has none. */
async function hasSuperAdmin(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isSuperAdmin, isNotNull(users.passwordHash)))
    .limit(1)
  return row !== undefined
}

async function insertSuperAdmin(tx: Db, email: string, passwordHash: string | null, now: Date): Promise<UserRow> {
  const user = await insertUser(tx, {
    name: OWNER_NAME,
    email,
    passwordHash,
    role: 'super_admin',
    emailVerifiedAt: passwordHash === null ? null : now,
    createdAt: now,
    updatedAt: now,
  })
  if (!user) throw new Error(`Another user has the email ${email}`)
  return user
}

/** The environment's administrator owns the shop: an existing user with that email becomes super admin, with the new password. */
async function promote(tx: Db, user: UserRow, passwordHash: string, now: Date): Promise<void> {
  await deleteSessionsOf(tx, user.id)
  await tx
    .update(users)
    .set({
      passwordHash,
      mustChangePassword: false,
      role: 'super_admin',
      status: 'Active',
      businessId: null,
      emailVerifiedAt: now,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, user.id))
}

async function makeConfiguredAdmin(tx: Db, email: string, passwordHash: string, now: Date): Promise<void> {
  const known = await findUserByEmail(tx, email)
  if (known) await promote(tx, known, passwordHash, now)
  const { id } = known ?? (await insertSuperAdmin(tx, email, passwordHash, now))
  await recordAudit(tx, { actor: null, action: 'super_admin_created', targetType: 'user', targetId: id })
}

async function makeLink(tx: Db, publicUrl: string, now: Date): Promise<string> {
  const owner = await insertSuperAdmin(tx, PLACEHOLDER_EMAIL, null, now)
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await insertUserToken(tx, { tokenHash: hashToken(token), userId: owner.id, purpose: 'bootstrap', createdAt: now, expiresAt })
  return `${publicUrl}/reset-password?token=${token}&setup=1`
}

/**
 * Ensures that a shop has a super admin: the one of the settings, or, if they name none and the shop is no demo, the person who opens the
 * returned link. The link works once, for 24 hours; the next start of a shop without a super admin replaces it. `email` signs in if the
 * form behind the link (`setup=1`) names no other.
 * @returns null if nothing is left to do
 */
export async function bootstrapAdmin({ config, db, now }: Deps): Promise<{ link: string; email: string } | null> {
  if (await hasSuperAdmin(db)) return null
  const { admin, isDemo, publicUrl } = config
  const passwordHash = admin && (await hashPassword(admin.password))
  return inTransaction(db, async (tx) => {
    await takeLock(tx, 'first-admin') // several servers may start at once
    if (await hasSuperAdmin(tx)) return null
    await tx.delete(users).where(and(isSuperAdmin, isNull(users.passwordHash)))
    if (admin && passwordHash) await makeConfiguredAdmin(tx, admin.email, passwordHash, now())
    if (admin || isDemo) return null
    return { link: await makeLink(tx, publicUrl, now()), email: PLACEHOLDER_EMAIL }
  })
}

/** Password of the demo accounts. Public knowledge: they exist only in demo shops. */
export const DEMO_PASSWORD = 'reflute-demo'

/** Secret of the authenticator app of totp@reflute.test, in base32. Public knowledge, too. */
const DEMO_TOTP_SECRET = 'REFLUTEDEMOSECRETREFLUTEDEMOCODE'
const DEMO_TOTP_EMAIL = 'totp@reflute.test'

/** The accounts of a demo shop. */
export const DEMO_ACCOUNTS: readonly { email: string; name: string; role: Role; duties?: Duty[] }[] = [
  { email: 'super@reflute.test', name: 'Sofia Super', role: 'super_admin' },
  { email: 'staff@reflute.test', name: 'Stan Staff', role: 'application_admin' },
  { email: 'totp@reflute.test', name: 'Tina Two-Step', role: 'application_admin' },
  { email: 'finance@reflute.test', name: 'Fiona Finance', role: 'application_admin', duties: ['finance'] },
  { email: 'seller@reflute.test', name: 'Selma Seller', role: 'business_admin' },
  { email: 'seller2@reflute.test', name: 'Sean Seller', role: 'business_admin' },
  { email: 'customer@reflute.test', name: 'Carla Customer', role: 'customer' },
]

async function addDemoFactor(db: Db, { secretsKeys }: Deps['config'], userId: string, at: Date): Promise<void> {
  const secret = encryptSecret(secretsKeys, readTotpSecret(DEMO_TOTP_SECRET), userId)
  if (!secret || !(await storeTotp(db, userId, secret))) return
  await confirmTotpRow(db, userId, at)
}

/**
 * Creates the missing ones of the demo accounts; existing ones keep their password. The one with a second factor needs a key to encrypt its
 * secret.
 * @param businessIdsByEmail businesses of the two sellers; a missing one can be assigned at a later start
 */
export async function createDemoAccounts({ config, db, now }: Deps, businessIdsByEmail: ReadonlyMap<string, string>): Promise<void> {
  await Promise.all(
    DEMO_ACCOUNTS.map(async (account) => {
      const businessId = businessIdsByEmail.get(account.email) ?? null
      const known = await findUserByEmail(db, account.email)
      if (known) {
        if (businessId && known.role === 'business_admin' && !known.businessId)
          await db.update(users).set({ businessId }).where(eq(users.id, known.id))
        return
      }
      if (account.email === DEMO_TOTP_EMAIL && config.secretsKeys.length === 0) return
      const passwordHash = await hashPassword(DEMO_PASSWORD)
      const at = now()
      const user = await insertUser(db, { ...account, passwordHash, businessId, emailVerifiedAt: at, createdAt: at, updatedAt: at })
      if (user?.email === DEMO_TOTP_EMAIL) await addDemoFactor(db, config, user.id, at)
    }),
  )
}
