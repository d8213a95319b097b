import { isInForce } from './tax-rates.ts'

/** Kinds of a registration: VAT of a country, the two one-stop shops of the European Union, and sales tax of a state. */
export const TAX_SCHEMES = ['domestic', 'oss', 'ioss', 'sales_tax'] as const

/** One of `TAX_SCHEMES`. */
export type TaxScheme = (typeof TAX_SCHEMES)[number]

/** VAT schemes of a seller. */
export const VAT_SCHEMES = ['regular', 'small_business'] as const

/** One of `VAT_SCHEMES`. */
export type VatScheme = (typeof VAT_SCHEMES)[number]

/** A registration for a tax. Days are ISO dates; both ends count. */
export interface TaxRegistration {
  country: string
  /** Code of a state; null: the whole country. */
  state: string | null
  scheme: TaxScheme
  number: string
  /** True while sales to consumers of other member states stay below the threshold of 10,000 EUR a year (Art. 59c). */
  isBelowThreshold: boolean
  validFrom: string
  validTo: string | null
}

/** A certificate by which a buyer is exempt from sales tax of states. */
export interface TaxCertificate {
  number: string
  /** Codes of states of the United States. */
  states: readonly string[]
  /** The last day on which it counts; null: it does not expire. */
  validTo: string | null
}

/** Returns the registration of a scheme and a place that is in force on a day; null where there is none. */
export function findRegistration(
  registrations: readonly TaxRegistration[],
  scheme: TaxScheme,
  place: { country: string; state?: string } | null,
  day: string,
): TaxRegistration | null {
  const isThere = (registration: TaxRegistration) =>
    place === null || (registration.country === place.country && (registration.state === null || registration.state === place.state))
  return registrations.find((one) => one.scheme === scheme && isInForce(one, day) && isThere(one)) ?? null
}

/** Returns the certificate that exempts a buyer in a state on a day; null where there is none. */
export function findCertificate<Certificate extends TaxCertificate>(
  certificates: readonly Certificate[],
  state: string,
  day: string,
): Certificate | null {
  return certificates.find(({ states, validTo }) => states.includes(state) && (validTo === null || day <= validTo)) ?? null
}
