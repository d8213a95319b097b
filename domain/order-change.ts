import { inBoth, MAX_LINE_CENTS } from './agreed-terms.ts'
import { CURRENCIES, type Currency } from './money.ts'
import type { OrderStatus } from './order.ts'
import { computeOrderTotals, type OrderTotalsInput, type PricedItem } from './order-totals.ts'
import { unitPriceCents } from './pricing.ts'
import type { Promo } from './promotion.ts'
import { spreadByLeft } from './refund-amount.ts'
import type { TaxDecision } from './tax-decision.ts'

/** A line of an order as staff want it: 0 units remove it; `unitCents` is a price that was agreed, without tax. */
export interface LineEdit {
  /** Its product; of a free line its own id. */
  id: string
  quantity: number
  unitCents?: number | undefined
}

/** Items that a change adds to an order, with the decisions about its tax, to which the items refer. */
interface AddedItems {
  items: readonly PricedItem[]
  decisions: readonly TaxDecision[]
}

/**
 * Returns the input of an order's total with every charge as it was: freight that was waived stays so, and costs what it did whatever the
 * new subtotal. A code stays, too, without its minimum.
 */
function asCharged(input: OrderTotalsInput): OrderTotalsInput {
  const totals = CURRENCIES.map((currency) => [currency, computeOrderTotals({ ...input, currency })] as const)
  const by = new Map<Currency, ReturnType<typeof computeOrderTotals>>(totals)
  const inEach = (of: (currency: Currency) => number): Record<Currency, number> => ({ USD: of('USD'), EUR: of('EUR') })
  const withoutMinimum = (promo: Promo): Promo => {
    const { minimumCents: least } = promo
    return { ...promo, minimumCents: least && inEach((currency) => (by.get(currency)?.promoRefusal ? least[currency] : 0)) }
  }
  return {
    ...input,
    promo: input.promo && withoutMinimum(input.promo),
    charges: input.charges.map((charge, index) => ({
      ...charge,
      freeFromCents: null,
      netCents: inEach((currency) => (by.get(currency)?.charges[index]?.cents === 0 ? 0 : charge.netCents[currency])),
    })),
  }
}

/** Returns an item at another quantity or unit price; an agreed price takes no price break and counts in USD by the ratio of the item's. */
function editItem(item: PricedItem, { quantity, unitCents }: LineEdit, currency: Currency, isProduct: boolean): PricedItem {
  const before = unitPriceCents(item.priceCents[currency], item.quantity, item.ladder)
  if (unitCents === undefined || unitCents === unitPriceCents(item.priceCents[currency], quantity, item.ladder))
    return { ...item, quantity }
  const priceCents = inBoth(unitCents, currency, item.priceCents)
  const listCents = isProduct ? { listCents: item.listCents ?? before } : {}
  return { ...item, quantity, priceCents, ladder: [], ...listCents }
}

/**
 * Returns the input of an order's total after a change: the same decisions, charges and code, with other quantities and prices, without the
 * lines of 0 units, and with what is added at the end. Added products share no charge.
 * @param freeIds lines without a product
 * @throws RangeError for an edit of a line that is not there: a bug, not an input
 */
export function changedInput(
  input: OrderTotalsInput,
  edits: readonly LineEdit[],
  added: AddedItems,
  freeIds: ReadonlySet<string> = new Set(),
): OrderTotalsInput {
  const frozen = asCharged(input)
  const byId = new Map(edits.map((edit) => [edit.id, edit]))
  if (edits.some(({ id }) => !input.lines.some(({ productId }) => productId === id))) throw new RangeError('The order has no such line')
  const places = new Map<number, number>()
  const lines = frozen.lines.flatMap((item, index) => {
    const edit = byId.get(item.productId)
    if (edit?.quantity === 0) return []
    places.set(index, places.size)
    return [edit ? editItem(item, edit, input.currency, !freeIds.has(item.productId)) : item]
  })
  const offset = input.decisions.length
  return {
    ...frozen,
    lines: [...lines, ...added.items.map((item) => ({ ...item, decision: item.decision + offset }))],
    decisions: [...input.decisions, ...(added.items.length > 0 ? added.decisions : [])],
    charges: frozen.charges.map((charge) => ({ ...charge, lines: charge.lines.flatMap((index) => places.get(index) ?? []) })),
  }
}

