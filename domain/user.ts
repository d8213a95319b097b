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

/** What staff read in place of the name of a user who is deleted (D235). */
export const DELETED_USER = 'Deleted user'

/** The name that stands in for one that was deleted. */
export const ERASED_NAME = 'Deleted customer'

/** Fewest characters of a password that people choose for themselves (D127). */
export const MIN_PASSWORD = 8

/** Fewest characters of a first password set by staff, to be changed at first sign-in (B195, B343, D127). */
export const MIN_STAFF_SET_PASSWORD = 6

/** Minutes for which a password entered in a session opens calls that need it again. */
export const STEP_UP_MINUTES = 5

/** Hours for which a first password set by staff opens the account. */
export const FIRST_PASSWORD_HOURS = 72

/** Hours for which the link works that confirms or undoes an email address entered by staff. */
export const STAFF_EMAIL_HOURS = 72

/** Tells whether a role belongs to the platform's own staff. */
export function isStaffRole(role: Role): boolean {
  return role === 'application_admin' || role === 'super_admin'
}

/** Tells whether a first password set by staff at `setAt` opens the account no more. */
export function isFirstPasswordOver(setAt: Date, now: Date): boolean {
  return now.getTime() >= setAt.getTime() + FIRST_PASSWORD_HOURS * 3_600_000
}

/** Most characters of a password: room for phrases, a bound for the hash (reliability.md, Passwords). */
export const MAX_PASSWORD = 128

/** An address without its domain. */
export function localPart(email: string): string {
  return email.trim().replace(/@[^@]*$/, '')
}
