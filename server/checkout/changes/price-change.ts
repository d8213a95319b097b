import { randomUUID } from 'node:crypto'
import type { OrderChangePreviewBody } from '#contract/checkout/order-changes.ts'
import { type FreeLine, LIST_TERMS, MAX_LINE_CENTS } from '#domain/agreed-terms.ts'
import { type CommissionRate, commissionCents } from '#domain/commission.ts'
import { formatMoney, toMinor } from '#domain/money.ts'
import { changedInput, isBeyondSums, type LineEdit, settleChange } from '#domain/order-change.ts'
import { computeOrderTotals, type OrderTotals, type OrderTotalsInput } from '#domain/order-totals.ts'
import { isAllShipped } from '#domain/shipment.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { placeOfForm } from '#server/cart/load-cart.ts'
import { type Pricer, readPricer } from '#server/cart/price-agreed.ts'
import { type PricedCart, TOO_LARGE } from '#server/cart/price-cart.ts'
import { type NewLine, newLines, newParts } from '#server/checkout/online/new-order.ts'
import { lineKey, type OrderLineRow, type OrderRecord, type SellerOrderRow } from '#server/orders/order-record.ts'
import { readTotalsInput, replayUsdTotals, repricing } from '#server/orders/store-pricing.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { listRates } from '#server/sellers/commission/commission-rates.ts'

/** A line of an order with its new place, quantity and amounts. */
type ChangedLine = Pick<
  OrderLineRow,
  | 'id'
  | 'position'
  | 'quantity'
  | 'unitPriceCents'
  | 'lineTotalCents'
  | 'discountCents'
  | 'shippingCents'
  | 'taxCents'
  | 'shippingTaxCents'
  | 'commissionCents'
>

/** A change of an order as it is priced, with its rows. */
export interface PricedChange {
  totals: OrderTotals
  pricing: unknown
  totalUsdCents: number
  /** Lines that stay, and those that are added, with the products of those. */
  lines: ChangedLine[]
  added: NewLine[]
  products: PricedCart['lines']
  /** Seller orders as they are then; those that are new are only in `newParts`. */
  parts: SellerOrderRow[]
  newParts: SellerOrderRow[]
  /** Words on each line that changed, with its seller. */
  said: { businessId: string; text: string }[]
  settled: ReturnType<typeof settleChange>
  /** True if it agrees on something beside the list. */
  differs: boolean
}

const OPEN = ['pending', 'processing']

/**
 * Prices an order anew with the terms that were frozen with it and the lines that a change wants; only what is added is priced and taxed as
 * of now. The order must be changeable (`changeProblemOf`).
 * @throws the refusals of what cannot be added, and 422 for a change that changes nothing or takes too much
 */
export async function priceChange(db: Db, record: OrderRecord, body: OrderChangePreviewBody, now: Date): Promise<PricedChange> {
  const { order } = record
  const before = readTotalsInput(order.pricing)
  if (before === null) throw new Error('The order is not changeable')
  const edits = editsOf(record, body)
  const added = await priceAdded(db, record, body, now)
  const free = new Set(record.lines.filter(({ productId }) => productId === null).map(({ id }) => id))
  const input = changedInput(before, edits, { items: added?.input.lines ?? [], decisions: added?.input.decisions ?? [] }, free)
  requireLines(record, input)
  const totals = computeOrderTotals(input)
  if (totals.totalCents <= 0) refuseField('lines', 'Nothing of the order would cost anything. Cancel it instead.')
  const pricing = repricing(order.pricing, input, added?.input.taxSources ?? [])
  const rates = await listRates(db)
  const rows = rowsOf(record, { input, totals, added, rates })
  requireFrozen(record, rows.parts)
  requireParcel(record, rows)
  const said = sayChanges(record, rows)
  if (said.length === 0) refuseField('lines', 'Change a quantity or a price, or add a line.')
  const sold = new Map([...(await listSales(db, order.id))].map(([businessId, { amountCents }]) => [businessId, amountCents]))
  const live = [...rows.parts, ...rows.newParts].filter(({ status }) => status !== 'cancelled')
  const { totalCents: totalUsdCents } = replayUsdTotals(pricing)
  const { items = [], customLines = [] } = body
  const differs =
    customLines.length > 0 ||
    [...edits.map(({ unitCents }) => unitCents), ...items.map(({ price }) => price)].some((price) => price !== undefined)
  return { totals, pricing, totalUsdCents, products: added?.lines ?? [], said, settled: settleChange(sold, live), differs, ...rows }
}

/** Reads the edits of lines. Refuses lines that are not there, or whose seller order has left. */
function editsOf({ lines, parts }: OrderRecord, { lines: wanted = [] }: OrderChangePreviewBody): LineEdit[] {
  return wanted.map(({ id, quantity, price }, index) => {
    const line = lines.find((one) => lineKey(one) === id.toLowerCase())
    if (!line) return refuseField(`lines.${index}.id`, 'This line is not in the order.')
    const part = parts.find(({ businessId }) => businessId === line.businessId)
    const unitCents = price === undefined ? undefined : (toMinor(price) ?? 0)
    const isEdited = quantity !== line.quantity || unitCents !== undefined
    if (isEdited && !OPEN.includes(part?.status ?? '')) refuseField(`lines.${index}.id`, `${line.name} has shipped or was canceled.`)
    if (quantity < line.shipped) refuseField(`lines.${index}.quantity`, `${unitsText(line.shipped)} of ${line.name} shipped already.`)
    return { id: lineKey(line), quantity, unitCents }
  })
}

