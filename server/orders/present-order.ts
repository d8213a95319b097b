import type * as z from 'zod/mini'
import type { AdminOrderSummary, Order, OrderSummary } from '#contract/orders/orders.ts'
import { dueDate, howToPay } from '#domain/invoice.ts'
import { formatMoney, toDecimal } from '#domain/money.ts'
import { awaitsCard, isAddressOpen, isCancellable, isPartCancellable, isRefundBlocked, nextStatuses, openCents } from '#domain/order.ts'
import { milestoneText } from '#domain/payment-plan.ts'
import { type Holder, mayAct, roleFor } from '#domain/permissions.ts'
import { countUnits, type ReturnWindow } from '#domain/shipment.ts'
import { dayOf } from '#domain/time.ts'
import { DELETED_USER, isErasedEmail, isStaffRole, type Role } from '#domain/user.ts'
import { presentSteps, presentTax, taxRateOf } from '#server/cart/present-totals.ts'
import { presentContent } from '#server/catalog/products/fact-columns.ts'
import { payToOf, type ShopCompany } from '#server/platform/settings/groups/company.ts'
import { lastDayOf, type listOrderWithdrawals, returnWindowsOf, rightOf } from './buyer-rights.ts'
import { changeProblemOf } from './change-facts.ts'
import type { ListedOrder } from './order-list.ts'
import { milestonesOf, presentPlan, termDaysOf } from './order-milestones.ts'
import { NO_MONEY, type OrderMoney } from './order-payments.ts'
import {
  lineKey,
  type OrderChangeRow,
  type OrderEventRow,
  type OrderRecord,
  type OrderScope,
  productIdsOf,
  type SellerOrderRow,
} from './order-record.ts'
import { presentMoney } from './present-money.ts'
import { presentShipments, presentUnits } from './present-shipments.ts'
import { costsOf } from './refunded-lines.ts'
import { agreedTermsOf, freightExtrasOf, presentOffer, replayTotals, taxPercentOf } from './store-pricing.ts'

/** Returns the orders that an actor may see, or change: staff with the key all, others their own. */
export function scopeOf(actor: Holder & { userId: string }, key: 'orders.read' | 'orders.write' = 'orders.read'): OrderScope {
  return mayAct(actor, key) ? null : { userId: actor.userId }
}

type OrderWithdrawal = Awaited<ReturnType<typeof listOrderWithdrawals>>[number]

/** Facts of an order beside its record. */
interface OrderFacts {
  events: readonly OrderEventRow[]
  /** Absent for an order that was just placed. */
  money?: OrderMoney
  company: Pick<ShopCompany, 'name' | 'payTo' | 'payToEur' | 'timeZone'>
  confirmBy?: Date | null | undefined
  /** The withdrawals from it; absent for an order that was just placed. */
  withdrawals?: readonly OrderWithdrawal[]
  /** Changes of its lines; absent for an order that was just placed. */
  changes?: readonly OrderChangeRow[]
  /** Exchanges that it is part of; absent for an order that was just placed. */
  exchanges?: Order['exchanges']
}

/** Reader of the history, and the name of the shop in it. */
interface HistoryReader {
  role: Role
  shopName: string
}

