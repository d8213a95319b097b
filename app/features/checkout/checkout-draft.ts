import { CUSTOMER_FIELDS, type CustomerField, customerErrors, DEFAULT_COUNTRY } from '#domain/customer.ts'

/** What was typed, field by field; nothing typed is ''. */
export type CheckoutDraft = Record<CustomerField, string>
export type CheckoutErrors = Partial<Record<CustomerField, string>>

const DRAFT_KEY = 'checkout_draft'
const REQUEST_KEY = 'checkout_request'

/** A form as it starts: the session's e-mail, and the country that most orders go to. */
export function emptyDraft(email: string): CheckoutDraft {
  const blank = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, ''])) as CheckoutDraft // made of all its fields
  return { ...blank, email, country: DEFAULT_COUNTRY }
}

/** The kept draft of this user; null where it is somebody else's or unreadable. Fields that it lacks are empty. */
export function draftOf(kept: string | null, user: { id: string; email: string }): CheckoutDraft | null {
  try {
    const value: unknown = JSON.parse(kept ?? 'null')
    if (typeof value !== 'object' || value === null || !('userId' in value) || value.userId !== user.id || !('form' in value)) return null
    const form = Object.entries(value.form ?? {}).filter(([name, text]) => isField(name) && typeof text === 'string')
    return { ...emptyDraft(user.email), ...Object.fromEntries(form) }
  } catch {
    return null
  }
}

function isField(name: string): name is CustomerField {
  return CUSTOMER_FIELDS.some((field) => field === name)
}

/** What is still wrong once a field was typed into: not that field, and after another country only what is wrong there too (D98). */
export function errorsAfter(field: CustomerField, errors: CheckoutErrors, draft: CheckoutDraft): CheckoutErrors {
  const others = Object.entries(errors).filter(([name]) => name !== field)
  const found = customerErrors(draft)
  const judged = field === 'country' ? others.filter(([name]) => isField(name) && found[name]) : others
  return Object.fromEntries(judged)
}

/** What the order sends: fields left empty are left out. */
export function customerOf(draft: CheckoutDraft) {
  const { email, firstName, lastName, address, city, state, zipCode, country, ...optional } = draft
  const given = Object.fromEntries(Object.entries(optional).filter(([, text]) => text.trim() !== ''))
  return { email, firstName, lastName, address, city, state, zipCode, country, ...given }
}

/** The key under which this very order is sent, however often: a new one as soon as anything in it changes. */
export function keyFor(request: string, kept: string | null, newKey: () => string): string {
  try {
    const value: unknown = JSON.parse(kept ?? 'null')
    if (typeof value === 'object' && value !== null && 'request' in value && 'key' in value) {
      if (value.request === request && typeof value.key === 'string' && value.key !== '') return value.key
    }
  } catch {
    // unreadable: as if there were none
  }
  return newKey()
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // kept for as long as the page
  }
}

/** What this user typed in this tab before; null for nothing. */
export function readDraft(user: { id: string; email: string }): CheckoutDraft | null {
  return draftOf(stored(DRAFT_KEY), user)
}

export function storeDraft(userId: string, form: CheckoutDraft): void {
  store(DRAFT_KEY, { userId, form })
}

/** The Idempotency-Key of this request, kept until the order is placed. */
export function requestKey(request: string): string {
  const key = keyFor(request, stored(REQUEST_KEY), newKey)
  store(REQUEST_KEY, { request, key })
  return key
}

/** The order that was sent from this tab and never answered: the body as text, and its key; null for none. */
export function unansweredRequest(): { request: string; key: string } | null {
  try {
    const value: unknown = JSON.parse(stored(REQUEST_KEY) ?? 'null')
    if (typeof value !== 'object' || value === null || !('request' in value) || !('key' in value)) return null
    const { request, key } = value
    return typeof request === 'string' && typeof key === 'string' ? { request, key } : null
  } catch {
    return null
  }
}

/** The order was refused: it is not sent again as it was. */
export function dropRequest(): void {
  try {
    sessionStorage.removeItem(REQUEST_KEY)
  } catch {
    // nothing was kept
  }
}

/** Random, also where the page did not come over https and `randomUUID` does not exist. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** After the order: nothing of it stays in the tab. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY)
  } catch {
    // nothing was kept
  }
  dropRequest()
}
