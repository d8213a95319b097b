import { randomUUID } from 'node:crypto'
import { QuoteContent, type QuoteLine, type QuoteTotals, type VersionContent } from '#contract/quotes/quote-content.ts'
import type { AgreedTerms, FreeLine } from '#domain/agreed-terms.ts'
import { type CommissionRate, lineCommission, ratesOfSeller } from '#domain/commission.ts'
import { INCOTERM_LABELS } from '#domain/incoterm.ts'
import { PLAN_PRESETS } from '#domain/payment-plan.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import type { TaxCertificate } from '#domain/tax-registration.ts'
import { addDays, dayOf } from '#domain/time.ts'
import { priceWithTaxes } from '#server/cart/calculate-tax.ts'
import { readPricer } from '#server/cart/price-agreed.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { type CartProduct, listProductsForCart } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { readSettings, type ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { sellersOf } from '#server/pricing/tax/tax-record.ts'
import { listRates } from '#server/sellers/commission/commission-rates.ts'
import { makerFor } from './offer-safety.ts'
import type { QuoteRow } from './quote-record.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Days for which an offer is valid unless the seller says otherwise. */
const VALID_DAYS = 30
/** Business days of a week, in which lead times count. */
const WEEK_DAYS = 5

/** Returns the id that a line has among totals. */
type Identified = { line: QuoteLine; id: string }

/**
 * Prices an offer for its place and buyer as an order of it would be priced now, and says which line of the totals is which of the offer.
 */
export async function priceQuote(
  db: Db,
  { buyerId, businessId, currency }: Pick<QuoteRow, 'buyerId' | 'businessId' | 'currency'>,
  content: VersionContent,
  { settings, now, certificates }: { settings: ShopSettings; now: Date; certificates?: readonly TaxCertificate[] | undefined },
): Promise<{ priced: PricedCart; lines: Identified[] }> {
  const { delivery, buyer, freight, incoterm, discountCents } = content
  const lines = content.lines.map((line): Identified => ({ line, id: line.productId ?? randomUUID() }))
  const products = lines.filter(({ line }) => line.productId !== null)
  const request = {
    userId: buyerId ?? NOBODY,
    currency,
    shippingMethod: 'standard' as const,
    extras: {},
    promoCode: null,
    place: { country: delivery.country, state: delivery.state, zip: delivery.zipCode, buyer: buyer.kind, vatId: buyer.vatId },
    items: products.map(({ line, id }) => ({ id, quantity: line.quantity })),
    sellerIds: businessId === null ? [] : [businessId],
  }
  const terms: AgreedTerms = {
    prices: new Map(products.map(({ line, id }) => [id, line.unitPriceCents])),
    freeLines: lines.flatMap(({ line, id }) => freeLineOf(line, id, businessId ?? NOBODY)),
    freight: freight ?? { cents: 0, text: `${INCOTERM_LABELS[incoterm.rule]} ${incoterm.place}` },
    discountCents,
    madeToOrder: new Set(products.filter(({ line }) => !line.isFromStock).map(({ id }) => id)),
    term: content.lines.some(({ kind }) => kind !== 'service') ? incoterm.rule : 'services',
  }
  const priced = (await readPricer(db, request, settings, now, certificates)).price(terms)
  const isOthers = priced.lines.some(({ product }) => product.businessId !== businessId)
  if (isOthers || priced.lines.length < products.length) refuseField('content.lines', 'Choose products of this seller that are on sale.')
  if (priced.freeLines.length < terms.freeLines.length) refuse(businessId === null ? 'no_seller' : 'seller_closed')
  return { priced, lines }
}

function freeLineOf(
  { kind, name: text, quantity, unitPriceCents: unitCents, taxClass }: QuoteLine,
  id: string,
  businessId: string,
): FreeLine[] {
  return kind === 'product' ? [] : [{ id, kind, text, quantity, unitCents, taxClass, businessId }]
}

/**
 * Refuses an offer that no order can be made of now: a country that the shop does not sell to, or a line that cannot be sold there or is
 * out of stock.
 */
export function requireSellable({ shipping, lines, freeLines }: PricedCart): void {
  if (shipping.closed !== null) refuseField('content.delivery', shipping.closed)
  const problem = [...lines, ...freeLines].find((line) => line.problem !== null)?.problem
  if (problem?.code === 'not_sold_there') refuse('not_sold_there', { facts: { text: problem.refusal } })
  if (problem?.code === 'tax_unavailable') refuse('tax_unavailable')
  if (problem) refuse('stock_gone', { facts: { names: problem.refusal } })
}

/** Returns the totals of a priced offer, its lines in the order of the content. Everything of it must be sellable. */
export function totalsOf({ priced, lines }: Awaited<ReturnType<typeof priceQuote>>, rates: readonly CommissionRate[]): QuoteTotals {
  const { totals, input } = priced
  const shares = lines.map(({ id }) => {
    const index = input.lines.findIndex(({ productId }) => productId === id)
    const [item, line] = [input.lines[index], totals.lines[index]]
    if (!item || !line) throw new Error('A line of an offer was not priced')
    const { unitPriceCents: unit, lineTotalCents, discountCents, shippingCents, taxCents, shippingTaxCents, netCents } = line
    const { commissionCents } = lineCommission({ businessId: item.businessId, category: item.category, netCents }, rates)
    return { unitPriceCents: unit, lineTotalCents, discountCents, shippingCents, taxCents, shippingTaxCents, commissionCents }
  })
  const commissionCents = shares.reduce((sum, share) => sum + share.commissionCents, 0)
  const { mode, subtotalCents, discountCents, shippingCents, taxCents, totalCents, taxLines } = totals
  return {
    mode,
    subtotalCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents,
    taxes: taxLines.map(({ label, percent, text, baseCents, taxCents: cents }) => ({ label, percent, text, baseCents, taxCents: cents })),
    lines: shares,
    commissionCents,
    sellerCents: totalCents - taxCents - commissionCents,
  }
}

