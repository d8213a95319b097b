import type { PasskeySignature } from '#contract/identity/auth.ts'
import { refusalText } from '#contract/refusals.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { decryptSecret } from '#server/platform/secrets/secret-keys.ts'
import { checkSignature } from '#server/platform/vendors/passkeys.ts'
import { stepOfCode } from '#server/platform/vendors/totp.ts'
import { findTotp, lockPasskey, notePasskeyUse, takeStep } from './factor-record.ts'

/**
 * Checks a code of the user's authenticator app, which then never works again. Refuses `second_factor_unconfigured` if the server lacks the
 * key of its secret.
 * @param isNew true to check an app that is not confirmed yet
 */
export async function checkCode(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  userId: string,
  typed: string,
  isNew = false,
): Promise<boolean> {
  const totp = await findTotp(tx, userId)
  if (!totp || (totp.confirmedAt === null) !== isNew) return false
  const secret = decryptSecret(config.secretsKeys, totp.secret, userId)
  if (!secret) return refuse('second_factor_unconfigured')
  const step = stepOfCode(secret, typed.replace(/\s/g, ''), now())
  return step !== null && takeStep(tx, userId, step)
}

/** Checks a signature of one of the user's passkeys. @param challenge what it must have signed */
export async function checkPasskey(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  userId: string,
  { challenge, signature }: { challenge: string; signature: PasskeySignature },
): Promise<boolean> {
  const passkey = await lockPasskey(tx, signature.id)
  if (passkey?.userId !== userId) return false
  const use = await checkSignature(config.publicUrl, challenge, passkey, signature)
  if (!use) return false
  await notePasskeyUse(tx, passkey.id, { ...use, lastUsedAt: now() })
  return true
}

/** Refuses a passkey: `invalid_second_factor`, in words that fit. */
export function refusePasskey(): never {
  return refuse('invalid_second_factor', { detail: "This passkey couldn't be verified. Try again, or use another way to sign in." })
}

/** Refuses a code of an authenticator app at its field: `invalid_second_factor`. */
export function refuseCode(): never {
  return refuse('invalid_second_factor', { errors: [{ field: 'code', message: refusalText({ code: 'invalid_second_factor' }) }] })
}

/** Refuses a recovery code at its field: `invalid_second_factor`, in words that fit. */
export function refuseRecoveryCode(): never {
  const message = "That recovery code isn't valid. Each code works once."
  return refuse('invalid_second_factor', { detail: message, errors: [{ field: 'recoveryCode', message }] })
}
