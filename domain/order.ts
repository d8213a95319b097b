import { type DisputeStatus, isOpenDispute } from './dispute.ts'
import type { ShippingMethod } from './shipping.ts'
import type { Transitions } from './transitions.ts'
import { isErasedEmail } from './user.ts'

/** States of an order and of each seller's part, in the order of their progress (B189). */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const

/** One of `ORDER_STATUSES`. */
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The orders in which staff may see orders. */
export const ORDER_SORTS = ['-createdAt', 'createdAt', '-totalAmount', 'totalAmount', 'status', '-status', 'customer', '-customer'] as const

/** Things that an order can wait for: a seller's parcel, money that goes back to the buyer, a late arrival, or an overdue payment. */
export const ORDER_WAITS = ['shipping', 'refund', 'arrival', 'payment'] as const

/** Things that a seller order can wait for besides its parcel: money that goes back to the buyer, or the buyer's transfer. */
export const SELLER_ORDER_WAITS = ['refund', 'payment'] as const

/** Most orders of one file of packing slips. */
export const MAX_SLIPS = 200

/** Most tags of an order, and most characters of one. */
export const MAX_ORDER_TAGS = 10
/** Maximum characters of a tag. */
export const ORDER_TAG_LENGTH = 30

/** The orders in which sellers may see theirs; `toShip`: what has not left yet first, the oldest of it before all. */
export const SELLER_ORDER_SORTS = ['toShip', '-createdAt', 'createdAt', 'status', '-status', 'customer', '-customer'] as const

/** The transitions of an order or a seller order; all others are refused. */
export const ORDER_TRANSITIONS: Transitions<OrderStatus> = {
  pending: ['processing', 'cancelled'], // processing: paid, or staff begin a Pay Later order
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

/** The states that an order in `status` may move to; empty at the end of its way. */
export function nextStatuses(status: OrderStatus): readonly OrderStatus[] {
  return ORDER_TRANSITIONS[status]
}

/**
 * Says whether an order waits for its card payment: until that is in, its sellers do not see it, and it moves nowhere but to be canceled
 * whole. A Pay Later order waits for nobody.
 */
export function awaitsCard(order: { paymentMethod: PaymentMethod; paymentStatus: PaymentStatus }): boolean {
  return order.paymentMethod === 'card' && AWAITING.includes(order.paymentStatus)
}

/** Says whether an order is paid by transfer: a Pay Later order, or a card order of which a change left something to be paid. */
export const isByTransfer = (order: { paymentMethod: PaymentMethod; paymentStatus: PaymentStatus }): boolean =>
  order.paymentMethod === 'pay_later' || order.paymentStatus === 'partially_paid'

/** Labels of the statuses of an order. */
export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Canceled',
}

/** The ways to pay. */
export const PAYMENT_METHODS = ['card', 'pay_later'] as const

/** One of `PAYMENT_METHODS`. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Statuses of the payment of an order; they change independently of `OrderStatus`. */
export const PAYMENT_STATUSES = ['unpaid', 'processing', 'partially_paid', 'paid', 'failed', 'partially_refunded', 'refunded'] as const

/** One of `PAYMENT_STATUSES`. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

const AWAITING: readonly PaymentStatus[] = ['unpaid', 'processing', 'failed']

/** Says whether an order was paid in full, whether or not some of it was refunded. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded'
}

/** Labels of the statuses of a payment. */
export const PAYMENT_STATUS_LABELS: Readonly<Record<PaymentStatus, string>> = {
  unpaid: 'Unpaid',
  processing: 'Processing',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  failed: 'Failed',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
}

const PAYMENT_METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = { card: 'Credit Card', pay_later: 'Pay Later' }

const SHIPPING_METHOD_LABELS: Readonly<Record<ShippingMethod, string>> = {
  standard: 'Standard',
  express: 'Express',
  overnight: 'Overnight',
}

/** Returns the label of a payment method, as on the confirmation (S139). */
export function paymentMethodLabel(method: PaymentMethod): string {
  return PAYMENT_METHOD_LABELS[method]
}

/** Returns the label of a shipping method, as on the confirmation (S139). */
export function shippingMethodLabel(method: ShippingMethod): string {
  return SHIPPING_METHOD_LABELS[method]
}

/** Returns how an order is shipped, with the extras of its freight: "Standard, Lift-gate delivery". */
export const shippingText = (order: { shippingMethod: ShippingMethod; freightExtras: readonly string[] }): string =>
  [shippingMethodLabel(order.shippingMethod), ...new Set(order.freightExtras)].join(', ')

/**
 * The state of an order from those of its sellers' parts: the least advanced of the parts that are not canceled.
 * Where all are canceled the order is; no parts at all, which a placed order never has, gives pending.
 */
export function orderStatusOf(partStatuses: readonly OrderStatus[]): OrderStatus {
  if (partStatuses.length === 0) return 'pending'
  return ORDER_STATUSES.find((status) => partStatuses.includes(status)) ?? 'cancelled'
}

/**
 * Returns the amount due for an unpaid order in cents: seller orders that were canceled add nothing, items that came back are taken off.
 * @param creditCents worth of the returned items
 */
export function dueCents(parts: readonly { status: OrderStatus; totalCents: number }[], creditCents: number): number {
  const owed = parts.reduce((sum, { status, totalCents }) => sum + (status === 'cancelled' ? 0 : totalCents), 0)
  return Math.max(owed - creditCents, 0)
}

