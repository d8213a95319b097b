import { isCommonPassword } from './common-passwords.ts'

/** The four roles; the server accepts no other (storefront.md section 3, D20). */
export const ROLES = ['super_admin', 'application_admin', 'business_admin', 'customer'] as const

/** One of `ROLES`. */
export type Role = (typeof ROLES)[number]

const ROLE_LABELS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['super_admin', 'Super Admin'],
  ['application_admin', 'Application Admin'],
  ['business_admin', 'Business Admin'],
  ['customer', 'Customer'],
])

/** The text of a role badge; a value that is no role is shown as it is (S265, B9). */
export function roleLabel(role: string): string {
  return ROLE_LABELS.get(role) ?? role
}

/** States of a user; only an Active one can sign in (B165, D193). */
export const USER_STATUSES = ['Active', 'Inactive', 'Suspended', 'Deleted'] as const

/** One of `USER_STATUSES`. */
export type UserStatus = (typeof USER_STATUSES)[number]

/** The label of the user menu: the first word of the name, or the e-mail's local part when there is no name (S45, D28). */
export function firstWord(name: string, email: string): string {
  const [word = ''] = name.trim().split(/\s+/)
  return word === '' ? localPart(email) : word
}

/** An address as it is stored and compared: trimmed, lower case, composed (NFC). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC')
}

/** An address with little more than its domain to be read: "a***@example.com". */
export function maskEmail(email: string): string {
  const [first = ''] = localPart(email)
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}

const ERASED_DOMAIN = '@deleted.invalid'

/** What stands in for the address of a user who deleted the account: it reaches nobody, and the real one is free again. */
export function erasedEmail(userId: string): string {
  return `deleted-${userId}${ERASED_DOMAIN}`
}

/** Whether an address is such a stand-in. */
export function isErasedEmail(email: string): boolean {
  return email.endsWith(ERASED_DOMAIN)
}

/** The name that stands in for one that was deleted. */
export const ERASED_NAME = 'Deleted customer'

/** Fewest characters of a password that people choose for themselves (D127). */
export const MIN_PASSWORD = 8

/** Fewest characters of a first password set by staff, to be changed at first sign-in (B195, B343, D127). */
export const MIN_STAFF_SET_PASSWORD = 6

/** Most characters of a password: room for phrases, a bound for the hash (reliability.md, Passwords). */
export const MAX_PASSWORD = 128

/** Words of this shop, which a password may not consist of, with or without digits and signs. */
const SHOP_WORDS: readonly string[] = [
  'reflute',
  'cardboard',
  'cardboardbox',
  'corrugated',
  'packaging',
  'packagingmaterial',
  'marketplace',
  'repurpose',
  'repurposing',
  'recycling',
  'ecomat',
  'ecomatpro',
  'chipmaster',
  'chipmasterpro',
  'matmaker',
  'chipmaker',
  'padding',
]

/** Why a password is refused. */
export type PasswordRefusal = { code: 'password_too_short' | 'password_too_long' | 'password_common' }

/**
 * Says why a self-chosen password is refused, or null: 8 to 128 characters, any of them, none required.
 * Common: a leaked favourite, a word of this shop, or the person's own name or address, whatever the case
 * and whatever digits and signs are put around it. The password itself is never changed before it is hashed.
 */
export function checkPassword(password: string, person: { email: string; name: string }): PasswordRefusal | null {
  const length = [...password].length
  if (length < MIN_PASSWORD) return { code: 'password_too_short' }
  if (length > MAX_PASSWORD) return { code: 'password_too_long' }
  const plain = lettersAndDigits(password)
  if (isCommonPassword(password.toLowerCase()) || isCommonPassword(plain)) return { code: 'password_common' }
  const guessable = [...SHOP_WORDS, localPart(person.email), person.email, person.name, ...person.name.split(/\s+/)]
  const isGuessable = guessable.map(lettersAndDigits).some((word) => {
    const core = withoutOuterDigits(word)
    return word !== '' && (word === plain || (core !== '' && core === withoutOuterDigits(plain)))
  })
  return isGuessable ? { code: 'password_common' } : null
}

function localPart(email: string): string {
  return email.trim().replace(/@[^@]*$/, '')
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function withoutOuterDigits(text: string): string {
  return text.replace(/^\p{N}+/u, '').replace(/\p{N}+$/u, '')
}