/** Prices what is added as an order by phone of it would be; null where nothing is. */
async function priceAdded(db: Db, { order, lines }: OrderRecord, body: OrderChangePreviewBody, now: Date): Promise<PricedCart | null> {
  const { items = [], customLines = [] } = body
  if (items.length + customLines.length === 0) return null
  const place = { ...placeOfForm(order.customer), country: order.customer.country ?? DEFAULT_COUNTRY }
  const { userId, currency, shippingMethod } = order
  const owners = [...new Set(lines.map(({ businessId }) => businessId))]
  const sellerIds = customLines.flatMap(({ businessId }) => businessId ?? (owners.length === 1 ? owners : []))
  for (const [index, { id }] of items.entries()) {
    if (lines.some(({ productId }) => productId === id.toLowerCase()))
      refuseField(`items.${index}.id`, 'This product is in the order already. Change its quantity instead.')
  }
  const request = { userId, currency, shippingMethod, extras: {}, promoCode: null, place, items, sellerIds }
  const pricer = await readPricer(db, request, await readSettings(db), now)
  const prices = new Map(items.flatMap(({ id, price }) => (price === undefined ? [] : [[id, toMinor(price) ?? 0] as const])))
  const priced = pricer.price({ ...LIST_TERMS, prices, freeLines: freeLinesOf(body, owners, pricer) })
  requireSellable(priced, items.length)
  if (priced.calculation !== null) {
    refuse('order_not_changeable', { facts: { why: 'Stripe calculates the taxes of new lines. Place another order for them.' } })
  }
  if (priced.input.decisions[0]?.mode !== order.taxMode) {
    refuse('order_not_changeable', { facts: { why: 'New lines are priced with tax in another way. Place another order for them.' } })
  }
  return priced
}

function freeLinesOf({ customLines = [] }: OrderChangePreviewBody, owners: readonly string[], { sellers }: Pricer): FreeLine[] {
  return customLines.map(({ text, kind, quantity, price, taxClass, ...line }, index) => {
    const businessId = line.businessId ?? (owners.length === 1 ? owners[0] : undefined)
    if (businessId === undefined) return refuseField(`customLines.${index}.businessId`, 'Please choose the seller.')
    if (!sellers.has(businessId)) return refuseField(`customLines.${index}.businessId`, "This seller can't sell right now.")
    const unitCents = toMinor(price) ?? 0
    if (unitCents * quantity > MAX_LINE_CENTS) refuseField(`customLines.${index}.price`, TOO_LARGE)
    return { id: randomUUID(), kind: kind === 'custom' ? kind : 'service', text, quantity, unitCents, taxClass, businessId }
  })
}

function requireSellable({ lines, freeLines }: PricedCart, count: number): void {
  if (lines.length < count) refuseField('items', 'One of these products is no longer there. Please remove it.')
  const problems = [...lines, ...freeLines].flatMap(({ problem }) => problem?.refusal ?? [])
  if (problems.length > 0) refuse('stock_gone', { facts: { names: problems.join('. ') } })
}

/** Requires that every seller order keeps a line, and that lines are not too large. */
function requireLines({ parts }: OrderRecord, input: OrderTotalsInput): void {
  const kept = new Set(input.lines.map(({ businessId }) => businessId))
  const empty = parts.find(({ businessId }) => !kept.has(businessId))
  if (empty) refuseField('lines', `Nothing of ${empty.businessName} would be left. Cancel its items instead.`)
  if (isBeyondSums(input)) refuseField('lines', TOO_LARGE)
}

const AMOUNTS = ['subtotalCents', 'discountCents', 'shippingCents', 'taxCents', 'totalCents', 'commissionCents'] as const

/** Requires that seller orders which have left or were canceled keep their amounts to the cent: shared discounts and taxes may move. */
function requireFrozen({ parts }: OrderRecord, after: readonly SellerOrderRow[]): void {
  for (const part of parts.filter(({ status }) => !OPEN.includes(status))) {
    const same = after.find(({ businessId }) => businessId === part.businessId)
    if (AMOUNTS.every((name) => same?.[name] === part[name])) continue
    const why = `It would change what ${part.businessName} has shipped or canceled costs. Place another order instead.`
    refuse('order_not_changeable', { facts: { why } })
  }
}

