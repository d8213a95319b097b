import type { BuyerKind } from './buyer-kind.ts'
import { countryNameOf } from './country-name.ts'
import { isPrintable } from './letters.ts'
import { isPostalCode, postalCodeExample } from './postal-code.ts'
import { DEFAULT_COUNTRY } from './shipping.ts'
import { normalizeIdentifier, trimText } from './text.ts'

/** Fields of the checkout form and of a saved address, in display order (S198). */
export const CUSTOMER_FIELDS = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'country',
  'address',
  'city',
  'state',
  'zipCode',
  'company',
  'vatId',
  'poNumber',
  'notes',
] as const

export type CustomerField = (typeof CUSTOMER_FIELDS)[number]

/** Fields that only businesses fill in. */
export const BUSINESS_FIELDS: readonly CustomerField[] = ['company', 'vatId', 'poNumber']

/** Fields that labels and documents print, so that their letters must be ones that those can print. */
const PRINTED_FIELDS: readonly CustomerField[] = ['firstName', 'lastName', 'address', 'city', 'state', 'company']

/** Maximum number of characters of each field. */
export const CUSTOMER_LIMITS = {
  email: 254,
  phone: 40,
  firstName: 80,
  lastName: 80,
  country: 2,
  address: 200,
  city: 100,
  state: 100,
  zipCode: 20,
  company: 120,
  vatId: 40,
  poNumber: 60,
  notes: 1000,
} as const satisfies Record<CustomerField, number>

/** Messages for empty required fields (S249); `email` and `state` have rules of their own. */
export const CUSTOMER_REQUIRED = {
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  address: 'Please enter your street address',
  city: 'Please enter your city',
  zipCode: 'Please enter your ZIP or postal code',
} as const satisfies Partial<Record<CustomerField, string>>

/** Messages of the other rules. */
export const CUSTOMER_SENTENCES = {
  email: 'Please enter an email address like name@example.com',
  country: 'Please choose a country',
  state: 'Please enter your state',
  zipCode: 'A US ZIP code has 5 digits, such as 60607',
  unusual: 'Please remove unusual characters',
  letters: 'Use Latin letters so that carriers can read it',
} as const

/** Shape of an email address: one @, a dot after it, nothing that separates addresses. */
export const EMAIL_PATTERN = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/

/** Maximum number of saved addresses of a user. */
export const MAX_ADDRESSES = 20

/** Returns true if addresses of this country (ISO 3166, two letters) need a state. */
export function needsState(country: string | undefined): boolean {
  return ['US', 'CA'].includes(country ?? DEFAULT_COUNTRY)
}

/** Countries whose addresses have the postal code after the city; elsewhere it comes before. */
const CODE_AFTER_CITY = ['US', 'CA', 'AU', 'GB', 'IE', 'NZ', 'SG', 'JP', 'LV', 'AE']

/** Formats city, state and postal code as on a parcel: "Chicago, IL 60607", "1010 Wien". */
export function cityLine({ city, state, zipCode, country }: Readonly<Partial<Record<CustomerField, string | undefined>>>): string {
  const join = (parts: (string | undefined)[], between: string) => parts.filter(Boolean).join(between)
  if (CODE_AFTER_CITY.includes(country ?? DEFAULT_COUNTRY)) return join([city, join([state, zipCode], ' ')], ', ')
  return join([join([zipCode, city], ' '), state], ', ')
}

/** Returns true if `zipCode` is possible in `country`; without a country, as in the specification's form, it is not checked. */
export function isZipCode(zipCode: string, country: string | undefined): boolean {
  return country === undefined || isPostalCode(zipCode, country)
}

/** Returns the message for a postal code that is impossible in `country`, with an example of it. */
export function zipCodeError(country: string | undefined): string {
  const example = postalCodeExample(country ?? DEFAULT_COUNTRY)
  if (country === undefined || country === DEFAULT_COUNTRY || !example) return CUSTOMER_SENTENCES.zipCode
  return `A postal code in ${countryNameOf(country)} looks like ${example}`
}

/** Returns true if a text has no control characters and no unpaired surrogates. */
export function isPlainText(text: string): boolean {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) && text.isWellFormed()
}

const IDENTIFIERS: readonly CustomerField[] = ['email', 'phone', 'country', 'state', 'zipCode', 'vatId', 'poNumber']

/** Returns the errors of a form by field, of consumers without the fields of businesses; empty if it is valid. The server's schema applies the same rules (S249). */
export function customerErrors(
  form: Readonly<Partial<Record<CustomerField, string>>> & { readonly buyerKind?: BuyerKind | undefined },
): Partial<Record<CustomerField, string>> {
  const found = CUSTOMER_FIELDS.flatMap((field): [CustomerField, string][] => {
    if (form.buyerKind === 'consumer' && BUSINESS_FIELDS.includes(field)) return []
    const typed = form[field] ?? ''
    const error = fieldError(field, IDENTIFIERS.includes(field) ? normalizeIdentifier(typed) : trimText(typed), form)
    return error ? [[field, error]] : []
  })
  return Object.fromEntries(found)
}

function fieldError(field: CustomerField, text: string, { country }: Readonly<Partial<Record<CustomerField, string>>>): string | null {
  if (text === '') return emptyError(field, country)
  if (text.length > CUSTOMER_LIMITS[field]) return `At most ${CUSTOMER_LIMITS[field]} characters are accepted`
  if (!isPlainText(text)) return CUSTOMER_SENTENCES.unusual
  if (PRINTED_FIELDS.includes(field) && !isPrintable(text)) return CUSTOMER_SENTENCES.letters
  if (field === 'email' && !EMAIL_PATTERN.test(text)) return CUSTOMER_SENTENCES.email
  if (field === 'country' && !/^[A-Z]{2}$/.test(text)) return CUSTOMER_SENTENCES.country
  if (field === 'zipCode' && !isZipCode(text, country)) return zipCodeError(country)
  return null
}

function emptyError(field: CustomerField, country: string | undefined): string | null {
  if (field === 'email' || field === 'country') return CUSTOMER_SENTENCES[field]
  if (field === 'state') return needsState(country) ? CUSTOMER_SENTENCES.state : null
  const required: Partial<Record<CustomerField, string>> = CUSTOMER_REQUIRED
  return required[field] ?? null
}
