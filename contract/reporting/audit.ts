import * as z from 'zod/mini'
import { Id, identifier, pageFields, queryInt } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'

const superAdmin = ['super_admin'] as const

/** An entry of the audit log: who changed what, when, and from what to what. */
export const AuditRecord = z.object({
  id: z.int(),
  at: z.string(),
  /** Null: the shop itself. */
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  actorRole: z.string(),
  /** Such as `order.move`. */
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** Null when the target has no name or is gone. */
  targetName: z.nullable(z.string()),
  /** Changed fields; null before a creation or after a deletion. */
  before: z.unknown(),
  after: z.unknown(),
  /** Reason, if one was given. */
  reason: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type AuditRecord = z.output<typeof AuditRecord>

const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please enter a date' }))

const list = {
  path: '/api/admin/audit-log',
  access: superAdmin,
  query: z.object({
    ...pageFields,
    /** Id of the actor. */
    actor: z.optional(Id),
    action: z.optional(identifier(60)),
    targetType: z.optional(identifier(60)),
    targetId: z.optional(identifier(100)),
    /** First and last day of the shop. */
    from: z.optional(Day),
    to: z.optional(Day),
  }),
}

export const audit = {
  list: endpoint({
    ...list,
    method: 'GET',
    mayLag: true,
    summary: 'Lists the audit log, newest first: actor, action, target, and values before and after.',
    response: z.array(AuditRecord),
    list: true,
  }),
  export: exportOf(list, 'The same entries as one file.', { stepUp: true }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/audit-log/:id',
    access: superAdmin,
    mayLag: true,
    summary: 'Returns an entry of the audit log.',
    params: z.object({ id: queryInt(1, 2_147_483_647) }),
    response: AuditRecord,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/admin/audit-log/facets',
    access: superAdmin,
    mayLag: true,
    summary: 'Returns the filters of the audit log: its actions and target types, and the staff.',
    response: z.object({
      actions: z.array(z.string()),
      targetTypes: z.array(z.string()),
      staff: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
}
