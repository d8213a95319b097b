import { invoiceNumber } from '#domain/invoice.ts'
import { hasInvoice } from '#domain/order.ts'
import { readOrderMoney } from '#server/orders/order-payments.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { scopeOf } from '#server/orders/present-order.ts'
import { findInvoice, type InvoiceRow, issueInvoice } from '#server/payments/invoices.ts'
import { listSoldSellers } from '#server/payments/ledger/ledger-entries.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { describeInvoice } from './describe-invoice.ts'
import { writeInvoice } from './write-invoice.ts'

/** An invoice as a file. */
interface InvoiceFile {
  name: string
  bytes: Buffer
}

/**
 * Returns the invoice of an order for its customer or for staff; a Pay Later order gets its number when it is first opened.
 * @throws the refusals `not_found` for others, `no_invoice`
 */
export async function readInvoice({ db, now }: Deps, actor: Pick<Actor, 'userId' | 'role'>, idOrNumber: string): Promise<InvoiceFile> {
  const record = found(await findOrder(db, idOrNumber, scopeOf(actor)))
  const { order } = record
  const invoice = (await findInvoice(db, order.id)) ?? (await issueNow(db, record, now()))
  const money = await readOrderMoney(db, record)
  const figures = describeInvoice({ record, sold: await listSoldSellers(db, order.id), creditCents: money.creditCents })
  const { company } = await readSettings(db)
  const bytes = await writeInvoice({ invoice, order, figures, money, company })
  return { name: `${invoiceNumber(invoice.number)}-${order.number}.pdf`, bytes }
}

async function issueNow(db: Db, { order }: OrderRecord, at: Date): Promise<InvoiceRow> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, order.id, null))
    if (!hasInvoice(record, false)) refuse('no_invoice')
    return issueInvoice(tx, order.id, at)
  })
}
