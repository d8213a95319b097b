import { Secret, TOTP } from 'otpauth'
import { CODE_DIGITS, CODE_SECONDS } from '#domain/second-factor.ts'

/** Bytes of a secret, as RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20
/** Steps of 30 seconds by which the clock of a phone may differ. */
const WINDOW = 1

const settings = { algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS } as const
const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** Creates the secret of an authenticator app. */
export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)
}

/** Reads a secret in base32. */
export function readTotpSecret(base32: string): Buffer {
  return Buffer.from(Secret.fromBase32(base32).bytes)
}

/** Writes the `otpauth:` address that an authenticator app reads from a QR code. */
export function totpAddress(secret: Buffer, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...settings, issuer, label, secret: secretOf(secret) }).toString()
}

/** Returns the number of the 30 seconds that a code belongs to, now or one before or after; null for any other code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const totp = new TOTP({ ...settings, secret: secretOf(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / (CODE_SECONDS * 1000)) + delta
}
