import { defineList } from '#contract/list.ts'
import { DUTY_LABELS } from '#domain/permissions.ts'
import { roleLabel } from '#domain/user.ts'
import type { UserSummary } from './users.ts'

/** Columns of users, for staff. */
export const USER_LIST = defineList<UserSummary>()({
  name: { title: 'Name', kind: 'text', sort: 'name', isFixed: true, width: 30 },
  address: { title: 'Email', kind: 'text', value: ({ email }) => email, sort: 'email', only: 'file', width: 30 },
  role: { title: 'Role', kind: 'text', value: ({ role }) => roleLabel(role) },
  duties: {
    title: 'Duties',
    kind: 'text',
    value: ({ role, duties }) => (role === 'application_admin' ? duties.map((duty) => DUTY_LABELS[duty]).join(', ') : null),
  },
  business: {
    title: 'Business',
    kind: 'text',
    value: ({ role, businessName }) => businessName ?? (role === 'business_admin' ? 'No business' : null),
    width: 30,
  },
  status: { title: 'Status', kind: 'text' },
  email: {
    title: 'Email confirmed',
    kind: 'flag',
    value: ({ emailVerified }) => emailVerified,
    inFile: ({ emailVerified }) => (emailVerified ? 'yes' : 'no'),
    isExtra: true,
  },
  createdAt: { title: 'Created', kind: 'moment', sort: '-createdAt' },
})
