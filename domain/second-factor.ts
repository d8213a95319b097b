import { normalizeIdentifier } from './text.ts'
import { isStaffRole, type Role, STEP_UP_MINUTES } from './user.ts'

/** Ways of signing in; after the password, the second factor names it. */
export const SIGN_IN_METHODS = ['password', 'code', 'recovery_code', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Second factors, as the members of a request are called. */
export const SECOND_FACTORS = ['code', 'passkey', 'recoveryCode'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** Attempts of a sign-in that waits for its second factor. */
export const CHALLENGE_ATTEMPTS = 5
/** Minutes for which a sign-in waits for its second factor. */
export const CHALLENGE_MINUTES = 5

/**
 * Wrong codes of a user in an hour from which further ones are refused unread: of one session or network; of all networks together where
 * the user has not signed in with such a browser lately; of all those where the user has. A stranger who knows the password can use up the
 * second, but neither the third nor a session.
 */
export const WRONG_CODES_AN_HOUR = { place: 20, strange: 40, familiar: 60 } as const

/** Digits of the codes of an authenticator app (RFC 6238). */
export const CODE_DIGITS = 6
/** Seconds for which an authenticator app shows a code. */
export const CODE_SECONDS = 30

/** Recovery codes that are made at once. */
export const RECOVERY_CODES = 10
/** Characters of a recovery code: 120 bits in base32. */
export const RECOVERY_CODE_LENGTH = 24

/** Maximum number of passkeys of a user. */
export const MAX_PASSKEYS = 20
/** Maximum length of the name of a passkey. */
export const MAX_PASSKEY_NAME = 60

/** Days after which a browser that was not used to sign in counts as new. */
export const NEW_BROWSER_DAYS = 90

/** Allowed minutes of step-up. */
export const STEP_UP_RANGE = { least: 1, most: 60 } as const

/** Rules of signing in that super admins set. */
export interface SecurityRules {
  /** Staff need a second factor. */
  staffSecondFactor: boolean
  /** Sellers need a second factor. */
  sellerSecondFactor: boolean
  /** Minutes for which step-up lasts. */
  stepUpMinutes: number
}

/** Rules of a new shop. */
export const DEFAULT_SECURITY: SecurityRules = { staffSecondFactor: false, sellerSecondFactor: false, stepUpMinutes: STEP_UP_MINUTES }

/** Returns true if the rules require a second factor of this role. */
export function requiresSecondFactor(role: Role, { staffSecondFactor, sellerSecondFactor }: SecurityRules): boolean {
  return isStaffRole(role) ? staffSecondFactor : role === 'business_admin' && sellerSecondFactor
}

/** Normalizes a typed recovery code: upper case, without spaces and dashes. */
export function normalizeRecoveryCode(typed: string): string {
  return normalizeIdentifier(typed).replace(/[\s-]/g, '').toUpperCase()
}

/** Formats a recovery code in groups of six, for reading and writing down. */
export function formatRecoveryCode(code: string): string {
  return code.match(/.{1,6}/g)?.join('-') ?? code
}
