import { cityLine } from '#domain/customer.ts'
import { dueDate } from '#domain/invoice.ts'
import { formatMoney } from '#domain/money.ts'
import { shippingMethodLabel } from '#domain/order.ts'
import { planText } from '#domain/payment-plan.ts'
import { leadTimeText } from '#domain/quote.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { isConsumerOrder } from './buyer-rights.ts'
import type { OrderLineRow, OrderRow, SellerOrderRow } from './order-record.ts'
import { agreedTermsOf, offerOf, replayTotals } from './store-pricing.ts'

type MailedLine = Pick<
  OrderLineRow,
  | 'kind'
  | 'position'
  | 'name'
  | 'sku'
  | 'image'
  | 'quantity'
  | 'unitPriceCents'
  | 'lineTotalCents'
  | 'promisedFrom'
  | 'promisedTo'
  | 'isCustom'
>

/**
 * Facts of every email about an order: number, items and total, as they were ordered. Amounts in cents of its currency.
 * @param part the seller order that the email is about, with its own `lines` and amounts; null: the whole order
 */
export function orderMailFacts(order: OrderRow, lines: readonly MailedLine[], part: SellerOrderRow | null = null): Record<string, unknown> {
  const amounts = part ?? order
  return {
    userId: order.userId,
    orderId: order.id,
    number: order.number,
    seller: part?.businessName,
    sellerOfRecord: order.sellerOfRecord,
    name: order.userName,
    currency: order.currency,
    canWithdraw: isConsumerOrder(order) && lines.some(({ isCustom }) => !isCustom) ? 'yes' : '',
    custom: isConsumerOrder(order) ? lines.filter(({ isCustom }) => isCustom).map(({ name }) => ({ name })) : [],
    lines: [...lines]
      .sort((a, b) => a.position - b.position)
      .map(({ name, sku, image, quantity, unitPriceCents, lineTotalCents, promisedFrom, promisedTo }) => ({
        name,
        sku: sku ?? undefined,
        image,
        quantity,
        unitCents: unitPriceCents,
        totalCents: lineTotalCents,
        promisedFrom: promisedFrom ?? undefined,
        promisedTo: promisedTo ?? undefined,
      })),
    subtotalCents: amounts.subtotalCents,
    promoCode: order.promoCode ?? undefined,
    discountCents: amounts.discountCents,
    shippingCents: amounts.shippingCents,
    freightText: agreedTermsOf(order.pricing).freightText ?? undefined,
    leadTime: leadTimeFact(order.pricing),
    ...taxFacts(order, part),
    totalCents: amounts.totalCents,
    paymentMethod: order.paymentMethod,
    estimatedDelivery: lines.every(({ kind }) => kind === 'service') ? undefined : (part?.estimatedDelivery ?? order.estimatedDelivery),
  }
}

/** Returns the lead time that was agreed by an offer, whose days nobody can count in advance. */
function leadTimeFact(pricing: unknown): string | undefined {
  const leadTime = offerOf(pricing)?.leadTime
  return leadTime && leadTime.weeks > 0 ? leadTimeText(leadTime) : undefined
}

/**
 * Returns the tax of an email by its rates; of a part of an order with several rates as one amount.
 * @param part the seller order that the email is about; null: the whole order
 */
export function taxFacts(order: OrderRow, part: Pick<SellerOrderRow, 'taxCents'> | null) {
  const { taxLines } = replayTotals(order.pricing)
  const { taxCents } = part ?? order
  const labels = [...new Set(taxLines.map(({ label }) => label))]
  const taxes = part
    ? [{ label: labels.length === 1 ? labels[0] : 'Tax', text: '', cents: taxCents }]
    : taxLines.map(({ label, text, baseCents, taxCents: cents }) => {
        const isOneOfSeveral = taxLines.filter((line) => line.label === label).length > 1
        return { label: isOneOfSeveral ? `${label} on ${formatMoney(baseCents, order.currency)}` : label, text, cents }
      })
  return { taxes, taxCents, taxIncluded: order.taxMode === 'included' ? 'yes' : undefined }
}

/** A row of an email's address. */
interface AddressRow {
  label: string
  value: string | undefined
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/**
 * Returns the delivery address of an order in rows, with the delivery notes and the buyer's order number; the phone number only on request.
 */
export function addressFacts({ customer }: Pick<OrderRow, 'customer'>, { withPhone }: { withPhone: boolean }): AddressRow[] {
  const { firstName, lastName, company, address, country = DEFAULT_COUNTRY, phone, notes, poNumber } = customer
  return [
    { label: 'Ship to', value: [firstName, lastName].filter(Boolean).join(' ') },
    { label: 'Company', value: company },
    { label: 'Address', value: address },
    { label: 'City', value: cityLine(customer) },
    { label: 'Country', value: countryNames.of(country) },
    { label: 'Phone', value: withPhone ? phone : undefined },
    { label: 'Delivery notes', value: notes },
    { label: 'Purchase order', value: poNumber },
  ]
}

/** Facts of when an order is to be paid: its day, or its payment plan. */
export function dueFacts(order: Pick<OrderRow, 'createdAt' | 'termDays' | 'paymentPlan'>): { dueBy: string } | { plan: string } {
  const dueAt = dueDate(order)
  return dueAt ? { dueBy: dueAt.toISOString() } : { plan: planText(order.paymentPlan ?? []) }
}

/** Further facts of the email that confirms a whole order: when it was placed and is due, address, shipping method and sellers. */
export function confirmationFacts(
  order: OrderRow,
  parts: readonly Pick<SellerOrderRow, 'businessName' | 'estimatedDelivery'>[],
): Record<string, unknown> {
  return {
    placedAt: order.createdAt.toISOString(),
    ...dueFacts(order),
    customerEmail: order.customer.email,
    shipTo: addressFacts(order, { withPhone: true }),
    shippingMethod: shippingMethodLabel(order.shippingMethod),
    sellers: parts.map(({ businessName, estimatedDelivery }) => ({
      name: businessName,
      estimatedDelivery: estimatedDelivery ?? order.estimatedDelivery,
    })),
  }
}
