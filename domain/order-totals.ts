import { isWaived } from './freight.ts'
import { allocate, type Currency, fractionOf, WHOLE_RATE, withTax } from './money.ts'
import { type Ladder, priceBreakFor, unitPriceCents } from './pricing.ts'
import { checkPromo, discountCents, type Promo, type PromoRefusal } from './promotion.ts'
import type { DeliveryDays, ShippingClass } from './shipping.ts'
import { type TaxDecision, type TaxMode, taxLabel } from './tax-decision.ts'

/** A line of a cart or order: prices in cents without tax in each currency, `quantity` a whole number from 1, `ladder` empty for none. */
export type PricedItem = {
  /** Its product; of a free line (`FreeLine`) its own id. */
  productId: string
  name: string
  businessId: string
  category: string
  shippingClass: ShippingClass
  priceCents: Record<Currency, number>
  quantity: number
  ladder: Ladder
  /** Index of its tax decision in `decisions`. */
  decision: number
  /** Unit price of the list, where another one was agreed; cents of the order's currency, without tax. */
  listCents?: number
}

/** A charge for shipping some of the lines together, in cents without tax in each currency. */
export type ShippingCharge = {
  /** Business whose rate it is; null: the platform. */
  owner: string | null
  /** Name of the zone of the rate. */
  zone: string
  class: ShippingClass
  /** Indexes of the lines that share it. */
  lines: readonly number[]
  netCents: Record<Currency, number>
  /**
   * Subtotal as the buyer sees it, before the discount, from which it costs nothing: of all lines, or of its owner's; null: it always
   * costs.
   */
  freeFromCents: Record<Currency, number> | null
  /** Method and time, such as "Standard" and "5-7 business days". */
  label: string
  days: string
  /** Business days of its delivery; absent where they are those of the method, as in orders from before zones. */
  window?: DeliveryDays
  /** Sellers whose lines it ships; absent where no other charge ships other sellers' lines, and in orders from before they were named. */
  sellers?: string
  /** True for a service that the buyer added to freight: nothing waives it. */
  isExtra?: boolean
  /** True for freight that was agreed in place of the rates: nothing waives it. */
  isAgreed?: boolean
  /** Weight in grams that the rate was found by; absent where there is no rate by weight. */
  chargeableGrams?: number
  /** Rate of the same shipment by standard delivery; absent where it goes by standard. */
  standard?: Pick<ShippingCharge, 'netCents' | 'freeFromCents'>
}

/**
 * Taxes of an order as a provider calculated them, frozen with it. They stand in the place of base times rate; the rates of the decisions
 * only name them. Amounts in cents of `currency`.
 */
export type CalculatedTax = {
  currency: Currency
  /** Calculations at the provider, each of the lines that leave from one place, with the tax of their shipping. */
  calculations: readonly { id: string; businessIds: readonly string[]; shippingTaxCents: number }[]
  /**
   * Of each line in order; `raisedBy` and `shippingRaisedBy` are the rates by which prices with tax were shown before the tax was
   * calculated.
   */
  lines: readonly { taxCents: number; calculation: number; raisedBy: number; shippingRaisedBy: number }[]
  /** True once other charges take the place of those that were calculated: then the rates of the decisions count. */
  isPartial: boolean
}

/**
 * Everything that the total of an order follows from; stored with the order, `computeOrderTotals` of it is the proof of what was charged.
 */
export type OrderTotalsInput = {
  currency: Currency
  lines: readonly PricedItem[]
  decisions: readonly TaxDecision[]
  charges: readonly ShippingCharge[]
  promo: Promo | null
  /** Discount on the whole that was agreed, in cents as the buyer sees prices, taken after that of the code; absent without one. */
  agreedDiscount?: Readonly<Record<Currency, number>>
  now: Date
  /** Absent where the rates of the decisions count. */
  calculated?: CalculatedTax
}

/** Amounts in cents, in the mode of the order; tax is added to the others, or included in them. */
type Amounts = { subtotalCents: number; discountCents: number; shippingCents: number; taxCents: number; totalCents: number }

/** A priced line with its shares in cents; `totalCents` is its cost with shipping and tax. */
type LineTotals = {
  productId: string
  unitPriceCents: number
  lineTotalCents: number
  ladderPercent: number
  discountCents: number
  shippingCents: number
  /** Tax of the product and of its shipping. */
  taxCents: number
  /** The share of its shipping in `taxCents`. */
  shippingTaxCents: number
  /** Price of its products less discount, without tax and shipping: the base of commissions. */
  netCents: number
  totalCents: number
  /** Index of its tax decision, and of its document group. */
  decision: number
  group: number
}

