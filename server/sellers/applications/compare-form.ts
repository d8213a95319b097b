import type { StaffBusinessBody } from '#contract/sellers/applications.ts'
import type { BusinessRow } from './business-record.ts'

/** What of a business changes. */
export type BusinessChange = Partial<Omit<BusinessRow, 'id'>>

/** What a form really changes: an empty phone or website becomes none, what is left out stays. @param logo address of a new one; null keeps it */
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
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => business[name as keyof BusinessRow] !== value)) // its names are columns
}

/** What stood where a change is made. */
export const valuesBefore = (business: BusinessRow, change: BusinessChange): Record<string, unknown> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, business[name as keyof BusinessRow]])) // its names are columns
