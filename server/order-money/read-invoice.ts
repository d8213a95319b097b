import { invoiceNumber } from '#domain/invoice.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse } from '#server/http/refusal.ts'
import { findInvoice, type InvoiceRow, issueInvoice } from '#server/invoices/repository.ts'
import { readOrderMoney } from '#server/orders/money/repository.ts'
import { hasInvoice } from '#server/orders/present-money.ts'
import { scopeOf } from '#server/orders/present-order.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/repository.ts'
import { worthOf } from '#server/returns/present-return.ts'
import { listCredits } from '#server/returns/repository.ts'
import { listSoldParts } from '#server/seller-ledger/repository.ts'
import { readSettings } from '#server/settings/repository.ts'
import { describeInvoice } from './describe-invoice.ts'
import { writeInvoice } from './write-invoice.ts'

/** An invoice as a file. */
export interface InvoiceFile {
  name: string
  bytes: Buffer
}

/** The invoice of an order for its customer or for staff; a Pay Later order gets its number at the first look. Others: 404. Without one: `no_invoice`. */
export async function readInvoice({ db, now }: Deps, actor: Pick<Actor, 'userId' | 'role'>, idOrNumber: string): Promise<InvoiceFile> {
  const record = found(await findOrder(db, idOrNumber, scopeOf(actor)))
  const { order } = record
  const invoice = (await findInvoice(db, order.id)) ?? (await issueNow(db, record, now()))
  const credits = await listCredits(db, order.id)
  const creditCents = credits.reduce((sum, goods) => sum + worthOf(goods), 0)
  const figures = describeInvoice({ record, sold: await listSoldParts(db, order.id), creditCents })
  const { company } = await readSettings(db)
  const bytes = await writeInvoice({ invoice, order, figures, money: await readOrderMoney(db, order), company })
  return { name: `${invoiceNumber(invoice.number)}-${order.number}.pdf`, bytes }
}

async function issueNow(db: Db, { order }: OrderRecord, at: Date): Promise<InvoiceRow> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, order.id, null))
    if (!hasInvoice(record, false)) refuse('no_invoice')
    return issueInvoice(tx, order.id, at)
  })
}
