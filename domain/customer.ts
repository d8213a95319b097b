/** The fields of the checkout form and of a saved address, in the order in which they stand on the page (S198, D98). */
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

/** One of `CUSTOMER_FIELDS`. */
export type CustomerField = (typeof CUSTOMER_FIELDS)[number]

/** Most characters of each field. */
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

/** What a person reads at a field that must not stay empty (S249); `email` and `state` have rules of their own. */
export const CUSTOMER_REQUIRED = {
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  address: 'Please enter your street address',
  city: 'Please enter your city',
  zipCode: 'Please enter your ZIP or postal code',
} as const satisfies Partial<Record<CustomerField, string>>

/** The sentences of the other rules. */
export const CUSTOMER_SENTENCES = {
  email: 'Please enter an email address like name@example.com',
  country: 'Please choose a country',
  state: 'Please enter your state',
  zipCode: 'A US ZIP code has 5 digits, such as 60607',
  unusual: 'Please remove unusual characters',
} as const

/** What an e-mail address looks like: one @, a dot behind it, nothing that separates addresses. */
export const EMAIL_PATTERN = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/

/** Most addresses that one user keeps. */
export const MAX_ADDRESSES = 20

/** Where a form without a country goes (D98: preset US). */
export const DEFAULT_COUNTRY = 'US'

/** Says whether addresses of this country (ISO 3166, two letters) need a state (D98). */
export function needsState(country: string | undefined): boolean {
  return ['US', 'CA'].includes(country ?? DEFAULT_COUNTRY)
}

/** Countries whose addresses have the postal code behind the city; elsewhere it stands before it. */
const CODE_AFTER_CITY = ['US', 'CA', 'AU', 'GB', 'IE', 'NZ', 'SG', 'JP', 'LV', 'AE']

/** City, state and postal code as they stand on a parcel: "Chicago, IL 60607", "1010 Wien". */
export function cityLine({ city, state, zipCode, country }: Readonly<Partial<Record<CustomerField, string | undefined>>>): string {
  const join = (parts: (string | undefined)[], between: string) => parts.filter(Boolean).join(between)
  if (CODE_AFTER_CITY.includes(country ?? DEFAULT_COUNTRY)) return join([city, join([state, zipCode], ' ')], ', ')
  return join([join([zipCode, city], ' '), state], ', ')
}

/** Says whether `zipCode` can be one of `country`; only a form that names the United States itself is judged. */
export function isZipCode(zipCode: string, country: string | undefined): boolean {
  return country !== 'US' || /^\d{5}(-?\d{4})?$/.test(zipCode)
}

/** Says whether a text holds none of the characters that nobody types: control characters and halves of pairs. */
export function isPlainText(text: string): boolean {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) && text.isWellFormed()
}

/** What is wrong with a form, by field; empty when it can be sent. The server's schema says the same (S249, D99). */
export function customerErrors(form: Readonly<Partial<Record<CustomerField, string>>>): Partial<Record<CustomerField, string>> {
  const found = CUSTOMER_FIELDS.flatMap((field): [CustomerField, string][] => {
    const error = fieldError(field, (form[field] ?? '').trim(), form)
    return error ? [[field, error]] : []
  })
  return Object.fromEntries(found)
}

function fieldError(field: CustomerField, text: string, { country }: Readonly<Partial<Record<CustomerField, string>>>): string | null {
  if (text === '') return emptyError(field, country)
  if (text.length > CUSTOMER_LIMITS[field]) return `At most ${CUSTOMER_LIMITS[field]} characters are accepted`
  if (!isPlainText(text)) return CUSTOMER_SENTENCES.unusual
  if (field === 'email' && !EMAIL_PATTERN.test(text)) return CUSTOMER_SENTENCES.email
  if (field === 'country' && !/^[A-Z]{2}$/.test(text)) return CUSTOMER_SENTENCES.country
  if (field === 'zipCode' && !isZipCode(text, country)) return CUSTOMER_SENTENCES.zipCode
  return null
}

function emptyError(field: CustomerField, country: string | undefined): string | null {
  if (field === 'email' || field === 'country') return CUSTOMER_SENTENCES[field]
  if (field === 'state') return needsState(country) ? CUSTOMER_SENTENCES.state : null
  const required: Partial<Record<CustomerField, string>> = CUSTOMER_REQUIRED
  return required[field] ?? null
}
