import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { NO_UNITS, type RefundedUnits } from '#domain/commission.ts'
import { isPartCancellable, isUnsettled } from '#domain/order.ts'
import { lineCosts, unitsShare } from '#domain/refund-amount.ts'
import { isSellersDoing, RETURN_STATUSES, type ReturnStatus } from '#domain/return-request.ts'
import { unitsToShip } from '#domain/shipment.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, payments, refundLines, refunds, returnLines, returns } from '#server/platform/db/schema.ts'
import type { OrderLineRow, OrderRecord, SellerOrderRow } from './order-record.ts'

/** Units of a line that were refunded or are being returned, and their value in cents. */
export interface GoneLine {
  quantity: number
  cents: number
}

/** Units of a line that a refund is for, and their worth in cents. */
export interface RefundedLine {
  lineId: string
  quantity: number
  amountCents: number
}

const UNDECLINED = RETURN_STATUSES.filter((status) => status !== 'declined')

/** Records the units of a refund. */
export async function insertRefundLines(tx: Db, refundId: string, lines: readonly RefundedLine[]): Promise<void> {
  if (lines.length > 0) await tx.insert(refundLines).values(lines.map((line) => ({ ...line, refundId })))
}

/**
 * Tax in the units of a line that were gone when the rest of its tax was returned: their worth is counted without it, as that of all others
 * is.
 */
const taxOfGone = sql`coalesce(${orderLines.taxCents} - ${orderLines.shippingTaxCents} - ${orderLines.taxReturnedCents}, 0)`

/**
 * Returns the units of an order, by the id of their line, that cannot be refunded again: refunded by the line (unless that failed),
 * and returned (unless that was declined). To act on the result, the caller must hold the order's lock.
 * @param returnedIn the states of returns that count
 * @param alsoId a return that counts whatever its state
 */
export async function listGoneLines(
  db: Db,
  orderId: string,
  returnedIn: readonly ReturnStatus[] = UNDECLINED,
  alsoId?: string,
): Promise<Map<string, GoneLine>> {
  const isCounted = or(inArray(returns.status, [...returnedIn]), alsoId === undefined ? undefined : eq(returns.id, alsoId))
  const asked = db
    .select({ lineId: refundLines.lineId, quantity: refundLines.quantity, amountCents: refundLines.amountCents })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed')))
  const returned = db
    .select({ lineId: returnLines.lineId, quantity: returnLines.quantity, amountCents: returnLines.amountCents })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(and(eq(returns.orderId, orderId), isCounted))
  const gone = asked.unionAll(returned).as('gone')
  const rows = await db
    .select({
      lineId: orderLines.id,
      quantity: sql<string>`least(sum(${gone.quantity}), ${orderLines.quantity})`, // units that were refunded may be canceled later
      cents: sql<string>`sum(${gone.amountCents}) - ${taxOfGone}`,
    })
    .from(gone)
    .innerJoin(orderLines, eq(orderLines.id, gone.lineId))
    .groupBy(orderLines.id)
  return new Map(rows.map(({ lineId, quantity, cents }) => [lineId, { quantity: Number(quantity), cents: Number(cents) }]))
}

/**
 * Returns the units of an order, by the id of their line, that were refunded by the line before any of it left, and are still to be
 * shipped: refunds did not stop units once. A refund of units later may be of those that have left.
 */
export async function listRefundedBefore(
  db: Db,
  { order, shipments }: Pick<OrderRecord, 'order' | 'shipments'>,
): Promise<Map<string, number>> {
  const hasLeft = (lineId: string, at: Date) => shipments.some((one) => one.shippedAt <= at && one.lines.some(({ id }) => id === lineId))
  const rows = (await listRefundLines(db, order.id)).filter(({ lineId, at }) => !hasLeft(lineId, at))
  const counted = [...Map.groupBy(rows, ({ lineId }) => lineId)].map(([lineId, own]): [string, number] => [lineId, unstoppedOf(own)])
  return new Map(counted)
}

/** Lists the units that refunds of an order are for, by refund and line, the oldest first. */
function listRefundLines(db: Db, orderId: string) {
  const { lineId, quantity, withdrawn } = refundLines
  return db
    .select({ lineId, quantity, withdrawn, status: refunds.status, at: refunds.createdAt })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(refunds.createdAt)
}

