import type { TypedPlace } from '#app/features/cart/place.ts'
import {
  type CustomerDraft,
  emptyDraft,
  hasVatId,
  isCustomerField,
  readBuyerKind,
} from '#app/features/identity/addresses/customer-draft.ts'
import { tabStorage } from '#app/lib/storage.ts'
import { placeErrors } from '#domain/customer.ts'

const DRAFT_KEY = 'checkout_draft'
const REQUEST_KEY = 'checkout_request'

/** The kept draft of this user; null where it is somebody else's or unreadable. Fields that it lacks are empty. */
export function draftOf(kept: string | null, user: { id: string; email: string }): CustomerDraft | null {
  try {
    const value: unknown = JSON.parse(kept ?? 'null')
    if (typeof value !== 'object' || value === null || !('userId' in value) || value.userId !== user.id || !('form' in value)) return null
    const stored = Object.entries(value.form ?? {})
    const form = stored.filter(([name, text]) => isCustomerField(name) && typeof text === 'string')
    const buyerKind = readBuyerKind(stored.find(([name]) => name === 'buyerKind')?.[1])
    return { ...emptyDraft(user.email), ...Object.fromEntries(form), ...(buyerKind && { buyerKind }) }
  } catch {
    return null
  }
}

/** Returns the place and buyer that a form says, by which the cart is priced: without state and postal code until they are possible. */
export function placeOf(draft: CustomerDraft): TypedPlace {
  const { country, state, buyerKind: buyer } = draft
  const known = { country, buyer, vatId: hasVatId(draft) ? draft.vatId : '' }
  const zip = draft.zipCode.trim()
  return placeErrors({ country, state, zipCode: zip }).zipCode === undefined ? { ...known, state, zip } : known
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

const store = (key: string, value: unknown) => tabStorage.write(key, JSON.stringify(value))

/** Returns the draft that this user typed in this tab before; null for none. */
export function readDraft(user: { id: string; email: string }): CustomerDraft | null {
  return draftOf(tabStorage.read(DRAFT_KEY), user)
}

export function keepDraft(userId: string, form: CustomerDraft): void {
  store(DRAFT_KEY, { userId, form })
}

/** The Idempotency-Key of this request, kept until the order is placed. */
export function requestKey(request: string): string {
  const key = keyFor(request, tabStorage.read(REQUEST_KEY), newKey)
  store(REQUEST_KEY, { request, key })
  return key
}

/** The order that was sent from this tab and never answered: the body as text, and its key; null for none. */
export function unansweredRequest(): { request: string; key: string } | null {
  try {
    const value: unknown = JSON.parse(tabStorage.read(REQUEST_KEY) ?? 'null')
    if (typeof value !== 'object' || value === null || !('request' in value) || !('key' in value)) return null
    const { request, key } = value
    return typeof request === 'string' && typeof key === 'string' ? { request, key } : null
  } catch {
    return null
  }
}

/** The order was refused: it is not sent again as it was. */
export function dropRequest(): void {
  tabStorage.write(REQUEST_KEY, null)
}

/** Random, also where the page did not come over https and `randomUUID` does not exist. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** After the order: nothing of it stays in the tab. */
export function dropDraft(): void {
  tabStorage.write(DRAFT_KEY, null)
  dropRequest()
}
