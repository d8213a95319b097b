import { defineList } from '#contract/list.ts'
import type { AuditRecord } from './audit.ts'

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Columns of the audit log. */
export const AUDIT_LIST = defineList<AuditRecord>()({
  at: { title: 'When', kind: 'moment', isFixed: true, width: 26 },
  who: { title: 'Who', kind: 'text', value: ({ actorName }) => actorName, only: 'file' },
  role: { title: 'Role', kind: 'text', value: ({ actorRole }) => actorRole, only: 'file' },
  what: { title: 'What happened', kind: 'prose', only: 'grid', isFixed: true },
  change: { title: 'Change', kind: 'prose', only: 'grid' },
  action: { title: 'Action', kind: 'code', isExtra: true },
  type: { title: 'Object', kind: 'text', value: ({ targetType }) => targetType, only: 'file' },
  object: { title: 'Object id', kind: 'text', value: ({ targetId }) => targetId, isExtra: true, width: 38 },
  name: { title: 'Object name', kind: 'text', value: ({ targetName }) => targetName, only: 'file' },
  before: { title: 'Before', kind: 'text', value: ({ before }) => jsonOf(before), only: 'file', width: 50 },
  after: { title: 'After', kind: 'text', value: ({ after }) => jsonOf(after), only: 'file', width: 50 },
  reason: { title: 'Reason', kind: 'text', none: 'None given', isExtra: true, width: 40 },
  request: { title: 'Request', kind: 'text', value: ({ requestId }) => requestId, isExtra: true, width: 38 },
})
