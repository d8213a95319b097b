import { randomInt, randomUUID } from 'node:crypto'
import type { CustomerForm } from '#contract/identity/customer.ts'
import type { Order } from '#contract/orders/orders.ts'
import { buyerKindOf } from '#domain/buyer-kind.ts'
import { OWN_RULES_TAG } from '#domain/calculated-tax.ts'
import { type CommissionRate, lineCommission } from '#domain/commission.ts'
import { estimatedDelivery, leadTimeOf, promiseOf } from '#domain/delivery.ts'
import { normalizeOrder } from '#domain/normalize-order.ts'
import { ORDER_NUMBERS_A_MILLISECOND, orderNumber } from '#domain/order.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { UNCONFIRMED_VAT_TAG } from '#domain/vat-id.ts'
import { imageOf, type PricedCart } from '#server/cart/price-cart.ts'
import { inLockOrder } from '#server/catalog/products/product-record.ts'
import { confirmationFacts, orderMailFacts } from '#server/orders/mail-facts.ts'
import { composeNewOrder, type PlacedOrder } from '#server/orders/notify-new-order.ts'
import {
  isShownAtOnce,
  type OrderEventRow,
  type OrderRecord,
  type OrderRow,
  type OrderStart,
  replaceOrder,
  type SellerOrderRow,
} from '#server/orders/order-record.ts'
import { type OrderedOffer, storePricing } from '#server/orders/store-pricing.ts'
import { addAudit, recordAudit } from '#server/platform/audit.ts'
import { orderEvents, orderLines, orders, sellerOrders } from '#server/platform/db/schema.ts'
import type { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { addMails, type Mail } from '#server/platform/mail/queued-mails.ts'
import { addNotifications } from '#server/platform/notifications/notification-record.ts'
import { sellersOf, type VatIdState } from '#server/pricing/tax/tax-record.ts'
import { usdTotalOf } from './check-pay-later.ts'

/** An order about to be stored. */
export interface Placement {
  orderId: string
  /** The buyer. */
  actor: Actor
  /** The member of staff who places it for the buyer; absent: the buyer does. */
  placedBy?: Actor
  start: OrderStart
  priced: PricedCart
  customer: CustomerForm
  paymentMethod: Order['paymentMethod']
  /** End of the stock reservation while a card payment is awaited; null for Pay Later. */
  holdUntil: Date | null
  /** Days after which it is due by the terms of its buyer; null or absent: the usual ones. */
  termDays?: number | null
  /** Milestones in which a Pay Later order is paid; absent: at once. */
  plan?: PaymentPlan
  /** Deadline for the buyer to confirm the email; null or absent: nothing is to be confirmed. */
  confirmBy?: Date | null
  /** Lead time that was agreed, in business days; absent: those of its products. */
  leadTimeDays?: number
  /** Offer that it is made of; absent: none. */
  offer?: OrderedOffer
  /** Reason for which it differs from the list; null or absent: it does not. */
  agreedReason?: string | null
  /** Return whose exchange it is, and what that pays and leaves to pay, in cents; absent: it is of none. */
  exchange?: { returnNumber: string; creditCents: number; dueCents: number }
  requestId: string
}

/** A new order as it will be stored, with the first event of its history. */
export interface NewOrder {
  record: OrderRecord
  event: OrderEventRow
}

/**
 * Adds a new order with seller orders, lines, history, audit entry, notifications and emails to `work`: everything but stock and codes.
 * Names, prices and sellers are copies. The flush fails where the order's number is taken (`isNumberTaken`).
 */
export async function insertOrder(work: UnitOfWork, placement: Placement): Promise<NewOrder> {
  const { orderId, actor: buyer, placedBy, priced, start } = placement
  const actor = placedBy ?? buyer
  const order = newOrder(placement)
  const lines = newLines(orderId, priced, start.rates)
  const parts = newParts(placement, order.createdAt, lines)
  const event = { orderId, from: null, to: order.status, actorId: actor.userId, actorName: actor.name, at: priced.input.now }
  work.insert(orders, [order])
  work.insert(sellerOrders, parts)
  work.insert(orderLines, lines)
  work.insert(orderEvents, [event])
  addAudit(work, {
    actor,
    action: 'order.place',
    targetType: 'order',
    targetId: orderId,
    after: { number: order.number, currency: order.currency, totalCents: order.totalCents, ...(placedBy && { customerId: buyer.userId }) },
    requestId: placement.requestId,
  })
  await announce(work, { order, parts, lines }, placement)
  return {
    record: {
      order,
      parts: parts.map((part) => ({ ...NEW_PART, ...part })).sort(bySeller),
      lines: lines.map((line) => ({ ...NEW_LINE, ...line })).toSorted((a, b) => a.position - b.position),
      shipments: [],
    },
    event: { ...event, id: 0, businessId: null, note: null },
  }
}

const NEW_LINE = { shipped: 0, withdrawn: 0 } as const
const NEW_PART = { status: 'pending', carrier: null, trackingNumber: null, refundedCents: 0, shippedAt: null, deliveredAt: null } as const

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const bySeller = (a: SellerOrderRow, b: SellerOrderRow) => compare(a.businessName, b.businessName) || compare(a.businessId, b.businessId)

/**
 * Replaces a card order that nobody has paid yet by what the cart holds now; its number stays. Notifications and emails are added to
 * `work`.
 */
export async function rewriteOrder(work: UnitOfWork, placement: Placement, { order: before }: OrderRecord): Promise<OrderRow> {
  const { orderId, actor, priced, requestId, start } = placement
  const lines = newLines(orderId, priced, start.rates)
  const { createdAt: _placed, ...values } = valuesOf(placement)
  const tags = tagsOf(priced, before.tags)
  const searchText = normalizeOrder({ ...values, number: before.number, tags })
  const parts = newParts(placement, before.createdAt, lines)
  // what a card was refused for is no matter of an order that is paid later
  const payment = placement.paymentMethod === 'pay_later' ? { paymentStatus: 'unpaid' as const } : {}
  const order = await replaceOrder(work.tx, orderId, { ...values, ...payment, tags, searchText }, { parts, lines })
  const audited = ({ currency, totalCents, paymentMethod }: OrderRow) => ({ currency, totalCents, paymentMethod })
  if (JSON.stringify(audited(before)) !== JSON.stringify(audited(order))) {
    const change = { before: audited(before), after: audited(order), requestId }
    await recordAudit(work.tx, { actor, action: 'order.change', targetType: 'order', targetId: orderId, ...change })
  }
  await announce(work, { order, parts, lines }, placement)
  return order
}

/** Adds notifications and emails of a new order. A card order is announced once it is paid: until then nobody has bought anything. */
async function announce(work: UnitOfWork, placed: PlacedOrder, placement: Placement): Promise<void> {
  const { placedBy, confirmBy, priced, exchange } = placement
  const { order, lines, parts } = placed
  if (order.paymentMethod === 'card') return
  const facts = {
    ...orderMailFacts(order, lines),
    ...confirmationFacts(order, parts),
    ...(priced.lines.some(({ product }) => product.papers.length > 0) && { hasPapers: 'yes' }),
    ...(placedBy && { placedFor: 'yes' }),
    ...exchange,
    ...(confirmBy && { confirmBy: confirmBy.toISOString() }),
  }
  const dedupeKey = `order-placed:${order.id}`
  const confirmation: Mail = { dedupeKey, template: 'order-placed', to: order.userEmail, facts, at: order.updatedAt }
  const { notices, readers, mails } = await composeNewOrder(work.tx, { ...placed, isPaid: exchange?.dueCents === 0 }, order.updatedAt)
  addNotifications(work, notices, readers)
  addMails(work, [confirmation, ...mails])
}

const NEW_ORDER = {
  status: 'pending',
  paymentStatus: 'unpaid',
  paidCents: 0,
  refundedCents: 0,
  paymentIntentId: null,
  paymentAttempt: 0,
  paymentRequest: null,
  paymentProblem: null,
  version: 1,
  changeNumber: null,
} as const

/**
 * The row of a new order. Of two orders of one millisecond the later one may meet the other's number, and is placed again with another
 * (`isNumberTaken`).
 */
function newOrder(placement: Placement): OrderRow {
  const values = valuesOf(placement)
  const tags = tagsOf(placement.priced, [])
  const number = orderNumber(placement.priced.input.now, randomInt(ORDER_NUMBERS_A_MILLISECOND))
  return { ...NEW_ORDER, ...values, number, tags, searchText: normalizeOrder({ ...values, number, tags }) }
}

/**
 * Tags of an order, with the marks of one that the provider should have taxed and did not, and of one whose VAT id was trusted unconfirmed.
 */
function tagsOf({ calculation, tax }: PricedCart, tags: readonly string[]): string[] {
  const others = tags.filter((tag) => tag !== OWN_RULES_TAG && tag !== UNCONFIRMED_VAT_TAG)
  return [
    ...others,
    ...(calculation?.by === 'own' ? [OWN_RULES_TAG] : []),
    ...(tax?.doubtful?.isTrusted === true ? [UNCONFIRMED_VAT_TAG] : []),
  ]
}

function valuesOf(placement: Placement) {
  const { orderId, actor, priced, customer, paymentMethod, holdUntil, plan, termDays, agreedReason = null, offer } = placement
  const { totals, lines, freeLines, activePromo, tax } = priced
  const promo = activePromo?.promo ?? null
  const input = { ...priced.input, promo }
  // only a VAT id asks where they send from
  const sellers = tax?.terms.vat ? sellersOf([...freeLines.map(({ seller }) => seller), ...lines.map(({ product }) => product)]) : []
  const dispatchCountries = new Map(sellers.map(({ businessId, dispatch }) => [businessId, dispatch.country]))
  return {
    id: orderId,
    userId: actor.userId,
    userName: actor.name,
    userEmail: actor.email,
    customer: Object.fromEntries(
      Object.entries({ ...customer, country: customer.country ?? DEFAULT_COUNTRY }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>, // its values are texts
    currency: input.currency,
    subtotalCents: totals.subtotalCents,
    discountCents: totals.discountCents,
    shippingCents: totals.shippingCents,
    taxCents: totals.taxCents,
    totalCents: totals.totalCents,
    totalUsdCents: usdTotalOf(priced),
    taxMode: totals.mode,
    buyerKind: buyerKindOf(customer),
    consumerLaw: priced.law,
    sellerOfRecord: tax?.terms.setup.sellerOfRecord ?? ('platform' as const),
    taxCountry: input.decisions[0]?.country ?? customer.country ?? DEFAULT_COUNTRY,
    vatWaits: tax && isAwaited(tax.doubtful) ? tax.doubtful.vatId : null,
    promoCode: promo?.code ?? null,
    shippingMethod: input.shippingMethod,
    agreedReason,
    pricing: { ...storePricing(input, tax?.terms, dispatchCountries), ...(offer && { offer }) },
    paymentMethod,
    holdUntil,
    termDays: termDays ?? null,
    paymentPlan: plan?.map((milestone) => ({ ...milestone, id: randomUUID() })) ?? null,
    estimatedDelivery: deliveryDay(placement, lines),
    createdAt: input.now,
    updatedAt: input.now,
  }
}

/** Returns true if the answer about a VAT id is still to come: one that was refused stays refused. */
const isAwaited = (vat: VatIdState | null): vat is VatIdState => vat !== null && (vat.isTrusted || vat.problem === 'unavailable')

type Delivered = Pick<Placement, 'priced' | 'leadTimeDays'> & { customer: { country?: string | undefined } }

function deliveryDay({ priced: { input, shipping }, customer, leadTimeDays = 0 }: Delivered, lines: PricedCart['lines']): string {
  const days = shipping.daysOf(input.shippingMethod, new Set(lines.map(({ product }) => product.id)))
  const leadTime = Math.max(leadTimeDays, leadTimeOf(lines))
  return estimatedDelivery({ at: input.now, timeZone: shipping.timeZone }, days, leadTime, customer.country)
}

/** A line of an order that is placed or changed. */
export type NewLine = ReturnType<typeof newLines>[number]

/** Returns the seller orders of an order with these lines. */
export function newParts(placement: Pick<Placement, 'orderId' | 'paymentMethod'> & Delivered, placedAt: Date, sold: readonly NewLine[]) {
  const { orderId, priced, paymentMethod } = placement
  const { totals, lines, freeLines, input } = priced
  const byBusiness = Map.groupBy(lines, ({ product }) => product.businessId)
  return totals.parts.map((part) => {
    const own = byBusiness.get(part.businessId) ?? []
    const free = freeLines.filter(({ line }) => line.businessId === part.businessId)
    return {
      ...part,
      orderId,
      businessName: (own[0]?.product ?? free[0]?.seller)?.businessName ?? '',
      estimatedDelivery: deliveryDay(placement, own),
      hasFreight: own.some(({ product }) => product.shippingClass === 'freight') || free.some(({ line }) => line.kind === 'custom'),
      commissionCents: sold
        .filter(({ businessId }) => businessId === part.businessId)
        .reduce((sum, { commissionCents }) => sum + commissionCents, 0),
      placedAt,
      isShown: isShownAtOnce({ paymentMethod }),
      updatedAt: input.now,
    }
  })
}

/** Returns the lines of an order, `inLockOrder`, each with its shares in the amounts and the commission that it is sold at. */
export function newLines(orderId: string, priced: PricedCart, rates: readonly CommissionRate[]) {
  const { input, lines, shipping } = priced
  const sold = lines.flatMap(({ product, quantity, supply, takesStock }, position) => {
    const amounts = amountsAt(position, priced, rates)
    if (!amounts) return [] // never: every line of an order can be bought
    const { id: productId, businessId, slug, name, sku, contentAmount, contentUnit, isCustom } = product
    const promise = promiseOf(product, input, shipping)
    return [
      {
        id: randomUUID(),
        orderId,
        productId,
        kind: 'product' as const,
        taxClass: null,
        takesStock,
        businessId,
        position,
        slug,
        name,
        sku,
        image: imageOf(product),
        quantity,
        promisedFrom: promise?.earliest ?? null,
        promisedTo: promise?.latest ?? null,
        contentAmount,
        contentUnit,
        isCustom,
        ...supply,
        ...amounts,
      },
    ]
  })
  return [...inLockOrder(sold), ...freeLinesOf(orderId, priced, rates)]
}

/** Returns the lines without a product, which follow those of the products; their ids are those in the pricing. */
function freeLinesOf(orderId: string, priced: PricedCart, rates: readonly CommissionRate[]) {
  return priced.freeLines.flatMap(({ line: { id, kind, text: name, quantity, taxClass, businessId } }, index) => {
    const position = priced.lines.length + index
    const amounts = amountsAt(position, priced, rates)
    return amounts
      ? [{ ...NO_PRODUCT, id, orderId, kind, name, quantity, taxClass, businessId, position, isCustom: kind === 'custom', ...amounts }]
      : []
  })
}

const NO_PRODUCT = {
  productId: null,
  takesStock: false,
  slug: '',
  sku: null,
  image: '',
  promisedFrom: null,
  promisedTo: null,
  contentAmount: null,
  contentUnit: null,
  supplyNotice: null,
  hasSupply: false,
} as const

/** Returns the shares of a line in the amounts of its order, and the commission that it is sold at: on the price that is paid. */
function amountsAt(position: number, { totals, input }: PricedCart, rates: readonly CommissionRate[]) {
  const [line, item] = [totals.lines[position], input.lines[position]]
  const decision = line && input.decisions[line.decision]
  if (!decision || !item) return null
  return {
    unitPriceCents: line.unitPriceCents,
    lineTotalCents: line.lineTotalCents,
    discountCents: line.discountCents,
    shippingCents: line.shippingCents,
    taxCents: line.taxCents,
    shippingTaxCents: line.shippingTaxCents,
    taxRate: decision.percent,
    taxReason: decision.reason,
    collector: decision.collector,
    taxReturnedCents: null,
    ...lineCommission({ businessId: item.businessId, category: item.category, netCents: line.netCents }, rates),
  }
}
