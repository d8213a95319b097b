import { randomUUID } from 'node:crypto'
import { type StartQuoteBody, staffQuotes } from '#contract/quotes/office-quotes.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { normalizeVatId } from '#domain/vat-id.ts'
import { newReference } from '#server/contact/messages/store-message.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import type { QuoteCall } from './apply-action.ts'
import { announceAssigned } from './notify-quote.ts'
import { readQuote } from './present-quote.ts'
import { findKnownCustomer, insertQuotes, lockQuote, lockSeller, updateQuote } from './quote-record.ts'

/**
 * Begins a quote for a customer whom the seller knows: one who has ordered from it, so that nobody learns who has an account, or the email
 * of a buyer who only asked. Staff begin one for any active user and any seller.
 */
export async function startQuote(
  { db, now }: Deps,
  { actor, reader, requestId }: Omit<QuoteCall, 'id'>,
  body: StartQuoteBody,
  key: string | null,
): Promise<OnceAnswered<Quote>> {
  const at = now()
  const { method, status } = staffQuotes.start
  const keyed = key === null ? null : { userId: actor.userId, key, status, fingerprint: fingerprint(method, 'quotes', body) }
  const own = reader.scope !== null && 'businessId' in reader.scope ? reader.scope.businessId : null
  return inTransaction(
    db,
    (tx) =>
      answerOnce(tx, keyed, at, async () => {
        const businessId = own ?? (await sellerOf(tx, 'businessId', body.businessId))
        const customer = await findKnownCustomer(tx, body.email, own)
        if (!customer)
          refuseField(
            'email',
            own ? 'Nobody with this email has ordered from you yet. Ask them to request a quote.' : 'No customer has this email.',
          )
        await checkVatId(tx, body, { businessIds: [businessId] })
        const { deliverTo, buyerKind, message, currency } = body
        const vatId = buyerKind === 'business' ? normalizeVatId(body.vatId) : ''
        const request = {
          by: 'seller' as const,
          lines: [],
          deliverTo,
          buyer: { kind: buyerKind, vatId },
          neededBy: null,
          wants: [],
          message,
          details: {},
        }
        const buyer = { buyerId: customer.id, buyerName: customer.name, buyerEmail: customer.email }
        const quote = { id: randomUUID(), number: newReference('Q'), ...buyer, businessId, waitsFor: 'seller' as const, currency, request }
        const [row] = await insertQuotes(tx, [{ ...quote, createdAt: at, updatedAt: at }])
        const { id, number } = found(row)
        await recordAudit(tx, { actor, action: 'quote.start', targetType: 'quote', targetId: id, after: { number, businessId }, requestId })
        return readQuote(tx, reader, id, at)
      }),
    isNumberTaken,
  )
}

async function sellerOf(tx: Db, field: string, id: string | undefined): Promise<string> {
  if (id === undefined || !(await lockSeller(tx, id))) refuseField(field, 'Choose a business that may sell.')
  return id
}

/** Names the seller of a request that has none, and notifies it. Refuses a quote that has one. */
export async function assignSeller(
  { db, now }: Deps,
  { actor, reader, id, requestId }: QuoteCall,
  { businessId, note }: { businessId: string; note: string },
): Promise<Quote> {
  const at = now()
  return inTransaction(db, async (tx) => {
    const row = found(await lockQuote(tx, reader.scope, id))
    if (row.businessId !== null || row.status !== 'requested') refuse('seller_assigned')
    await sellerOf(tx, 'businessId', businessId)
    await updateQuote(tx, id, { businessId, updatedAt: at })
    await recordAudit(tx, {
      actor,
      action: 'quote.assign',
      targetType: 'quote',
      targetId: id,
      after: { number: row.number, businessId },
      requestId,
    })
    await announceAssigned(tx, { ...row, businessId }, note, at)
    return readQuote(tx, reader, id, at)
  })
}
