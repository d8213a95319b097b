import { lockOrder } from '#server/orders/order-record.ts'
import { findEInvoice } from '#server/payments/e-invoices/e-invoice-record.ts'
import { makeEInvoice } from '#server/payments/e-invoices/make-e-invoices.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { QueuedMail } from '#server/platform/mail/queued-mails.ts'
import { type EInvoiceWriter, openEInvoiceWriter } from '#server/platform/vendors/e-invoice.ts'
import type { MailAttachment } from '#server/platform/vendors/mailer.ts'
import { vatCause } from './describe-credit.ts'
import { type DocumentRow, emailOf, findDocumentRow, inForce, listDocumentsOf } from './document-record.ts'
import { issueDocuments } from './issue-documents.ts'
import { fileOf, readEInvoice } from './read-document.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

async function documentsFor(deps: Pick<Deps, 'db' | 'now'>, { template, dedupeKey, facts, createdAt }: QueuedMail): Promise<DocumentRow[]> {
  const { db } = deps
  if (template === 'document') {
    const row = await findDocumentRow(db, textOf(facts.documentId))
    return row ? [row.document] : []
  }
  const orderId = textOf(facts.orderId)
  if (template === 'order-placed' && orderId && textOf(facts.plan)) return issueDeposit(deps, orderId)
  if (!orderId || !['order-paid', 'order-refunded', 'order-changed', 'vat-confirmed'].includes(template)) return []
  const rows = await listDocumentsOf(db, [orderId])
  if (template === 'vat-confirmed') return rows.filter(({ cause }) => cause.startsWith(`${vatCause(orderId)}:`))
  if (template === 'order-changed') return rows.filter(({ cause }) => cause.includes(textOf(facts.changeId)))
  if (template === 'order-paid') {
    // of a payment in parts what was issued with it: the others were sent with theirs
    const isSent = ({ milestoneId, issuedAt }: DocumentRow) => milestoneId === null || issuedAt.getTime() === createdAt.getTime()
    return inForce(rows).filter((row) => row.kind === 'invoice' && isSent(row))
  }
  const refundId = dedupeKey.slice('order-refunded:'.length)
  return rows.filter(({ cause }) => cause.startsWith(`refund:${refundId}:`))
}

/** Issues the invoice of what is due with an order that is paid by a plan, unless it is issued; it goes with the confirmation. */
async function issueDeposit({ db, now }: Pick<Deps, 'db' | 'now'>, orderId: string): Promise<DocumentRow[]> {
  return inTransaction(db, async (tx) => {
    const record = await lockOrder(tx, orderId, null)
    const [first] = record?.order.paymentPlan ?? []
    if (!record || record.order.status === 'cancelled' || first?.trigger !== 'order') return []
    await issueDocuments(tx, orderId, now())
    return inForce(await listDocumentsOf(tx, [orderId])).filter(
      ({ kind, milestoneId }) => kind === 'invoice' && [first.id, null].includes(milestoneId),
    )
  })
}

/**
 * Returns a function that gives the files which are sent with an email: the first invoice of a plan with the confirmation, invoices when an
 * order is paid, the credit notes of a refund, and single ones. An e-invoice that waits is made now; where it cannot be made, the plain PDF
 * leaves, and the job sends the e-invoice once it is made.
 */
export function attachDocuments(
  deps: Pick<Deps, 'db' | 'now'>,
  open: () => EInvoiceWriter = openEInvoiceWriter,
): (mail: QueuedMail) => Promise<MailAttachment[]> {
  return async (mail) => {
    const writer = open()
    const attachments: MailAttachment[] = []
    try {
      for (const { id } of await documentsFor(deps, mail)) attachments.push(...(await filesOf(deps, writer, id)))
    } finally {
      await writer.close()
    }
    return attachments
  }
}

async function filesOf(deps: Pick<Deps, 'db' | 'now'>, writer: EInvoiceWriter, id: string): Promise<MailAttachment[]> {
  const { db } = deps
  await makeEInvoice(deps, writer, id)
  const row = await findDocumentRow(db, id)
  if (!row) return []
  const { customer, userEmail } = row
  const { name, bytes } = await fileOf(db, row.document, customer && userEmail !== null ? emailOf({ customer, userEmail }) : '')
  const pdf = { filename: name, contentType: 'application/pdf', content: bytes }
  const eInvoice = await findEInvoice(db, id)
  if (eInvoice?.form !== 'xrechnung' || eInvoice.madeAt === null) return [pdf]
  const xml = await readEInvoice(db, row.document)
  return [pdf, { filename: xml.name, contentType: 'application/xml', content: xml.bytes }]
}
