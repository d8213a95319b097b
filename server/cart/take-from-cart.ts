import type { Db } from '#server/platform/db/client.ts'
import { emptyCart, findCart, putItem, removeItem, setPromoCode } from './cart-record.ts'

/** Removes what was bought from the buyer's locked cart; items added since then stay. A cart that is empty afterwards is reset. */
export async function takeFromCart(tx: Db, userId: string, bought: readonly { productId: string; quantity: number }[]): Promise<void> {
  const { items } = await findCart(tx, userId)
  const quantities = new Map(bought.map(({ productId, quantity }) => [productId, quantity]))
  const left = items.map((item) => ({ ...item, quantity: item.quantity - (quantities.get(item.productId) ?? 0) }))
  if (left.every(({ quantity }) => quantity <= 0)) return emptyCart(tx, userId)
  for (const item of left) {
    if (!quantities.has(item.productId)) continue
    if (item.quantity > 0) await putItem(tx, userId, item)
    else await removeItem(tx, userId, item.productId)
  }
  await setPromoCode(tx, userId, null)
}