/**
 * The lines on one invoice with one rate and one reason. `baseCents` is what is taxed, without the tax, whose rate is `decision.percent`.
 */
type DocumentGroup = Amounts & { decision: TaxDecision; lines: readonly number[]; baseCents: number }

/**
 * A rate of an order, as cart and invoice show it; `percent` in ten-thousandths of a percent, amounts in cents, `baseCents` without the
 * tax.
 */
export type TaxLine = Pick<TaxDecision, 'percent' | 'reason' | 'text'> & { label: string; baseCents: number; taxCents: number }

/**
 * A priced cart or order in cents; nothing is ever below 0. `lines` are in the order given, `parts` (one a seller) and `groups` in the
 * order in which they first appear; each of the three adds up to the whole. `promoRefusal` null: no code, or it counts; else the code stays
 * but gives nothing.
 */
export type OrderTotals = Amounts & {
  mode: TaxMode
  lines: LineTotals[]
  parts: (Amounts & { businessId: string })[]
  groups: DocumentGroup[]
  taxLines: TaxLine[]
  /** Charges with their price to the buyer, in the order given. */
  charges: { charge: ShippingCharge; cents: number }[]
  /** The part of the discount that was agreed; the rest is that of the code. */
  agreedDiscountCents: number
  promoRefusal: PromoRefusal | null
}

/**
 * The one calculator of browser and server, version 2: total = subtotal - discount + shipping, + tax in mode `added` (S310). Unit prices
 * are rounded half up, tax once for each document group; what is shared, is shared by largest remainder. It decides nothing: rates and
 * charges are given.
 * @throws RangeError when the decisions differ in their mode, or an index names nothing: a bug, not an input.
 */
export function computeOrderTotals(input: OrderTotalsInput): OrderTotals {
  const { currency, promo } = input
  const mode = modeOf(input.decisions)
  const { groupOf, groups } = groupLines(input)
  const lines = input.lines.map((line, index) => {
    const decision = decisionOf(input, line)
    return priceLine(line, currency, { mode, percent: input.calculated?.lines[index]?.raisedBy ?? decision.percent })
  })
  const subtotal = sum(lines, (line) => line.lineTotalCents)
  const promoRefusal = promo && checkPromo(promo, subtotal, currency, input.now)
  const active = promoRefusal ? null : promo
  const byCode = active ? discountCents(active, subtotal, currency) : 0
  const agreedDiscountCents = Math.min(input.agreedDiscount?.[currency] ?? 0, subtotal - byCode)
  share(byCode + agreedDiscountCents, lines, 'lineTotalCents', 'discountCents')

  const charges = input.charges.map((charge) => ({ charge, cents: 0 }))
  for (const entry of charges) {
    const netCents = isFree(entry.charge, { input, lines, subtotal, active }) ? 0 : Math.max(0, entry.charge.netCents[currency])
    if (netCents > 0) entry.cents = shareCharge(netCents, entry.charge, { input, groups, lines })
  }
  const frozen = input.calculated?.currency === currency && !input.calculated.isPartial ? input.calculated : null
  if (frozen) takeTaxes(frozen, lines)
  for (const group of groups) taxGroup(group, lines, frozen !== null)

  const results = input.lines.map((line, index): LineTotals => {
    const { weightCents: _weight, baseCents: _base, ...shares } = itemOf(lines, index)
    const { lineTotalCents, discountCents, shippingCents, taxCents, shippingTaxCents } = shares
    const paidCents = lineTotalCents - discountCents
    const isAdded = mode === 'added'
    const netCents = paidCents - (isAdded ? 0 : taxCents - shippingTaxCents)
    const totalCents = paidCents + shippingCents + (isAdded ? taxCents : 0)
    return { ...shares, netCents, totalCents, decision: line.decision, group: groupOf[line.decision] ?? 0 }
  })
  const documents = groups.map(({ decision, lines: members, baseCents }) => {
    const own = members.map((index) => itemOf(results, index))
    return { ...addUp(own, mode), decision, lines: members, baseCents }
  })
  return {
    ...addUp(results, mode),
    mode,
    lines: results,
    parts: partsOf(input.lines, results, mode),
    groups: documents,
    taxLines: taxLinesOf(documents),
    charges,
    agreedDiscountCents,
    promoRefusal,
  }
}

