import type { Transitions } from './transitions.ts'

/** Statuses of a return. */
export const RETURN_STATUSES = ['requested', 'approved', 'received', 'refunded', 'declined'] as const

/** One of `RETURN_STATUSES`. */
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** Labels of the statuses of a return. */
export const RETURN_STATUS_LABELS: Readonly<Record<ReturnStatus, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  received: 'Received',
  refunded: 'Refunded',
  declined: 'Declined',
}

/** The moves that a return may make; the seller, or staff, makes them. */
export const RETURN_TRANSITIONS: Transitions<ReturnStatus> = {
  requested: ['approved', 'declined'],
  approved: ['received', 'declined'],
  received: ['refunded', 'declined'],
  refunded: [],
  declined: [],
}

/** The moves of a return that follows from a withdrawal: no seller can decline it, and staff may refund it on proof that it was sent. */
export const WITHDRAWN_TRANSITIONS: Transitions<ReturnStatus> = {
  requested: [],
  approved: ['received', 'refunded'],
  received: ['refunded'],
  refunded: [],
  declined: [],
}

/** Reasons of a return. */
export const RETURN_REASONS = ['unsuitable', 'faulty', 'damaged', 'wrong', 'other'] as const

/** One of `RETURN_REASONS`. */
export type ReturnReason = (typeof RETURN_REASONS)[number]

/**
 * Causes of a return: the reasons that a customer can give, a withdrawal from the contract, which needs none, and the cancellation of what
 * is left of a seller order, of which nothing is sent back.
 */
export const RETURN_CAUSES = [...RETURN_REASONS, 'withdrawal', 'canceled'] as const

/** One of `RETURN_CAUSES`. */
type ReturnCause = (typeof RETURN_CAUSES)[number]

/** Labels of the causes of a return. */
export const RETURN_REASON_LABELS: Readonly<Record<ReturnCause, string>> = {
  unsuitable: "It doesn't meet my needs",
  faulty: 'It is faulty',
  damaged: 'It was damaged in transit',
  wrong: "It isn't what I ordered",
  other: 'Another reason',
  withdrawal: 'Withdrawal from the contract',
  canceled: 'Canceled before it shipped',
}

/** Wishes of a customer in a return. */
export const RETURN_WISHES = ['refund', 'same', 'other'] as const

/** One of `RETURN_WISHES`. */
export type ReturnWish = (typeof RETURN_WISHES)[number]

/** Labels of the wishes of a return. */
export const RETURN_WISH_LABELS: Readonly<Record<ReturnWish, string>> = {
  refund: 'A refund',
  same: 'The same product again',
  other: 'Another product',
}

/** Reasons that are not the buyer's doing: if everything of a seller comes back, its shipping is refunded too. */
const SELLERS_DOING: readonly string[] = ['faulty', 'damaged', 'wrong'] satisfies ReturnReason[]

/** Says whether a return is for a reason of the seller's. */
export function isSellersDoing(reason: string): boolean {
  return SELLERS_DOING.includes(reason)
}

/** Most pictures of one return. */
export const MAX_RETURN_PHOTOS = 3

/** The number of an order's `count`-th return: the order's own number, then R1, R2 … */
export function returnNumber(orderNumber: string, count: number): string {
  return `${orderNumber}-R${count}`
}
