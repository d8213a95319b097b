import type { StaffBusinessBody } from '#contract/sellers/applications.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import { formatPostalCode, needsPostalCode, POSTAL_CODE_MISSING } from '#domain/postal-code.ts'
import { checksAfter } from '#domain/trader.ts'
import { normalizeVatId, VAT_ID_ERROR } from '#domain/vat-id.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import type { BusinessRow } from './business-record.ts'

/** A change of a business. */
export type BusinessChange = Partial<Omit<BusinessRow, 'id'>>

/**
 * Returns the fields that differ: an empty phone, website or VAT id becomes null, omitted fields stay, and a check of what changed is void.
 * Refuses an impossible VAT id at its field.
 * @param logo address of a new logo; null keeps the current one
 */
export function changeOf(
  business: BusinessRow,
  { version: _version, phone, website, vatId, selfCertified, ...form }: Omit<StaffBusinessBody, 'reason'>,
  { logo, at }: { logo: string | null; at: Date },
): BusinessChange {
  const wanted: BusinessChange = {
    ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)),
    ...(phone !== undefined && { phone: phone || null }),
    ...(website !== undefined && { website: website || null }),
    ...((form.postalCode ?? form.country) !== undefined && { postalCode: postalCodeOf({ ...business, ...form }) }),
    ...(vatId !== undefined && { vatId: vatIdOf(vatId) }),
    ...(selfCertified !== undefined && { selfCertifiedAt: selfCertified ? (business.selfCertifiedAt ?? at) : null }),
    ...(logo && { logo }),
  }
  const changed = Object.entries(wanted).filter(([name, value]) => business[name as keyof BusinessRow] !== value) // names are columns
  if (changed.length === 0) return {}
  const change: BusinessChange = Object.fromEntries(changed)
  const checks = checksAfter(business.checks, Object.keys(change))
  return Object.keys(checks).length === Object.keys(business.checks).length ? change : { ...change, checks }
}

/**
 * Returns the postal code of a business as it is stored: in the shape of its country, '' where that has none. Refuses an empty one at its
 * field where addresses of the country have one.
 */
export function postalCodeOf({ country, postalCode = '' }: { country?: string | undefined; postalCode?: string | undefined }): string {
  const code = countryCodeOf(country ?? '')
  if (postalCode === '' && (code === '' || needsPostalCode(code))) refuseField('postalCode', POSTAL_CODE_MISSING)
  return code === '' ? postalCode : formatPostalCode(postalCode, code)
}

/** Returns a VAT id as it is stored; null for none. Refuses an impossible one at its field. */
export function vatIdOf(typed: string): string | null {
  if (typed === '') return null
  if (!isPossibleVatId(typed)) refuseField('vatId', VAT_ID_ERROR)
  return normalizeVatId(typed)
}

/** Returns the previous values of the changed fields. */
export const valuesBefore = (business: BusinessRow, change: BusinessChange): Record<string, unknown> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, business[name as keyof BusinessRow]])) // names are columns