/** Returns the units of a line that were refunded and not kept from being shipped, of its refunds. */
function unstoppedOf(rows: readonly { quantity: number; withdrawn: number; status: string }[]): number {
  const refunded = rows.reduce((sum, { quantity, status }) => sum + (status === 'failed' ? 0 : quantity), 0)
  return Math.max(refunded - rows.reduce((sum, { withdrawn }) => sum + withdrawn, 0), 0)
}

/**
 * Keeps units of a refund of a locked order from being shipped: those of lines of which nothing has left. What an earlier refund that
 * failed has kept counts for this one.
 * @param lines its units, the record as it was before
 * @returns the lines with those units
 */
export async function withdrawRefunded(
  tx: Db,
  record: Pick<OrderRecord, 'order' | 'parts' | 'lines'>,
  refundId: string,
  lines: readonly RefundedLine[],
): Promise<OrderLineRow[]> {
  const open = new Set(record.parts.filter((part) => isPartCancellable(record, part)).map(({ businessId }) => businessId))
  const refunded = Map.groupBy(await listRefundLines(tx, record.order.id), ({ lineId }) => lineId)
  const stopped = record.lines.flatMap((line) => {
    const own = lines.find(({ lineId }) => lineId === line.id)
    if (!own || !open.has(line.businessId) || line.shipped > 0) return []
    const quantity = Math.min(own.quantity, unitsToShip(line), unstoppedOf(refunded.get(line.id) ?? []))
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  for (const { id: lineId, quantity } of stopped) {
    await tx
      .update(refundLines)
      .set({ withdrawn: quantity })
      .where(and(eq(refundLines.refundId, refundId), eq(refundLines.lineId, lineId)))
    await tx
      .update(orderLines)
      .set({ withdrawn: sql`${orderLines.withdrawn} + ${quantity}` })
      .where(eq(orderLines.id, lineId))
  }
  return stopped
}

/** Returns the units of an order, by the id of their line, that returns and refunds have put back into stock. */
export async function readRestockedUnits(db: Db, orderId: string): Promise<Map<string, number>> {
  const returned = db
    .select({ lineId: returnLines.lineId, quantity: returnLines.quantity })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(and(eq(returns.orderId, orderId), eq(returnLines.isRestocked, true)))
  const refunded = db
    .select({ lineId: refundLines.lineId, quantity: refundLines.withdrawn })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(eq(refunds.orderId, orderId))
  const back = returned.unionAll(refunded).as('back')
  const rows = await db
    .select({ lineId: back.lineId, quantity: sql<string>`sum(${back.quantity})` })
    .from(back)
    .groupBy(back.lineId)
  return new Map(rows.map(({ lineId, quantity }) => [lineId, Number(quantity)]))
}

/**
 * Checks if every unit of a seller order that was sent was refunded or has come back; those of the return `alsoId` count before they
 * arrive.
 */
export async function isAllBack(
  db: Db,
  { order, lines }: Pick<OrderRecord, 'order' | 'lines'>,
  businessId: string,
  alsoId?: string,
): Promise<boolean> {
  const gone = await listGoneLines(db, order.id, ['received', 'refunded'], alsoId)
  return lines.every((line) => line.businessId !== businessId || line.kind === 'service' || gone.get(line.id)?.quantity === line.quantity)
}

/**
 * Returns the cents that items returned before payment take off the amount due: their cost, and the shipping of a seller order that came
 * back whole for a reason of the seller's, and of a withdrawal what was settled; never more than the seller order. 0 once the order is paid
 * in full: then they are refunds of the payment.
 */
export async function readCreditCents(db: Db, record: Pick<OrderRecord, 'order' | 'parts' | 'lines'>): Promise<number> {
  const { order, parts } = record
  if (!isUnsettled(order)) return 0
  const credits = await db
    .select({
      businessId: returns.businessId,
      reason: returns.reason,
      cents: sql<string>`sum(${returnLines.amountCents}) + case when ${returns.withdrawalId} is null then 0
        else ${returns.shippingCents} - ${returns.deductionCents} end`,
    })
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.returnId, returns.id))
    .where(and(eq(returns.orderId, order.id), eq(returns.status, 'refunded'), isNull(returns.refundId)))
    .groupBy(returns.id)
  let sum = 0
  for (const part of parts) {
    const own = credits.filter(({ businessId }) => businessId === part.businessId)
    const isFaulty = own.some(({ reason }) => isSellersDoing(reason))
    const shippingCents = isFaulty && (await isAllBack(db, record, part.businessId)) ? shippingCost(record, part) : 0
    const worth = own.reduce((cents, credit) => cents + Number(credit.cents), shippingCents)
    sum += part.status === 'cancelled' ? 0 : Math.min(worth + returnedTaxCents(record, part.businessId), part.totalCents)
  }
  return sum
}

