import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DISPUTE_STATUSES, type DisputeStatus } from './dispute.ts'
import {
  awaitsCard,
  dueCents,
  hasInvoice,
  isAddressOpen,
  isCancellable,
  isOrderNumber,
  isPaid,
  isPartCancellable,
  isRefundBlocked,
  nextStatuses,
  ORDER_NUMBERS_A_MILLISECOND,
  ORDER_STATUS_LABELS,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  type OrderStatus,
  orderNumber,
  orderStatusOf,
  PAYMENT_METHODS,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  paymentMethodLabel,
  shippingMethodLabel,
} from './order.ts'
import { SHIPPING_METHODS } from './shipping.ts'
import { canTransition } from './transitions.ts'
import { erasedEmail } from './user.ts'

test('B189 the states and labels are those of the specification', () => {
  expect(ORDER_STATUSES).toEqual(['pending', 'processing', 'shipped', 'delivered', 'cancelled'])
  expect(ORDER_STATUSES.map((status) => ORDER_STATUS_LABELS[status])).toEqual(['Pending', 'Processing', 'Shipped', 'Delivered', 'Canceled'])
  expect(PAYMENT_STATUSES).toEqual(['unpaid', 'processing', 'partially_paid', 'paid', 'failed', 'partially_refunded', 'refunded'])
  expect(PAYMENT_STATUSES.map((status) => PAYMENT_STATUS_LABELS[status])).toEqual([
    'Unpaid',
    'Processing',
    'Partially paid',
    'Paid',
    'Failed',
    'Partially refunded',
    'Refunded',
  ])
})

test('B190 of all 25 moves exactly five are allowed', () => {
  const moves = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => canTransition(ORDER_TRANSITIONS, from, to)).map((to) => `${from} > ${to}`),
  )
  expect(moves).toEqual([
    'pending > processing',
    'pending > cancelled',
    'processing > shipped',
    'processing > cancelled',
    'shipped > delivered',
  ])
  expect(nextStatuses('pending')).toEqual(['processing', 'cancelled'])
  expect(nextStatuses('delivered')).toEqual([])
})

test('S139 S326 the labels are of what was chosen', () => {
  expect(PAYMENT_METHODS.map(paymentMethodLabel)).toEqual(['Credit Card', 'Pay Later'])
  expect(SHIPPING_METHODS.map(shippingMethodLabel)).toEqual(['Standard', 'Express', 'Overnight'])
})

test.each<[readonly OrderStatus[], OrderStatus]>([
  [['pending'], 'pending'],
  [['delivered'], 'delivered'],
  [['cancelled'], 'cancelled'],
  [['cancelled', 'cancelled'], 'cancelled'],
  [['delivered', 'pending'], 'pending'],
  [['shipped', 'processing'], 'processing'],
  [['shipped', 'delivered'], 'shipped'],
  [['cancelled', 'shipped'], 'shipped'],
  [['delivered', 'cancelled'], 'delivered'],
  [[], 'pending'],
])('S237 B189 parts %j make an order %s', (parts, expected) => {
  expect(orderStatusOf(parts)).toBe(expected)
})

test('the state of an order does not depend on the order of its parts, nor on cancelled ones', () => {
  const anyStatus = fc.constantFrom(...ORDER_STATUSES)
  fc.assert(
    fc.property(fc.array(anyStatus, { minLength: 1 }), (parts) => {
      const status = orderStatusOf(parts)
      expect(orderStatusOf([...parts].reverse())).toBe(status)
      expect(orderStatusOf([...parts, 'cancelled'])).toBe(status)
      const moving = parts.filter((part) => part !== 'cancelled').map((part) => ORDER_STATUSES.indexOf(part))
      expect(ORDER_STATUSES.indexOf(status)).toBe(moving.length === 0 ? ORDER_STATUSES.indexOf('cancelled') : Math.min(...moving))
    }),
  )
})

const AT = new Date('2026-03-04T12:00:00.000Z')

test('S324 an order number is the prefix, the time, two random characters and a check character', () => {
  const time = AT.getTime().toString(36).toUpperCase()
  expect(time).toHaveLength(8)
  const body = orderNumber(AT, 35).slice(0, -1)
  expect(body).toBe(`ORD-${time}0Z`)
  expect(orderNumber(new Date(0), 0).slice(0, -1)).toBe('ORD-0000000000')
})

test('S324 1296 orders of one millisecond differ, and so do orders of different times', () => {
  const numbers = new Set(Array.from({ length: ORDER_NUMBERS_A_MILLISECOND }, (_, random) => orderNumber(AT, random)))
  expect(numbers.size).toBe(1296)
  expect(numbers.has(orderNumber(new Date(AT.getTime() + 1), 0))).toBe(false)
})

const anyNumber = fc
  .tuple(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), fc.nat(ORDER_NUMBERS_A_MILLISECOND - 1))
  .map(([at, random]) => orderNumber(at, random))

