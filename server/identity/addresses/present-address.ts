import type { Address } from '#contract/identity/addresses.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import type { AddressRow } from './address-book.ts'

/** Presents a saved address; one without a country is in the United States. */
export function presentAddress({ id, form, isDefault, createdAt }: AddressRow): Address {
  const { email = '', firstName = '', lastName = '', address = '', city = '', state = '', zipCode = '', country, ...optional } = form
  return {
    ...optional,
    id,
    isDefault,
    email,
    firstName,
    lastName,
    address,
    city,
    state,
    zipCode,
    country: country ?? DEFAULT_COUNTRY,
    createdAt: createdAt.toISOString(),
  }
}
