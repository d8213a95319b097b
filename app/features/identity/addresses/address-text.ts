import type { Address } from '#contract/identity/addresses.ts'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { CUSTOMER_FIELDS, type CustomerField, cityLine } from '#domain/customer.ts'
import type { CustomerDraft } from './customer-draft.ts'

/** Fields of an order that no address has. */
const ORDER_FIELDS: readonly CustomerField[] = ['poNumber', 'notes']
/** Contact fields, which keep what was typed when another address is chosen. */
const CONTACT_FIELDS: readonly CustomerField[] = ['email', 'phone']
const PLACE_FIELDS = CUSTOMER_FIELDS.filter((field) => !ORDER_FIELDS.includes(field) && !CONTACT_FIELDS.includes(field))

type Form = Partial<Record<CustomerField, string | undefined>> & { buyerKind?: BuyerKind | undefined }

/** The part of a form that an address book keeps; empty fields are left out. */
export function addressOf(form: Form): Partial<Record<CustomerField, string>> & { buyerKind?: BuyerKind } {
  const kept = CUSTOMER_FIELDS.filter((field) => !ORDER_FIELDS.includes(field)).map((field) => [field, (form[field] ?? '').trim()] as const)
  return { ...Object.fromEntries(kept.filter(([, text]) => text !== '')), ...(form.buyerKind && { buyerKind: form.buyerKind }) }
}

/** A draft that goes to this address. Contact data that was typed stays, and so does what belongs to the order. */
export function withAddress(draft: CustomerDraft, address: Form): CustomerDraft {
  const place = PLACE_FIELDS.map((field) => [field, address[field] ?? ''] as const)
  const contact = CONTACT_FIELDS.map((field) => [field, draft[field].trim() === '' ? (address[field] ?? '') : draft[field]] as const)
  return { ...draft, ...Object.fromEntries(place), ...Object.fromEntries(contact), buyerKind: address.buyerKind ?? draft.buyerKind }
}

/** Says whether a draft has exactly the place of a saved address. */
export function isSamePlace(draft: CustomerDraft, address: Form): boolean {
  return PLACE_FIELDS.every((field) => draft[field].trim() === (address[field] ?? ''))
}

/** A name and an address on one line: "Ann Lee, 1 Main Street, Chicago, IL 60607, United States". */
export function addressLine(form: Form): string {
  const { firstName, lastName, company, address, country } = form
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return [name, company, address, cityLine(form), country && countryNameOf(country)].filter(Boolean).join(', ')
}

/** An address of the book in a list of choices. */
export function choiceText(address: Address): string {
  return addressLine(address) + (address.isDefault ? ' (default)' : '')
}
