import * as z from 'zod/mini'
import { Email, Id, IdParams, Ok, pageFields, requiredLine } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Return } from '#contract/fulfillment/returns.ts'
import { currentPassword, Password, SessionUser, StepUpBody } from '#contract/identity/auth.ts'
import { Amount } from '#contract/money.ts'
import { Order } from '#contract/orders/orders.ts'
import { SIGN_IN_METHODS } from '#domain/second-factor.ts'

/** The user of the account page; `pendingEmail` waits for confirmation. */
export const AccountUser = z.extend(SessionUser, { pendingEmail: z.nullable(z.string()), createdAt: z.string() })
export type AccountUser = z.output<typeof AccountUser>

/** Fields that are left out stay unchanged. Another `email` counts only when the link sent to it was followed. */
export const ChangeAccountBody = z.object({
  name: z.optional(requiredLine(120, 'Please enter your name')),
  email: z.optional(Email),
  /** Required only with another `email`. */
  currentPassword,
})
export type ChangeAccountBody = z.output<typeof ChangeAccountBody>

/** The password that signs the caller in now, and the one that shall from now on. */
export const ChangePasswordBody = z.object({ currentPassword, newPassword: Password })
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>

/** A signed-in device. */
export const DeviceSession = z.object({
  id: Id,
  /** Such as "Firefox on Windows". */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** True for the caller's own session. */
  current: z.boolean(),
  /** Way of signing in; null if that is not known. */
  method: z.nullable(z.enum(SIGN_IN_METHODS)),
  /** First half of the network that it was signed in from, such as `203.0.*.*`. */
  network: z.nullable(z.string()),
})
export type DeviceSession = z.output<typeof DeviceSession>