/**
 * Returns the input with the charges of standard delivery, without extras: what a withdrawal refunds (Directive 2011/83/EU, Article 13(2)).
 */
export function withStandardDelivery(input: OrderTotalsInput): OrderTotalsInput {
  const charges = input.charges.filter(({ isExtra }) => !isExtra).map(({ standard, ...charge }) => ({ ...charge, ...standard }))
  return { ...input, charges, ...(input.calculated && { calculated: { ...input.calculated, isPartial: true } }) }
}

type Line = Omit<LineTotals, 'netCents' | 'totalCents' | 'decision' | 'group'> & {
  /** Line total without tax, before the discount, by which shipping is shared. */
  weightCents: number
  /** Taxed amount, in the mode of the order. */
  baseCents: number
}

type Group = { decision: TaxDecision; lines: number[]; baseCents: number }

function modeOf(decisions: readonly TaxDecision[]): TaxMode {
  const mode = decisions[0]?.mode ?? 'added'
  if (decisions.some((decision) => decision.mode !== mode)) throw new RangeError('The lines of an order have one mode of tax')
  return mode
}

function itemOf<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`Nothing has the index ${index}`)
  return item
}

const decisionOf = ({ decisions }: OrderTotalsInput, { decision }: PricedItem): TaxDecision => itemOf(decisions, decision)

/** Puts the lines into document groups; `groupOf` has the group of each decision that a line names. */
function groupLines({ lines, decisions }: OrderTotalsInput): { groupOf: (number | undefined)[]; groups: Group[] } {
  const groups: Group[] = []
  const groupOf: (number | undefined)[] = []
  lines.forEach(({ decision: named }, index) => {
    const decision = itemOf(decisions, named)
    let at = groupOf[named]
    if (at === undefined) {
      const found = groups.findIndex((group) => isSameGroup(group.decision, decision))
      at = found === -1 ? groups.push({ decision, lines: [], baseCents: 0 }) - 1 : found
      groupOf[named] = at
    }
    groups[at]?.lines.push(index)
  })
  return { groupOf, groups }
}

const GROUPED_BY = ['issuer', 'collector', 'percent', 'reason', 'text', 'country', 'state', 'shipsTaxed'] as const

const isSameGroup = (one: TaxDecision, other: TaxDecision) => GROUPED_BY.every((fact) => one[fact] === other[fact])

function priceLine(item: PricedItem, currency: Currency, { mode, percent }: Pick<TaxDecision, 'mode' | 'percent'>): Line {
  const { productId, priceCents, quantity, ladder } = item
  const net = unitPriceCents(priceCents[currency], quantity, ladder)
  const unit = mode === 'included' ? withTax(net, percent) : net
  return {
    productId,
    unitPriceCents: unit,
    lineTotalCents: unit * quantity,
    ladderPercent: priceBreakFor(quantity, ladder)?.discountPercent ?? 0,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    shippingTaxCents: 0,
    weightCents: net * quantity,
    baseCents: 0,
  }
}

/** Adds to `to` of each line its share of an amount by `by`. */
function share(
  cents: number,
  lines: readonly Line[],
  by: 'lineTotalCents' | 'weightCents' | 'baseCents' | 'shippingCents',
  to: 'discountCents' | 'shippingCents' | 'taxCents' | 'shippingTaxCents',
): void {
  if (cents === 0) return
  const shares = allocate(
    cents,
    lines.map((line) => line[by]),
  )
  lines.forEach((line, index) => {
    line[to] += shares[index] ?? 0
  })
}

type FreeFacts = { input: OrderTotalsInput; lines: readonly Line[]; subtotal: number; active: Promo | null }

function isFree(charge: ShippingCharge, { input, lines, subtotal, active }: FreeFacts): boolean {
  const { owner, lines: shipped } = charge
  if (shipped.length === 0) return true
  const own = () => sum(input.lines, ({ businessId }, index) => (businessId === owner ? itemOf(lines, index).lineTotalCents : 0))
  const subtotalCents = owner === null || charge.freeFromCents === null ? subtotal : own()
  return isWaived(charge, { promo: active, currency: input.currency, subtotalCents })
}

type Shared = { input: OrderTotalsInput; groups: readonly Group[]; lines: readonly Line[] }

/**
 * Shares a charge over the document groups of its lines, with tax in mode `included`, then over the lines.
 * @returns its price to the buyer
 */
