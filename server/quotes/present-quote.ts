import { QuoteContent } from '#contract/quotes/quote-content.ts'
import type { Quote, QuoteSummary } from '#contract/quotes/quotes.ts'
import { toDecimal } from '#domain/money.ts'
import { type QuoteSide, quoteActions, quoteStateAt } from '#domain/quote-state.ts'
import { detailsForPeople } from '#server/contact/messages/present-message.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { suggestDraft } from './price-quote.ts'
import { listFiles } from './quote-files.ts'
import {
  findQuote,
  isUnseen,
  listMessages,
  listVersions,
  type QuoteRecord,
  type QuoteRow,
  type QuoteScope,
  readVersion,
  type VersionRow,
} from './quote-record.ts'

/** Reader of a quote: what it may see, and the side whose actions it has. */
export interface QuoteReader {
  scope: QuoteScope
  side: QuoteSide
}

/** Returns what a quote is about in a few words. */
export function titleOf({ request }: Pick<QuoteRow, 'request'>): string {
  const [first, ...others] = request.lines
  if (first) return `${first.quantity} × ${first.name}${others.length > 0 ? ` and ${others.length} more` : ''}`
  return Object.keys(request.details).length > 0 ? 'Made to measure' : request.message.split('\n')[0]?.slice(0, 80) || 'Request'
}

/** Presents a quote in a list. A seller learns the email and phone of the buyer with the order. */
export function presentSummary({ row, businessName, orderNumber }: QuoteRecord, { scope }: QuoteReader, now: Date): QuoteSummary {
  const isHidden = scope !== null && 'businessId' in scope && row.orderId === null
  return {
    id: row.id,
    number: row.number,
    state: quoteStateAt(row, now),
    business: row.businessId === null ? null : { id: row.businessId, name: businessName ?? '' },
    buyer: {
      name: row.buyerName,
      company: row.buyerCompany,
      email: isHidden ? null : row.buyerEmail,
      phone: isHidden || row.buyerPhone === '' ? null : row.buyerPhone,
    },
    title: titleOf(row),
    currency: row.currency,
    total: row.totalCents === null ? null : toDecimal(row.totalCents),
    validUntil: row.validUntil?.toISOString() ?? null,
    waitsFor: row.waitsFor,
    order: row.orderId === null ? null : { id: row.orderId, number: orderNumber ?? '' },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }
}

function presentVersion(row: VersionRow, side: QuoteSide): Quote['versions'][number] {
  const { content, totals } = readVersion(row)
  const { commissionCents, sellerCents, lines, ...amounts } = totals
  const isSeller = side === 'seller'
  return {
    id: row.id,
    number: row.number,
    content,
    totals: { ...amounts, lines: isSeller ? lines : lines.map(({ commissionCents: _hidden, ...line }) => line) },
    commission: isSeller ? toDecimal(commissionCents) : null,
    earnings: isSeller ? toDecimal(sellerCents) : null,
    sha256: row.sha256,
    validUntil: row.validUntil.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

/** Returns a quote as a reader sees it. Refuses `not_found`. */
export async function readQuote(db: Db, reader: QuoteReader, id: string, now: Date): Promise<Quote> {
  const record = found(await findQuote(db, reader.scope, id))
  const { row, businessName } = record
  const { company } = await readSettings(db)
  const { by: begun = 'buyer', lines, buyer, details, ...request } = row.request
  const versions = await listVersions(db, id)
  const actions = quoteActions(quoteStateAt(row, now), reader.side)
  const canSend = row.businessId !== null && actions.some(({ action }) => action === 'send')
  const by = ({ side, byStaff }: { side: QuoteSide; byStaff: boolean }) =>
    side === 'buyer' ? row.buyerName : byStaff ? company.name : businessName
  return {
    ...presentSummary(record, reader, now),
    request: {
      ...request,
      by: begun,
      buyerKind: buyer.kind,
      vatId: buyer.vatId,
      lines: lines.map(({ targetCents, ...line }) => ({ ...line, targetPrice: targetCents === null ? null : toDecimal(targetCents) })),
      details: detailsForPeople(details),
    },
    calculation: row.impactKey,
    files: await listFiles(db, reader.scope, id),
    versions: versions.map((version) => presentVersion(version, reader.side)),
    messages: (await listMessages(db, id)).map((message) => ({
      id: message.id,
      side: message.side,
      by: by(message) || null,
      text: message.text,
      at: message.createdAt.toISOString(),
    })),
    closedReason: row.closedReason,
    actions: actions.filter(({ action }) => (action === 'send' ? canSend : action !== 'message' || !isUnseen(row))),
    draft: reader.side === 'buyer' || !canSend ? null : await draftOf(db, row, versions[0], now),
  }
}

/** Returns what the seller's form begins with: the saved draft, else the newest version, else the request at list prices. */
async function draftOf(db: Db, row: QuoteRow, newest: VersionRow | undefined, now: Date): Promise<Quote['draft']> {
  if (row.draft !== null) return QuoteContent.parse(row.draft)
  return suggestDraft(db, row, newest ? readVersion(newest).content : null, now)
}
