import { lookupKey } from './text.ts'

/** The four roles; the server accepts no other. */
export const ROLES = ['super_admin', 'application_admin', 'business_admin', 'customer'] as const

export type Role = (typeof ROLES)[number]

const ROLE_LABELS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['super_admin', 'Super Admin'],
  ['application_admin', 'Application Admin'],
  ['business_admin', 'Business Admin'],
  ['customer', 'Customer'],
])

/** Returns the text of a role badge; an unknown role is shown as it is (S265, B9). */
export function roleLabel(role: string): string {
  return ROLE_LABELS.get(role) ?? role
}

/** States of a user; only an Active one can sign in (B165). */
export const USER_STATUSES = ['Active', 'Inactive', 'Suspended', 'Deleted'] as const

export type UserStatus = (typeof USER_STATUSES)[number]

/** Returns the label of the user menu: the first word of the name, or the local part of the email without a name (S45). */
export function firstWord(name: string, email: string): string {
  const [word = ''] = name.trim().split(/\s+/)
  return word === '' ? localPart(email) : word
}

/** Maximum length of an email address. */
const MAX_EMAIL = 254

/**
 * Returns an email address with its domain as mail servers know it: some browsers send "bücher.example" as it is typed, others as
 * "xn--bcher-kva.example".
 */
export function inMailForm(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (/^\p{ASCII}*$/u.test(domain) || email.length > MAX_EMAIL || !isMailDomain(domain)) return email
  return email.slice(0, -domain.length) + new URL(`https://${domain}`).hostname
}

/** Normalizes an email address for storage and comparison: an identifier in small letters, its domain as mail servers know it. */
export const normalizeEmail = (email: string): string => inMailForm(lookupKey(email))

/** Said where an email address is asked for and something else was typed. */
export const EMAIL_ERROR = 'Please enter an email address like name@example.com'

/** Words between single dots, without what separates, quotes or comments addresses (RFC 5322). */
const LOCAL_PART = /^[^\s\p{C}@<>()[\]\\,;:".]+(\.[^\s\p{C}@<>()[\]\\,;:".]+)*$/u
/** Letters, digits and inner hyphens; of other scripts whatever a domain is registered with. */
const LABEL = /^(?!-)(?:[a-z\d-]|[^\p{ASCII}\s\p{C}\u3002])+(?<!-)$/iu

/**
 * Returns true if mail can have a domain: two labels or more, none of them an address of a machine, short enough in the letters of the
 * domain name system.
 */
function isMailDomain(domain: string): boolean {
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)) || !URL.canParse(`https://${domain}`)) return false
  const { hostname } = new URL(`https://${domain}`) // labels of other scripts as xn--…
  return hostname.length <= 253 && hostname.split('.').every(({ length }) => length <= 63) && !/\.\d+$/.test(hostname)
}

/**
 * Returns true if a normalized text is an email address that can be written to (RFC 5321, with the letters of RFC 6531): no quoted local
 * part, no bare address of a machine. The rule of calls, forms, files and settings alike.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (text.length > MAX_EMAIL || new TextEncoder().encode(local).length > 64) return false
  return LOCAL_PART.test(local) && isMailDomain(text.slice(at + 1))
}

/** Masks an email address except its domain: "a***@example.com". */
export function maskEmail(email: string): string {
  const [first = ''] = localPart(email)
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}

const ERASED_DOMAIN = '@deleted.invalid'

/** Returns the placeholder for the address of a deleted account: undeliverable, so that the real one can be used again. */
export function erasedEmail(userId: string): string {
  return `deleted-${userId}${ERASED_DOMAIN}`
}

/** Returns true for the placeholder of a deleted account. */
export function isErasedEmail(email: string): boolean {
  return email.endsWith(ERASED_DOMAIN)
}

/** Name shown to staff for a deleted user. */
export const DELETED_USER = 'Deleted user'

/** Placeholder for an erased name. */
export const ERASED_NAME = 'Deleted customer'

/** Minimum length of self-chosen passwords. */
export const MIN_PASSWORD = 8

/** Minimum length of a first password set by staff, to be changed at first sign-in (B195, B343). */
export const MIN_STAFF_SET_PASSWORD = 6

/** Minutes for which step-up lasts in a new shop. */
export const STEP_UP_MINUTES = 5

/** Hours for which a first password set by staff can be used. */
export const FIRST_PASSWORD_HOURS = 72

/** Hours for which links about an email address entered by staff work. */
export const STAFF_EMAIL_HOURS = 72

/** Roles of the shop's own staff. */
export const STAFF_ROLES = ['application_admin', 'super_admin'] as const satisfies readonly Role[]

/** Returns true for roles of the shop's own staff; false for a visitor, who has none. */
export function isStaffRole(role: string | null | undefined): boolean {
  return STAFF_ROLES.some((staff) => staff === role)
}

/** Returns true if a first password set by staff at `setAt` has expired. */
export function isFirstPasswordExpired(setAt: Date, now: Date): boolean {
  return now.getTime() >= setAt.getTime() + FIRST_PASSWORD_HOURS * 3_600_000
}

/** Maximum length of a password: room for phrases, a bound for the hash. */
export const MAX_PASSWORD = 128

/** Returns an email address without its domain. */
export function localPart(email: string): string {
  return email.trim().replace(/@[^@]*$/, '')
}
