import * as z from 'zod/mini'
import { Email, Id, IdParams, identifier, pageFields, queryValues, requiredIdentifier, requiredLine, text, trap } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { WITHDRAWAL_OUTCOMES, WITHDRAWAL_RIGHTS, WITHDRAWAL_STATUSES } from '#domain/withdrawal-status.ts'

/** Units of a product. */
const Unit = z.object({ productId: Id, quantity: z.int().check(z.gte(1), z.lte(100_000)) })

/** Withdrawal from a contract; left out `lines` and `items` are the whole order. */
export const WithdrawalBody = z.object({
  name: requiredLine(160, 'Please enter your name'),
  orderNumber: requiredIdentifier(40, 'Please enter your order number'),
  email: Email,
  /** Units of the order, for its signed-in buyer. */
  lines: z.optional(z.array(Unit).check(z.minLength(1), z.maxLength(500))),
  /** The products in the consumer's own words. */
  items: z._default(text(1000), ''),
  website: trap,
})
export type WithdrawalBody = z.output<typeof WithdrawalBody>

/** Statement to be confirmed. */
const DraftWithdrawal = z.object({ id: z.string(), statement: z.string(), token: z.string() })
export type DraftWithdrawal = z.output<typeof DraftWithdrawal>

/** Receipt of a statement. */
const WithdrawalReceipt = z.object({
  number: z.string(),
  email: z.string(),
  receivedAt: z.string(),
  /** Outcome at once; `received` for everybody whose number, email and name are not those of an order, too. */
  outcome: z.enum(WITHDRAWAL_OUTCOMES),
})
export type WithdrawalReceipt = z.output<typeof WithdrawalReceipt>

/** Confirmed withdrawal, for staff. */
export const Withdrawal = z.object({
  id: z.string(),
  number: z.string(),
  /** The order that it is about; null until it was found. */
  order: z.nullable(z.object({ id: z.string(), number: z.string() })),
  /** As the consumer typed it. */
  orderNumber: z.string(),
  name: z.string(),
  email: z.string(),
  statement: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
  answer: z.string(),
  receivedAt: z.string(),
  /** Time by which the money has to be paid back. */
  dueAt: z.string(),
  decidedAt: z.nullable(z.string()),
  version: z.int(),
})
export type Withdrawal = z.output<typeof Withdrawal>

/** Withdrawal with what staff have to know to decide. */
export const WithdrawalCase = z.extend(Withdrawal, {
  /** Right of the buyer at the time of the statement; null while no order was found. */
  right: z.nullable(z.object({ state: z.enum(WITHDRAWAL_RIGHTS), lastDay: z.nullable(z.string()) })),
  /**
   * The units that are left of its order, with those that the statement names; `isUnshipped`: nothing of it is sent back; `isCancelable`:
   * accepting all of its seller's cancels the part.
   */
  lines: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      quantity: z.int(),
      left: z.int(),
      businessName: z.string(),
      isUnshipped: z.boolean(),
      isCancelable: z.boolean(),
    }),
  ),
})
export type WithdrawalCase = z.output<typeof WithdrawalCase>

/** Decision about a withdrawal. */
const DecideWithdrawalBody = z.object({
  /** `received` only names the order, so that its products can be chosen. */
  status: z.enum(['received', 'accepted', 'refused']),
  /** Order that staff found for it, where its own number names none. */
  orderNumber: z.optional(identifier(40)),
  /** Accepted units, instead of those of the statement; needed where it names products in words. */
  lines: z.optional(z.array(Unit).check(z.minLength(1), z.maxLength(500))),
  /** Emailed to the consumer; needed to refuse. */
  answer: z._default(text(1000), ''),
  version: z.optional(z.int()),
})
export type DecideWithdrawalBody = z.output<typeof DecideWithdrawalBody>

const WithdrawalQuery = z.object({
  ...pageFields,
  status: z.optional(queryValues(z.enum(WITHDRAWAL_STATUSES))),
  sort: z.optional(z.enum(['receivedAt', '-receivedAt'])),
})
export type WithdrawalQuery = z.output<typeof WithdrawalQuery>

const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/admin/withdrawals',
  access: STAFF_ROLES,
  permission: 'orders.read',
  summary: 'Withdrawals from contracts, newest first; a search reads number, order number, name and email.',
  query: WithdrawalQuery,
  response: z.array(Withdrawal),
  list: true,
})

export const withdrawals = {
  start: endpoint({
    method: 'POST',
    path: '/api/withdrawals',
    access: 'anyone',
    personal: true,
    summary: 'Prepares a withdrawal from a contract, to be confirmed within an hour; says nothing about the order.',
    body: WithdrawalBody,
    response: DraftWithdrawal,
    status: 201,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/withdrawals/:id/confirm',
    access: 'anyone',
    money: 'unasked',
    personal: true,
    summary: 'Confirms a withdrawal; its receipt is emailed at once.',
    params: IdParams,
    body: z.object({ token: identifier(100) }),
    response: WithdrawalReceipt,
    status: 202,
  }),
  list: listWithdrawals,
  export: exportOf(listWithdrawals, 'The same withdrawals as one file.', { stepUp: true }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/withdrawals/:id',
    access: STAFF_ROLES,
    permission: 'orders.read',
    summary: 'One withdrawal, with the right of its buyer and the units that it is about.',
    params: IdParams,
    response: WithdrawalCase,
  }),
  decide: endpoint({
    method: 'PATCH',
    path: '/api/admin/withdrawals/:id',
    access: STAFF_ROLES,
    permission: 'orders.write',
    money: 'onceItMoves',
    summary:
      'Accepts a withdrawal, which cancels or refunds what has not shipped and opens returns for the rest, or refuses it with a reason.',
    params: IdParams,
    body: DecideWithdrawalBody,
    response: WithdrawalCase,
  }),
}
