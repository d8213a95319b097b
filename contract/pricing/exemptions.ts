import * as z from 'zod/mini'
import { IdParams, identifier, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { CERTIFICATE_KINDS, CERTIFICATE_STATUSES } from '#domain/tax-certificate.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** A certificate by which a buyer is exempt from sales tax of states of the United States. */
export const Exemption = z.object({
  id: z.string(),
  country: z.literal('US'),
  /** Codes of states. */
  states: z.array(z.string()),
  kind: z.enum(CERTIFICATE_KINDS),
  number: z.string(),
  /** The last day on which it counts; null: it does not expire. */
  validTo: z.nullable(z.string()),
  status: z.enum(CERTIFICATE_STATUSES),
  /** Reason of a refusal. */
  reason: z.string(),
  createdAt: z.string(),
  reviewedAt: z.nullable(z.string()),
  version: z.int(),
})
export type Exemption = z.output<typeof Exemption>

/** A certificate as staff see it. */
export const StaffExemption = z.extend(Exemption, {
  customer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /** Name of who decided; null before. */
  reviewer: z.nullable(z.string()),
})
export type StaffExemption = z.output<typeof StaffExemption>

const list = endpoint({
  method: 'GET',
  path: '/api/admin/tax/exemptions',
  access: STAFF_ROLES,
  permission: 'people.read',
  summary: 'Lists certificates of exemption, those that wait first; a search reads their number and the customer.',
  query: z.object({
    ...pageFields,
    status: z.optional(z.enum(CERTIFICATE_STATUSES)),
    sort: z.optional(z.enum(['status', '-status', 'createdAt', '-createdAt', 'validTo', '-validTo'])),
  }),
  response: z.array(StaffExemption),
  list: true,
})

export const exemptions = {
  listOwn: endpoint({
    method: 'GET',
    path: '/api/account/exemptions',
    access: 'signedIn',
    summary: "Lists the caller's certificates of exemption, newest first.",
    response: z.array(Exemption),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/account/exemptions',
    access: 'signedIn',
    summary: 'Sends a certificate of exemption for review: a PDF or a picture of at most 10 MB as `file`.',
    body: z.object({
      /** Codes of states, separated by commas. */
      states: identifier(400),
      kind: z.enum(CERTIFICATE_KINDS),
      number: identifier(80),
      /** The last day on which it counts; '' or absent: it does not expire. */
      validTo: z._default(identifier(10), ''),
    }),
    files: { file: 1 },
    response: Exemption,
    status: 201,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/exemptions/:id/file',
    access: 'signedIn',
    summary: 'Returns the file of a certificate to its owner and to staff.',
    params: IdParams,
    response: z.string(),
    produces: ['application/pdf', 'image/webp'],
  }),
  list,
  exportAll: exportOf(list, 'The same certificates as one file.', { stepUp: true }),
  review: endpoint({
    method: 'PATCH',
    path: '/api/admin/tax/exemptions/:id',
    access: STAFF_ROLES,
    permission: 'people.write',
    money: 'always',
    summary: 'Accepts or refuses a certificate; its customer is emailed. A refusal needs a reason.',
    params: IdParams,
    body: z.object({
      status: z.enum(['accepted', 'refused']),
      reason: z._default(text(500), ''),
      version: z.optional(z.int()),
    }),
    response: StaffExemption,
  }),
}
