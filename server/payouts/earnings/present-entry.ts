import type { EarningEntry } from '#contract/payouts/earnings.ts'
import { toDecimal } from '#domain/money.ts'
import type { EntryRow } from './earning-entries.ts'

const amount = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** What people read for a movement of a balance. */
export const ENTRY_WORDS: Readonly<Record<EntryRow['reason'], string>> = {
  sale: 'Sale',
  refund: 'Refund',
  payout: 'Payout',
  payout_failed: 'Payout came back',
  adjustment: 'Adjustment',
}

/** A movement as it travels. */
export function presentEntry(row: EntryRow): EarningEntry {
  const { id, at, reason, orderId, number, note, currency } = row
  return {
    id: String(id),
    at: at.toISOString(),
    reason,
    orderId,
    number,
    note: reason === 'adjustment' || reason === 'refund' ? note : null,
    currency,
    gross: amount(row.grossCents),
    commission: amount(row.commissionCents),
    tax: amount(row.taxCents),
    net: toDecimal(row.netCents),
    balance: toDecimal(row.balanceCents),
  }
}
