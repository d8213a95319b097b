import * as z from 'zod/mini'
import { Id, IdParams, Ok, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Password } from '#contract/identity/auth.ts'
import { ROLES, USER_STATUSES } from '#domain/user.ts'

const staffRoles = ['application_admin', 'super_admin'] as const

/** A user as staff see it, without secrets. A business_admin without `businessId` has nobody to act for. */
export const UserSummary = z.object({
  id: z.string(),
  name: z.string(),
  /** A new address that staff entered is shown here at once, before its owner has confirmed it (`emailVerified` is false until then). */
  email: z.string(),
  /** The address that counts for sign-in and emails; differs from `email` until a new one is confirmed. */
  signInEmail: z.string(),
  role: z.enum(ROLES),
  status: z.enum(USER_STATUSES),
  businessId: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  emailVerified: z.boolean(),
  /** The password was set by staff and has not been replaced yet. */
  mustChangePassword: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type UserSummary = z.output<typeof UserSummary>

export const USER_SORTS = ['-createdAt', 'createdAt', 'name', '-name', 'email', '-email'] as const

/** Name, e-mail and password are required; that one is missing is told in the words of the specification, so the server asks for them itself. */
export const CreateUserBody = z.object({
  name: z._default(text(120), ''),
  email: z._default(text(254), ''),
  password: z._default(Password, ''),
  role: z._default(z.enum(ROLES), 'customer'),
  status: z._default(z.enum(USER_STATUSES), 'Active'),
  /** Only for a business_admin. */
  businessId: z.optional(z.nullable(Id)),
})
export type CreateUserBody = z.output<typeof CreateUserBody>

/** Fields that are left out stay as they are. */
export const UpdateUserBody = z.object({
  name: z.optional(text(120)),
  email: z.optional(text(254)),
  role: z.optional(z.enum(ROLES)),
  status: z.optional(z.enum(USER_STATUSES)),
  businessId: z.optional(z.nullable(Id)),
  /** Why the status changes; kept in the audit log. */
  reason: z.optional(text(500)),
  version: z.optional(z.int()),
})
export type UpdateUserBody = z.output<typeof UpdateUserBody>

const list = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: staffRoles,
  summary: 'Every user but deleted ones, which `status=Deleted` asks for; the newest first. `search` is in name or e-mail, or a whole id.',
  query: z.object({
    ...pageFields,
    role: z.optional(z.enum(ROLES)),
    status: z.optional(z.enum(USER_STATUSES)),
    sort: z.optional(z.enum(USER_SORTS)),
  }),
  response: z.array(UserSummary),
  list: true,
})

export const users = {
  list,
  exportAll: exportOf(list, 'The users of the list as one file.', { stepUp: true }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    access: staffRoles,
    summary:
      'Makes a user with a first password, which works for 72 hours and has to be replaced at the first sign-in. Nobody is made a super admin. Any role but customer needs the password within 5 minutes.',
    body: CreateUserBody,
    response: UserSummary,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id',
    invalidates: true,
    access: staffRoles,
    summary:
      'Changes a user; role and status act at its next request. A new email address counts once it is confirmed; the old one is notified and can undo it. Anything but the name of a customer or seller needs the password within 5 minutes.',
    params: IdParams,
    body: UpdateUserBody,
    response: UserSummary,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id',
    invalidates: true,
    access: staffRoles,
    summary: 'Deletes a user for good: the person is taken out of the orders, which stay, and the e-mail address is free again.',
    params: IdParams,
    response: Ok,
    stepUp: true,
  }),
  sendResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/reset-password',
    access: staffRoles,
    summary: 'Mails the user a link that sets a new password: 30 minutes, once. Nobody else sees it.',
    params: IdParams,
    response: Ok,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    access: staffRoles,
    summary: 'Signs a user out everywhere; who asks it of the own account keeps the session that asks.',
    params: IdParams,
    response: z.extend(Ok, { ended: z.int() }),
    stepUp: true,
  }),
}
