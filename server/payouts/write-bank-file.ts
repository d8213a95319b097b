import { numbersFor } from '#domain/bank-account.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import type { PayoutStatus } from '#domain/payout.ts'
import { recordAudit } from '#server/audit/repository.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { csvRecords } from '#server/vendors/table-file.ts'
import { listForBank } from './repository.ts'

const TITLES = ['Reference', 'Seller', 'Account holder', 'IBAN', 'Routing number', 'Account number', 'Amount', 'Currency']
const NOWHERE = { holder: '', iban: null, routingNumber: null, accountNumber: null }

/** The file for the bank: one line for each payout, with where it goes; who took it, and which payouts, is written down. */
export async function writeBankFile(
  { db }: Deps,
  filter: { status: PayoutStatus; currency?: Currency | undefined },
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<Buffer> {
  const rows = await listForBank(db, filter)
  await recordAudit(db, {
    actor,
    action: 'payouts.file',
    targetType: 'export',
    targetId: 'payouts',
    after: { ...filter, numbers: rows.map(({ number }) => number) },
    requestId,
  })
  return csvRecords(
    rows.map(({ number, businessName, currency, amountCents, account }) => {
      const to = { ...NOWHERE, ...account }
      const { iban, routingNumber, accountNumber } = numbersFor(to, currency)
      return [
        number,
        businessName,
        to.holder,
        iban ?? '',
        routingNumber ?? '',
        accountNumber ?? '',
        toDecimal(amountCents).toFixed(2),
        currency,
      ]
    }),
    TITLES,
  )
}
