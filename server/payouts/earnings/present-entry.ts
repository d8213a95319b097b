import type { EarningEntry } from '#contract/payouts/earnings.ts'
import { toDecimal } from '#domain/money.ts'
import type { EntryRow } from './earning-entries.ts'

const amount = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** Presents an entry of a balance. */
export function presentEntry(row: EntryRow): EarningEntry {
  const { id, at, reason, orderId, number, note, currency } = row
  return {
    id: String(id),
    at: at.toISOString(),
    reason,
    orderId,
    number,
    note: reason === 'adjustment' || reason === 'refund' || reason === 'document_tax' ? note : null,
    currency,
    gross: amount(row.grossCents),
    commission: amount(row.commissionCents),
    tax: amount(row.taxCents),
    net: toDecimal(row.netCents),
    balance: toDecimal(row.balanceCents),
  }
}
