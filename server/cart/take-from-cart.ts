import type { Db } from '#server/platform/db/client.ts'
import { emptyCart, findCart, putItem, removeItem, setPromoCode } from './cart-record.ts'

/** Takes what was bought out of the buyer's locked cart; what was put in since stays. A cart that holds no more is as new. */
export async function takeFromCart(tx: Db, userId: string, bought: readonly { productId: string; quantity: number }[]): Promise<void> {
  const { items } = await findCart(tx, userId)
  const pieces = new Map(bought.map(({ productId, quantity }) => [productId, quantity]))
  const left = items.map((item) => ({ ...item, quantity: item.quantity - (pieces.get(item.productId) ?? 0) }))
  if (left.every(({ quantity }) => quantity <= 0)) return emptyCart(tx, userId)
  for (const item of left) {
    if (!pieces.has(item.productId)) continue
    if (item.quantity > 0) await putItem(tx, userId, item)
    else await removeItem(tx, userId, item.productId)
  }
  await setPromoCode(tx, userId, null)
}
