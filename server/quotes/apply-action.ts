import { applyQuoteAction, type QuoteAction, type QuoteSide, type StoredQuoteState } from '#domain/quote-state.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import type { QuoteReader } from './present-quote.ts'
import { isUnseen, lockQuote, type QuoteRow, updateQuote } from './quote-record.ts'

/** A call on one quote by one of its sides. */
export interface QuoteCall {
  actor: Actor
  reader: QuoteReader
  id: string
  requestId: string
}

/**
 * Locks a quote for an action of a side. Refuses `not_found`, and `invalid_quote` where the table of states has no such action. @returns
 * the quote, and the state that follows
 */
export async function lockForAction(
  tx: Db,
  { reader, id }: Pick<QuoteCall, 'reader' | 'id'>,
  action: QuoteAction,
  now: Date,
): Promise<{ row: QuoteRow; to: StoredQuoteState }> {
  const row = found(await lockQuote(tx, reader.scope, id))
  const outcome = applyQuoteAction(row, { action, by: reader.side, now })
  if ('code' in outcome) refuse('invalid_quote', { facts: { state: outcome.state } })
  if (action === 'message' && isUnseen(row)) refuse('invalid_quote', { facts: { state: 'not sent yet' } })
  return { row, to: outcome.to }
}

const other: Readonly<Record<QuoteSide, QuoteSide>> = { buyer: 'seller', seller: 'buyer' }

/** Columns that an action changes. */
type Change = { status: StoredQuoteState } & Partial<
  Pick<QuoteRow, 'buyerId' | 'closedReason' | 'draft' | 'orderId' | 'totalCents' | 'validUntil' | 'versionNumber'>
>

/**
 * Stores what an action changed, with its audit entry: then it is the other side's turn, unless the quote is closed. @returns the quote as
 * it is now
 */
export async function storeAction(
  tx: Db,
  { actor, reader, requestId }: QuoteCall,
  { row, action, change, at }: { row: QuoteRow; action: QuoteAction; change: Change; at: Date },
): Promise<QuoteRow> {
  const isOpen = change.status === 'requested' || change.status === 'offered'
  const values = { ...change, waitsFor: isOpen ? other[reader.side] : null, updatedAt: at }
  await updateQuote(tx, row.id, values)
  await recordAudit(tx, {
    actor,
    action: `quote.${action}`,
    targetType: 'quote',
    targetId: row.id,
    before: { status: row.status },
    after: { number: row.number, status: change.status, ...(change.versionNumber && { versionNumber: change.versionNumber }) },
    requestId,
  })
  return { ...row, ...values }
}