/** An order, whole, for this reader. */
export function presentOrder(
  record: OrderRecord,
  { events, money = NO_MONEY, company, confirmBy, withdrawals = [], changes = [], exchanges = [] }: OrderFacts,
  user: Holder,
): Order {
  const reader = { role: roleFor(user, 'orders.read') }
  const { order, parts } = record
  const historyReader = { role: reader.role, shopName: company.name }
  const isBlocked = isRefundBlocked(record, money)
  const canCancel = isCancellable(record) && !isBlocked
  const due = awaitsCard(order) ? 0 : openCents(order, parts, money.creditCents)
  const replayed = replayTotals(order.pricing)
  const terms = agreedTermsOf(order.pricing)
  const payment = due > 0 ? presentHowToPay(record, due, company) : null
  return {
    id: order.id,
    number: order.number,
    user: userOf(order, reader),
    customer: order.customer as Order['customer'], // written from the checkout form, which has the same fields
    sellerOfRecord: order.sellerOfRecord,
    items: presentLines(record, money.gone, company.timeZone, isStaffRole(reader.role) ? terms.listCents : new Map()),
    currency: order.currency,
    ...presentAmounts(order),
    promoCode: order.promoCode,
    shippingMethod: order.shippingMethod,
    freightExtras: freightExtrasOf(order.pricing, new Set(productIdsOf(record.lines))),
    freightText: terms.freightText,
    ...presentOffer(order.pricing),
    status: order.status,
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    fulfilments: parts.map((part) => presentPart(record, part, { events, isBlocked }, historyReader)),
    estimatedDelivery: order.estimatedDelivery,
    createdAt: order.createdAt.toISOString(),
    history: events.filter(({ businessId }) => businessId === null).map((event) => presentEvent(event, record, historyReader)),
    steps: presentSteps(replayed.steps),
    taxes: presentTax(replayed),
    ...presentMoney(record, money, reader),
    dueAmount: toDecimal(due),
    termDays: termDaysOf(order),
    ...presentPlan(record, { timeZone: company.timeZone, due }, reader),
    ...(payment && { howToPay: payment }),
    nextStatuses: isStaffRole(reader.role)
      ? nextStatuses(order.status).filter((to) => (to === 'cancelled' ? canCancel : !awaitsCard(order)))
      : [],
    canCancel,
    ...(isStaffRole(reader.role) && order.agreedReason !== null && { agreedReason: order.agreedReason }),
    ...(isStaffRole(reader.role) && order.paymentProblem !== null && { paymentProblem: order.paymentProblem }),
    ...(isStaffRole(reader.role) && { tags: order.tags, ...(!isErasedEmail(order.userEmail) && { buyerId: order.userId }) }),
    ...(changes.length > 0 && { changes: changes.map(presentChange) }),
    ...(exchanges.length > 0 && { exchanges }),
    ...(isStaffRole(reader.role) && { changeProblem: changeProblemOf(record, { money, withdrawals }) }),
    canCorrectAddress: isStaffRole(reader.role) && isAddressOpen(record),
    ...(confirmBy && { confirmBy: confirmBy.toISOString() }),
    ...presentRight(record, withdrawals, money.gone),
    version: order.version,
  }
}

const presentChange = ({ id, at, reason, lines, ...cents }: OrderChangeRow) => ({
  id,
  at: at.toISOString(),
  reason,
  lines,
  before: toDecimal(cents.totalBeforeCents),
  after: toDecimal(cents.totalAfterCents),
  refunded: toDecimal(cents.excessCents),
})

/** Presents the right of withdrawal of an order that goes to the European Union; its reader compares its end with the time. */
function presentRight(
  record: OrderRecord,
  withdrawals: NonNullable<OrderFacts['withdrawals']>,
  gone: OrderMoney['gone'],
): Pick<Order, 'withdrawal'> {
  const { state, lastDay, endsAt } = rightOf(record, record.order.createdAt)
  if (state === 'elsewhere') return {}
  const statements = withdrawals.map(({ answer, ...row }) => ({ ...presentStatement(row), id: row.id, answer }))
  const isLeft = record.lines.some((line) => isLeftOf(line, record, withdrawals, gone))
  return {
    withdrawal: {
      isGiven: state === 'open',
      isBusiness: state === 'business',
      isCustom: state === 'custom',
      isLeft,
      lastDay,
      endsAt,
      statements,
    },
  }
}

/** Returns true if units of a line are left that are not canceled, returned, or named by a statement that was not refused. */
function isLeftOf(
  { businessId, quantity, isCustom, ...line }: OrderRecord['lines'][number],
  { parts }: OrderRecord,
  withdrawals: NonNullable<OrderFacts['withdrawals']>,
  gone: OrderMoney['gone'],
): boolean {
  if (isCustom || parts.some((part) => part.businessId === businessId && part.status === 'cancelled')) return false
  const stated = withdrawals.filter(({ status, items }) => status !== 'refused' && items === '') // products in words may be others
  if (stated.some(({ lines }) => lines === null)) return false
  const named = stated.flatMap(({ lines }) => lines ?? []).filter((unit) => unit.productId === lineKey(line))
  const statedQuantity = named.reduce((sum, unit) => sum + unit.quantity, 0)
  return quantity > Math.max(statedQuantity, gone.get(line.id)?.quantity ?? 0)
}

