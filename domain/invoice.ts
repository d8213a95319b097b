/** The number of an invoice as people quote it: 'INV-000042'. */
export function invoiceNumber(number: number): string {
  return `INV-${String(number).padStart(6, '0')}`
}

/** Days after which the invoice of a Pay Later order is due. */
const PAYMENT_TERM_DAYS = 14

const DAY_MS = 86_400_000

/** When an invoice that was issued at that moment is due. */
export function dueDate(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + PAYMENT_TERM_DAYS * DAY_MS)
}
