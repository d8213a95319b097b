import { createHash } from 'node:crypto'
import { QuoteContent, type QuoteTotals, type VersionContent } from '#contract/quotes/quote-content.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import type { CommissionRate } from '#domain/commission.ts'
import { DAY_MS, endOfDay } from '#domain/time.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { canonical, fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { lockForAction, type QuoteCall, storeAction } from './apply-action.ts'
import { announceVersion } from './notify-quote.ts'
import { makerFor } from './offer-safety.ts'
import { readQuote } from './present-quote.ts'
import { atListPrices, dispatchCountryOf, previewQuote, priceQuote, readSellerRates, requireSellable, totalsOf } from './price-quote.ts'
import { claimFiles, listFiles } from './quote-files.ts'
import { findConfirmedUser, findQuote, insertVersion, type QuoteRow, updateQuote } from './quote-record.ts'

/** Longest time for which an offer can be valid. */
const MAX_VALID_DAYS = 366

/** Returns the hash that a version and its PDF show. */
const hashOf = (version: { content: VersionContent; totals: QuoteTotals; commission: readonly CommissionRate[] }): string =>
  createHash('sha256').update(canonical(version)).digest('hex')

/** Saves the offer that a seller is writing. Refuses an older version of the quote, and a quote that is closed. */
export async function saveDraft(
  { db, now }: Deps,
  call: QuoteCall,
  { content, version }: { content: QuoteContent; version: number },
): Promise<Quote> {
  const at = now()
  return inTransaction(db, async (tx) => {
    const { row } = await lockForAction(tx, call, 'send', at)
    await refuseOlder(tx, call, { row, version, at })
    if (content.fileIds.length > 0) await claimFiles(tx, call.actor.userId, await newFiles(tx, row, content), [row.id])
    await updateQuote(tx, row.id, { draft: content })
    return readQuote(tx, call.reader, row.id, at)
  })
}

async function refuseOlder(
  tx: Db,
  { reader, id }: QuoteCall,
  { row, version, at }: { row: QuoteRow; version: number; at: Date },
): Promise<void> {
  if (row.version !== version) refuseStale(['quote', id], await readQuote(tx, reader, id, at))
}

/** Returns the files of an offer that the quote does not have yet. */
async function newFiles(tx: Db, { id }: QuoteRow, { fileIds }: QuoteContent): Promise<string[]> {
  const known = new Set((await listFiles(tx, null, id)).map((file) => file.id))
  return fileIds.filter((fileId) => !known.has(fileId))
}

/**
 * Sends the saved offer as a new version, which never changes: with its totals at the taxes of now, the rates of commission in force, and
 * the hash of all. Refuses `invalid_quote`, an older version of the quote, a quote without a draft or a buyer with an account, an end that
 * is past, and what cannot be sold.
 */
export async function sendVersion(
  deps: Deps,
  call: QuoteCall,
  { version, idempotencyKey: key }: { version: number; idempotencyKey: string | null },
): Promise<OnceAnswered<Quote>> {
  const { actor, reader, id } = call
  const before = found(await findQuote(deps.db, reader.scope, id)).row
  if (before.draft !== null) await previewQuote(deps, before, QuoteContent.parse(before.draft)) // a provider of taxes is asked before the transaction
  const at = deps.now()
  const print = fingerprint('POST', `send ${id}`, { version })
  const keyed = key === null ? null : { userId: actor.userId, key, status: 201, fingerprint: print }
  return inTransaction(deps.db, (tx) =>
    answerOnce(tx, keyed, at, async () => {
      const { row, to } = await lockForAction(tx, call, 'send', at)
      await refuseOlder(tx, call, { row, version, at })
      if (row.draft === null) refuse('no_draft')
      const sent = await storeVersion(tx, call, { row, to, at })
      await announceVersion(tx, sent, { seller: (await findQuote(tx, null, id))?.businessName ?? '', at })
      return readQuote(tx, reader, id, at)
    }),
  )
}

async function storeVersion(
  tx: Db,
  call: QuoteCall,
  { row, to, at }: Awaited<ReturnType<typeof lockForAction>> & { at: Date },
): Promise<QuoteRow> {
  const settings = await readSettings(tx)
  const draft = QuoteContent.parse(row.draft)
  const businessId = row.businessId ?? refuse('no_seller')
  const buyerId = row.buyerId ?? (await findConfirmedUser(tx, row.buyerEmail)) ?? refuse('no_account')
  const validUntil = new Date(endOfDay(draft.validUntil, settings.company.timeZone).getTime() - 1) // still on that day wherever it is read
  if (validUntil <= at) refuseField('content.validUntil', 'Choose a day from today on.')
  if (validUntil.getTime() > at.getTime() + MAX_VALID_DAYS * DAY_MS) refuseField('content.validUntil', 'Choose a day within a year.')
  const offered: VersionContent = { ...draft, lines: await atListPrices(tx, row, draft.lines, at), buyer: row.request.buyer }
  const priced = await priceQuote(tx, { ...row, buyerId, businessId }, offered, { settings, now: at })
  const dispatchCountry = dispatchCountryOf(priced.priced)
  const content = { ...offered, ...(dispatchCountry && { dispatchCountry }), ...(await makerFor(tx, businessId, offered, priced.priced)) }
  requireSellable(priced.priced)
  const commission = await readSellerRates(tx, businessId)
  const totals = totalsOf(priced, commission)
  if (totals.totalCents === 0) refuseField('content.lines', 'Enter the prices: an offer needs a total above 0.')
  const number = row.versionNumber + 1
  const sha256 = hashOf({ content, totals, commission })
  await insertVersion(tx, { quoteId: row.id, number, content, totals, commission, sha256, validUntil, createdAt: at })
  const change = { status: to, buyerId, versionNumber: number, validUntil, totalCents: totals.totalCents, draft: null }
  return storeAction(tx, call, { row, action: 'send', change, at })
}