function shareCharge(netCents: number, { lines: shipped }: ShippingCharge, { input, groups, lines }: Shared): number {
  const isShipped = new Set(shipped)
  const members = groups.flatMap(({ decision, lines: indexes }) => {
    const sent = indexes.filter((index) => isShipped.has(index))
    const own = sent.map((index) => itemOf(lines, index))
    const { mode, percent, shipsTaxed } = decision
    const raisedBy = input.calculated?.lines[sent[0] ?? 0]?.shippingRaisedBy ?? (shipsTaxed ? percent : 0)
    return own.length > 0 ? [{ raisedBy: mode === 'included' ? raisedBy : 0, own }] : []
  })
  const nets = allocate(
    netCents,
    members.map(({ own }) => sum(own, (line) => line.weightCents)),
  )
  return sum(members, ({ raisedBy, own }, index) => {
    const cents = withTax(nets[index] ?? 0, raisedBy)
    share(cents, own, 'weightCents', 'shippingCents')
    return cents
  })
}

/** Gives lines the taxes that a provider calculated; that of shipping is shared by their shipping. */
function takeTaxes({ calculations, lines: taxes }: CalculatedTax, lines: readonly Line[]): void {
  calculations.forEach(({ shippingTaxCents }, calculation) => {
    const own = lines.filter((_line, index) => taxes[index]?.calculation === calculation)
    share(shippingTaxCents, own, 'shippingCents', 'shippingTaxCents')
  })
  lines.forEach((line, index) => {
    line.taxCents = (taxes[index]?.taxCents ?? 0) + line.shippingTaxCents
  })
}

/** Taxes a group once, and shares its tax over its lines; lines that have their tax keep it. */
function taxGroup(group: Group, lines: readonly Line[], isTaxed: boolean): void {
  const { mode, percent, shipsTaxed } = group.decision
  const own = group.lines.map((index) => itemOf(lines, index))
  for (const line of own) line.baseCents = line.lineTotalCents - line.discountCents + (shipsTaxed ? line.shippingCents : 0)
  const base = sum(own, (line) => line.baseCents)
  const known = isTaxed ? sum(own, (line) => line.taxCents) : null
  const tax = known ?? fractionOf(base, percent, mode === 'added' ? WHOLE_RATE : WHOLE_RATE + percent)
  group.baseCents = mode === 'added' ? base : base - tax
  if (isTaxed) return
  share(tax, own, 'baseCents', 'taxCents')
  if (!shipsTaxed) return
  for (const line of own) {
    if (line.shippingCents > 0) line.shippingTaxCents = fractionOf(line.taxCents, line.shippingCents, line.baseCents)
  }
}

function addUp(lines: readonly LineTotals[], mode: TaxMode): Amounts {
  const of = (name: 'lineTotalCents' | 'discountCents' | 'shippingCents' | 'taxCents') => sum(lines, (line) => line[name])
  const [subtotalCents, discountCents, shippingCents, taxCents] = [
    of('lineTotalCents'),
    of('discountCents'),
    of('shippingCents'),
    of('taxCents'),
  ]
  const added = mode === 'added' ? taxCents : 0
  return { subtotalCents, discountCents, shippingCents, taxCents, totalCents: subtotalCents - discountCents + shippingCents + added }
}

function partsOf(items: readonly PricedItem[], lines: readonly LineTotals[], mode: TaxMode): OrderTotals['parts'] {
  const sellers = Map.groupBy(lines.keys(), (index) => itemOf(items, index).businessId)
  return [...sellers].map(([businessId, own]) => ({
    businessId,
    ...addUp(
      own.map((index) => itemOf(lines, index)),
      mode,
    ),
  }))
}

/** Returns one line for each rate, reason and text: the invoices are put together. */
function taxLinesOf(groups: readonly DocumentGroup[]): TaxLine[] {
  const lines: TaxLine[] = []
  for (const { decision, baseCents, taxCents } of groups) {
    const { percent, reason, text } = decision
    const line = lines.find((one) => one.percent === percent && one.reason === reason && one.text === text)
    if (line) {
      line.baseCents += baseCents
      line.taxCents += taxCents
    } else lines.push({ label: taxLabel(decision), percent, reason, text, baseCents, taxCents })
  }
  return lines
}

function sum<Item>(items: readonly Item[], of: (item: Item, index: number) => number): number {
  let total = 0
  items.forEach((item, index) => {
    total += of(item, index)
  })
  return total
}
