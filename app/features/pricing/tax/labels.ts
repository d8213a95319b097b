import { day } from '#app/lib/format.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import type { TaxClass } from '#domain/product-fields.ts'
import { stateName } from '#domain/states.ts'
import type { TaxScheme } from '#domain/tax-registration.ts'

/** Labels of the tax classes. */
export const CLASS_LABELS: Readonly<Record<TaxClass, string>> = { standard: 'Standard', reduced: 'Reduced', zero: 'Zero' }

/** Labels of the schemes of registrations. */
export const SCHEME_LABELS: Readonly<Record<TaxScheme, string>> = {
  domestic: 'VAT',
  oss: 'One-stop shop (OSS)',
  ioss: 'Import one-stop shop (IOSS)',
  sales_tax: 'Sales tax',
}

/** Countries by name, for a field to choose one. */
export const COUNTRIES: readonly { code: string; name: string }[] = COUNTRY_CODES.map((code) => ({
  code,
  name: countryNameOf(code),
})).sort((one, other) => one.name.localeCompare(other.name, 'en'))

/** Returns a place in words: "Texas, United States", "Portugal, 9000 to 9499". */
export function placeText(place: {
  country: string
  state: string | null
  postcodeFrom?: string | null
  postcodeTo?: string | null
}): string {
  const { country, state, postcodeFrom, postcodeTo } = place
  const name = state === null ? countryNameOf(country) : `${stateName(country, state)}, ${countryNameOf(country)}`
  if (!postcodeFrom) return name
  return postcodeFrom === postcodeTo ? `${name}, ${postcodeFrom}` : `${name}, ${postcodeFrom} to ${postcodeTo}`
}

const dayText = (iso: string) => day(`${iso}T12:00:00Z`)

/** Returns a span of days in words: "since Jan 1, 2026", "Jan 1, 2026 to Jun 30, 2026". */
export const spanText = ({ validFrom, validTo }: { validFrom: string; validTo: string | null }): string =>
  validTo === null ? `Since ${dayText(validFrom)}` : `${dayText(validFrom)} to ${dayText(validTo)}`

/** Returns the choices of a field or filter from labels. */
export const choicesOf = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))
