import { DOCUMENT_KIND_LABELS } from '#domain/document.ts'
import { dispatchPlace } from '#domain/tax-territory.ts'
import { pluralize } from '#domain/text.ts'
import { addDays, dayOf, startOfDay } from '#domain/time.ts'
import { type DocumentRow, insertDocument } from '#server/payments/documents/document-record.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { listRegistrationsOf } from '#server/pricing/tax/registration-list.ts'
import { type BusinessRow, lockBusiness } from '#server/sellers/applications/business-record.ts'
import { composeMonthly } from './describe-monthly.ts'
import {
  type DueSeller,
  findPeriodStart,
  listDueSellers,
  listMovements,
  listRates,
  listReferenceRates,
  type MonthlyKind,
} from './monthly-sums-list.ts'

/** First day of the month of a moment in a zone (ISO date): documents are about what was before. */
const monthStart = (now: Date, timeZone: string) => `${dayOf(now, timeZone).slice(0, 7)}-01`

/** First day of documents where there was none before. */
const FIRST_DAY = '2020-01-01'

/**
 * Writes the documents of the months that are over: what the platform bills sellers for its commission where they sell themselves, and what
 * they bill the platform where it sells, if they agreed and the shop does so. A month has each document once, however often and on how many
 * servers it runs.
 * @returns a summary
 */
export async function issueMonthly({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<string> {
  const { trade, company } = await readSettings(db)
  const before = monthStart(now(), company.timeZone)
  const end = startOfDay(before, company.timeZone)
  const kinds: MonthlyKind[] = trade.selfBilling ? ['commission', 'self_bill'] : ['commission']
  const dues: Due[] = []
  for (const kind of kinds) dues.push(...(await listDueSellers(db, kind, end)).map((due) => ({ ...due, kind, before })))
  let count = 0
  for (const own of Map.groupBy(dues, ({ businessId }) => businessId).values()) {
    if (signal.aborted) return `${pluralize(count, 'document')} written.`
    count += await inTransaction(db, (tx) => issueFor(tx, own, now()))
  }
  return `${pluralize(count, 'document')} written.`
}

/** A document of a seller that is due: its kind, and the first day that it is not about (ISO date). */
type Due = DueSeller & { kind: MonthlyKind; before: string }

/** Writes the documents of one seller that are due, and emails them together. @returns their number */
async function issueFor(tx: Db, dues: readonly Due[], at: Date): Promise<number> {
  const business = await lockBusiness(tx, dues[0]?.businessId ?? '') // of two servers one waits, and then finds the documents of the other
  if (!business) return 0
  const written: DocumentRow[] = []
  for (const due of dues) {
    const row = await issueOne(tx, business, due, at)
    if (row) written.push(row)
  }
  const [first] = written
  if (!first) return 0
  const facts = {
    name: business.name,
    lastDay: first.suppliedAt,
    documents: written.map(({ kind, label, currency, grossCents }) => ({ kind: DOCUMENT_KIND_LABELS[kind], label, currency, grossCents })),
  }
  await queueMail(tx, { dedupeKey: `monthly-documents:${first.id}`, template: 'monthly-documents', to: business.email, facts, at })
  return written.length
}

async function issueOne(tx: Db, business: BusinessRow, { kind, before, ...due }: Due, at: Date): Promise<DocumentRow | null> {
  const from = await findPeriodStart(tx, kind, due)
  if (from !== null && from.day >= before) return null
  const { company } = await readSettings(tx)
  const { timeZone } = company
  const movements = await listMovements(tx, kind, { ...due, from }, { before: startOfDay(before, timeZone), timeZone })
  const lastDay = addDays(before, -1)
  const first = movements[0]?.day
  const document = composeMonthly({
    kind,
    currency: due.currency,
    business,
    dispatch: dispatchPlace(business),
    movements,
    period: { from: from?.day ?? (first ? `${first.slice(0, 7)}-01` : FIRST_DAY), to: before },
    rules: await listRates(tx, lastDay),
    registrations: await listRegistrationsOf(tx, [due.businessId]),
    shop: { company, rates: await listReferenceRates(tx, lastDay) },
    at,
  })
  const row = document && (await insertDocument(tx, document))
  if (!row) return null
  await postTax(tx, row, due.businessId)
  await notify(tx, {
    audience: { businessId: due.businessId },
    kind: 'monthly-document',
    title: `${DOCUMENT_KIND_LABELS[kind]} ${row.label} is ready`,
    path: `/business/documents?kind=${kind}`,
    dedupeKey: `document:${row.id}`,
    at,
  })
  return row
}

/** Posts the VAT of a monthly document: on commission the seller owes it, on a self-billed sale the seller is paid it. */
async function postTax(tx: Db, { id, kind, label, currency, taxCents, issuedAt }: DocumentRow, businessId: string): Promise<void> {
  const isCommission = kind === 'commission'
  await postTransaction(tx, {
    reason: 'document_tax',
    reference: id,
    orderId: null,
    currency,
    note: `VAT of ${label}`,
    at: issuedAt,
    entries: [
      { account: 'seller', businessId, debitCents: isCommission ? taxCents : -taxCents },
      { account: isCommission ? 'tax' : 'input_tax', debitCents: isCommission ? -taxCents : taxCents },
    ],
  })
}
