import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { normalizeRecoveryCode, RECOVERY_CODE_LENGTH, RECOVERY_CODES, type SecondFactor } from '#domain/second-factor.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recoveryCodes, userPasskeys, userTotp } from '#server/platform/db/schema.ts'

/** Authenticator app of a user; its secret is encrypted. */
type TotpRow = typeof userTotp.$inferSelect
/** Passkey of a user. */
export type PasskeyRow = typeof userPasskeys.$inferSelect

/** Returns a user's authenticator app, confirmed or not; null for none. */
export async function findTotp(db: Db, userId: string): Promise<TotpRow | null> {
  const [row] = await db.select().from(userTotp).where(eq(userTotp.userId, userId))
  return row ?? null
}

/** Stores the secret of an authenticator app that is to be confirmed. @returns false if there is a confirmed one */
export async function storeTotp(tx: Db, userId: string, secret: Buffer): Promise<boolean> {
  const stored = await tx
    .insert(userTotp)
    .values({ userId, secret })
    .onConflictDoUpdate({ target: userTotp.userId, set: { secret, lastStep: null }, setWhere: isNull(userTotp.confirmedAt) })
    .returning({ userId: userTotp.userId })
  return stored.length > 0
}

/** Takes the 30 seconds of a code, so that no code works twice. @returns false if a code of these or later ones was used */
export async function takeStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const taken = await tx
    .update(userTotp)
    .set({ lastStep: step })
    .where(and(eq(userTotp.userId, userId), or(isNull(userTotp.lastStep), lt(userTotp.lastStep, step))))
    .returning({ userId: userTotp.userId })
  return taken.length > 0
}

/** Makes an authenticator app count. @returns false if it does already */
export async function confirmTotpRow(tx: Db, userId: string, at: Date): Promise<boolean> {
  const confirmed = await tx
    .update(userTotp)
    .set({ confirmedAt: at })
    .where(and(eq(userTotp.userId, userId), isNull(userTotp.confirmedAt)))
    .returning({ userId: userTotp.userId })
  return confirmed.length > 0
}

/** Deletes a user's authenticator app. @returns false if there is no confirmed one */
export async function deleteTotp(tx: Db, userId: string): Promise<boolean> {
  const gone = await tx.delete(userTotp).where(eq(userTotp.userId, userId)).returning({ confirmedAt: userTotp.confirmedAt })
  return gone.some(({ confirmedAt }) => confirmedAt !== null)
}

/** Returns a user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(userPasskeys).where(eq(userPasskeys.userId, userId)).orderBy(userPasskeys.createdAt, userPasskeys.id)
}

/** Returns the passkey of a credential, locked until the transaction ends; null for none. */
export async function lockPasskey(tx: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await tx.select().from(userPasskeys).where(eq(userPasskeys.credentialId, credentialId)).for('update')
  return row ?? null
}

/** Stores a passkey; null if the credential is stored already. */
export async function insertPasskey(tx: Db, passkey: typeof userPasskeys.$inferInsert): Promise<PasskeyRow | null> {
  const [row] = await tx.insert(userPasskeys).values(passkey).onConflictDoNothing().returning()
  return row ?? null
}

/** Records a use of a passkey. */
export async function notePasskeyUse(tx: Db, id: string, use: { counter: number; backedUp: boolean; lastUsedAt: Date }): Promise<void> {
  await tx.update(userPasskeys).set(use).where(eq(userPasskeys.id, id))
}

const isOwn = (userId: string, id: string) => and(eq(userPasskeys.id, id), eq(userPasskeys.userId, userId))

/** Renames one of a user's passkeys; null if the user has no such one. */
export async function renamePasskeyRow(tx: Db, userId: string, id: string, name: string): Promise<PasskeyRow | null> {
  const [row] = await tx.update(userPasskeys).set({ name }).where(isOwn(userId, id)).returning()
  return row ?? null
}

/** Deletes one of a user's passkeys. @returns it; null if the user has no such one */
export async function deletePasskey(tx: Db, userId: string, id: string): Promise<PasskeyRow | null> {
  const [row] = await tx.delete(userPasskeys).where(isOwn(userId, id)).returning()
  return row ?? null
}

/** Deletes everything that a user proves to be themselves with beside the password. @returns true if there was a second factor */
export async function deleteFactors(tx: Db, userId: string): Promise<boolean> {
  const hadTotp = await deleteTotp(tx, userId)
  const passkeys = await tx.delete(userPasskeys).where(eq(userPasskeys.userId, userId)).returning({ id: userPasskeys.id })
  await deleteRecoveryCodes(tx, userId)
  return hadTotp || passkeys.length > 0
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const newRecoveryCode = () => [...randomBytes(RECOVERY_CODE_LENGTH)].map((byte) => BASE32[byte % BASE32.length]).join('')
const hashOf = (code: string) => createHash('sha256').update(normalizeRecoveryCode(code)).digest('base64url')

/** Replaces a user's recovery codes. @returns the new ones, which are nowhere stored */
export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await deleteRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(code) })))
  return codes
}

/** Uses one of a user's recovery codes. @returns false if there is no such one, or it was used */
export async function takeRecoveryCode(tx: Db, userId: string, code: string, at: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** Deletes a user's recovery codes. */
export async function deleteRecoveryCodes(tx: Db, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Returns the number of a user's recovery codes that were not used. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
}

/** Returns the second factors that a user can sign in with; none without an authenticator app or a passkey. */
export async function listFactors(db: Db, userId: string): Promise<SecondFactor[]> {
  const hasTotp = (await db.$count(userTotp, and(eq(userTotp.userId, userId), isNotNull(userTotp.confirmedAt)))) > 0
  const hasPasskey = (await db.$count(userPasskeys, eq(userPasskeys.userId, userId))) > 0
  if (!hasTotp && !hasPasskey) return []
  const hasRecoveryCode = (await countRecoveryCodes(db, userId)) > 0
  return [
    ...(hasTotp ? (['code'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasRecoveryCode ? (['recoveryCode'] as const) : []),
  ]
}

/** Returns all authenticator apps, locked until the transaction ends. */
export async function lockAllTotp(tx: Db): Promise<TotpRow[]> {
  return tx.select().from(userTotp).orderBy(userTotp.userId).for('update')
}

/** Replaces the stored form of a secret that itself stays the same. */
export async function replaceSecret(tx: Db, userId: string, secret: Buffer): Promise<void> {
  await tx.update(userTotp).set({ secret }).where(eq(userTotp.userId, userId))
}

/** Returns the user of a credential; null for an unknown one. */
export async function findPasskeyOwner(db: Db, credentialId: string): Promise<string | null> {
  const [row] = await db.select({ userId: userPasskeys.userId }).from(userPasskeys).where(eq(userPasskeys.credentialId, credentialId))
  return row?.userId ?? null
}