/** All data of a person except secrets (hashes and tokens). */
export const AccountExport = z.object({
  exportedAt: z.string(),
  profile: z.extend(AccountUser, {
    updatedAt: z.string(),
    emailVerifiedAt: z.nullable(z.string()),
    /** The first sign-in of the last day that had one. */
    lastSignedInAt: z.string(),
  }),
  addresses: z.array(z.object({ form: z.record(z.string(), z.string()), isDefault: z.boolean(), createdAt: z.string() })),
  /** VAT ids of the addresses with their newest checks. */
  vatIds: z.array(z.object({ vatId: z.string(), status: z.string(), name: z.string(), checkedAt: z.nullable(z.string()) })),
  /** Form of invoices with the reference for XRechnung. */
  invoiceForm: z.object({ form: z.string(), buyerReference: z.string() }),
  /** Certificates of exemption from sales tax. */
  certificates: z.array(
    z.object({
      states: z.array(z.string()),
      kind: z.string(),
      number: z.string(),
      validTo: z.nullable(z.string()),
      status: z.string(),
      reason: z.string(),
      createdAt: z.string(),
    }),
  ),
  cart: z.object({
    promoCode: z.nullable(z.string()),
    shippingMethod: z.string(),
    items: z.array(z.object({ productId: z.string(), slug: z.string(), name: z.string(), quantity: z.int(), addedAt: z.string() })),
  }),
  orders: z.array(Order),
  returns: z.array(Return),
  /** Withdrawals from contracts; `receivedAt` null: not confirmed. */
  withdrawals: z.array(
    z.object({
      number: z.nullable(z.string()),
      orderNumber: z.string(),
      name: z.string(),
      email: z.string(),
      statement: z.string(),
      status: z.string(),
      answer: z.string(),
      receivedAt: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
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
  /** Payments of the orders that were disputed at the bank. */
  disputes: z.array(
    z.object({ orderId: z.string(), amount: Amount, currency: z.string(), reason: z.string(), status: z.string(), openedAt: z.string() }),
  ),
  /** Uploaded pictures; `url` is their address in the shop. */
  files: z.array(z.object({ url: z.string(), purpose: z.string(), bytes: z.int(), createdAt: z.string() })),
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
  /** Notices about content of the shop. */
  notices: z.array(
    z.object({
      number: z.string(),
      address: z.string(),
      reason: z.string(),
      name: z.string(),
      email: z.string(),
      status: z.string(),
      decision: z.nullable(z.string()),
      reasons: z.string(),
      decidedAt: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  /** Quotes as a buyer. */
  quotes: z.array(
    z.object({
      number: z.string(),
      status: z.string(),
      buyerName: z.string(),
      buyerEmail: z.string(),
      buyerCompany: z.string(),
      buyerPhone: z.string(),
      request: z.unknown(),
      closedReason: z.string(),
      createdAt: z.string(),
      versions: z.array(z.object({ number: z.int(), content: z.unknown(), totals: z.unknown(), at: z.string() })),
      messages: z.array(z.object({ side: z.string(), text: z.string(), at: z.string() })),
      files: z.array(z.string()),
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
      /** Replies of the team, oldest first. */
      replies: z.array(z.object({ text: z.string(), at: z.string() })),
    }),
  ),
  /** Notes of the team about the person, or about one of the orders. */
  staffNotes: z.array(z.object({ order: z.nullable(z.string()), text: z.string(), at: z.string() })),
  /** Second factors, without their secrets. */
  secondFactors: z.object({
    totp: z.nullable(z.object({ confirmedAt: z.string() })),
    passkeys: z.array(z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  }),
  /** API tokens, without their secrets. */
  apiTokens: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      createdAt: z.string(),
      expiresAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
      revokedAt: z.nullable(z.string()),
    }),
  ),
  sessions: z.array(z.extend(DeviceSession, { userAgent: z.string(), expiresAt: z.string() })),
  mails: z.array(z.object({ template: z.string(), to: z.string(), createdAt: z.string(), sentAt: z.nullable(z.string()) })),
  /** Notifications of this person, oldest first. */
  notifications: z.array(
    z.object({ title: z.string(), text: z.string(), path: z.string(), createdAt: z.string(), readAt: z.nullable(z.string()) }),
  ),
  /** Time zone of the daily email, and how the person gets notifications of each kind. */
  notificationChoices: z.object({ timeZone: z.nullable(z.string()), choices: z.record(z.string(), z.string()) }),
  /** Businesses that this person acts for, and those whose invitation waits. */
  teams: z.array(z.object({ business: z.string(), kind: z.string(), since: z.string(), isInvitation: z.boolean() })),
  /** Actions of this person in the audit log. */
  savedViews: z.array(z.object({ grid: z.string(), label: z.string(), query: z.string(), createdAt: z.string() })),
  activity: z.array(z.object({ at: z.string(), action: z.string(), targetType: z.string(), targetId: z.string() })),
})
export type AccountExport = z.output<typeof AccountExport>

export const account = {
  read: endpoint({
    method: 'GET',
    path: '/api/account',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: "The caller's own account.",
    response: AccountUser,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/account',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: 'Changes the name. A new email address requires the password and takes effect once it is confirmed.',
    body: ChangeAccountBody,
    response: AccountUser,
  }),
  cancelNewEmail: endpoint({
    method: 'DELETE',
    path: '/api/account/pending-email',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: 'Cancels a pending change of the email address; its link becomes invalid.',
    response: AccountUser,
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/api/account/verification',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: 'Sends the email again that confirms the current or pending address.',
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
    beforeSecondFactor: true,
    summary: 'Lists the signed-in devices, last used first.',
    query: z.object({ page: pageFields.page, limit: pageFields.limit }),
    response: z.array(DeviceSession),
    list: true,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: 'Signs one device out.',
    params: IdParams,
    response: Ok,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: 'Signs all other devices out.',
    response: z.extend(Ok, { ended: z.int() }),
  }),
  exportAll: endpoint({
    method: 'POST',
    path: '/api/account/export',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: "Exports all of the caller's data as JSON.",
    body: StepUpBody,
    response: AccountExport,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account',
    access: 'signedIn',
    beforeSecondFactor: true,
    summary: 'Deletes the account with its sessions, addresses, cart and messages; orders are anonymized.',
    body: StepUpBody,
    response: Ok,
  }),
}
