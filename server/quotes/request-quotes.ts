import { randomUUID } from 'node:crypto'
import { type QuoteBody, quotes } from '#contract/quotes/quotes.ts'
import { toMinor } from '#domain/money.ts'
import { dayOf } from '#domain/time.ts'
import { normalizeVatId } from '#domain/vat-id.ts'
import { listProductsForCart } from '#server/catalog/products/product-record.ts'
import { newReference, requireCalculation } from '#server/contact/messages/store-message.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { recordAudits } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { announceRequest } from './notify-quote.ts'
import { claimFiles } from './quote-files.ts'
import { insertQuotes, type NewQuote } from './quote-record.ts'

/** The quotes that a request became. */
interface Requested {
  quotes: { id: string; number: string; businessName: string | null }[]
}

/** Input of `POST /api/quotes`. */
interface QuoteCall {
  body: QuoteBody
  idempotencyKey: string | null
  requestId: string
}

/**
 * Stores a request, one quote for each seller of its products; what is made to measure and what names no product goes to staff. Each seller
 * is notified of its own. Refuses, at their fields, a day that has passed, products that are not on sale, files of others and unknown
 * calculations.
 */
export async function requestQuotes(
  deps: Deps,
  actor: Actor,
  { body, idempotencyKey: key, requestId }: QuoteCall,
): Promise<OnceAnswered<Requested>> {
  const { method, path, status } = quotes.request
  const keyed = key === null ? null : { userId: actor.userId, key, status, fingerprint: fingerprint(method, path, body) }
  const at = deps.now()
  return inTransaction(deps.db, (tx) => answerOnce(tx, keyed, at, () => requestOnce(tx, actor, { body, at, requestId })), isNumberTaken)
}

async function requestOnce(
  tx: Db,
  actor: Actor,
  { body, at, requestId }: { body: QuoteBody; at: Date; requestId: string },
): Promise<Requested> {
  const today = dayOf(at, await readTimeZone(tx))
  if (body.neededBy && body.neededBy < today) refuseField('neededBy', 'This day has passed. Please choose another one.')
  await requireCalculation(tx, body.calculation)
  const sellers = await sellersOf(tx, body, at)
  await checkVatId(tx, body, { businessIds: sellers.flatMap(({ businessId }) => businessId ?? []) })
  const rows = await insertQuotes(
    tx,
    sellers.map(({ businessId, lines, details }) => newQuote(actor, body, { businessId, lines, details, at })),
  )
  const ids = rows.map(({ id }) => id)
  await claimFiles(tx, actor.userId, body.fileIds, ids)
  for (const row of rows) await announceRequest(tx, row, at)
  await recordAudits(
    tx,
    rows.map(({ id, number, businessId }) => ({
      actor,
      action: 'quote.request',
      targetType: 'quote',
      targetId: id,
      after: { number, businessId },
      requestId,
    })),
  )
  const names = new Map(sellers.map(({ businessId, businessName }) => [businessId, businessName]))
  return { quotes: rows.map(({ id, number, businessId }) => ({ id, number, businessName: names.get(businessId) ?? null })) }
}

type Part = { businessId: string | null; lines: NewQuote['request']['lines']; details: Record<string, string> }

/** Returns the parts of a request by seller. */
async function sellersOf(tx: Db, { items, madeToMeasure }: QuoteBody, now: Date): Promise<(Part & { businessName: string | null })[]> {
  const products = new Map(
    (
      await listProductsForCart(
        tx,
        items.map(({ id }) => id),
        { buyerId: null, now },
      )
    ).map((product) => [product.id, product]),
  )
  const missing = items.findIndex(({ id }) => products.get(id)?.isBuyable !== true)
  if (missing >= 0) refuseField(`items.${missing}.id`, 'This product is no longer on sale. Remove it to send your request.')
  const parts = new Map<string, Part & { businessName: string | null }>()
  for (const { id, quantity, targetPrice, note } of items) {
    const product = products.get(id)
    if (!product) continue // never: refused above
    const { businessId, businessName, name } = product
    const part = parts.get(businessId) ?? { businessId, businessName, lines: [], details: {} }
    part.lines.push({
      productId: id,
      name,
      quantity,
      targetCents: targetPrice === undefined || targetPrice === null ? null : toMinor(targetPrice),
      note,
    })
    parts.set(businessId, part)
  }
  const own = madeToMeasure || items.length === 0
  const details = madeToMeasure ? { ...madeToMeasure, monthlyVolume: String(madeToMeasure.monthlyVolume) } : {}
  return [...parts.values(), ...(own ? [{ businessId: null, businessName: null, lines: [], details }] : [])]
}

function newQuote(actor: Actor, body: QuoteBody, { businessId, lines, details, at }: Part & { at: Date }): NewQuote {
  const { deliverTo, neededBy = null, wants, message, buyerKind, vatId, company, phone, calculation, currency } = body
  return {
    id: randomUUID(),
    number: newReference('Q'),
    buyerId: actor.userId,
    buyerName: actor.name,
    buyerEmail: actor.email,
    buyerCompany: company || (actor.businessName ?? ''),
    buyerPhone: phone,
    businessId,
    waitsFor: 'seller',
    currency,
    request: {
      lines,
      deliverTo,
      buyer: { kind: buyerKind, vatId: buyerKind === 'business' ? normalizeVatId(vatId) : '' },
      neededBy,
      wants,
      message,
      details,
    },
    impactKey: calculation || null,
    createdAt: at,
    updatedAt: at,
  }
}
