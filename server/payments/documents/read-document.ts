import { hasInvoice } from '#domain/order.ts'
import { isUuid } from '#domain/text.ts'
import { isStaffRole } from '#domain/user.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { scopeOf } from '#server/orders/present-order.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { type DocumentRow, findDocumentRow, listDocumentsOf, listOlderInvoices } from './document-record.ts'
import { issueDocuments } from './issue-documents.ts'
import { writeDocument } from './write-document.ts'

/** A document as a file. */
interface DocumentFile {
  name: string
  bytes: Buffer
}

type Reader = Pick<Actor, 'userId' | 'role' | 'businessId'>

/**
 * Returns the first invoice of an order for its customer or for staff; a Pay Later order gets its number when it is first opened.
 * @throws the refusals `not_found` for others, `no_invoice`
 */
export async function readInvoice({ db, now }: Deps, actor: Reader, idOrNumber: string): Promise<DocumentFile> {
  const record = found(await findOrder(db, idOrNumber, scopeOf(actor)))
  const first = (await listDocumentsOf(db, [record.order.id])).find(({ kind }) => kind === 'invoice') ?? (await issueNow(db, record, now()))
  return fileOf(first, emailOf(record.order))
}

async function issueNow(db: Db, { order }: OrderRecord, at: Date): Promise<DocumentRow> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, order.id, null))
    const known = (await listDocumentsOf(tx, [order.id])).find(({ kind }) => kind === 'invoice')
    if (known) return known
    const older = await listOlderInvoices(tx, [order.id])
    if (!hasInvoice(record, older.size > 0)) refuse('no_invoice')
    const issued = await issueDocuments(tx, order.id, at)
    return found(issued.find(({ kind }) => kind === 'invoice') ?? null)
  })
}

/** Returns the current address of the buyer of an order; '' once the account was erased. */
export const emailOf = ({ customer, userEmail }: Pick<OrderRecord['order'], 'customer' | 'userEmail'>): string =>
  customer.email ?? userEmail

/** Returns a document that this reader may see: staff all, sellers those about them, customers those of their orders. @throws the refusal `not_found` */
export async function findDocument(db: Db, actor: Reader, id: string): Promise<{ document: DocumentRow; email: string }> {
  if (!isUuid(id)) return refuse('not_found')
  const row = await findDocumentRow(db, id)
  const { document, userId, customer, userEmail } = found(row)
  const isOwn = (userId !== null && userId === actor.userId) || (actor.businessId !== null && document.businessId === actor.businessId)
  if (!isOwn && !isStaffRole(actor.role)) refuse('not_found')
  return { document, email: customer && userEmail !== null ? emailOf({ customer, userEmail }) : '' }
}

/** Returns a document as a PDF. */
export async function fileOf(document: DocumentRow, email: string): Promise<DocumentFile> {
  const { label, content } = document
  const name = [label, content.order.number].filter(Boolean).join('-')
  return { name: `${name}.pdf`, bytes: await writeDocument({ document, email }) }
}
