import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listMoneyDisagreements } from './money-disagreements.ts'
import { listOrderDisagreements } from './order-disagreements.ts'
import { listReplayDisagreements } from './replayed-orders.ts'

/**
 * Compares stock movements, orders, payments, refunds and the sellers' ledger, the stored pricing of each order with its amounts, and
 * invoices and credit notes with their tax.
 * @returns every difference in a sentence
 */
export async function listDisagreements(db: Db): Promise<string[]> {
  const found = [
    ...(await listOrderDisagreements(db)),
    ...(await listReplayDisagreements(db)),
    ...(await listMoneyDisagreements(db)),
    ...(await listDocumentDisagreements(db)),
  ]
  return found.map(({ rule, id, expected, actual }) => `${rule}: ${id} should be ${expected}, is ${actual}`)
}
