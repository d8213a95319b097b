import * as z from 'zod/mini'
import { CURRENCIES } from '#domain/money.ts'
import { PAYOUT_METHODS, PAYOUT_OBSTACLES, PAYOUT_STATUSES } from '#domain/payout.ts'
import { StepUpBody } from './account.ts'
import { CurrencyCode, Id, IdParams, pageFields, text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { exportOf } from './export.ts'
import { Amount } from './money.ts'

const staffRoles = ['application_admin', 'super_admin'] as const
const superAdmin = ['super_admin'] as const

export const PAYOUT_SORTS = ['-createdAt', 'createdAt', '-amount', 'amount', 'business', '-business', 'status', '-status'] as const

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
  /** Why it failed; null: it did not. */
  problem: z.nullable(z.string()),
  createdAt: z.string(),
  /** When it arrived or failed; null before. */
  settledAt: z.nullable(z.string()),
  version: z.int(),
})
export type Payout = z.output<typeof Payout>

/** What a seller would be paid now in one currency. */
export const PayoutProposal = z.object({
  businessId: z.string(),
  businessName: z.string(),
  currency: z.enum(CURRENCIES),
  /** Below 0: the seller owes. */
  balance: Amount,
  /** Waits for the end of return windows. */
  pending: Amount,
  /** Held because the payments of its orders are disputed. */
  disputed: Amount,
  /** 0 where something stands in the way. */
  amount: Amount,
  obstacle: z.nullable(z.enum(PAYOUT_OBSTACLES)),
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

export const MovePayoutBody = z.extend(StepUpBody, {
  status: z.enum(PAYOUT_STATUSES),
  reference: z.optional(text(120)),
  /** Needed where it failed. */
  problem: z.optional(text(300)),
  version: z.optional(z.int()),
})
export type MovePayoutBody = z.output<typeof MovePayoutBody>

const list = {
  path: '/api/admin/payouts',
  access: staffRoles,
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
  preview: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/preview',
    access: staffRoles,
    summary: 'What preparing payouts now would pay to whom, and why others would get nothing.',
    response: PayoutPreview,
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/api/admin/payouts',
    access: staffRoles,
    summary: 'Prepares a payout for each seller and currency with enough available money and an account; repeating it pays nothing twice.',
    response: z.array(Payout),
    status: 201,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/file',
    access: superAdmin,
    summary: 'Prepared payouts by bank with the account of each seller, as a CSV file for the bank; who takes it is written down.',
    query: z.object({ status: z._default(z.enum(PAYOUT_STATUSES), 'draft'), currency: z.optional(CurrencyCode) }),
    response: z.string(),
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/admin/payouts/:id',
    access: superAdmin,
    summary:
      'Notes that a payout was sent, has arrived, or failed (its money goes back to the balance), or has Stripe send it; needs the own password.',
    params: IdParams,
    body: MovePayoutBody,
    response: Payout,
  }),
}
