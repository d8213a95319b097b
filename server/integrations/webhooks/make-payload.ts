import { ProductSummary } from '#contract/catalog/products.ts'
import { Return } from '#contract/fulfillment/returns.ts'
import { sellerOrders } from '#contract/fulfillment/seller-orders.ts'
import { orders } from '#contract/orders/orders.ts'
import { Payout } from '#contract/payouts/payouts.ts'
import { TEST_EVENT, type WebhookEvent } from '#domain/webhook.ts'
import { readManagedProducts } from '#server/catalog/products/managed-products.ts'
import { presentManaged } from '#server/catalog/products/present-product.ts'
import { findReturn } from '#server/fulfillment/returns/order-returns.ts'
import { presentReturn } from '#server/fulfillment/returns/present-return.ts'
import { readSellerOrder } from '#server/fulfillment/seller-orders/read-seller-order.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { findPayout } from '#server/payouts/payout-list.ts'
import { presentPayout } from '#server/payouts/present-payout.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RefusalError } from '#server/platform/http/refusal.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import type { WebhookOwner } from './webhook-record.ts'

/** Staff who read every order. */
const PLATFORM: Parameters<typeof readOrder>[1] = { userId: '', role: 'super_admin', duties: [] }

/** Returns what a read answers; null where there is nothing, or nothing that its reader may see. */
async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'not_found') return null
    throw error
  }
}

function readOrderFor(db: Db, owner: WebhookOwner, id: string): Promise<unknown> {
  return orNull(async () => {
    if (owner === null) return orders.byId.response.parse(await readOrder(db, PLATFORM, id))
    const { business } = (await findBusiness(db, owner)) ?? {}
    const reader = { businessId: owner, businessStatus: business?.businessStatus ?? null }
    return sellerOrders.byId.response.parse(await readSellerOrder(db, reader, id))
  })
}

/** A product that its reader no longer finds is named as deleted, so that another system can take it off. */
async function readProductFor(db: Db, owner: WebhookOwner, id: string): Promise<unknown> {
  const [row] = await readManagedProducts(db, {}, { ids: [id], limit: 1, offset: 0 })
  if (!row || row.status === 'Deleted' || (owner !== null && row.businessId !== owner)) return { id, status: 'Deleted' }
  return ProductSummary.parse(presentManaged(row))
}

async function readReturnFor(db: Db, owner: WebhookOwner, id: string): Promise<unknown> {
  const scope = owner === null ? null : { businessId: owner }
  const record = await findReturn(db, id, scope)
  return record && Return.parse(presentReturn(record, scope))
}

async function readPayoutFor(db: Db, owner: WebhookOwner, id: string, now: Date): Promise<unknown> {
  const row = await findPayout(db, id)
  return row && (owner === null || row.businessId === owner) ? Payout.parse(await presentPayout(db, row, now)) : null
}

/** The object of an event as the owner of a webhook reads it. */
const READ: Readonly<Record<WebhookEvent, typeof readPayoutFor>> = {
  'order.placed': readOrderFor,
  'order.paid': readOrderFor,
  'order.canceled': readOrderFor,
  'seller_order.shipped': readOrderFor,
  'return.updated': readReturnFor,
  'product.changed': readProductFor,
  'stock.changed': readProductFor,
  'payout.updated': readPayoutFor,
}

/** An event that is sent. */
interface SentEvent {
  type: string
  objectId: string | null
  businessId: string | null
  at: string
}

/** Objects read for messages that are made together, which webhooks of the same owner share. */
export type ReadObjects = Map<string, Promise<unknown>>

/**
 * Writes the body of a message: the event, with its object as the owner of the webhook reads it by the calls of the API.
 * @returns null where there is nothing to send: the object is gone, or is not shown to the owner
 */
export async function makePayload(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: WebhookOwner,
  { type, objectId, businessId, at: timestamp }: SentEvent,
  objects: ReadObjects,
): Promise<string | null> {
  if (type === TEST_EVENT || objectId === null) return JSON.stringify({ type, timestamp, businessId: owner, data: {} })
  const key = [owner, type, objectId].join()
  const reading = objects.get(key) ?? new Map(Object.entries(READ)).get(type)?.(db, owner, objectId, now())
  if (reading) objects.set(key, reading)
  const data = (await reading) ?? null
  return data === null ? null : JSON.stringify({ type, timestamp, businessId, data })
}
