/** Money that came in for an order, in cents: what arrived, what is left to pay, and what items that came back take off that. */
interface Received {
  receivedCents: number
  /** Left to pay before the credit. */
  openCents: number
  creditCents: number
}

/** Use of money that came in, in cents. */
interface UsedMoney {
  /** Paid for the order: what arrived for it, with the credit once it completes the order. */
  bookedCents: number
  /** Part of what arrived that pays the order. */
  receivedCents: number
  /** Part of the credit that is deducted now; the rest of it is refunded. */
  deductedCents: number
  /** More than was due: kept for the buyer until it is refunded. */
  keptCents: number
  /** Says if the order is paid in full now. */
  isComplete: boolean
}

/** Decides what a payment pays: never more than is left. A credit is deducted with the payment that completes the order. */
export function applyReceived({ receivedCents, openCents, creditCents }: Received): UsedMoney {
  const dueCents = Math.max(openCents - creditCents, 0)
  const usedCents = Math.min(receivedCents, dueCents)
  const isComplete = usedCents === dueCents
  return {
    bookedCents: isComplete ? openCents : usedCents,
    receivedCents: usedCents,
    deductedCents: isComplete ? openCents - usedCents : 0,
    keptCents: receivedCents - usedCents,
    isComplete,
  }
}

/** Amounts, in cents, that can be charged to a card: 0.50 to 999,999.99 in either currency. */
const CARD_CENTS = { least: 50, most: 99_999_999 }

/** Returns whether an amount can be charged to a card. */
export const isChargeable = (cents: number): boolean => cents >= CARD_CENTS.least && cents <= CARD_CENTS.most

/** Payment of an order with what is left of it after refunds, in cents. */
interface LeftPayment {
  paymentId: string
  leftCents: number
}

/** Splits a refund over payments, which come newest first: what is left of each is taken before an older one. */
export function takeBack(amountCents: number, payments: readonly LeftPayment[]): { paymentId: string; amountCents: number }[] {
  let rest = amountCents
  return payments.flatMap(({ paymentId, leftCents }) => {
    const cents = Math.min(rest, Math.max(leftCents, 0))
    rest -= cents
    return cents > 0 ? [{ paymentId, amountCents: cents }] : []
  })
}

/** Order that a transfer may pay, with what is due for it in cents. */
interface PayableOrder {
  orderId: string
  dueCents: number
}

/** Splits one transfer over several orders in their order; what is too much goes to the last one, which keeps it for the buyer. */
export function splitTransfer(amountCents: number, orders: readonly PayableOrder[]): (PayableOrder & { amountCents: number })[] {
  let left = amountCents
  return orders.map((order, index) => {
    const cents = index === orders.length - 1 ? left : Math.min(left, order.dueCents)
    left -= cents
    return { ...order, amountCents: cents }
  })
}
