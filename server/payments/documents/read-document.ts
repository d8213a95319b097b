import type { E_INVOICE_SYNTAXES } from '#domain/e-invoice.ts'
import { hasInvoice } from '#domain/order.ts'
import { mayAct } from '#domain/permissions.ts'
import { isUuid } from '#domain/text.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { scopeOf } from '#server/orders/present-order.ts'
import { findEInvoice } from '#server/payments/e-invoices/e-invoice-record.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { type DocumentRow, emailOf, findDocumentRow, inForce, listDocumentsOf, listOlderInvoices } from './document-record.ts'
import { issueDocuments } from './issue-documents.ts'
import { writeDocument } from './write-document.ts'

/** A document as a file. */
interface DocumentFile {
  name: string
  bytes: Buffer
}

const NOT_ISSUED = "This invoice isn't issued yet. Its customer, or a colleague who may change orders, has to open it first."

type Reader = Pick<Actor, 'userId' | 'role' | 'duties' | 'businessId'>

/**
 * Returns the first invoice of an order for its customer or for staff; a Pay Later order gets its number when it is first opened by
 * its customer, or by staff who may change it.
 * @throws the refusals `not_found` for others, `no_invoice`
 */
export async function readInvoice({ db, now }: Deps, actor: Reader, idOrNumber: string): Promise<DocumentFile> {
  const record = found(await findOrder(db, idOrNumber, scopeOf(actor)))
  const first = inForce(await listDocumentsOf(db, [record.order.id])).find(({ kind }) => kind === 'invoice')
  const mayIssue = record.order.userId === actor.userId || mayAct(actor, ['orders.write', 'finance.write'])
  if (!first && !mayIssue) refuse('no_invoice', { detail: NOT_ISSUED })
  return fileOf(db, first ?? (await issueNow(db, record, now())), emailOf(record.order))
}

async function issueNow(db: Db, { order }: OrderRecord, at: Date): Promise<DocumentRow> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, order.id, null))
    const known = inForce(await listDocumentsOf(tx, [order.id])).find(({ kind }) => kind === 'invoice')
    if (known) return known
    const older = await listOlderInvoices(tx, [order.id])
    if (!hasInvoice(record, older.size > 0)) refuse('no_invoice')
    const issued = await issueDocuments(tx, order.id, at)
    return found(issued.find(({ kind }) => kind === 'invoice') ?? null)
  })
}

/**
 * Returns a document that this reader may see: staff of orders and of finance all, sellers those about them, customers those of their
 * orders.
 * @throws the refusal `not_found`
 */
export async function findDocument(db: Db, actor: Reader, id: string): Promise<{ document: DocumentRow; email: string }> {
  if (!isUuid(id)) return refuse('not_found')
  const row = await findDocumentRow(db, id)
  const { document, userId, customer, userEmail } = found(row)
  const isOwn = (userId !== null && userId === actor.userId) || (actor.businessId !== null && document.businessId === actor.businessId)
  if (!isOwn && !mayAct(actor, ['orders.read', 'finance.read'])) refuse('not_found')
  return { document, email: customer && userEmail !== null ? emailOf({ customer, userEmail }) : '' }
}

const nameOf = ({ label, content }: DocumentRow) => [label, content.order.number].filter(Boolean).join('-')

/** Returns a document as a PDF; once its e-invoice of the form Factur-X is made, with the e-invoice inside. */
export async function fileOf(db: Db, document: DocumentRow, email: string): Promise<DocumentFile> {
  const eInvoice = await findEInvoice(db, document.id)
  const xml = eInvoice?.form === 'factur_x' ? eInvoice.cii : null
  return { name: `${nameOf(document)}.pdf`, bytes: await writeDocument({ document, email, xml }) }
}

/**
 * Returns the e-invoice of a document in a syntax; by default in that of its form: CII for Factur-X, UBL for XRechnung.
 * @throws the refusals `not_found` where it has none in that syntax, `e_invoice_waiting`
 */
export async function readEInvoice(db: Db, document: DocumentRow, syntax?: (typeof E_INVOICE_SYNTAXES)[number]): Promise<DocumentFile> {
  const row = found(await findEInvoice(db, document.id))
  if (row.madeAt === null) return refuse('e_invoice_waiting')
  const xml = found(row[syntax ?? (row.form === 'xrechnung' ? 'ubl' : 'cii')])
  return { name: `${nameOf(document)}.xml`, bytes: Buffer.from(xml) }
}
