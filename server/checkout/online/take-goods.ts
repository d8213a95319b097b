import type { PricedCart } from '#server/cart/price-cart.ts'
import { notifyScarce, type ScarceProduct } from '#server/catalog/products/notify-scarce.ts'
import { countEmpty, recordMovement, returnStock, takeStock, takeStocks } from '#server/catalog/products/product-record.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countUse, returnUse } from '#server/pricing/promotions/promotion-list.ts'

/** Somebody else took the last pieces, or the last use of the code, between our look and our grasp. Rolls the transaction back. */
export class StockConflictError extends Error {
  readonly what: 'goods' | 'code'
  constructor(what: 'goods' | 'code') {
    super(`outrun: ${what}`)
    this.what = what
  }
}

/** For which order goods are taken, by whom, and what it has taken already (null: a new order). */
export interface Taker {
  orderId: string
  actorId: string
  isHold: boolean
  open: OrderRecord | null
}

/**
 * Takes the stock of every line that the order does not have yet and returns what it has too much, in the order of the products' ids:
 * two orders never wait for each other in a circle.
 * @returns of how many products of an order nothing is left; 0 for a hold
 * @throws StockConflictError when somebody was faster
 */
export async function takeGoods(tx: Db, { orderId, actorId, isHold, open }: Taker, { lines, input }: PricedCart): Promise<number> {
  if (!open) return takeNew(tx, { orderId, actorId, isHold }, { lines, input })
  const wanted = new Map(lines.map(({ product, quantity }) => [product.id, quantity]))
  const had = new Map(open.lines.map(({ productId, quantity }) => [productId, quantity]))
  const ids = [...new Set([...wanted.keys(), ...had.keys()])].sort()
  const reference = `${orderId}:${open.order.version}`
  const scarce: ScarceProduct[] = []
  for (const productId of ids) {
    const more = (wanted.get(productId) ?? 0) - (had.get(productId) ?? 0)
    if (more > 0) {
      const taken = await takeStock(tx, productId, more)
      if (!taken) throw new StockConflictError('goods')
      const product = lines.find((line) => line.product.id === productId)?.product
      if (product) scarce.push({ ...taken, product, quantity: more })
      await recordMovement(tx, { productId, delta: -more, reason: isHold ? 'hold' : 'order', reference, actorId })
    } else if (more < 0) {
      await returnStock(tx, productId, -more)
      await recordMovement(tx, { productId, delta: -more, reason: 'release', reference, actorId })
    }
  }
  await notifyScarce(tx, scarce, { reference, at: input.now })
  return isHold ? 0 : countEmpty(tx, [...wanted.keys()])
}

/** All lines of a new order at once. */
async function takeNew(
  tx: Db,
  { orderId, actorId, isHold }: Omit<Taker, 'open'>,
  { lines, input }: Pick<PricedCart, 'lines' | 'input'>,
): Promise<number> {
  const wanted = lines.map(({ product, quantity }) => ({ productId: product.id, quantity }))
  const taken = await takeStocks(tx, wanted, { reason: isHold ? 'hold' : 'order', reference: orderId, actorId })
  const scarce = lines.map(({ product, quantity }): ScarceProduct => {
    const left = taken.get(product.id)
    if (!left) throw new StockConflictError('goods')
    return { ...left, product, quantity }
  })
  await notifyScarce(tx, scarce, { reference: orderId, at: input.now })
  return scarce.filter(({ left }) => left === 0).length
}

/** Counts the use of the cart's code for the order, in place of the one that the order used before. @throws StockConflictError when it is used up */
export async function takeCode(tx: Db, { orderId, actorId: userId, open }: Taker, { activePromo }: PricedCart): Promise<void> {
  if (open?.order.promoCode && open.order.promoCode === activePromo?.promo.code) return
  if (open) await returnUse(tx, orderId)
  if (activePromo && !(await countUse(tx, { promotionId: activePromo.id, userId, orderId }))) throw new StockConflictError('code')
}