/** Returns the country that the goods of a priced offer leave from; null where it is not known. */
export function dispatchCountryOf({ lines, freeLines }: Pick<PricedCart, 'lines' | 'freeLines'>): string | null {
  const [from] = sellersOf([...lines.map(({ product }) => product), ...freeLines.map(({ seller }) => seller)])
  return from?.dispatch.country || null
}

/** Returns the rates of commission in force for a seller, as an offer freezes them. */
export async function readSellerRates(db: Db, businessId: string): Promise<CommissionRate[]> {
  return ratesOfSeller(await listRates(db), businessId).map((rate) => ({ businessId: null, ...rate }))
}

/** Prices an offer for its seller, with the taxes that a provider calculates where there is one. Refuses what cannot be sold. */
export async function previewQuote(
  deps: Deps,
  row: QuoteRow,
  content: QuoteContent,
): Promise<{ totals: QuoteTotals; dispatchCountry: string | null }> {
  const settings = await readSettings(deps.db)
  const version = { ...content, buyer: row.request.buyer }
  let found: Awaited<ReturnType<typeof priceQuote>> | undefined
  await priceWithTaxes(deps, async () => {
    found = await priceQuote(deps.db, row, version, { settings, now: deps.now() })
    return found.priced
  })
  if (!found) throw new Error('Nothing was priced')
  await makerFor(deps.db, row.businessId ?? NOBODY, version, found.priced, { isDraft: true })
  requireSellable(found.priced)
  const totals = totalsOf(found, await readSellerRates(deps.db, row.businessId ?? NOBODY))
  return { totals, dispatchCountry: dispatchCountryOf(found.priced) }
}

/**
 * Returns what the form of an offer begins with: the version before, else the request at the prices of now; null where too little is known.
 */
export async function suggestDraft(db: Db, row: QuoteRow, previous: VersionContent | null, now: Date): Promise<QuoteContent | null> {
  const { company } = await readSettings(db)
  const validUntil = addDays(dayOf(now, company.timeZone), VALID_DAYS)
  const draft = previous ? { ...previous, validUntil } : { ...(await firstDraft(db, row, now)), validUntil }
  const parsed = QuoteContent.safeParse(draft)
  return parsed.success ? parsed.data : null
}

async function firstDraft(
  db: Db,
  { request, currency }: QuoteRow,
  now: Date,
): Promise<Omit<QuoteContent, 'validUntil' | 'delivery'> & object> {
  const ids = request.lines.map(({ productId }) => productId)
  const products = new Map((await listProductsForCart(db, ids, { buyerId: null, now })).map((product) => [product.id, product]))
  const lines = request.lines.map(({ productId, name, quantity }): QuoteLine => {
    const product = products.get(productId)
    const cents = product ? listPriceOf(product, currency, quantity) : 0
    const isFromStock = product !== undefined && product.stock >= quantity
    return {
      ...FREE_LINE,
      kind: product ? 'product' : 'custom',
      productId: product ? productId : null,
      name: product?.name ?? name,
      quantity,
      unitPriceCents: cents,
      listPriceCents: product ? cents : null,
      isFromStock,
    }
  })
  const days = Math.max(0, ...[...products.values()].map(({ leadTimeDays }) => leadTimeDays ?? 0))
  return {
    lines:
      lines.length > 0 ? lines : [{ ...FREE_LINE, name: Object.keys(request.details).length > 0 ? 'Made to measure' : 'Custom product' }],
    discountCents: 0,
    freight: null,
    incoterm: { rule: 'DAP', place: request.deliverTo?.city ?? '' },
    ...(request.deliverTo && { delivery: request.deliverTo }),
    leadTime: { weeks: Math.ceil(days / WEEK_DAYS), from: 'order' },
    plan: [...PLAN_PRESETS.before_dispatch.of()],
    notes: '',
    fileIds: [],
  }
}

const FREE_LINE: QuoteLine = {
  kind: 'custom',
  productId: null,
  name: '',
  quantity: 1,
  unitPriceCents: 0,
  listPriceCents: null,
  taxClass: 'standard',
  isFromStock: false,
  leadTime: '',
}

/** Returns lines with the list prices of their products, which buyers see beside what is offered; other lines have none. */
export async function atListPrices(
  db: Db,
  { currency }: Pick<QuoteRow, 'currency'>,
  lines: readonly QuoteLine[],
  now: Date,
): Promise<QuoteLine[]> {
  const ids = lines.flatMap(({ productId }) => productId ?? [])
  const products = new Map((await listProductsForCart(db, ids, { buyerId: null, now })).map((product) => [product.id, product]))
  return lines.map((line) => {
    const product = line.productId === null ? undefined : products.get(line.productId)
    return { ...line, listPriceCents: product ? listPriceOf(product, currency, line.quantity) : null }
  })
}

function listPriceOf(product: CartProduct, currency: QuoteRow['currency'], quantity: number): number {
  const cents = currency === 'USD' ? product.priceUsdCents : product.priceEurCents
  return unitPriceCents(cents, quantity, product.ladder ?? ladderFor(product.categoryValue))
}
