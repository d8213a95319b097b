import { type Currency, toDecimal } from '#domain/money.ts'
import type { PayoutStatus } from '#domain/payout.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { csvRecords } from '#server/platform/vendors/table-file.ts'
import { findShort, heldFor, preparedDestination } from './check-prepared.ts'
import { listForBank, type PayoutRow } from './payout-list.ts'

const TITLES = ['Reference', 'Seller', 'Account holder', 'IBAN', 'Routing number', 'Account number', 'Amount', 'Currency']

/**
 * Writes the file for the bank: one line for each payout, with the account it was prepared with; who took it, and which payouts, is written
 * down. Held payouts are left out: no money goes to an account that was set after preparation, while a dispute takes it, or while the
 * seller is on hold.
 */
export async function writeBankFile(
  { db, now }: Deps,
  filter: { status: PayoutStatus; currency?: Currency | undefined },
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<{ bytes: Buffer; held: number }> {
  const at = now()
  const rows = await listForBank(db, filter)
  const short = await findShort(db, rows, at)
  const isHeld = (row: PayoutRow) => heldFor(row, at, short.has(row.id)) !== null
  const [held, free] = [rows.filter(isHeld), rows.filter((row) => !isHeld(row))]
  await recordAudit(db, {
    actor,
    action: 'payouts.file',
    targetType: 'export',
    targetId: 'payouts',
    after: { ...filter, numbers: free.map(({ number }) => number), held: held.map(({ number }) => number) },
    requestId,
  })
  const bytes = csvRecords(
    free.map((row) => {
      const to = preparedDestination(row)
      return [
        row.number,
        row.businessName,
        to?.holder ?? '',
        to?.iban ?? '',
        to?.routingNumber ?? '',
        to?.accountNumber ?? '',
        toDecimal(row.amountCents).toFixed(2),
        row.currency,
      ]
    }),
    TITLES,
  )
  return { bytes, held: held.length }
}
