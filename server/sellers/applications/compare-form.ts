import type { StaffBusinessBody } from '#contract/sellers/applications.ts'
import type { BusinessRow } from './business-record.ts'

/** A change of a business. */
export type BusinessChange = Partial<Omit<BusinessRow, 'id'>>

/**
 * Returns the fields that differ: an empty phone or website becomes null, omitted fields stay.
 * @param logo address of a new logo; null keeps the current one
 */
export function changeOf(
  business: BusinessRow,
  { version: _version, phone, website, ...form }: Omit<StaffBusinessBody, 'reason'>,
  logo: string | null,
): BusinessChange {
  const wanted: BusinessChange = {
    ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)),
    ...(phone !== undefined && { phone: phone || null }),
    ...(website !== undefined && { website: website || null }),
    ...(logo && { logo }),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => business[name as keyof BusinessRow] !== value)) // names are columns
}

/** Returns the previous values of the changed fields. */
export const valuesBefore = (business: BusinessRow, change: BusinessChange): Record<string, unknown> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, business[name as keyof BusinessRow]])) // names are columns
