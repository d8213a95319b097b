import type { DeliverTo, SellerOrder, SellerOrderSummary } from '#contract/fulfillment/seller-orders.ts'
import { isOpenDispute } from '#domain/dispute.ts'
import { toDecimal } from '#domain/money.ts'
import { isPaid, nextStatuses } from '#domain/order.ts'
import { countUnits } from '#domain/shipment.ts'
import { type findCustomsFacts, presentContent } from '#server/catalog/products/fact-columns.ts'
import type { listOrderWithdrawals } from '#server/orders/buyer-rights.ts'
import { type DisputeRow, presentOwnDispute } from '#server/orders/order-dispute.ts'
import { lineKey, productIdsOf, type SellerOrderRow } from '#server/orders/order-record.ts'
import { presentRefundLines } from '#server/orders/present-money.ts'
import { eventsOfPart, presentStatement } from '#server/orders/present-order.ts'
import { presentShipments, presentUnits } from '#server/orders/present-shipments.ts'
import { agreedTermsOf, freightExtrasOf, presentOffer } from '#server/orders/store-pricing.ts'
import { presentOwnTax } from './present-own-tax.ts'
import type { PricedSellerOrder, SellerOrderEvent, SellerOrderRecord, SellerOrderRefund } from './seller-order-list.ts'

/** A seller's part of an order as its list shows it. */
export function presentOwnSummary({ order, part, lines }: SellerOrderRecord): SellerOrderSummary {
  return {
    id: order.id,
    number: order.number,
    deliverTo: presentAddress(order.customer, part),
    items: lines.map(({ name, image, quantity, ...line }) => ({ productId: lineKey(line), name, image, quantity })),
    itemCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    currency: order.currency,
    total: toDecimal(part.totalCents),
    status: part.status,
    isPaid: isPaid(order.paymentStatus),
    isPartlyPaid: order.paymentStatus === 'partially_paid',
    carrier: part.carrier,
    trackingNumber: part.trackingNumber,
    ...countUnits(part.status === 'cancelled' ? [] : lines),
    shippingMethod: order.shippingMethod,
    estimatedDelivery: part.estimatedDelivery ?? order.estimatedDelivery,
    createdAt: order.createdAt.toISOString(),
  }
}

type CustomsFacts = Awaited<ReturnType<typeof findCustomsFacts>>

/** Presents what parcel and customs ask about a line. */
function presentParcel(product: ReturnType<CustomsFacts['get']>, quantity: number) {
  const { hsCode = null, originCountry = null, weightGrams = null } = product ?? {}
  return { hsCode, originCountry, weight: weightGrams === null ? null : (weightGrams * quantity) / 1000 }
}

/** History of a seller order, and what its seller can do with it. */
interface OwnFacts {
  events: readonly SellerOrderEvent[]
  refunds: readonly SellerOrderRefund[]
  withdrawals: Awaited<ReturnType<typeof listOrderWithdrawals>>
  exchanges: SellerOrder['exchanges']
  /** Products of its lines as they are now, by their ids. */
  products: CustomsFacts
  /** Dispute of the order's payment with the seller's share of its amount; null when there was none. */
  dispute: (DisputeRow & { ownCents: number }) | null
  shopName: string
  /** The seller order was paid for. */
  isSold: boolean
  /** The seller is approved to sell. */
  mayMove: boolean
}

