import { EARNING_LIST, EARNING_REASON_LABELS } from '#contract/payouts/earning-list.ts'
import { type Currency, formatMoney } from '#domain/money.ts'
import { formatCount, formatLongDate, formatLongDay, formatMonth, zoneName } from '#domain/text.ts'
import { addDays, dayOf, daysOfMonth, monthSpan } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { fileColumns } from '#server/platform/http/export-route.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'
import { csvRecords } from '#server/platform/vendors/table-file.ts'
import { type EntryRow, listEntries } from './earning-entries.ts'
import { listStatements, monthOf, type Statement } from './list-statements.ts'
import { presentEntry } from './present-entry.ts'

/** Most movements that a document lists; the CSV file has them all. */
const MOST_PRINTED = 1000
const EVERYTHING = 1_000_000

/** Everything of a seller's month. */
interface StatementMonth {
  month: string
  /** Zone of its days. */
  timeZone: string
  statements: Statement[]
  /** The oldest first. */
  entries: EntryRow[]
}

/** Facts of a statement. */
interface StatementHead {
  businessName: string
  shopName: string
  now: Date
}

const monthInWords = (month: string) => formatMonth(new Date(`${month}-01T00:00:00Z`))

/** A seller's month; null where there was no movement until its end, or it has not begun. */
export async function readStatement(db: Db, businessId: string, month: string, now: Date): Promise<StatementMonth | null> {
  const timeZone = await readTimeZone(db)
  const known = (await listStatements(db, businessId, timeZone)).filter((statement) => statement.month <= month)
  if (known.length === 0 || month > monthOf(now, timeZone)) return null
  const last = new Map(known.map((statement) => [statement.currency, statement]))
  const statements = [...last.values()].map((statement) => (statement.month === month ? statement : carried(statement, month)))
  const entries = await listEntries(db, businessId, monthSpan(month, timeZone), { sort: 'at', limit: EVERYTHING, offset: 0 })
  return { month, statements, entries, timeZone }
}

/** A month without a movement: it ends as it began. */
function carried({ currency, closingCents }: Statement, month: string): Statement {
  const none = { salesCents: 0, refundsCents: 0, commissionCents: 0, taxCents: 0, payoutCents: 0, documentTaxCents: 0, netCents: 0 }
  return { month, currency, ...none, openingCents: closingCents, closingCents }
}

function writeSums(page: PdfWriter, statement: Statement, { month, timeZone }: StatementMonth, now: Date): void {
  const money = (cents: number) => formatMoney(cents, statement.currency)
  const { from, before } = daysOfMonth(month)
  const [lastDay, today] = [addDays(before, -1), dayOf(now, timeZone)]
  page.table({
    caption: `${statement.currency} balance in ${monthInWords(month)}`,
    columns: [
      { title: 'Type', share: 4 },
      { title: statement.currency, share: 2, align: 'right' },
    ],
    rows: [
      [`Balance on ${formatLongDate(new Date(from))}`, money(statement.openingCents)],
      ['Sales, including tax and shipping', money(statement.salesCents)],
      ['Refunds to buyers', money(-statement.refundsCents)],
      ['Commission', money(-statement.commissionCents)],
      ['Sales tax, remitted by the platform', money(-statement.taxCents)],
      ...(statement.documentTaxCents === 0 ? [] : [['VAT on commission and self-billed invoices', money(statement.documentTaxCents)]]),
      ['Payouts', money(-statement.payoutCents)],
      [`Balance on ${formatLongDate(new Date(lastDay < today ? lastDay : today))}`, money(statement.closingCents)],
    ],
    strong: [0, statement.documentTaxCents === 0 ? 6 : 7],
  })
}

function writeEntries(page: PdfWriter, entries: readonly EntryRow[], currency: Currency, timeZone: string): void {
  const money = (cents: number | null) => (cents === null ? '' : formatMoney(cents, currency))
  const minus = (cents: number | null) => (cents === null ? null : -cents || 0)
  page.table({
    caption: `${currency} entries`,
    columns: [
      { title: 'Entry', share: 4.2 },
      { title: 'Buyer paid', share: 1.6, align: 'right' },
      { title: 'Commission', share: 1.6, align: 'right' },
      { title: 'Tax', share: 1.4, align: 'right' },
      { title: 'Net', share: 1.6, align: 'right' },
      { title: 'Balance', share: 1.6, align: 'right' },
    ],
    rows: entries.map((entry) => [
      `${formatLongDay(entry.at, timeZone)}\n${[EARNING_REASON_LABELS[entry.reason], entry.number].filter(Boolean).join(', ')}`,
      money(entry.grossCents),
      money(minus(entry.commissionCents)),
      money(minus(entry.taxCents)),
      money(entry.netCents),
      money(entry.balanceCents),
    ]),
  })
}

/** The statement of a month as a tagged PDF: for each currency the sums, then every movement. */
export function writeStatementPdf(whole: StatementMonth, head: StatementHead): Promise<Buffer> {
  const { month, statements, entries, timeZone } = whole
  const { businessName, shopName, now } = head
  const title = `Statement, ${monthInWords(month)}`
  const facts = {
    title: `${title}: ${businessName}`,
    subject: `Sales and payouts of ${businessName} at ${shopName}.`,
    author: shopName,
    createdAt: now,
  }
  return createPdf(facts, (page) => {
    page.heading(1, title)
    page.text(businessName, 'lead')
    page.text(
      month < monthOf(now, timeZone)
        ? `All entries of the month, with dates in ${zoneName(timeZone)}. Created on ${formatLongDay(now, timeZone)}.`
        : `The month isn't over yet: entries up to ${formatLongDay(now, timeZone)}, with dates in ${zoneName(timeZone)}.`,
    )
    for (const statement of statements) {
      const own = entries.filter(({ currency }) => currency === statement.currency)
      page.heading(2, statement.currency === 'USD' ? 'US dollars' : 'Euros')
      writeSums(page, statement, whole, now)
      if (own.length === 0) page.text('No entries in this month.')
      else writeEntries(page, own.slice(0, MOST_PRINTED), statement.currency, timeZone)
      if (own.length > MOST_PRINTED) page.text(`The CSV file for this month has ${formatCount(own.length - MOST_PRINTED)} more entries.`)
    }
  })
}

const COLUMNS = fileColumns(EARNING_LIST)

/** The movements of a month as a CSV file. */
export function writeStatementCsv({ entries }: StatementMonth): Buffer {
  return csvRecords(
    entries.map(presentEntry).map((entry) => COLUMNS.map(({ value }) => value(entry))),
    COLUMNS.map(({ title }) => title),
  )
}