/** Presents a withdrawal without its words: its number, state and time. */
export const presentStatement = ({ number, status, receivedAt }: Omit<OrderWithdrawal, 'answer'>) => ({
  number: number ?? '',
  status,
  receivedAt: receivedAt?.toISOString() ?? '',
})

function presentHowToPay(
  record: OrderRecord,
  due: number,
  company: Pick<ShopCompany, 'payTo' | 'payToEur' | 'timeZone'>,
): NonNullable<Order['howToPay']> {
  const { customer, currency, number, userEmail } = record.order
  const payTo = payToOf(company, currency)
  const next = milestonesOf(record).find(({ openCents: cents }) => cents > 0)
  if (next) {
    const amount = formatMoney(Math.min(next.openCents, due), currency)
    const text = `Please pay ${amount} ${milestoneText(next)} and use ${number} as the reference.`
    return { text, payTo, dueOn: next.dueAt && dayOf(next.dueAt, company.timeZone) }
  }
  const dueAt = dueDate(record.order)
  const dueOn = dueAt && dayOf(dueAt, company.timeZone)
  const amount = formatMoney(due, currency)
  const dueBy = dueOn === null ? 'by the payment plan' : new Date(dueOn)
  return { text: howToPay({ amount, dueBy, number, email: customer.email ?? userEmail, payTo }), payTo, dueOn }
}

/**
 * The history of one seller's part: that it was placed, then its own moves; an order whose parts have none (it is older than they are)
 * moved as a whole.
 */
export function eventsOfPart<Event extends Pick<OrderEventRow, 'businessId' | 'from'>>(
  events: readonly Event[],
  businessId: string,
): Event[] {
  const whole = events.filter((event) => event.businessId === null)
  const own = events.filter((event) => event.businessId === businessId)
  return own.length > 0 ? [...whole.filter(({ from }) => from === null), ...own] : whole
}

/** Returns the name of the actor: customers read their own name and those of the sellers; for staff, the name of the shop. */
function nameOf({ actorId, actorName }: OrderEventRow, { order, parts }: OrderRecord, { role, shopName }: HistoryReader): string {
  const isKnown = isStaffRole(role) || actorId === order.userId || parts.some(({ businessName }) => businessName === actorName)
  return isKnown ? actorName : shopName
}

function presentEvent(event: OrderEventRow, record: OrderRecord, reader: HistoryReader) {
  const { at, from, to, note } = event
  return { at: at.toISOString(), from, to, by: nameOf(event, record, reader), note }
}

function presentPart(
  record: OrderRecord,
  part: SellerOrderRow,
  { events, isBlocked }: { events: readonly OrderEventRow[]; isBlocked: boolean },
  reader: HistoryReader,
): Order['fulfilments'][number] {
  const { businessId, businessName, status, carrier, trackingNumber, shippedAt, deliveredAt, totalCents, refundedCents } = part
  const own = record.lines.filter((line) => line.businessId === businessId)
  return {
    businessId,
    businessName,
    status,
    carrier,
    trackingNumber,
    ...countUnits(status === 'cancelled' ? [] : own),
    shipments: presentShipments(
      own,
      record.shipments.filter((shipment) => shipment.businessId === businessId),
    ),
    shippedAt: shippedAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    estimatedDelivery: part.estimatedDelivery ?? record.order.estimatedDelivery,
    total: toDecimal(totalCents),
    refunded: toDecimal(refundedCents),
    history: eventsOfPart(events, businessId).map((event) => presentEvent(event, record, reader)),
    nextStatuses:
      isStaffRole(reader.role) && !awaitsCard(record.order) ? nextStatuses(status).filter((to) => to !== 'cancelled' || !isBlocked) : [],
    canCancel: isPartCancellable(record, part) && !isBlocked,
  }
}

/** Returns the buyer; for staff, a deleted one without name and address. */
function userOf({ userName, userEmail }: OrderRecord['order'], { role }: { role: Role }): Order['user'] {
  return isStaffRole(role) && isErasedEmail(userEmail) ? { name: DELETED_USER, email: '' } : { name: userName, email: userEmail }
}