/** A seller's part of an order, whole. */
export function presentOwnPart(own: PricedSellerOrder, facts: OwnFacts): SellerOrder {
  const { events, refunds, withdrawals, exchanges, products, dispute, shopName, isSold, mayMove } = facts
  const { order, part, lines, shipments, pricing } = own
  const history = eventsOfPart(events, part.businessId)
  const isBlocked = dispute !== null && isOpenDispute(dispute.status) && leftOf(own) > 0
  return {
    ...presentOwnSummary(own),
    items: lines.map(({ id, productId, kind, slug, name, sku, image, quantity, unitPriceCents, lineTotalCents, ...line }) => ({
      id,
      productId: productId ?? id,
      kind,
      slug,
      name,
      sku,
      image,
      quantity,
      ...presentUnits({ id, quantity, ...line }, shipments),
      unitPrice: toDecimal(unitPriceCents),
      lineTotal: toDecimal(lineTotalCents),
      content: presentContent(line),
      promisedFrom: line.promisedFrom,
      promisedTo: line.promisedTo,
      supplyNotice: line.supplyNotice,
      hasSupply: line.hasSupply,
      ...presentParcel(products.get(productId ?? ''), quantity),
    })),
    shipments: presentShipments(lines, shipments),
    crossesCustoms: crossesCustoms(own),
    freightExtras: freightExtrasOf(pricing, new Set(productIdsOf(lines))),
    freightText: agreedTermsOf(pricing).freightText,
    ...presentOffer(pricing),
    subtotal: toDecimal(part.subtotalCents),
    discount: toDecimal(part.discountCents),
    shipping: toDecimal(part.shippingCents),
    tax: toDecimal(part.taxCents),
    taxes: presentOwnTax(own),
    refunded: toDecimal(part.refundedCents),
    refundable: toDecimal(isSold && mayMove && !isBlocked ? leftOf(own) : 0),
    refunds: refunds.map(({ id, reason, status, createdAt, ownCents, totalCents, units }) => ({
      id,
      amount: toDecimal(ownCents),
      reason: ownCents === totalCents ? reason : null,
      status,
      at: createdAt.toISOString(),
      lines: presentRefundLines(own, units),
    })),
    dispute: dispute && presentOwnDispute(dispute, dispute.ownCents),
    paymentMethod: order.paymentMethod,
    exchanges,
    withdrawals: withdrawals.map(presentStatement),
    shippedAt: part.shippedAt?.toISOString() ?? null,
    deliveredAt: part.deliveredAt?.toISOString() ?? null,
    history: history.map((event) => ({
      at: event.at.toISOString(),
      from: event.from,
      to: event.to,
      by: event.colleague ?? nameOf(event, own, shopName),
      note: event.note,
    })),
    nextStatuses: mayMove ? nextStatuses(part.status).filter((to) => to !== 'cancelled' || !isBlocked) : [],
    version: versionOf(events, refunds, part.businessId),
  }
}

/** Returns true if products of a seller order cross customs, as their taxes say: exports, and imports into the European Union. */
export function crossesCustoms({ lines }: Pick<SellerOrderRecord, 'lines'>): boolean {
  return lines.some(({ taxReason }) => taxReason === 'export' || taxReason === 'export_to_eu' || taxReason === 'ioss')
}

/** Returns the cents of a seller order that can still be refunded: never more than is left of the order's payment. */
function leftOf({ order, part }: SellerOrderRecord): number {
  return Math.min(part.totalCents - part.refundedCents, order.paidCents - order.refundedCents)
}

/** The version of a seller's part: one more than the moves it has applied and the refunds that took from it. */
function versionOf(
  events: readonly Pick<SellerOrderEvent, 'businessId'>[],
  refunds: readonly SellerOrderRefund[],
  businessId: string,
): number {
  return events.filter((event) => event.businessId === businessId).length + refunds.length + 1
}

/** Names an actor from outside the seller: the buyer as in the delivery address, everyone else as the shop. */
function nameOf({ actorId }: SellerOrderEvent, { order, part }: SellerOrderRecord, shopName: string): string {
  return actorId === order.userId ? presentAddress(order.customer, part).name : shopName
}

/** The phone number goes to sellers whose carrier calls before delivery, to no others. */
function presentAddress(customer: Record<string, string>, { hasFreight }: Pick<SellerOrderRow, 'hasFreight'>): DeliverTo {
  const {
    firstName = '',
    lastName = '',
    company,
    address = '',
    city = '',
    state = '',
    zipCode = '',
    country = '',
    phone,
    notes,
    poNumber,
  } = customer
  return {
    name: `${firstName} ${lastName}`.trim(),
    ...(company && { company }),
    address,
    city,
    state,
    zipCode,
    country,
    ...(phone && hasFreight && { phone }),
    ...(notes && { notes }),
    ...(poNumber && { poNumber }),
  }
}
