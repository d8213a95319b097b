import type { BuyerKind } from './buyer-kind.ts'
import { countryNameOf } from './country-name.ts'
import { isLegible, isPrintable } from './letters.ts'
import { formatPostalCode, isPostalCode, needsPostalCode, postalCodeExample } from './postal-code.ts'
import { DEFAULT_COUNTRY } from './shipping.ts'
import { hasStates, isStateOfPostcode, stateCode, stateError, stateInText, stateOfPostcode, stateWord } from './states.ts'
import { normalizeIdentifier, trimText } from './text.ts'
import { EMAIL_ERROR, isEmail } from './user.ts'

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
/** Those of them that must be filled in: letters or digits are needed, not only emoji. */
const LEGIBLE_FIELDS: readonly CustomerField[] = ['firstName', 'lastName', 'address', 'city']

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
  email: EMAIL_ERROR,
  country: 'Please choose a country',
  state: 'Please enter your state',
  zipCode: 'A US ZIP code has 5 digits, such as 60607',
  unusual: 'Please remove unusual characters',
  letters: 'Use Latin letters so that carriers can read it',
} as const

/** Maximum number of saved addresses of a user. */
export const MAX_ADDRESSES = 20

/** Returns true if addresses of this country (ISO 3166, two letters) need a state. */
export function needsState(country: string | undefined): boolean {
  return hasStates(country ?? DEFAULT_COUNTRY)
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

/** Country, state and postal code of an address, as far as they are known. */
type PlaceForm = { country?: string | undefined; state?: string | undefined; zipCode?: string | undefined }

/** Returns an address with its state as a code and its postal code as its country writes it; what is not known stays as it was typed. */
export function inUsualShape<Form extends PlaceForm>(form: Form): Form {
  const { country = DEFAULT_COUNTRY, state, zipCode } = form
  return {
    ...form,
    ...(state && { state: stateCode(country, state) || state }),
    ...(zipCode && { zipCode: formatPostalCode(zipCode, country) }),
  }
}

/**
 * Returns what is wrong with state and postal code of an address; without a country, as in the specification's form, the code is not
 * checked.
 */
export function placeErrors({ country, state = '', zipCode = '' }: PlaceForm): { state?: string; zipCode?: string } {
  const known = country ?? DEFAULT_COUNTRY
  const code = stateCode(known, state)
  const wrongState = !needsState(known) || code !== '' ? null : state === '' ? CUSTOMER_SENTENCES.state : stateError(known)
  const errors = wrongState === null ? {} : { state: wrongState }
  if (zipCode === '') return needsPostalCode(known) ? { ...errors, zipCode: CUSTOMER_REQUIRED.zipCode } : errors
  if (!isZipCode(zipCode, country)) return { ...errors, zipCode: zipCodeError(country) }
  if (country === undefined || code === '' || isStateOfPostcode(known, code, zipCode)) return errors
  return { ...errors, zipCode: otherStateError(known, zipCode) }
}

/** Returns the message for a postal code that is not in the state of its address. */
function otherStateError(country: string, zipCode: string): string {
  const name = country === DEFAULT_COUNTRY ? 'ZIP code' : 'postal code'
  const state = stateOfPostcode(country, zipCode)
  if (state === '') return `There is no ${name} ${formatPostalCode(zipCode, country)}.`
  return `The ${name} ${formatPostalCode(zipCode, country)} is in ${stateInText(country, state)}. Check it, or choose that ${stateWord(country)}.`
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

const IDENTIFIERS: readonly CustomerField[] = ['email', 'phone', 'country', 'state', 'zipCode', 'vatId']

/**
 * Returns the errors of a form by field, of consumers without the fields of businesses; empty if it is valid. The server's schema applies
 * the same rules (S249).
 */
export function customerErrors(
  form: Readonly<Partial<Record<CustomerField, string>>> & { readonly buyerKind?: BuyerKind | undefined },
): Partial<Record<CustomerField, string>> {
  const { country, state = '', zipCode = '' } = form
  const placed = placeErrors({ country, state: normalizeIdentifier(state), zipCode: normalizeIdentifier(zipCode) })
  const found = CUSTOMER_FIELDS.flatMap((field): [CustomerField, string][] => {
    if (form.buyerKind === 'consumer' && BUSINESS_FIELDS.includes(field)) return []
    const typed = form[field] ?? ''
    const text = IDENTIFIERS.includes(field) ? normalizeIdentifier(typed) : trimText(typed)
    const error = fieldError(field, text) ?? (field === 'state' || field === 'zipCode' ? (placed[field] ?? null) : null)
    return error ? [[field, error]] : []
  })
  return Object.fromEntries(found)
}

function fieldError(field: CustomerField, text: string): string | null {
  if (text === '' || (LEGIBLE_FIELDS.includes(field) && !isLegible(text))) return emptyError(field)
  if (text.length > CUSTOMER_LIMITS[field]) return `At most ${CUSTOMER_LIMITS[field]} characters are accepted`
  if (!isPlainText(text)) return CUSTOMER_SENTENCES.unusual
  if (PRINTED_FIELDS.includes(field) && !isPrintable(text)) return CUSTOMER_SENTENCES.letters
  if (field === 'email' && !isEmail(text)) return CUSTOMER_SENTENCES.email
  if (field === 'country' && !/^[A-Z]{2}$/.test(text)) return CUSTOMER_SENTENCES.country
  return null
}

function emptyError(field: CustomerField): string | null {
  if (field === 'email' || field === 'country') return CUSTOMER_SENTENCES[field]
  const required: Partial<Record<CustomerField, string>> = CUSTOMER_REQUIRED
  return field === 'zipCode' ? null : (required[field] ?? null)
}
