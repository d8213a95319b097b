import { randomUUID } from 'node:crypto'
import type { Quote } from '#contract/quotes/quotes.ts'
import { isStaffRole } from '#domain/user.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { lockForAction, type QuoteCall, storeAction } from './apply-action.ts'
import { announceMessage } from './notify-quote.ts'
import { readQuote } from './present-quote.ts'
import { insertMessage } from './quote-record.ts'

/** Stores a message of one side and emails it to the other, once for each key. */
export async function writeMessage(
  { db, now }: Deps,
  call: QuoteCall,
  { text, idempotencyKey: key }: { text: string; idempotencyKey: string | null },
): Promise<OnceAnswered<Quote>> {
  const at = now()
  const { actor, reader, id } = call
  const print = fingerprint('POST', `${reader.side} ${id}`, { text })
  const keyed = key === null ? null : { userId: actor.userId, key, status: 201, fingerprint: print }
  return inTransaction(db, (tx) =>
    answerOnce(tx, keyed, at, async () => {
      const { row, to } = await lockForAction(tx, call, 'message', at)
      const messageId = randomUUID()
      const byStaff = reader.side === 'seller' && isStaffRole(actor.role)
      await insertMessage(tx, { id: messageId, quoteId: id, side: reader.side, authorId: actor.userId, byStaff, text, createdAt: at })
      const changed = await storeAction(tx, call, { row, action: 'message', change: { status: to }, at })
      await announceMessage(tx, changed, { by: reader.side, id: messageId, text, at })
      return readQuote(tx, reader, id, at)
    }),
  )
}