/** Requires that a seller order of which something has shipped keeps something to ship: it is shipped otherwise. */
function requireParcel({ parts, lines: before }: OrderRecord, { lines, added }: Pick<Rows, 'lines' | 'added'>): void {
  const quantities = new Map(lines.map(({ id, quantity }) => [id, quantity]))
  const after = [
    ...before.map((line) => ({ ...line, quantity: quantities.get(line.id) ?? 0 })),
    ...added.map((line) => ({ ...NEW_UNITS, ...line })),
  ]
  for (const { businessId, businessName } of parts.filter(({ status }) => OPEN.includes(status))) {
    const own = after.filter((line) => line.businessId === businessId)
    if (own.every(({ shipped }) => shipped === 0) || !isAllShipped(own)) continue
    refuseField('lines', `Everything that is left of ${businessName} has shipped. Cancel the rest of its items instead.`)
  }
}

const NEW_UNITS = { shipped: 0, withdrawn: 0 } as const

interface Rows {
  lines: ChangedLine[]
  added: NewLine[]
  parts: SellerOrderRow[]
  newParts: SellerOrderRow[]
}

interface Priced {
  input: OrderTotalsInput
  totals: OrderTotals
  added: PricedCart | null
  rates: readonly CommissionRate[]
}

function rowsOf(record: OrderRecord, { input, totals, added, rates }: Priced): Rows {
  const { order, parts } = record
  const byKey = new Map(record.lines.map((line) => [lineKey(line), line]))
  const lines = totals.lines.flatMap(({ productId, netCents, ...line }, position): ChangedLine[] => {
    const before = byKey.get(productId)
    if (!before) return []
    const { unitPriceCents, lineTotalCents, discountCents, shippingCents, taxCents, shippingTaxCents } = line
    return [
      {
        id: before.id,
        position,
        quantity: input.lines[position]?.quantity ?? before.quantity,
        unitPriceCents,
        lineTotalCents,
        discountCents,
        shippingCents,
        taxCents,
        shippingTaxCents,
        commissionCents: commissionCents(netCents, before.commissionBasisPoints ?? 0),
      },
    ]
  })
  const offset = lines.length
  const cart = added && {
    ...added,
    input: { ...added.input, lines: input.lines.slice(offset), decisions: input.decisions },
    totals: { ...totals, lines: totals.lines.slice(offset) },
  }
  const addedLines = cart ? newLines(order.id, cart, rates).map((line) => ({ ...line, position: line.position + offset })) : []
  const soldTo = new Map(record.lines.map(({ id, businessId }) => [id, businessId]))
  const commissionOf = (id: string) =>
    [...lines.filter((line) => soldTo.get(line.id) === id), ...addedLines.filter(({ businessId }) => businessId === id)].reduce(
      (sum, line) => sum + line.commissionCents,
      0,
    )
  const { customer, paymentMethod, createdAt, status } = order
  const fresh = cart ? newParts({ orderId: order.id, priced: cart, customer, paymentMethod }, createdAt, addedLines) : []
  const amountsOf = new Map(totals.parts.map((part) => [part.businessId, part]))
  const isAdded = new Set(addedLines.map(({ businessId }) => businessId))
  return {
    lines,
    added: addedLines,
    parts: parts.map((part) => {
      const more = isAdded.has(part.businessId) ? fresh.find(({ businessId }) => businessId === part.businessId) : undefined
      return {
        ...part,
        ...amountsOf.get(part.businessId),
        commissionCents: commissionOf(part.businessId),
        hasFreight: part.hasFreight || more?.hasFreight === true,
        estimatedDelivery: part.estimatedDelivery && latest(part.estimatedDelivery, more?.estimatedDelivery ?? ''),
      }
    }),
    newParts: fresh
      .filter(({ businessId }) => !parts.some((part) => part.businessId === businessId))
      .map((part) => ({ ...NEW_PART, ...part, commissionCents: commissionOf(part.businessId), status, isShown: true })),
  }
}

const NEW_PART = { carrier: null, trackingNumber: null, refundedCents: 0, shippedAt: null, deliveredAt: null } as const

/** Returns the later of two ISO dates. */
export const latest = (one: string, other: string): string => (one > other ? one : other)

const unitsText = (quantity: number) => (quantity === 1 ? '1 unit' : `${quantity} units`)

function sayChanges({ order, lines: before }: RecordLines, { lines, added }: Rows): PricedChange['said'] {
  const cost = (cents: number) => formatMoney(cents, order.currency)
  const changed = before.flatMap((line) => {
    const after = lines.find(({ id }) => id === line.id)
    const { businessId } = line
    if (!after) return [{ businessId, text: `${line.name}: removed` }]
    const facts = [
      ...(after.quantity === line.quantity ? [] : [`${unitsText(after.quantity)} instead of ${line.quantity}`]),
      ...(after.unitPriceCents === line.unitPriceCents
        ? []
        : [`${cost(after.unitPriceCents)} a unit instead of ${cost(line.unitPriceCents)}`]),
    ]
    return facts.length === 0 ? [] : [{ businessId, text: `${line.name}: ${facts.join(', ')}` }]
  })
  return [
    ...changed,
    ...added.map(({ businessId, name, quantity, unitPriceCents }) => {
      return { businessId, text: `${name}: ${unitsText(quantity)} added at ${cost(unitPriceCents)} a unit` }
    }),
  ]
}

type RecordLines = Pick<OrderRecord, 'order' | 'lines'>