/** Returns what came in for the seller orders that are not canceled, in cents: what came in for the others was refunded. */
export function paidForLive(
  { paidCents }: { paidCents: number },
  parts: readonly { status: OrderStatus; refundedCents: number }[],
): number {
  return paidCents - parts.reduce((sum, { status, refundedCents }) => sum + (status === 'cancelled' ? refundedCents : 0), 0)
}

/** Says whether something of an order is still to be paid: all of it, or the rest of one that is paid in parts. */
export const isUnsettled = ({ paidCents, paymentStatus }: { paidCents: number; paymentStatus: PaymentStatus }): boolean =>
  paidCents === 0 || paymentStatus === 'partially_paid'

/** Payment statuses of Pay Later orders of which something is still to be paid. */
export const OWED_STATUSES: readonly PaymentStatus[] = ['unpaid', 'partially_paid']

/**
 * Returns the amount that is left to pay for an order, in cents.
 * @param creditCents worth of the returned items
 */
export function openCents(
  order: { paidCents: number; paymentStatus: PaymentStatus },
  parts: readonly { status: OrderStatus; totalCents: number; refundedCents: number }[],
  creditCents: number,
): number {
  return isUnsettled(order) ? Math.max(dueCents(parts, creditCents) - paidForLive(order, parts), 0) : 0
}

const BEFORE_SHIPPING: readonly OrderStatus[] = ['pending', 'processing']

/** An order as far as it has left: its status, those of its seller orders, and the units of its lines in parcels. */
interface LeftOrder {
  order: { status: OrderStatus }
  parts: readonly { status: OrderStatus }[]
  lines: readonly { shipped: number }[]
}

const hasNotLeft = ({ order, parts, lines }: LeftOrder) =>
  BEFORE_SHIPPING.includes(order.status) &&
  parts.every(({ status }) => status === 'cancelled' || BEFORE_SHIPPING.includes(status)) &&
  lines.every(({ shipped }) => shipped === 0)

/**
 * Returns whether an order can be canceled whole: nothing of it has left, and no card payment is on its way. What was paid goes back. An
 * open dispute of what was paid prevents it too (`request-refund.ts`).
 */
export function isCancellable(record: LeftOrder & { order: { paymentStatus: PaymentStatus } }): boolean {
  return hasNotLeft(record) && record.order.paymentStatus !== 'processing'
}

/**
 * Returns whether one seller order can be canceled alone: it has not left, or only some of it; then the rest is canceled. An order that
 * waits for its card payment is canceled whole or not at all, since that payment is for all of it.
 */
export function isPartCancellable(
  { order }: { order: { paymentMethod: PaymentMethod; paymentStatus: PaymentStatus } },
  { status }: { status: OrderStatus },
): boolean {
  return BEFORE_SHIPPING.includes(status) && !awaitsCard(order)
}

/**
 * Returns whether the delivery address can still be corrected: nothing has left, something will, and the buyer's account was not deleted.
 */
export function isAddressOpen(record: LeftOrder & { order: { userEmail: string } }): boolean {
  return hasNotLeft(record) && !isErasedEmail(record.order.userEmail)
}

/**
 * Returns whether an order has an invoice, or gets one when somebody asks: not while a card is not charged, and not when it was canceled
 * unpaid.
 */
export function hasInvoice(
  { order }: { order: { paymentMethod: PaymentMethod; status: OrderStatus; paidCents: number } },
  isIssued: boolean,
): boolean {
  const isOwed = order.paymentMethod === 'pay_later' && order.status !== 'cancelled'
  return isIssued || order.paidCents > 0 || isOwed
}

/** Returns whether a dispute of an order's payment is open: meanwhile nothing that refunds can be done. */
export function isRefundBlocked(
  { order }: { order: { paidCents: number; refundedCents: number } },
  { dispute }: { dispute: { status: DisputeStatus } | null },
): boolean {
  return dispute !== null && isOpenDispute(dispute.status) && order.paidCents > order.refundedCents
}

const PREFIX = 'ORD-'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TIME_LENGTH = 8 // 36^8 milliseconds: enough until the year 2059, then the number grows by one character
const RANDOM_LENGTH = 2
/** Numbers that the orders of one millisecond may have. */
export const ORDER_NUMBERS_A_MILLISECOND = 36 ** RANDOM_LENGTH

/**
 * The number that people quote: 'ORD-', the time in milliseconds and `random` in base 36, a check character. It says when an order was
 * placed, and nothing of how many others were. The unique index stays the last word: of two orders of one millisecond with the same number
 * the later one takes another.
 * @param at from 1970 on
 * @param random a whole number from 0, below `ORDER_NUMBERS_A_MILLISECOND`
 */
export function orderNumber(at: Date, random: number): string {
  const time = at.getTime().toString(36).padStart(TIME_LENGTH, '0')
  const body = `${time}${random.toString(36).padStart(RANDOM_LENGTH, '0')}`.toUpperCase()
  return `${PREFIX}${body}${checkCharacter(body)}`
}

/** Says whether `text` is an order number without a misread character: form and check character; upper case only. */
export function isOrderNumber(text: string): boolean {
  const match = /^ORD-([0-9A-Z]{10,11})([0-9A-Z])$/.exec(text)
  return match !== null && checkCharacter(match[1] ?? '') === match[2]
}

/** ISO 7064 MOD 37,36: notices every single wrong character. */
function checkCharacter(body: string): string {
  const product = [...body].reduce((carry, character) => {
    const total = (carry + ALPHABET.indexOf(character)) % 36 || 36
    return (total * 2) % 37
  }, 36)
  return ALPHABET.charAt((37 - product) % 36)
}
