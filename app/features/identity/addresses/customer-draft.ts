import { BUYER_KINDS, type BuyerKind, DEFAULT_BUYER_KIND } from '#domain/buyer-kind.ts'
import { BUSINESS_FIELDS, CUSTOMER_FIELDS, type CustomerField, customerErrors } from '#domain/customer.ts'
import { hasVatIds } from '#domain/market-country.ts'
import { hasPostalCodes } from '#domain/postal-code.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'

/** The form of a customer as text, field by field; an empty field is ''. */
export type CustomerDraft = Record<CustomerField, string> & { buyerKind: BuyerKind }
/** A field of the form that its reader types or chooses. */
export type DraftField = CustomerField | 'buyerKind'
export type CustomerErrors = Partial<Record<CustomerField, string>>

/** Returns a new form: only the email and the country most orders go to are filled in. */
export function emptyDraft(email: string): CustomerDraft {
  const blank = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, ''])) as Record<CustomerField, string> // made of all its fields
  return { ...blank, email, country: DEFAULT_COUNTRY, buyerKind: DEFAULT_BUYER_KIND }
}

export function isCustomerField(name: string): name is CustomerField {
  return CUSTOMER_FIELDS.some((field) => field === name)
}

/** Reads a kind of buyer; undefined for anything else. */
export const readBuyerKind = (value: unknown): BuyerKind | undefined => BUYER_KINDS.find((kind) => kind === value)

/**
 * Returns the form with `field` edited; another country clears the state, which belongs to the earlier country, and the postal code where
 * it has none.
 */
export function edited(draft: CustomerDraft, field: DraftField, text: string): CustomerDraft {
  const next = { ...draft, [field]: text }
  if (field !== 'country' || text === draft.country) return next
  return { ...next, state: '', zipCode: hasPostalCodes(text) ? draft.zipCode : '' }
}

/**
 * Returns the errors that remain once `field` was edited: its own goes, and with another country, state or kind of buyer every one that is
 * no error there.
 */
export function errorsAfter(field: DraftField, errors: CustomerErrors, draft: CustomerDraft): CustomerErrors {
  const others = Object.entries(errors).filter(([name]) => name !== field)
  if (field !== 'country' && field !== 'state' && field !== 'buyerKind') return Object.fromEntries(others)
  const found = customerErrors(draft)
  return Object.fromEntries(others.filter(([name]) => isCustomerField(name) && found[name]))
}

/** Returns true if a VAT id is asked of the buyer: of a business in a country that has them. */
export const hasVatId = ({ buyerKind, country }: Pick<CustomerDraft, 'buyerKind' | 'country'>): boolean =>
  buyerKind === 'business' && hasVatIds(country)

/** Returns the customer to send: optional fields that are empty are left out, and what is not asked of this buyer. */
export function customerOf(draft: CustomerDraft) {
  const { email, firstName, lastName, address, city, state, zipCode, country, buyerKind, ...optional } = draft
  const isAsked = (field: string) =>
    field === 'vatId' ? hasVatId(draft) : buyerKind === 'business' || !BUSINESS_FIELDS.some((name) => name === field)
  const given = Object.fromEntries(Object.entries(optional).filter(([field, text]) => text.trim() !== '' && isAsked(field)))
  return { email, firstName, lastName, address, city, state, zipCode, country, buyerKind, ...given }
}