function presentAmounts(order: OrderRecord['order']) {
  return {
    subtotal: toDecimal(order.subtotalCents),
    discount: toDecimal(order.discountCents),
    shipping: toDecimal(order.shippingCents),
    taxRate: taxRateOf(taxPercentOf(order.pricing)),
    tax: toDecimal(order.taxCents),
    totalAmount: toDecimal(order.totalCents),
    totalUSD: toDecimal(order.totalUsdCents),
  }
}

function presentLines(
  record: OrderRecord,
  gone: OrderMoney['gone'],
  timeZone: string,
  listCents: ReadonlyMap<string, number>,
): Order['items'] {
  const { lines, parts } = record
  const sellers = new Map(parts.map((part) => [part.businessId, part.businessName]))
  const costs = costsOf(record)
  return lines.map(({ id, productId, kind, slug, name, sku, image, businessId, quantity, unitPriceCents, lineTotalCents, ...line }) => ({
    id,
    productId: productId ?? id,
    kind,
    slug,
    name,
    sku,
    image,
    businessId,
    businessName: sellers.get(businessId) ?? '',
    quantity,
    unitPrice: toDecimal(unitPriceCents),
    lineTotal: toDecimal(lineTotalCents),
    ...presentListPrice(listCents.get(productId ?? id)),
    content: presentContent(line),
    isCustom: line.isCustom,
    cost: toDecimal(costs.get(id) ?? 0),
    goneQuantity: gone.get(id)?.quantity ?? 0,
    goneCost: toDecimal(gone.get(id)?.cents ?? 0),
    promisedFrom: line.promisedFrom,
    promisedTo: line.promisedTo,
    supplyNotice: line.supplyNotice,
    hasSupply: line.hasSupply,
    ...presentUnits({ id, quantity, ...line }, record.shipments),
    ...presentWindows(returnWindowsOf(record, { id, productId }, timeZone)),
  }))
}

const presentWindows = (windows: readonly ReturnWindow[]) => ({ returnUntil: lastDayOf(windows), returnWindows: [...windows] })

const presentListPrice = (cents: number | undefined) => (cents === undefined ? {} : { listPrice: toDecimal(cents) })

/** An order as its customer's list shows it. */
export function presentSummary({ order, lines, sellers }: ListedOrder): z.output<typeof OrderSummary> {
  const canceled = new Set(sellers.filter(({ status }) => status === 'cancelled').map(({ id }) => id))
  return {
    id: order.id,
    number: order.number,
    user: { name: order.userName, email: order.userEmail },
    items: lines.map(({ name, image, quantity, ...line }) => ({ productId: lineKey(line), name, image, quantity })),
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    ...countUnits(lines.filter(({ businessId }) => !canceled.has(businessId))),
    currency: order.currency,
    totalAmount: toDecimal(order.totalCents),
    status: order.status,
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    estimatedDelivery: order.estimatedDelivery,
    createdAt: order.createdAt.toISOString(),
  }
}

/** Returns true for an order whose buyer was deleted or erased: it has no name any more. */
export const isBuyerGone = ({ isUserDeleted, order }: Pick<ListedOrder, 'isUserDeleted' | 'order'>): boolean =>
  isUserDeleted || isErasedEmail(order.userEmail)

/** An order as the staff's list shows it: the total in USD, and in its own currency beside it; who is deleted has no name any more. */
export function presentAdminSummary(listed: ListedOrder): z.output<typeof AdminOrderSummary> {
  const { order, disputeStatus, delivery, sellers } = listed
  const isGone = isBuyerGone(listed)
  const user = isGone ? { name: DELETED_USER, email: '' } : presentSummary(listed).user
  return {
    ...presentSummary(listed),
    user,
    totalAmount: toDecimal(order.totalUsdCents),
    totalInCurrency: toDecimal(order.totalCents),
    sellers: sellers.map(({ id, name }) => ({ id, name })),
    ...delivery,
    ...(isGone && { company: null, poNumber: null }),
    shippingMethod: order.shippingMethod,
    termDays: termDaysOf(order),
    tags: order.tags,
    dispute: disputeStatus && { status: disputeStatus },
  }
}
