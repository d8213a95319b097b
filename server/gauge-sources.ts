import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { PROVIDER_REQUESTS } from './payments/cards/card-payment-record.ts'
import { listMoneyDisagreements } from './payments/ledger/money-disagreements.ts'
import { TAX_MESSAGES } from './payments/taxes/tax-queue.ts'
import { TRANSFERS } from './payouts/transfers/transfer-queue.ts'
import { MAILS } from './platform/mail/queued-mails.ts'
import type { GaugeSources } from './reporting/gauges/watch-gauges.ts'

/** All messages of the outbox, and the differences of the ledger: each is of the area that knows it. */
export const GAUGE_SOURCES: GaugeSources = {
  queues: [MAILS, PROVIDER_REQUESTS, TRANSFERS, TAX_MESSAGES],
  listDisagreements: async (db) => [...(await listOrderDisagreements(db)), ...(await listMoneyDisagreements(db))],
}
