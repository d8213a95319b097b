import { DOCUMENT_KIND_LABELS } from '#domain/document.ts'
import { findBuyerEmail, type OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type QueuedMail, queueMails } from '#server/platform/mail/queued-mails.ts'
import type { MailAttachment } from '#server/platform/vendors/mailer.ts'
import { vatCause } from './describe-credit.ts'
import { type DocumentRow, findDocumentRow, listDocumentsOf } from './document-record.ts'
import { emailOf, fileOf } from './read-document.ts'

/** Queues an email for each document, which is attached when it is sent. */
export async function mailDocuments(tx: Db, { order }: Pick<OrderRecord, 'order'>, rows: readonly DocumentRow[], at: Date): Promise<void> {
  if (rows.length === 0) return
  const to = await findBuyerEmail(tx, order.userId)
  const mails = rows.map(({ id, kind, label, grossCents, currency, content }) => ({
    dedupeKey: `document:${id}`,
    template: 'document' as const,
    to,
    facts: {
      orderId: order.id,
      number: order.number,
      name: order.customer.firstName ?? '',
      documentId: id,
      kind: DOCUMENT_KIND_LABELS[kind],
      label,
      currency,
      grossCents,
      corrects: content.refersTo?.label ?? '',
      reason: content.reason,
    },
    at,
  }))
  await queueMails(tx, mails)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

async function documentsFor(db: Db, { template, dedupeKey, facts }: QueuedMail): Promise<DocumentRow[]> {
  if (template === 'document') {
    const row = await findDocumentRow(db, textOf(facts.documentId))
    return row ? [row.document] : []
  }
  const orderId = textOf(facts.orderId)
  if (!orderId || !['order-paid', 'order-refunded', 'vat-confirmed'].includes(template)) return []
  const rows = await listDocumentsOf(db, [orderId])
  if (template === 'vat-confirmed') return rows.filter(({ cause }) => cause.startsWith(`${vatCause(orderId)}:`))
  if (template === 'order-paid') return rows.filter(({ kind }) => kind === 'invoice')
  const refundId = dedupeKey.slice('order-refunded:'.length)
  return rows.filter(({ cause }) => cause.startsWith(`refund:${refundId}:`))
}

/** Returns a function that gives the documents which are sent with an email: invoices when an order is paid, the credit notes of a refund, and single ones. */
export function attachDocuments({ db }: Pick<Deps, 'db'>): (mail: QueuedMail) => Promise<MailAttachment[]> {
  return async (mail) => {
    const attachments: MailAttachment[] = []
    for (const { id } of await documentsFor(db, mail)) {
      const row = await findDocumentRow(db, id)
      if (!row) continue
      const { customer, userEmail } = row
      const { name, bytes } = await fileOf(row.document, customer && userEmail !== null ? emailOf({ customer, userEmail }) : '')
      attachments.push({ filename: name, contentType: 'application/pdf', content: bytes })
    }
    return attachments
  }
}
