import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order.ts'
import { unitsToShip } from '#domain/shipment.ts'
import { lookupKey } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, orders, products, sellerOrders } from '#server/platform/db/schema.ts'

/** A line of an order that is sent, with its units that are still to be shipped. */
export interface OpenLine {
  orderId: string
  number: string
  businessId: string
  businessName: string
  /** Status of the part. */
  status: OrderStatus
  /** Customer form of the order. */
  customer: Record<string, string>
  id: string
  name: string
  sku: string | null
  /** Place where it is picked now; null: none is known. */
  storagePlace: string | null
  left: number
}

/** Lists the lines of parts whose seller may see them, in the order of placing. */
async function listLines(db: Db, businessId: string | null, condition: SQL | undefined): Promise<OpenLine[]> {
  const rows = await db
    .select({
      orderId: orders.id,
      number: orders.number,
      businessId: sellerOrders.businessId,
      businessName: sellerOrders.businessName,
      status: sellerOrders.status,
      customer: orders.customer,
      id: orderLines.id,
      kind: orderLines.kind,
      name: orderLines.name,
      sku: orderLines.sku,
      storagePlace: products.storagePlace,
      quantity: orderLines.quantity,
      shipped: orderLines.shipped,
      withdrawn: orderLines.withdrawn,
    })
    .from(sellerOrders)
    .innerJoin(orders, eq(orders.id, sellerOrders.orderId))
    .innerJoin(orderLines, and(eq(orderLines.orderId, sellerOrders.orderId), eq(orderLines.businessId, sellerOrders.businessId)))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .where(
      and(
        condition,
        sellerOrders.isShown, // card orders that are not paid yet are not shipped
        businessId === null ? undefined : eq(sellerOrders.businessId, businessId),
      ),
    )
    .orderBy(asc(sellerOrders.placedAt), asc(orders.id), asc(sellerOrders.businessName), asc(orderLines.position))
  return rows.flatMap(({ kind, quantity, shipped, withdrawn, ...line }) =>
    kind === 'service' ? [] : [{ ...line, left: unitsToShip({ kind, quantity, shipped, withdrawn }) }],
  )
}

/**
 * Lists the lines of which something is still to be shipped.
 * @param businessId their seller; null: all
 * @param orderIds null: of all orders that are being processed
 */
export async function listOpenLines(db: Db, businessId: string | null, orderIds: readonly string[] | null): Promise<OpenLine[]> {
  const isNamed = and(inArray(sellerOrders.orderId, [...(orderIds ?? [])]), ne(sellerOrders.status, 'cancelled'))
  const condition = orderIds ? isNamed : eq(sellerOrders.status, 'processing')
  const lines = await listLines(db, businessId, condition)
  return lines.filter(({ left }) => left > 0)
}

/** Lists the lines of orders by their numbers, whatever their case, shipped and canceled ones too. */
export async function listLinesByNumber(db: Db, businessId: string | null, numbers: readonly string[]): Promise<OpenLine[]> {
  const wanted = [...new Set(numbers.map((number) => lookupKey(number).toUpperCase()))]
  return wanted.length === 0 ? [] : listLines(db, businessId, sql`${orders.number} = any(${sql.param(wanted)}::text[])`)
}