test('S324 every number made is accepted, and every single misread character is noticed', () => {
  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  fc.assert(
    fc.property(anyNumber, fc.nat(20), fc.constantFrom(...characters), (number, place, character) => {
      expect(isOrderNumber(number)).toBe(true)
      const index = 4 + (place % (number.length - 4))
      const misread = number.slice(0, index) + character + number.slice(index + 1)
      expect(isOrderNumber(misread)).toBe(misread === number)
    }),
    { numRuns: 500 },
  )
})

test.each([
  '',
  'ORD-',
  'hello',
  orderNumber(AT, 1).toLowerCase(),
  `${orderNumber(AT, 1)}\n`,
  ` ${orderNumber(AT, 1)}`,
  orderNumber(AT, 1).slice(4),
])('%j is no order number', (text) => {
  expect(isOrderNumber(text)).toBe(false)
})

test('an order waits for its card until the money is in; a Pay Later order waits for nobody', () => {
  const waiting = (paymentMethod: 'card' | 'pay_later') =>
    PAYMENT_STATUSES.filter((paymentStatus) => awaitsCard({ paymentMethod, paymentStatus }))
  expect(waiting('card')).toEqual(['unpaid', 'processing', 'failed'])
  expect(waiting('pay_later')).toEqual([])
  expect(PAYMENT_STATUSES.filter(isPaid)).toEqual(['paid', 'partially_refunded', 'refunded'])
})

test('nothing is due for a part that was canceled, nor for items that came back', () => {
  const parts = [
    { status: 'shipped', totalCents: 500 },
    { status: 'cancelled', totalCents: 70 },
  ] as const
  expect([0, 120, 500, 560].map((credit) => dueCents(parts, credit))).toEqual([500, 380, 0, 0])
})

/** Check characters by ISO 7064 MOD 37,36, worked out apart from this code; 'A12425GABC1234002' has M, as in the standard's example. */
test.each([
  ['1970-01-01T00:00:00Z', 0, 'ORD-0000000000P'],
  ['2026-03-04T12:00:00Z', 1, 'ORD-MMBZIIO001N'],
  ['2026-03-04T12:00:00Z', 1_295, 'ORD-MMBZIIO0ZZV'],
  ['2026-03-04T12:00:00Z', 0, 'ORD-MMBZIIO000P'],
])('an order placed at %s with %i is %s', (at, random, expected) => {
  expect(orderNumber(new Date(at), random)).toBe(expected)
})

test.each([
  ['pending', ['pending', 'pending'], true],
  ['processing', ['processing', 'cancelled'], true],
  ['processing', ['processing', 'shipped'], false],
  ['shipped', ['shipped'], false],
  ['delivered', ['delivered'], false],
  ['cancelled', ['cancelled'], false],
] as const)('an order in %s with seller orders in %j: canceled or sent elsewhere as a whole %s', (status, parts, expected) => {
  const record = {
    order: { status, paymentStatus: 'unpaid', userEmail: 'ann@example.com' } as const,
    parts: parts.map((one) => ({ status: one })),
    lines: [{ shipped: 0 }],
  }
  expect(isCancellable(record)).toBe(expected)
  expect(isCancellable({ ...record, order: { status, paymentStatus: 'processing' } })).toBe(false)
  expect(isAddressOpen(record)).toBe(expected)
  expect(isAddressOpen({ ...record, order: { ...record.order, userEmail: erasedEmail('4f1c') } })).toBe(false)
  const begun = { ...record, lines: [{ shipped: 0 }, { shipped: 1 }] }
  expect([isCancellable(begun), isAddressOpen(begun)]).toEqual([false, false])
})

test('a seller order is canceled alone until it leaves, unless its order waits for a card payment', () => {
  const paid = { order: { paymentMethod: 'card', paymentStatus: 'paid' } } as const
  expect(ORDER_STATUSES.filter((status) => isPartCancellable(paid, { status }))).toEqual(['pending', 'processing'])
  const waiting = { order: { paymentMethod: 'card', paymentStatus: 'unpaid' } } as const
  expect(ORDER_STATUSES.filter((status) => isPartCancellable(waiting, { status }))).toEqual([])
})

test.each([
  ['pay_later', 'pending', 0, false, true],
  ['pay_later', 'cancelled', 0, false, false],
  ['pay_later', 'cancelled', 100, false, true],
  ['pay_later', 'cancelled', 0, true, true],
  ['card', 'pending', 0, false, false],
  ['card', 'processing', 100, false, true],
] as const)('an order (%s, %s, %d cents paid, issued: %s) has an invoice: %s', (paymentMethod, status, paidCents, isIssued, expected) => {
  expect(hasInvoice({ order: { paymentMethod, status, paidCents } }, isIssued)).toBe(expected)
})

test('an open dispute blocks refunds while some of the payment has not gone back', () => {
  const isBlocked = (status: DisputeStatus, refundedCents: number) =>
    isRefundBlocked({ order: { paidCents: 100, refundedCents } }, { dispute: { status } })
  expect(DISPUTE_STATUSES.filter((status) => isBlocked(status, 99))).toEqual(['needs_response', 'under_review'])
  expect(DISPUTE_STATUSES.filter((status) => isBlocked(status, 100))).toEqual([])
  expect(isRefundBlocked({ order: { paidCents: 100, refundedCents: 0 } }, { dispute: null })).toBe(false)
})
