import { eq } from 'drizzle-orm'
import type { QuoteContent } from '#contract/quotes/quote-content.ts'
import { PLAN_PRESETS } from '#domain/payment-plan.ts'
import { addDays } from '#domain/time.ts'
import { acceptQuote } from '#server/checkout/by-quote/accept-quote.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { closeQuote } from '#server/quotes/close-quote.ts'
import { suggestDraft } from '#server/quotes/price-quote.ts'
import { findQuote, listVersions } from '#server/quotes/quote-record.ts'
import { requestQuotes } from '#server/quotes/request-quotes.ts'
import { saveDraft, sendVersion } from '#server/quotes/send-version.ts'
import { writeMessage } from '#server/quotes/write-message.ts'
import { findActor, REQUEST_ID, type Step, stepAt } from './play-steps.ts'

const CHICAGO = { country: 'US', state: 'IL', zipCode: '60607', city: 'Chicago' }
const CUSTOMER = {
  email: 'customer@reflute.test',
  firstName: 'Carla',
  lastName: 'Customer',
  company: 'Corner Goods',
  address: '18 Packing Street',
  city: CHICAGO.city,
  state: CHICAGO.state,
  zipCode: CHICAGO.zipCode,
  country: CHICAGO.country,
  buyerKind: 'business' as const,
}
const MADE_TO_MEASURE = {
  packedGoods: 'Ceramic lamps',
  productSize: '30 × 30 × 45 cm',
  productWeight: '2.4 kg',
  monthlyVolume: 1200,
  material: 'sleeves' as const,
}

/** A quote of the demo; every moment is days before the start, absent ones have not happened yet. */
interface DemoQuote {
  asked: number
  message: string
  offered?: number
  changed?: number
  accepted?: number
  declined?: number
  withdrawn?: number
  /** Days for which its offer is valid. */
  validDays?: number
}

/** One quote in each state. */
const DEMO_QUOTES: readonly DemoQuote[] = [
  { asked: 0.3, message: 'We need it on the ground floor, with a person to train two of us.' },
  { asked: 6, offered: 4, message: 'Please quote it with delivery and unloading.' },
  { asked: 24, offered: 22, changed: 20, accepted: 18, message: 'For our second packing station.' },
  { asked: 40, offered: 38, declined: 33, message: 'Could you match the price of last year?' },
  { asked: 30, withdrawn: 29, message: 'Asked by mistake.' },
  { asked: 60, offered: 58, validDays: 14, message: 'We decide next month.' },
]

interface Cast {
  buyer: Actor
  seller: Actor
  productId: string
}

/** Returns the actions of one quote, each by the function of a real one. */
function stepsOf({ asked, message, offered, changed, accepted, declined, withdrawn, validDays = 30 }: DemoQuote, cast: Cast): Step[] {
  const { buyer, seller, productId } = cast
  let id = ''
  const asBuyer = () => ({ actor: buyer, reader: { scope: { buyerId: buyer.userId }, side: 'buyer' as const }, id, requestId: REQUEST_ID })
  const asSeller = () => ({
    actor: seller,
    reader: { scope: { businessId: seller.businessId ?? '' }, side: 'seller' as const },
    id,
    requestId: REQUEST_ID,
  })
  const send = (discountCents: number) => async (then: Deps) => {
    const found = await findQuote(then.db, null, id)
    const draft = found && (await suggestDraft(then.db, found.row, null, then.now()))
    if (!found || !draft) throw new Error('A demo quote has no offer')
    const content: QuoteContent = {
      ...draft,
      discountCents,
      freight: { cents: 48_000, text: 'Freight to Chicago with lift-gate' },
      plan: [...PLAN_PRESETS.deposit.of()],
      validUntil: addDays(then.now().toISOString().slice(0, 10), validDays),
      notes: 'Includes two hours of training by video.',
    }
    const { version } = await saveDraft(then, asSeller(), { content, version: found.row.version })
    await sendVersion(then, asSeller(), { version, idempotencyKey: null })
  }
  return [
    ...stepAt(asked, async (then) => {
      const items = [{ id: productId, quantity: 1, targetPrice: null, note: '' }]
      const body = { items, currency: 'USD' as const, deliverTo: CHICAGO, message, ...NEEDS }
      const { answer } = await requestQuotes(then, buyer, { body, idempotencyKey: null, requestId: REQUEST_ID })
      id = answer.quotes[0]?.id ?? ''
    }),
    ...stepAt(offered, send(0)),
    ...stepAt(changed && changed + 1, async (then) => {
      await writeMessage(then, asBuyer(), { text: 'Can you take 2% off if we pay the deposit today?', idempotencyKey: null })
    }),
    ...stepAt(changed, send(20_000)),
    ...stepAt(accepted, async (then) => {
      const [newest] = await listVersions(then.db, id)
      const found = await findQuote(then.db, null, id)
      const amount = (found?.row.totalCents ?? 0) / 100
      const body = { versionId: newest?.id ?? '', amount, customer: CUSTOMER, acceptTerms: true as const }
      await acceptQuote(then, buyer, { id, body, idempotencyKey: null, requestId: REQUEST_ID })
    }),
    ...stepAt(declined, async (then) => {
      await closeQuote(then, asBuyer(), { action: 'decline', reason: 'We found a used one.' })
    }),
    ...stepAt(withdrawn, async (then) => {
      await closeQuote(then, asBuyer(), { action: 'withdraw', reason: '' })
    }),
  ]
}

const NEEDS = {
  neededBy: null,
  wants: ['unloading' as const],
  fileIds: [],
  buyerKind: 'business' as const,
  company: 'Corner Goods',
  phone: '',
  vatId: '',
}

/** Plans quotes in every state, and a request for something made to measure; none where the catalog or the users are others. */
export async function planQuotes(tx: Db): Promise<Step[]> {
  const buyer = await findActor(tx, 'customer@reflute.test')
  const seller = await findActor(tx, 'seller@reflute.test')
  const [machine] = await tx
    .select({ id: products.id, businessId: products.businessId })
    .from(products)
    .where(eq(products.slug, 'ecomat-1000'))
  if (!buyer || !seller || machine?.businessId !== seller.businessId) return []
  const cast = { buyer, seller, productId: machine.id }
  const askStaff = stepAt(1.2, async (then) => {
    const body = { items: [], madeToMeasure: MADE_TO_MEASURE, currency: 'USD' as const, deliverTo: CHICAGO, message: '', ...NEEDS }
    await requestQuotes(then, buyer, { body, idempotencyKey: null, requestId: REQUEST_ID })
  })
  return [...DEMO_QUOTES.flatMap((quote) => stepsOf(quote, cast)), ...askStaff]
}
