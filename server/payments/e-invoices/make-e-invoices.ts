import { pluralize } from '#domain/text.ts'
import { emailOf, findDocumentRow } from '#server/payments/documents/document-record.ts'
import { queueDocumentMail } from '#server/payments/documents/mail-document.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { type EInvoiceWriter, openEInvoiceWriter } from '#server/platform/vendors/e-invoice.ts'
import { describeEInvoice, EInvoiceRefusal } from './describe-e-invoice.ts'
import { findWaiting, listDue, storeFiles, storeProblem } from './e-invoice-record.ts'

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

/** E-invoices in one run of the job. */
const BATCH = 200
const MINUTE_MS = 60_000
const MAX_PAUSE_MS = 6 * 60 * MINUTE_MS

/** Returns whether an e-invoice is due. */
export async function hasDueEInvoice({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return (await listDue(db, now(), 1)).length > 0
}

/**
 * Makes the e-invoices that are due; one that fails is tried again later, and staff see it. Stopped and started again, it goes on where it
 * was.
 * @returns a summary
 */
export async function makeEInvoices(
  deps: Pick<Deps, 'db' | 'now'>,
  signal: AbortSignal,
  open: () => EInvoiceWriter = openEInvoiceWriter,
): Promise<string> {
  const writer = open()
  let [made, failed] = [0, 0]
  try {
    for (const id of await listDue(deps.db, deps.now(), BATCH)) {
      if (signal.aborted) break
      const isMade = await makeEInvoice(deps, writer, id)
      made += isMade ? 1 : 0
      failed += isMade ? 0 : 1
    }
  } finally {
    await writer.close()
  }
  return `${pluralize(made, 'e-invoice')} made${failed > 0 ? `, ${failed} failed` : ''}.`
}

/**
 * Makes the e-invoice of a document unless it is made: its files are stored once, by whichever server is first. Where an earlier attempt
 * had failed, so that the email of the document had the plain PDF, another email brings the e-invoice.
 * @returns false if it cannot be made now
 */
export async function makeEInvoice({ db, now }: Pick<Deps, 'db' | 'now'>, writer: EInvoiceWriter, documentId: string): Promise<boolean> {
  const waiting = await findWaiting(db, documentId)
  if (!waiting) return true
  try {
    const files = await write(writer, waiting)
    await inTransaction(db, async (tx) => {
      const stored = await storeFiles(tx, documentId, files, now())
      const found = stored && stored.attempts > 0 ? await findDocumentRow(tx, documentId) : null
      const to = found?.customer && found.userEmail !== null ? emailOf({ customer: found.customer, userEmail: found.userEmail }) : ''
      if (found && to) await queueDocumentMail(tx, found.document, { to, dedupeKey: `e-invoice:${documentId}`, at: now() })
    })
    return true
  } catch (error) {
    await noteFailure({ db, now }, waiting, error)
    return false
  }
}

async function write(writer: EInvoiceWriter, { row, document }: Waiting): Promise<{ cii: string; ubl: string | null }> {
  const { form, buyerReference } = row
  const { invoice, hasAddresses } = describeEInvoice(document, { form, buyerReference })
  const cii = await writer.write(invoice, 'CII')
  return { cii, ubl: hasAddresses ? await writer.write(invoice, form === 'xrechnung' ? 'XRECHNUNG-UBL' : 'UBL') : null }
}

async function noteFailure({ db, now }: Pick<Deps, 'db' | 'now'>, { row, document }: Waiting, error: unknown): Promise<void> {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const isFinal = error instanceof EInvoiceRefusal // its document never changes
  const pause = Math.min(MINUTE_MS * 2 ** row.attempts, MAX_PAUSE_MS)
  await inTransaction(db, async (tx) => {
    await storeProblem(tx, document.id, problem, isFinal ? null : new Date(now().getTime() + pause))
    await notify(tx, {
      audience: { staff: 'finance.read' },
      kind: 'e-invoice-failed',
      title: `E-invoice for ${document.label} couldn't be created`,
      text: isFinal ? `${problem} The buyer gets only the PDF.` : `${problem.slice(0, 200)} The buyer has the PDF. We'll try again.`,
      path: `/admin/documents?search=${encodeURIComponent(document.label)}`,
      dedupeKey: `e-invoice-failed:${document.id}`,
      at: now(),
    })
  })
}
