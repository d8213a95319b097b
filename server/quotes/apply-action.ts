import { applyQuoteAction, type QuoteAction, type QuoteSide, type StoredQuoteState } from '#domain/quote-state.ts'
import { addAudit, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
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
export async function storeAction(tx: Db, call: QuoteCall, applied: Applied): Promise<QuoteRow> {
  const { values, audit } = writesOf(call, applied)
  await updateQuote(tx, applied.row.id, values)
  await recordAudit(tx, audit)
  return { ...applied.row, ...values }
}

/** As `storeAction`, as a part of what `work` writes. */
export function addAction(work: UnitOfWork, call: QuoteCall, applied: Applied): QuoteRow {
  const { values, audit } = writesOf(call, applied)
  work.add(updateQuote(work.tx, applied.row.id, values))
  addAudit(work, audit)
  return { ...applied.row, ...values }
}

/** An action on a quote, and what it changes. */
interface Applied {
  row: QuoteRow
  action: QuoteAction
  change: Change
  at: Date
}

function writesOf({ actor, reader, requestId }: QuoteCall, { row, action, change, at }: Applied) {
  const isOpen = change.status === 'requested' || change.status === 'offered'
  const values = { ...change, waitsFor: isOpen ? other[reader.side] : null, updatedAt: at }
  const audit = {
    actor,
    action: `quote.${action}`,
    targetType: 'quote',
    targetId: row.id,
    before: { status: row.status },
    after: { number: row.number, status: change.status, ...(change.versionNumber && { versionNumber: change.versionNumber }) },
    requestId,
  }
  return { values, audit }
}
