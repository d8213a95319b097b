import * as z from 'zod/mini'
import { CurrencyCode, Id, IdParams, identifier, Ok, pageFields, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { StepUpBody } from '#contract/identity/auth.ts'
import { Amount, totalFields } from '#contract/money.ts'
import { CURRENCIES } from '#domain/money.ts'
import { PAYOUT_BLOCKERS, PAYOUT_METHODS, PAYOUT_STATUSES } from '#domain/payout.ts'
import { PAYOUT_HOLD_REASONS, PREPARED_HOLDS } from '#domain/payout-hold.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const superAdmin = ['super_admin'] as const

/** Orders of the staff's list of payouts; a minus reverses. */
export const PAYOUT_SORTS = ['-createdAt', 'createdAt', '-amount', 'amount', 'business', '-business', 'status', '-status'] as const

/** A hold on all payouts of a seller: until when, and the change that caused it. */
export const PayoutHold = z.object({ until: z.string(), reason: z.enum(PAYOUT_HOLD_REASONS) })
export type PayoutHold = z.output<typeof PayoutHold>

/** Money that leaves a seller's balance for its bank. */
export const Payout = z.object({
  id: z.string(),
  number: z.string(),
  businessId: z.string(),
  businessName: z.string(),
  currency: z.enum(CURRENCIES),
  amount: Amount,
  status: z.enum(PAYOUT_STATUSES),
  method: z.enum(PAYOUT_METHODS),
  /** The bank's or the provider's; null before there is one. */
  reference: z.nullable(z.string()),
  /** Reason for which it failed; null: it did not. */
  problem: z.nullable(z.string()),
  /**
   * Reason for which the bank file leaves a prepared payout out and Stripe does not send it; null: it can be paid. `until`: end of the
   * seller's hold.
   */
  held: z.nullable(z.object({ cause: z.enum(PREPARED_HOLDS), until: z.nullable(z.string()) })),
  createdAt: z.string(),
  /** When it arrived or failed; null before. */
  settledAt: z.nullable(z.string()),
  version: z.int(),
})
export type Payout = z.output<typeof Payout>

/** Payout that a seller would get now in one currency. */
export const PayoutProposal = z.object({
  businessId: z.string(),
  businessName: z.string(),
  currency: z.enum(CURRENCIES),
  /** Below 0: the seller owes. */
  balance: Amount,
  /** Waits for the end of return windows and rights of withdrawal. */
  pending: Amount,
  /** Held because the payments of its orders are disputed. */
  disputed: Amount,
  /** 0 where something prevents it. */
  amount: Amount,
  obstacle: z.nullable(z.enum(PAYOUT_BLOCKERS)),
  /** Null: its payouts are not on hold. */
  hold: z.nullable(PayoutHold),
  method: z.enum(PAYOUT_METHODS),
})
export type PayoutProposal = z.output<typeof PayoutProposal>

/** Every seller with a balance, and what preparing payouts would do. */
export const PayoutPreview = z.object({
  proposals: z.array(PayoutProposal),
  totals: z.array(z.object({ currency: z.enum(CURRENCIES), payouts: z.int(), amount: Amount })),
  /** The least amount of a payout, in either currency. */
  minimum: Amount,
})
export type PayoutPreview = z.output<typeof PayoutPreview>

/** The next status of a payout, with what it needs, confirmed with the caller's password. */
export const MovePayoutBody = z.extend(StepUpBody, {
  status: z.enum(PAYOUT_STATUSES),
  reference: z.optional(identifier(120)),
  /** Needed where it failed. */
  problem: z.optional(text(300)),
  version: z.optional(z.int()),
})
export type MovePayoutBody = z.output<typeof MovePayoutBody>

/** Payouts that wait: sellers whose payouts are on hold, and prepared payouts that the bank file leaves out or Stripe does not send. */
export const HeldPayouts = z.object({
  sellers: z.array(z.object({ businessId: z.string(), businessName: z.string(), hold: PayoutHold })),
  payouts: z.array(Payout),
})
export type HeldPayouts = z.output<typeof HeldPayouts>

/** The note goes to the audit log. */
export const ReleasePayoutsBody = z.object({ note: requiredText(500, 'Please enter why the payouts can be released now') })
export type ReleasePayoutsBody = z.output<typeof ReleasePayoutsBody>

/** Sums of the payouts of a currency. */
export const PayoutTotal = z.object({ ...totalFields, amount: Amount })
export type PayoutTotal = z.output<typeof PayoutTotal>

const list = {
  path: '/api/admin/payouts',
  access: STAFF_ROLES,
  permission: 'finance.read' as const,
  query: z.object({
    ...pageFields,
    status: z.optional(z.enum(PAYOUT_STATUSES)),
    method: z.optional(z.enum(PAYOUT_METHODS)),
    currency: z.optional(CurrencyCode),
    businessId: z.optional(Id),
    sort: z.optional(z.enum(PAYOUT_SORTS)),
  }),
}

export const payouts = {
  list: endpoint({
    ...list,
    method: 'GET',
    summary: 'Every payout to sellers, by number or seller; the newest first.',
    response: z.array(Payout),
    list: true,
  }),
  export: exportOf(list, 'The same payouts as one file; without bank accounts.'),
  totals: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/totals',
    access: STAFF_ROLES,
    permission: 'finance.read',
    summary: 'Sums of the payouts that a filter leaves, by currency.',
    query: z.omit(list.query, { page: true, limit: true, sort: true }),
    response: z.array(PayoutTotal),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/preview',
    access: STAFF_ROLES,
    permission: 'finance.read',
    summary: 'What preparing payouts now would pay to whom, and why others would get nothing.',
    response: PayoutPreview,
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/api/admin/payouts',
    access: STAFF_ROLES,
    permission: 'finance.write',
    summary: 'Prepares a payout for each seller and currency with enough available money and an account; repeating it pays nothing twice.',
    response: z.array(Payout),
    status: 201,
    money: 'always',
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/file',
    access: superAdmin,
    summary:
      'Prepared payouts by bank with the account each was prepared with, as a CSV file for the bank; who takes it is written down. Held ones are left out; the header X-Held-Count says how many.',
    query: z.object({ status: z._default(z.enum(PAYOUT_STATUSES), 'draft'), currency: z.optional(CurrencyCode) }),
    response: z.string(),
    produces: ['text/csv'],
    stepUp: true,
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/held',
    access: STAFF_ROLES,
    permission: 'finance.read',
    summary: 'Sellers whose payouts are on hold, and prepared payouts that are held, with the reason and until when.',
    response: HeldPayouts,
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/admin/businesses/:id/payouts/release',
    access: superAdmin,
    money: 'always',
    summary:
      'Ends the hold on the payouts of a seller before its time; the note is written to the audit log and the admins of the seller are notified.',
    params: IdParams,
    body: ReleasePayoutsBody,
    response: Ok,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/admin/payouts/:id',
    access: superAdmin,
    money: 'password',
    summary:
      "Records that a payout was sent, has arrived, or failed (its money returns to the balance), or has Stripe send it; needs the caller's password.",
    params: IdParams,
    body: MovePayoutBody,
    response: Payout,
  }),
}