/** Returns true if a line of a change is worth more than orders can sum exactly. */
export const isBeyondSums = ({ currency, lines }: OrderTotalsInput): boolean =>
  lines.some(({ priceCents, quantity, ladder }) => unitPriceCents(priceCents[currency], quantity, ladder) * quantity > MAX_LINE_CENTS)

/** Money of an order after a change, in cents. */
interface SettledChange {
  /** Paid for the order, and for each seller order that is not canceled. */
  paidCents: number
  sold: Map<string, number>
  /** Paid before and not owed any more: it is refunded. */
  excessCents: number
  /** Left to pay. */
  dueCents: number
}

/**
 * Splits what was paid for an order over its seller orders as they are after a change: each keeps what was paid of it as far as it still
 * costs that, the rest goes to those that cost more now, and what none of them needs is refunded.
 * @param sold cents that were paid of each seller order
 * @param parts seller orders that are not canceled, as they are after the change
 */
export function settleChange(
  sold: ReadonlyMap<string, number>,
  parts: readonly { businessId: string; totalCents: number }[],
): SettledChange {
  const paid = [...sold.values()].reduce((sum, cents) => sum + cents, 0)
  const total = parts.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const kept = parts.map(({ businessId, totalCents }) => Math.min(sold.get(businessId) ?? 0, totalCents))
  const free = paid - kept.reduce((sum, cents) => sum + cents, 0)
  const paidCents = Math.min(paid, total)
  const moved = spreadByLeft(
    free - (paid - paidCents),
    parts.map(({ totalCents }, index) => totalCents - (kept[index] ?? 0)),
  )
  return {
    paidCents,
    sold: new Map(parts.map(({ businessId }, index) => [businessId, (kept[index] ?? 0) + (moved[index] ?? 0)])),
    excessCents: paid - paidCents,
    dueCents: total - paidCents,
  }
}

/** Facts of an order that decide whether its lines can be changed. */
interface ChangeableOrder {
  order: { status: OrderStatus; paymentMethod: string; paymentStatus: string; refundedCents: number }
  parts: readonly { status: OrderStatus }[]
  /** True if items were refunded, returned or withdrawn, or are being. */
  hasReturns: boolean
  /** True if a dispute of its payment is open. */
  isDisputed: boolean
  /** True if its stored pricing cannot be priced anew: it is older, or a provider calculated its taxes. */
  isFixed: boolean
  /** True if parts of its price were invoiced by a payment plan. */
  isInvoicedInParts: boolean
}

const OPEN: readonly OrderStatus[] = ['pending', 'processing']

/** Returns why an order cannot be changed, as a sentence; null: it can. */
export function changeProblem(facts: ChangeableOrder): string | null {
  const { order, parts, hasReturns, isDisputed, isFixed, isInvoicedInParts } = facts
  if (!OPEN.includes(order.status) || !parts.some(({ status }) => OPEN.includes(status)))
    return 'It has shipped or was canceled. Refund an amount, or place another order.'
  if (order.paymentMethod === 'card' && ['unpaid', 'processing', 'failed'].includes(order.paymentStatus))
    return 'Its card payment is still to come. Wait until it has arrived.'
  if (order.refundedCents > 0 || hasReturns)
    return 'Some of it was already refunded, returned or withdrawn. Refund an amount for a lower price, or place another order.'
  if (isDisputed) return 'Its payment is disputed. Wait until the dispute is closed.'
  if (isFixed) return 'Its taxes or prices were fixed by another calculation. Refund an amount, or place another order.'
  if (isInvoicedInParts) return 'Part of its payment plan is already invoiced. Refund an amount, or place another order.'
  return null
}
