import { DOCUMENT_KIND_LABELS } from '#domain/document.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails } from '#server/platform/mail/queued-mails.ts'
import type { DocumentRow } from './document-record.ts'

/** Queues an email with a document, which is attached when it is sent. */
export async function queueDocumentMail(
  tx: Db,
  { id, kind, label, grossCents, currency, content, orderId }: DocumentRow,
  { to, dedupeKey, name = content.buyer.contact || content.buyer.name, at }: { to: string; dedupeKey: string; name?: string; at: Date },
): Promise<void> {
  const facts = {
    orderId,
    number: content.order.number,
    name,
    documentId: id,
    kind: DOCUMENT_KIND_LABELS[kind],
    label,
    currency,
    grossCents,
    corrects: content.refersTo?.label ?? '',
    reason: content.reason,
  }
  await queueMails(tx, [{ dedupeKey, template: 'document', to, facts, at }])
}
