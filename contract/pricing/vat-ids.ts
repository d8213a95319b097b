import * as z from 'zod/mini'
import { IdParams, identifier, pageFields, requiredText } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { VAT_CHECK_SOURCES, VAT_CHECK_STATUSES } from '#domain/vat-id.ts'

/** Result of a check of a VAT id. */
export const VatIdCheck = z.object({
  /** In its plain form: capitals and digits, EL for Greece. */
  vatId: z.string(),
  /** `pending`: the register has not answered yet, and is asked again; `unavailable`: nobody can say now. */
  status: z.enum([...VAT_CHECK_STATUSES, 'pending']),
  /** Name as registered; '' where it is unknown. */
  name: z.string(),
  checkedAt: z.nullable(z.string()),
})
export type VatIdCheck = z.output<typeof VatIdCheck>

/** A VAT id of the caller's saved addresses with its newest check. */
export const OwnVatId = z.extend(VatIdCheck, {
  /** True if the check lets the VAT id count now: it says that it is valid, and is at most seven days old. */
  counts: z.boolean(),
  /** Number of saved addresses that have it. */
  addresses: z.int(),
})
export type OwnVatId = z.output<typeof OwnVatId>

/** A VAT id that was checked, as staff see it. */
export const StaffVatCheck = z.object({
  id: z.string(),
  vatId: z.string(),
  country: z.string(),
  status: z.enum(VAT_CHECK_STATUSES),
  name: z.string(),
  address: z.string(),
  /** Consultation number of VIES, the proof of the check; '' without one. */
  consultation: z.string(),
  checkedAt: z.string(),
  source: z.enum(VAT_CHECK_SOURCES),
  note: z.string(),
  /** Name of the staff member who confirmed it; null if nobody did. */
  confirmedBy: z.nullable(z.string()),
  /** When it is asked about again; null: it is not. */
  nextCheckAt: z.nullable(z.string()),
  counts: z.boolean(),
  version: z.int(),
})
export type StaffVatCheck = z.output<typeof StaffVatCheck>

const list = endpoint({
  method: 'GET',
  path: '/api/admin/vat-ids',
  access: STAFF_ROLES,
  permission: 'people.read',
  summary: 'Lists the VAT ids that were checked, the newest check first; a search reads their number and name.',
  query: z.object({
    ...pageFields,
    status: z.optional(z.enum(VAT_CHECK_STATUSES)),
    sort: z.optional(z.enum(['checkedAt', '-checkedAt', 'vatId', '-vatId'])),
  }),
  response: z.array(StaffVatCheck),
  list: true,
})

export const vatIds = {
  check: endpoint({
    method: 'POST',
    path: '/api/vat-ids/check',
    access: 'signedIn',
    money: 'unasked',
    summary: 'Checks a VAT ID, in VIES too; answers within four seconds. At most 10 a minute.',
    body: z.object({ vatId: identifier(40) }),
    response: VatIdCheck,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/api/account/vat-ids',
    access: 'signedIn',
    summary: "Lists the VAT ids of the caller's saved addresses with their newest checks.",
    response: z.array(OwnVatId),
  }),
  list,
  exportAll: exportOf(list, 'The same checks as one file.', { stepUp: true }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/admin/vat-ids/:id/confirm',
    access: STAFF_ROLES,
    permission: 'people.write',
    money: 'always',
    summary: 'Confirms a VAT ID by hand, with a note that says how; it counts for seven days.',
    params: IdParams,
    body: z.object({ note: requiredText(500, 'Please say how you confirmed it'), version: z.optional(z.int()) }),
    response: StaffVatCheck,
  }),
}
