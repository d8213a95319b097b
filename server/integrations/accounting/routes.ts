import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { accounting } from '#contract/integrations/accounting.ts'
import { type AccountingSettings, journalOf } from '#domain/accounting.ts'
import { DOCUMENT_KIND_LABELS, issuedOn, supplyPeriod } from '#domain/document.ts'
import { fractionOf, toDecimal } from '#domain/money.ts'
import type { ReturnLayout } from '#domain/tax-return.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { requireApproved } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { readSettings, readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { csvRecords, type TableValue } from '#server/platform/vendors/table-file.ts'
import { type JournalDocument, partnerOf, readJournal, readRates } from './journal-rows.ts'
import { readReturns, tableOf } from './read-returns.ts'
import { listSellerFigures } from './seller-figures.ts'
import { datevHeader, datevLines, windows1252 } from './write-datev.ts'

const CSV = 'text/csv; charset=utf-8'
const TITLES = [
  'Date',
  'Document',
  'Kind',
  'Account',
  'Counter account',
  'Debit',
  'Credit',
  'Currency',
  'EUR amount',
  'Tax key',
  'Country',
  'VAT ID',
  'Order',
  'Supplied on',
  'Supplied from',
]

/** Writes an amount with two decimals. */
const fixed = (cents: number): string => toDecimal(cents).toFixed(2)

function journalCells(
  document: JournalDocument,
  side: 'platform' | 'seller',
  settings: AccountingSettings,
  perEur: number | null,
): TableValue[][] {
  const { label, kind, currency, content, suppliedAt } = document
  const { country, vatId } = partnerOf(document, side)
  return journalOf(document, side, settings).map(({ account, counterAccount, debitCents, creditCents, taxKey }) => {
    const cents = debitCents || creditCents
    const euroCents = perEur === null ? null : fractionOf(cents, 1_000_000, Math.round(perEur * 1_000_000))
    return [
      issuedOn(document),
      label,
      DOCUMENT_KIND_LABELS[kind],
      account,
      counterAccount,
      debitCents === 0 ? '' : fixed(debitCents),
      creditCents === 0 ? '' : fixed(creditCents),
      currency,
      euroCents === null ? '' : fixed(euroCents),
      taxKey,
      country,
      vatId,
      content.order.number,
      suppliedAt ?? '',
      supplyPeriod(document)?.from ?? '',
    ]
  })
}

/** Writes the journal of a month as CSV while it is read. */
async function* csvJournal(db: Db, owner: string | null, month: string): AsyncGenerator<Buffer> {
  const { accounting: settings } = await readSettings(db)
  const rateOf = await readRates(db, month)
  const side = owner === null ? 'platform' : 'seller'
  yield csvRecords([], TITLES)
  for await (const step of readJournal(db, owner, month)) {
    yield csvRecords(step.flatMap((document) => journalCells(document, side, settings, rateOf(document.currency, issuedOn(document)))))
  }
}

/**
 * Writes the DATEV file of a month.
 * @throws the refusals `no_datev_client` and, for a document in dollars on a day without a rate, `no_exchange_rate`
 */
async function datevFile(db: Db, month: string, now: Date): Promise<Buffer> {
  const { accounting: settings } = await readSettings(db)
  const { consultant, client } = settings
  if (consultant === null || client === null) return refuse('no_datev_client')
  const rateOf = await readRates(db, month)
  const parts = [datevHeader({ consultant, client }, month, now)]
  for await (const step of readJournal(db, null, month)) {
    const lines = step.map((document) => {
      const day = issuedOn(document)
      const perEur = rateOf(document.currency, day) ?? refuse('no_exchange_rate', { facts: { currency: document.currency, day } })
      return datevLines(document, settings, perEur)
    })
    parts.push(windows1252(lines.join('')))
  }
  return Buffer.concat(parts)
}

const FILE_NAMES: Readonly<Record<ReturnLayout, string>> = {
  rows: 'all',
  oneStop: 'oss',
  recapitulative: 'recapitulative',
  unitedStates: 'us',
}
const FIGURE_TITLES = [
  'Seller',
  'Legal name',
  'Address',
  'Country',
  'VAT ID',
  'Tax number',
  'Account',
  'Quarter',
  'Currency',
  'Orders',
  'Gross',
  'Fees',
]

/** Binds the figures of tax returns, the journal of the platform and of sellers, and the yearly figures of sellers. */
export function accountingRoutes(app: FastifyInstance, { db, now }: Deps): void {
  route(app, accounting.taxReturns, async ({ actor, query: { format, layout, ...period }, request, reply }) => {
    const returns = await readReturns(db, period)
    if (format === 'json') return returns
    const after = { ...period, layout }
    await recordAudit(db, {
      actor,
      action: 'tax_returns.export',
      targetType: 'export',
      targetId: 'tax-returns',
      after,
      requestId: request.id,
    })
    const { titles, cells } = tableOf(returns, layout)
    const name = `tax-returns-${FILE_NAMES[layout]}-${period.from}-${period.to}.csv`
    return sendFile(reply, { name, type: CSV, bytes: csvRecords(cells, titles) })
  })
  route(app, accounting.journal, async ({ actor, query: { month, format }, request, reply }) => {
    const bytes = format === 'datev' ? await datevFile(db, month, now()) : Readable.from(csvJournal(db, null, month), { highWaterMark: 1 })
    const after = { month, format }
    await recordAudit(db, { actor, action: 'journal.export', targetType: 'export', targetId: 'journal', after, requestId: request.id })
    if (format === 'csv') return sendFile(reply, { name: `journal-${month}.csv`, type: CSV, bytes })
    return sendFile(reply, { name: `EXTF_Buchungsstapel_${month}.csv`, type: 'text/csv; charset=windows-1252', bytes })
  })
  route(
    app,
    accounting.ownJournal,
    async ({ actor, query: { month }, reply }) => {
      const bytes = Readable.from(csvJournal(db, found(actor.businessId), month), { highWaterMark: 1 })
      return sendFile(reply, { name: `journal-${month}.csv`, type: CSV, bytes })
    },
    { requires: requireApproved },
  )
  route(app, accounting.sellers, async ({ actor, query: { year }, request, reply }) => {
    const rows = await listSellerFigures(db, year, await readTimeZone(db))
    const after = { year, rows: rows.length }
    await recordAudit(db, {
      actor,
      action: 'seller_figures.export',
      targetType: 'export',
      targetId: 'sellers',
      after,
      requestId: request.id,
    })
    const cells = rows.map((row): TableValue[] => [
      row.name,
      row.legalName,
      row.address,
      row.country,
      row.vatId,
      row.taxId,
      row.account,
      `${year}-Q${row.quarter}`,
      row.currency,
      row.orders,
      fixed(row.grossCents),
      fixed(row.feeCents),
    ])
    return sendFile(reply, { name: `sellers-${year}.csv`, type: CSV, bytes: csvRecords(cells, FIGURE_TITLES) })
  })
}
