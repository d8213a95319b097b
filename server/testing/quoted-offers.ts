import type { AcceptBody } from '#contract/checkout/quote-orders.ts'
import type { QuoteContent } from '#contract/quotes/quote-content.ts'
import type { Quote, QuoteBody } from '#contract/quotes/quotes.ts'
import { toDecimal } from '#domain/money.ts'
import { PLAN_PRESETS } from '#domain/payment-plan.ts'
import { addDays } from '#domain/time.ts'
import { customerForm } from './buyers.ts'
import type { SignedInUser, TestShop } from './test-shop.ts'

/** A place of delivery in a test: that of `customerForm`. */
export const CHICAGO = { country: 'US', state: 'IL', zipCode: '60607', city: 'Chicago' }

type Items = QuoteBody['items']

/** Requests a quote for products, one unit each. @returns the quotes */
export async function ask(buyer: SignedInUser, ids: readonly string[], more: Partial<QuoteBody> = {}) {
  const items: Items = ids.map((id) => ({ id, quantity: 1, note: '' }))
  const answer = await buyer.quotes.request({ body: { items, currency: 'USD', deliverTo: CHICAGO, message: 'Please quote.', ...more } })
  return answer.quotes
}

/** An offer of one product at 9,000, with freight and a service. */
export function offerOf({ deps }: Pick<TestShop, 'deps'>, productId: string, more: Partial<QuoteContent> = {}): QuoteContent {
  return {
    lines: [
      lineOf({ kind: 'product', productId, name: 'Mat maker', unitPriceCents: 900_000, listPriceCents: 1_000_000, isFromStock: true }),
      lineOf({ kind: 'service', name: 'Installation', unitPriceCents: 50_000 }),
    ],
    discountCents: 0,
    freight: { cents: 120_000, text: 'Freight to Chicago' },
    incoterm: { rule: 'DAP', place: 'Chicago' },
    delivery: CHICAGO,
    leadTime: { weeks: 6, from: 'order' },
    plan: [...PLAN_PRESETS.deposit.of()],
    validUntil: addDays(deps.now().toISOString().slice(0, 10), 14),
    notes: '',
    fileIds: [],
    ...more,
  }
}

/** A line of an offer. */
export const lineOf = (line: Partial<QuoteContent['lines'][number]>): QuoteContent['lines'][number] => ({
  kind: 'custom',
  productId: null,
  name: 'Line',
  quantity: 1,
  unitPriceCents: 0,
  listPriceCents: null,
  taxClass: 'standard',
  isFromStock: false,
  leadTime: '',
  ...line,
})

/** Saves and sends an offer. @returns the quote as its seller sees it */
export async function offer(seller: Pick<SignedInUser, 'sellerQuotes'>, id: string, content: QuoteContent): Promise<Quote> {
  const { version } = await seller.sellerQuotes.byId({ params: { id } })
  const saved = await seller.sellerQuotes.saveDraft({ params: { id }, body: { content, version } })
  return seller.sellerQuotes.send({ params: { id }, body: { version: saved.version } })
}

/** Returns the acceptance of the newest version of a quote. */
export async function acceptance(buyer: Pick<SignedInUser, 'quotes'>, id: string, more: Partial<AcceptBody> = {}): Promise<AcceptBody> {
  const { versions } = await buyer.quotes.byId({ params: { id } })
  const [newest] = versions
  if (!newest) throw new Error('This quote has no offer')
  const amount = toDecimal(newest.totals.totalCents)
  return {
    versionId: newest.id,
    amount,
    customer: { ...customerForm, buyerKind: 'business', company: 'Lampen AG' },
    acceptTerms: true,
    ...more,
  }
}

/** Accepts the newest version of a quote. */
export const accept = async (buyer: Pick<SignedInUser, 'quotes'>, id: string, more: Partial<AcceptBody> = {}) =>
  buyer.quotes.accept({ params: { id }, body: await acceptance(buyer, id, more) })

/** Sends a file of a request as a browser does. @returns status and answer */
export async function upload(
  { app }: Pick<TestShop, 'app'>,
  { token }: Pick<SignedInUser, 'token'>,
  content: string,
  name = 'drawing.pdf',
) {
  const boundary = 'quote-file'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/quotes/files',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${content}\r\n--${boundary}--\r\n`,
  })
  return { status: answer.statusCode, file: answer.json<{ id: string; name: string; errors?: { field: string }[] }>() }
}
