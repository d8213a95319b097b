import { CUSTOMER_FIELDS, type CustomerField, customerErrors } from '#domain/customer.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'

/** The form of a customer as text, field by field; an empty field is ''. */
export type CustomerDraft = Record<CustomerField, string>
export type CustomerErrors = Partial<Record<CustomerField, string>>

/** Returns a new form: only the email and the country most orders go to are filled in. */
export function emptyDraft(email: string): CustomerDraft {
  const blank = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, ''])) as CustomerDraft // made of all its fields
  return { ...blank, email, country: DEFAULT_COUNTRY }
}

export function isCustomerField(name: string): name is CustomerField {
  return CUSTOMER_FIELDS.some((field) => field === name)
}

/** Returns the errors that remain once `field` was edited: its own goes, and with another country every one that is no error there. */
export function errorsAfter(field: CustomerField, errors: CustomerErrors, draft: CustomerDraft): CustomerErrors {
  const others = Object.entries(errors).filter(([name]) => name !== field)
  if (field !== 'country') return Object.fromEntries(others)
  const found = customerErrors(draft)
  return Object.fromEntries(others.filter(([name]) => isCustomerField(name) && found[name]))
}

/** Returns the customer to send: optional fields that are empty are left out. */
export function customerOf(draft: CustomerDraft) {
  const { email, firstName, lastName, address, city, state, zipCode, country, ...optional } = draft
  const given = Object.fromEntries(Object.entries(optional).filter(([, text]) => text.trim() !== ''))
  return { email, firstName, lastName, address, city, state, zipCode, country, ...given }
}
