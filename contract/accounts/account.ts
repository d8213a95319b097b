import * as z from 'zod/mini'
import { Email, Id, IdParams, Ok, pageFields, requiredText } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Return } from '#contract/fulfillment/returns.ts'
import { currentPassword, Password, SessionUser, StepUpBody } from '#contract/identity/auth.ts'
import { Amount } from '#contract/money.ts'
import { Order } from '#contract/orders/orders.ts'

/** The user as the account page needs it; `pendingEmail` counts once the mail to it is confirmed. */
export const AccountUser = z.extend(SessionUser, { pendingEmail: z.nullable(z.string()), createdAt: z.string() })
export type AccountUser = z.output<typeof AccountUser>

export const ChangeAccountBody = z.object({
  name: z.optional(requiredText(120, 'Please enter your name')),
  email: z.optional(Email),
  /** Needed with another `email` only. */
  currentPassword,
})
export type ChangeAccountBody = z.output<typeof ChangeAccountBody>

export const ChangePasswordBody = z.object({ currentPassword, newPassword: Password })
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>

/** A device that is signed in. */
export const DeviceSession = z.object({
  id: Id,
  /** Such as "Firefox on Windows". */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type DeviceSession = z.output<typeof DeviceSession>

/** Everything that the shop holds of a person, but for what opens the account: hashes and tokens. */
export const AccountExport = z.object({
  exportedAt: z.string(),
  profile: z.extend(AccountUser, { updatedAt: z.string(), emailVerifiedAt: z.nullable(z.string()) }),
  addresses: z.array(z.object({ form: z.record(z.string(), z.string()), isDefault: z.boolean(), createdAt: z.string() })),
  cart: z.object({
    promoCode: z.nullable(z.string()),
    shippingMethod: z.string(),
    items: z.array(z.object({ productId: z.string(), slug: z.string(), name: z.string(), quantity: z.int(), addedAt: z.string() })),
  }),
  orders: z.array(Order),
  returns: z.array(Return),
  payments: z.array(
    z.object({
      orderId: z.string(),
      kind: z.string(),
      method: z.string(),
      reference: z.string(),
      currency: z.string(),
      amount: Amount,
      at: z.string(),
    }),
  ),
  newsletter: z.array(
    z.object({
      email: z.string(),
      status: z.string(),
      consentText: z.string(),
      createdAt: z.string(),
      confirmedAt: z.nullable(z.string()),
      unsubscribedAt: z.nullable(z.string()),
    }),
  ),
  messages: z.array(
    z.object({
      reference: z.string(),
      topic: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.nullable(z.string()),
      company: z.nullable(z.string()),
      message: z.string(),
      details: z.nullable(z.record(z.string(), z.string())),
      status: z.string(),
      createdAt: z.string(),
    }),
  ),
  sessions: z.array(z.extend(DeviceSession, { userAgent: z.string(), expiresAt: z.string() })),
  mails: z.array(z.object({ template: z.string(), to: z.string(), createdAt: z.string(), sentAt: z.nullable(z.string()) })),
  /** What the bell has told this person, oldest first. */
  notifications: z.array(
    z.object({ title: z.string(), text: z.string(), path: z.string(), createdAt: z.string(), readAt: z.nullable(z.string()) }),
  ),
  /** What the audit log says that this person did. */
  activity: z.array(z.object({ at: z.string(), action: z.string(), targetType: z.string(), targetId: z.string() })),
})
export type AccountExport = z.output<typeof AccountExport>

export const account = {
  read: endpoint({
    method: 'GET',
    path: '/api/account',
    access: 'signedIn',
    summary: "The caller's own account.",
    response: AccountUser,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/account',
    access: 'signedIn',
    summary: 'Changes the name; a new e-mail address needs the password and counts once the mail to it is confirmed.',
    body: ChangeAccountBody,
    response: AccountUser,
  }),
  cancelNewEmail: endpoint({
    method: 'DELETE',
    path: '/api/account/pending-email',
    access: 'signedIn',
    summary: 'Forgets a new address that was not confirmed yet; its link sets nothing any more.',
    response: AccountUser,
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/api/account/verification',
    access: 'signedIn',
    summary: 'Sends the mail again that confirms the address, or the new one.',
    response: Ok,
    status: 202,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    access: 'signedIn',
    beforeNewPassword: true,
    summary: 'Changes the password; all other sessions end.',
    body: ChangePasswordBody,
    response: Ok,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    access: 'signedIn',
    summary: 'The devices that are signed in, the one used last first.',
    query: z.object({ page: pageFields.page, limit: pageFields.limit }),
    response: z.array(DeviceSession),
    list: true,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    access: 'signedIn',
    summary: 'Signs one device out.',
    params: IdParams,
    response: Ok,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'signedIn',
    summary: 'Signs all other devices out.',
    response: z.extend(Ok, { ended: z.int() }),
  }),
  exportAll: endpoint({
    method: 'POST',
    path: '/api/account/export',
    access: 'signedIn',
    summary: 'Everything that the shop holds of the caller, as JSON.',
    body: StepUpBody,
    response: AccountExport,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account',
    access: 'signedIn',
    summary: 'Deletes the account: sessions, addresses, cart and messages go, orders stay without the person.',
    body: StepUpBody,
    response: Ok,
  }),
}
