import * as z from 'zod/mini'
import { CurrencyCode, Id, IdParams, requiredIdentifier } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { CURRENCIES } from '#domain/money.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** Most transfers that are confirmed at once, and most orders that one of them pays. */
const MAX_CONFIRMED = 1000
const MAX_ORDERS = 20

/** A transfer that came in by bank. */
const BankTransfer = z.object({
  id: z.string(),
  bookedOn: z.string(),
  currency: z.enum(CURRENCIES),
  amount: Amount,
  /** Payer, and the text that the payer wrote, as the bank states them. */
  name: z.string(),
  text: z.string(),
  state: z.enum(['waiting', 'recorded', 'dismissed']),
  /** Orders that it paid, or that are proposed for it. */
  orders: z.array(z.object({ id: z.string(), number: z.string(), customer: z.string(), due: Amount })),
  /** True where staff need not look at the proposal: it names the order, and the amount fits. */
  isSure: z.boolean(),
  /** True where another statement had a recorded transfer of the same day, amount, and payer or text: it may be the same one. */
  isTwin: z.boolean(),
  /** Reason of the proposal, such as "order number"; '' for none. */
  matchedBy: z.string(),
})

const BankFileSummary = z.object({
  id: z.string(),
  name: z.string(),
  by: z.nullable(z.string()),
  createdAt: z.string(),
  transferCount: z.int(),
  waitingCount: z.int(),
})

/** Result of reading a statement. */
const StatementReading = z.object({
  /** Rows that may be payments and could not be read, by the number of their row or entry in the file. */
  unread: z.array(z.object({ row: z.int(), reason: z.string() })),
  /** Order in which days with slashes were read that can be read in two ways; null: there are none. */
  dayOrder: z.nullable(z.enum(['month', 'day'])),
})
export type StatementReading = z.output<typeof StatementReading>

/** A bank statement with the transfers that it was the first to have. */
export const BankFile = z.extend(BankFileSummary, { transfers: z.array(BankTransfer) })
export type BankFile = z.output<typeof BankFile>

/**
 * Transfers with the orders that they pay, in the order in which these are filled; those that are about no order, and those that wait
 * again.
 */
export const ConfirmTransfersBody = z.object({
  transfers: z
    .array(
      z.object({
        id: Id,
        orders: z.array(requiredIdentifier(40, 'Please enter an order number')).check(z.minLength(1), z.maxLength(MAX_ORDERS)),
      }),
    )
    .check(z.maxLength(MAX_CONFIRMED)),
  dismissed: z._default(z.array(Id).check(z.maxLength(MAX_CONFIRMED)), []),
  /** Dismissed transfers that wait again. */
  restored: z._default(z.array(Id).check(z.maxLength(MAX_CONFIRMED)), []),
})
export type ConfirmTransfersBody = z.output<typeof ConfirmTransfersBody>

export const bankFiles = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/bank-files',
    access: STAFF_ROLES,
    permission: 'payments.read',
    summary: 'Lists the bank statements, newest first, with the number of their transfers that wait for staff.',
    response: z.array(BankFileSummary),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/bank-files',
    access: STAFF_ROLES,
    permission: 'payments.write',
    summary:
      'Adds a bank statement, CAMT.053 (XML) or a table (CSV) of at most 5 MB as `file`, and matches its transfers with open orders. The same file, or a transfer that another file had, changes nothing.',
    /** Currency of a table that names none: without it such a file is refused at `currency`. */
    query: z.object({ currency: z.optional(CurrencyCode) }),
    files: { file: 1 },
    response: z.extend(BankFile, { reading: StatementReading }),
    status: 201,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/bank-files/:id',
    access: STAFF_ROLES,
    permission: 'payments.read',
    summary: 'One bank statement with its transfers; those that wait with the orders that are proposed for them now.',
    params: IdParams,
    response: BankFile,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/admin/bank-files/:id/confirm',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'payments.write',
    stepUp: true,
    money: 'always',
    summary:
      'Records transfers of a bank statement as payments of the named orders, each by itself: what is refused keeps waiting and is listed with the reason, as is one that was dismissed and not restored. One that was recorded before changes nothing. Requires step-up.',
    params: IdParams,
    body: ConfirmTransfersBody,
    response: z.object({
      recorded: z.int(),
      dismissed: z.int(),
      restored: z.int(),
      refused: z.array(z.object({ id: z.string(), reason: z.string() })),
      file: BankFile,
    }),
  }),
}
