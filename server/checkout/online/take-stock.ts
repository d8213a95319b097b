import type { PricedCart } from '#server/cart/price-cart.ts'
import { countEmpty, recordMovement, returnStock, takeStock, takeStocks } from '#server/catalog/products/product-record.ts'
import { type OrderRecord, stockLines } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countUse, returnUse } from '#server/pricing/promotions/promotion-list.ts'
import { notifyScarce, type ScarceProduct } from './notify-scarce.ts'

/** Another order took the last units, or the last use of the code, after this one had read them. Rolls the transaction back. */
export class StockConflictError extends Error {
  readonly what: 'stock' | 'code'
  constructor(what: 'stock' | 'code') {
    super(`lost the race for the ${what}`)
    this.what = what
  }
}

/** The order that takes stock. */
interface StockTaker {
  orderId: string
  actorId: string
  /** Reserves for a card payment instead of selling. */
  isHold: boolean
  /** The order as it was, with what it has taken already; null: a new order. */
  open: OrderRecord | null
}

/**
 * Takes the stock of every line that takes some and that the order does not have yet, and returns what it has too much. Rows are locked in
 * the order of the products' ids, so that two orders cannot deadlock.
 * @returns the number of products whose stock is now 0; always 0 for a hold
 * @throws StockConflictError when another order was faster
 */
export async function takeOrderStock(
  tx: Db,
  { orderId, actorId, isHold, open }: StockTaker,
  { lines: all, input }: PricedCart,
): Promise<number> {
  const lines = all.filter(({ takesStock }) => takesStock)
  if (!open) return takeAll(tx, { orderId, actorId, isHold }, { lines, input })
  const wanted = new Map(lines.map(({ product, quantity }) => [product.id, quantity]))
  const had = new Map(stockLines(open.lines).map(({ productId, quantity }) => [productId, quantity]))
  const reference = `${orderId}:${open.order.version}`
  const find = (id: string) => lines.find((line) => line.product.id === id)?.product
  await takeDifference(tx, { wanted, had, find }, { reference, actorId, isHold, at: input.now })
  return isHold ? 0 : countEmpty(tx, [...wanted.keys()])
}

type Units = ReadonlyMap<string, number>

/**
 * Takes what an order needs more than it has, by product, and returns what it has too much, in the order of the products' ids.
 * @throws StockConflictError when another order was faster
 */
export async function takeDifference(
  tx: Db,
  { wanted, had, find }: { wanted: Units; had: Units; find: (id: string) => ScarceProduct['product'] | undefined },
  { reference, actorId, isHold, at }: Pick<StockTaker, 'actorId' | 'isHold'> & { reference: string; at: Date },
): Promise<void> {
  const scarce: ScarceProduct[] = []
  for (const productId of [...new Set([...wanted.keys(), ...had.keys()])].sort()) {
    const more = (wanted.get(productId) ?? 0) - (had.get(productId) ?? 0)
    if (more > 0) {
      const taken = await takeStock(tx, productId, more)
      if (!taken) throw new StockConflictError('stock')
      const product = find(productId)
      if (product) scarce.push({ ...taken, product, quantity: more })
      await recordMovement(tx, { productId, delta: -more, reason: isHold ? 'hold' : 'order', reference, actorId })
    } else if (more < 0) {
      await returnStock(tx, productId, -more)
      await recordMovement(tx, { productId, delta: -more, reason: 'release', reference, actorId })
    }
  }
  await notifyScarce(tx, scarce, { reference, at })
}

/** Takes all lines of a new order in one statement. */
async function takeAll(
  tx: Db,
  { orderId, actorId, isHold }: Omit<StockTaker, 'open'>,
  { lines, input }: Pick<PricedCart, 'lines' | 'input'>,
): Promise<number> {
  if (lines.length === 0) return 0
  const wanted = lines.map(({ product, quantity }) => ({ productId: product.id, quantity }))
  const taken = await takeStocks(tx, wanted, { reason: isHold ? 'hold' : 'order', reference: orderId, actorId })
  const scarce = lines.map(({ product, quantity }): ScarceProduct => {
    const left = taken.get(product.id)
    if (!left) throw new StockConflictError('stock')
    return { ...left, product, quantity }
  })
  await notifyScarce(tx, scarce, { reference: orderId, at: input.now })
  return scarce.filter(({ left }) => left === 0).length
}

/**
 * Counts the use of the cart's code for the order, in place of the one that the order used before.
 * @throws StockConflictError when it is used up
 */
export async function redeemCode(tx: Db, { orderId, actorId: userId, open }: StockTaker, { activePromo }: PricedCart): Promise<void> {
  if (open?.order.promoCode && open.order.promoCode === activePromo?.promo.code) return
  if (open) await returnUse(tx, orderId)
  if (activePromo && !(await countUse(tx, { promotionId: activePromo.id, userId, orderId }))) throw new StockConflictError('code')
}
