import * as z from 'zod/mini'
import { Id, IdParams, identifier, line, Ok, pageFields, querySorts, queryValues, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Password } from '#contract/identity/auth.ts'
import { DUTIES } from '#domain/permissions.ts'
import { ROLES, STAFF_ROLES, USER_STATUSES } from '#domain/user.ts'

/** A user as staff see it, without secrets. */
export const UserSummary = z.object({
  id: z.string(),
  name: z.string(),
  /** The address that staff entered last, also before it is confirmed (`emailVerified` is false until then). */
  email: z.string(),
  /** The address in use for sign-in and emails; differs from `email` until a new one is confirmed. */
  signInEmail: z.string(),
  role: z.enum(ROLES),
  /** Duties of an application_admin; without meaning for other roles. */
  duties: z.array(z.enum(DUTIES)),
  status: z.enum(USER_STATUSES),
  businessId: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  emailVerified: z.boolean(),
  /** True while the password is one set by staff. */
  mustChangePassword: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type UserSummary = z.output<typeof UserSummary>

const USER_SORTS = ['-createdAt', 'createdAt', 'name', '-name', 'email', '-email'] as const

/**
 * Name, email and, unless the user is invited, password are required; the server checks them itself, because the specification has its own
 * sentence for missing ones.
 */
export const CreateUserBody = z.object({
  name: z._default(line(120), ''),
  email: z._default(identifier(254), ''),
  password: z._default(Password, ''),
  /** True: an email invites the user to choose a password, and `password` is not used. */
  invite: z._default(z.boolean(), false),
  role: z._default(z.enum(ROLES), 'customer'),
  status: z._default(z.enum(USER_STATUSES), 'Active'),
  /** Only for a business_admin. */
  businessId: z.optional(z.nullable(Id)),
})
export type CreateUserBody = z.output<typeof CreateUserBody>

/** Fields that are left out stay unchanged. */
export const UpdateUserBody = z.object({
  name: z.optional(line(120)),
  email: z.optional(identifier(254)),
  role: z.optional(z.enum(ROLES)),
  status: z.optional(z.enum(USER_STATUSES)),
  businessId: z.optional(z.nullable(Id)),
  /** Reason for a change of status, recorded in the audit log. */
  reason: z.optional(text(500)),
  version: z.optional(z.int()),
})
export type UpdateUserBody = z.output<typeof UpdateUserBody>

/** New duties of an application admin. */
export const DutiesBody = z.object({
  duties: z.array(z.enum(DUTIES)).check(z.minLength(1, { error: 'Please choose at least one duty' }), z.maxLength(DUTIES.length)),
  reason: requiredText(500, 'Please say why'),
  version: z.optional(z.int()),
})
export type DutiesBody = z.output<typeof DutiesBody>

const list = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: STAFF_ROLES,
  permission: 'people.read',
  summary: 'Lists users, newest first; deleted ones only with `status=Deleted`. `search` matches name or email, or a whole id.',
  query: z.object({
    ...pageFields,
    role: z.optional(queryValues(z.enum(ROLES))),
    /** Application admins with one of these duties. */
    duty: z.optional(queryValues(z.enum(DUTIES))),
    status: z.optional(queryValues(z.enum(USER_STATUSES))),
    sort: z.optional(querySorts(z.enum(USER_SORTS))),
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
    access: STAFF_ROLES,
    permission: 'people.write',
    summary:
      'Creates a user: invited by email to choose a password, or with a first password, which works for 72 hours and must be replaced at the first sign-in. Super admins cannot be created. Any role but customer requires step-up.',
    body: CreateUserBody,
    response: UserSummary,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'people.write',
    summary:
      "Changes a user; role and status take effect at the user's next request. A new email address takes effect once it is confirmed; the old one is notified and can undo it. Anything but the name of a customer or seller requires step-up.",
    params: IdParams,
    body: UpdateUserBody,
    response: UserSummary,
  }),
  setDuties: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/duties',
    access: ['super_admin'],
    summary:
      'Gives an application admin duties, which narrow what the role may do; `all` is the default. Fewer take effect at the next request, more end the sessions of the user. The user and all super admins are emailed.',
    params: IdParams,
    body: DutiesBody,
    response: UserSummary,
    stepUp: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'people.write',
    summary: 'Deletes a user for good: orders are anonymized, and the email address can be used again.',
    params: IdParams,
    response: Ok,
    stepUp: true,
  }),
  sendResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/reset-password',
    access: STAFF_ROLES,
    permission: 'people.write',
    summary: 'Emails the user a link that sets a new password, valid once, for 30 minutes. Nobody else sees it.',
    params: IdParams,
    response: Ok,
    stepUp: true,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    access: STAFF_ROLES,
    permission: 'people.write',
    summary: "Signs a user out everywhere, except for the caller's own current session.",
    params: IdParams,
    response: z.extend(Ok, { ended: z.int() }),
    stepUp: true,
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/second-factor',
    access: ['super_admin'],
    summary:
      "Removes a user's authenticator app, passkeys and recovery codes, for one who has lost them; not the caller's own. The user is notified. `removed`: there was one.",
    params: IdParams,
    response: z.extend(Ok, { removed: z.boolean() }),
    stepUp: true,
  }),
}
