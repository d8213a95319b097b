/** Event that asks for a refund. The same cause asks once. */
export type RefundCause =
  /** Cancellation of an order, or of one seller order. */
  | { kind: 'cancellation'; orderId: string; businessId?: string }
  /** Request of staff or of a seller, by its idempotency key. */
  | { kind: 'request'; userId: string; key: string }
  | { kind: 'return'; returnId: string }
  /** Card payment that came in after its order had ended. */
  | { kind: 'late-payment'; intentId: string }
  /** Refund made at the payment provider; the charge and the cents refunded of it until then. */
  | { kind: 'provider'; chargeId: string; refundedCents: number }
  | { kind: 'lost-dispute'; disputeId: string }
  /** VAT id that was confirmed after its order. */
  | { kind: 'vat'; orderId: string }
  /** Change of an order that was paid more than it costs since. */
  | { kind: 'change'; changeId: string }

/** Returns the text that a cause is stored as. */
export function refundCauseKey(cause: RefundCause): string {
  switch (cause.kind) {
    case 'cancellation':
      return ['cancel', cause.orderId, ...(cause.businessId ? [cause.businessId] : [])].join(':')
    case 'request':
      return `call:${cause.userId}:${cause.key}`
    case 'return':
      return `return:${cause.returnId}`
    case 'late-payment':
      return `late:${cause.intentId}`
    case 'provider':
      return `provider:${cause.chargeId}:${cause.refundedCents}`
    case 'lost-dispute':
      return `dispute:${cause.disputeId}`
    case 'vat':
      return `vat:${cause.orderId}`
    case 'change':
      return `change:${cause.changeId}`
  }
}

/** Reads a stored cause back. @throws Error for a text that `refundCauseKey` never wrote */
export function parseRefundCause(text: string): RefundCause {
  const [prefix, id = '', ...rest] = text.split(':')
  switch (prefix) {
    case 'cancel':
      return { kind: 'cancellation', orderId: id, ...(rest[0] && { businessId: rest[0] }) }
    case 'call':
      return { kind: 'request', userId: id, key: rest.join(':') }
    case 'return':
      return { kind: 'return', returnId: id }
    case 'late':
      return { kind: 'late-payment', intentId: id }
    case 'provider':
      return { kind: 'provider', chargeId: id, refundedCents: Number(rest[0]) }
    case 'dispute':
      return { kind: 'lost-dispute', disputeId: id }
    case 'vat':
      return { kind: 'vat', orderId: id }
    case 'change':
      return { kind: 'change', changeId: id }
    default:
      throw new Error(`Not a refund cause: ${text}`)
  }
}
