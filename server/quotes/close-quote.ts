import type { Quote } from '#contract/quotes/quotes.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { lockForAction, type QuoteCall, storeAction } from './apply-action.ts'
import { announceClosed } from './notify-quote.ts'
import { readQuote } from './present-quote.ts'

/**
 * Declines or withdraws a quote for one of its sides; the other side is emailed the reason. Refuses `invalid_quote` where the state has no
 * such action.
 */
export async function closeQuote(
  { db, now }: Deps,
  call: QuoteCall,
  { action, reason }: { action: 'decline' | 'withdraw'; reason: string },
): Promise<Quote> {
  const at = now()
  return inTransaction(db, async (tx) => {
    const { row, to } = await lockForAction(tx, call, action, at)
    const closed = await storeAction(tx, call, { row, action, change: { status: to, closedReason: reason, draft: null }, at })
    await announceClosed(tx, closed, call.reader.side, at)
    return readQuote(tx, call.reader, call.id, at)
  })
}
