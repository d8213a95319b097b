import * as z from 'zod/mini'
import { Id, IdParams, Moment, requiredIdentifier, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/money.ts'
import { Order } from '#contract/orders/orders.ts'
import { MANUAL_PAYMENT_METHODS } from '#domain/manual-payment.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { BulkResult, MAX_BULK_ORDERS } from './order-transitions.ts'

const receivedFields = {
  method: z.enum(MANUAL_PAYMENT_METHODS),
  /** Day or time of the payment. */
  paidAt: z.union([z.iso.date(), Moment], { error: 'Please enter a date like 2026-03-04' }),
}
/** Reference on the bank statement, check or receipt. */
const Reference = requiredIdentifier(120, 'Please enter the reference of the payment')

/** A payment that arrived outside the shop. */
export const MarkPaidBody = z.object({
  ...receivedFields,
  reference: Reference,
  /** Amount that arrived, in the order's currency; absent: the amount due. What is more is kept for the buyer until it is refunded. */
  amount: z.optional(Money),
  /** True: the transfer pays several orders, so that its reference is recorded with each of them. */
  isShared: z.optional(z.boolean()),
  version: z.optional(z.int()),
})
export type MarkPaidBody = z.output<typeof MarkPaidBody>

/** Payments of several orders that arrived the same way on the same day, each in the amount of its order and with its own reference. */
export const MarkManyPaidBody = z.object({
  ...receivedFields,
  payments: z.array(z.object({ id: Id, reference: Reference })).check(
    z.minLength(1),
    z.maxLength(MAX_BULK_ORDERS),
    z.refine((payments) => new Set(payments.map(({ id }) => id)).size === payments.length, { error: 'Please list each order only once' }),
  ),
})
export type MarkManyPaidBody = z.output<typeof MarkManyPaidBody>

/** A refund, as an amount or as units of lines; not both. */
export const RefundBody = z
  .object({
    /** In the order's currency; without it, and without `lines`, all that is left. */
    amount: z.optional(Money),
    lines: z.optional(z.array(z.object({ productId: Id, quantity: z.int().check(z.gte(1)) })).check(z.minLength(1), z.maxLength(500))),
    /** Refunds what was paid more than was due, and nothing else. */
    isKept: z.optional(z.boolean()),
    /** Refunds the amount, or all that is left, of the seller order of this business only. */
    businessId: z.optional(Id),
    /** Shown to the buyer. */
    reason: z.optional(z.nullable(text(500))),
    password: z.string().check(z.maxLength(1000)),
    version: z.optional(z.int()),
  })
  .check(
    z.refine(({ amount, lines, isKept }) => [amount, lines, isKept || undefined].filter((one) => one !== undefined).length <= 1, {
      path: ['amount'],
      error: 'Please enter an amount or lines, not both',
    }),
  )
export type RefundBody = z.output<typeof RefundBody>

/** The problem that was read. */
export const CheckPaymentBody = z.object({ problem: z.string().check(z.maxLength(2000)) })
export type CheckPaymentBody = z.output<typeof CheckPaymentBody>

export const orderMoney = {
  markPaid: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/payments',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'payments.write',
    money: 'always',
    summary:
      'Records a payment of a Pay Later order: in full, or with `amount` a part of it. Its sellers are credited in proportion; processing starts once it is paid, or what its payment plan asks for before. More than is due is kept for the buyer.',
    params: IdParams,
    body: MarkPaidBody,
    response: Order,
    idempotent: true,
  }),
  markManyPaid: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/payments',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'payments.write',
    money: 'always',
    summary:
      'Records that up to 500 Pay Later orders were paid in full, each by itself and as a single call would: those that are refused stay unpaid and are listed with the reason. May be sent again: a payment that was recorded is left alone.',
    body: MarkManyPaidBody,
    response: BulkResult,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/refund',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'payments.write',
    money: 'password',
    summary:
      "Refunds an order: all that is left, units of lines, an amount, or what was more than due; never more than was paid. Refunded units of lines of which nothing has left are not shipped. Needs the caller's password and an Idempotency-Key.",
    params: IdParams,
    body: RefundBody,
    response: Order,
    idempotent: true,
  }),
  checkPayment: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/payment-check',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'payments.write',
    summary: 'Takes a problem with the payment of an order off its page, after it was checked. One that was reported since stays.',
    params: IdParams,
    body: CheckPaymentBody,
    response: Order,
  }),
}