/** Returns what was paid more than was due for an order and is not refunded yet, in cents. */
export async function sumKept(db: Db, orderId: string): Promise<number> {
  const signed = sql`case when ${payments.kind} in ('credit', 'excess') then ${payments.amountCents} else -${payments.amountCents} end`
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${signed}) filter (where ${payments.kind} in ('credit', 'excess', 'credit_refund')), 0)` })
    .from(payments)
    .where(eq(payments.orderId, orderId))
  return Number(row?.cents ?? 0)
}

/** Returns the tax on the products of a line, without that on its shipping, in cents; null on lines older than it. */
export function taxOnProducts({ taxCents, shippingTaxCents }: Pick<OrderLineRow, 'taxCents' | 'shippingTaxCents'>): number | null {
  return taxCents === null ? null : taxCents - (shippingTaxCents ?? 0)
}

/**
 * Returns the cost of each line to its buyer, in cents by the line's id: after discount, with the tax on its products. Together with the
 * parts' shipping and the tax on it that is the total. Lines that are older than their shares get them from their seller order.
 */
export function costsOf({ order, lines, parts }: OrderRecord): Map<string, number> {
  const pairs = parts.flatMap((part) => {
    const own = lines.filter(({ businessId }) => businessId === part.businessId)
    const costs = lineCosts(
      part,
      own.map(({ lineTotalCents }) => lineTotalCents),
    )
    return own.map((line, index): [string, number] => [line.id, ownCost(order, line) ?? costs[index] ?? 0])
  })
  return new Map(pairs)
}

function ownCost(
  { taxMode }: OrderRecord['order'],
  { lineTotalCents, discountCents, taxReturnedCents, ...line }: OrderRecord['lines'][number],
): number | null {
  const taxCents = taxOnProducts(line)
  if (discountCents === null || taxCents === null) return null
  const isTaxed = taxMode === 'added' && taxReturnedCents === null
  return lineTotalCents - discountCents + (isTaxed ? taxCents : 0)
}

/** Returns the tax of a seller order that the shop owes, in cents: what its seller owes is among the seller's earnings. */
export function shopTaxCents({ lines }: Pick<OrderRecord, 'lines'>, part: Pick<SellerOrderRow, 'businessId' | 'taxCents'>): number {
  const sellers = lines.filter(({ businessId, collector }) => businessId === part.businessId && collector !== null)
  return sellers.reduce((left, { taxCents }) => left - (taxCents ?? 0), part.taxCents)
}

/** Returns the tax that each line of a seller order has returned, that on its shipping included, in cents. */
export function returnedTaxes({ lines }: Pick<OrderRecord, 'lines'>, businessId: string): { lineId: string; cents: number }[] {
  const own = lines.filter((line) => line.businessId === businessId && line.taxReturnedCents !== null)
  return own.map(({ id, taxReturnedCents, shippingTaxCents }) => ({
    lineId: id,
    cents: (taxReturnedCents ?? 0) + (shippingTaxCents ?? 0),
  }))
}

/** Returns the tax that the lines of a seller order have returned together, in cents. */
export function returnedTaxCents(record: Pick<OrderRecord, 'lines'>, businessId: string): number {
  return returnedTaxes(record, businessId).reduce((sum, { cents }) => sum + cents, 0)
}

/** Returns what the shipping of a seller order cost its buyer, with the tax on it, in cents. */
export function shippingCost({ order, lines }: Pick<OrderRecord, 'order' | 'lines'>, part: OrderRecord['parts'][number]): number {
  if (order.taxMode === 'included') return part.shippingCents
  const own = lines.filter(({ businessId }) => businessId === part.businessId)
  return own.reduce((sum, line) => sum + (line.taxReturnedCents === null ? (line.shippingTaxCents ?? 0) : 0), part.shippingCents)
}

/** Units of a seller order that a refund is for, and those of the refunds that settled before it. */
interface SettledUnits {
  before: RefundedUnits
  units: RefundedUnits
}

/** Units of no seller order. */
const NOTHING: SettledUnits = { before: NO_UNITS, units: NO_UNITS }

/**
 * Returns a function that gives the units of a seller order that a refund is for, and of all refunds of its order that settled before, with
 * the tax and the commission on them. A refund that is smaller than its units (nothing more was left) counts as one of an amount, as do
 * those of lines that are older than their tax. The caller must hold the order's lock.
 */
export async function readSettledUnits(tx: Db, { order, lines }: Pick<OrderRecord, 'order' | 'lines'>, refundId: string) {
  const rows = await listUnits(tx, order.id, refundId)
  return (businessId: string): SettledUnits => {
    const shares = Map.groupBy(
      rows.filter((row) => row.businessId === businessId),
      (row) => row.refundId,
    )
    const counted = [...shares.values()].filter((units) => sumOf(units, 'amountCents') <= (units[0]?.shareCents ?? 0)).flat()
    const own = lines.filter((line) => line.businessId === businessId && line.taxCents !== null)
    return own.reduce((sums, line) => addUnits(sums, line, counted, refundId), NOTHING)
  }
}

type UnitRow = { refundId: string; businessId: string; shareCents: number; lineId: string; quantity: number; amountCents: number }

async function listUnits(tx: Db, orderId: string, refundId: string): Promise<UnitRow[]> {
  const { rows } = await tx.execute<Record<'refund_id' | 'business_id' | 'share' | 'line_id' | 'quantity' | 'amount', string>>(sql`
    select r.id as refund_id, l.business_id, s.amount_cents as share, u.line_id, u.quantity, u.amount_cents as amount
    from ${refunds} r
    join (
      select f.refund_id, f.line_id, f.quantity, f.amount_cents from ${refundLines} f
      union all
      select b.id, t.line_id, t.quantity, t.amount_cents from ${returnLines} t join ${returns} n on n.id = t.return_id
        join ${refunds} b on b.order_id = n.order_id and b.cause = 'return:' || n.id
    ) u on u.refund_id = r.id
    join order_lines l on l.id = u.line_id
    join refund_shares s on s.refund_id = r.id and s.business_id = l.business_id
    where r.order_id = ${orderId} and (r.status = 'settled' or r.id = ${refundId})`)
  return rows.map((row) => ({
    refundId: row.refund_id,
    businessId: row.business_id,
    shareCents: Number(row.share),
    lineId: row.line_id,
    quantity: Number(row.quantity),
    amountCents: Number(row.amount),
  }))
}

const sumOf = (rows: readonly UnitRow[], name: 'quantity' | 'amountCents') => rows.reduce((total, row) => total + row[name], 0)

function addUnits(sums: SettledUnits, line: OrderLineRow, rows: readonly UnitRow[], refundId: string): SettledUnits {
  const of = (isThis: boolean) => rows.filter((row) => row.lineId === line.id && (row.refundId === refundId) === isThis)
  const [others, own] = [of(false), of(true)]
  const share = (some: readonly UnitRow[], gone: number): RefundedUnits => {
    const whole = { quantity: line.quantity, gone }
    const units = sumOf(some, 'quantity')
    const isShops = line.collector === null
    const keptCents = (taxOnProducts(line) ?? 0) - (line.taxReturnedCents ?? 0) // of the units that were gone before
    const taxUpTo = (count: number) => {
      const cents = unitsShare(isShops ? (taxOnProducts(line) ?? 0) : 0, { quantity: line.quantity, gone: 0 }, count)
      return line.taxReturnedCents === null ? cents : Math.min(cents, keptCents)
    }
    return {
      amountCents: sumOf(some, 'amountCents'),
      taxCents: taxUpTo(gone + units) - taxUpTo(gone),
      commissionCents: unitsShare(line.commissionCents, whole, units),
    }
  }
  return { before: plus(sums.before, share(others, 0)), units: plus(sums.units, share(own, sumOf(others, 'quantity'))) }
}

const plus = (one: RefundedUnits, other: RefundedUnits): RefundedUnits => ({
  amountCents: one.amountCents + other.amountCents,
  taxCents: one.taxCents + other.taxCents,
  commissionCents: one.commissionCents + other.commissionCents,
})
