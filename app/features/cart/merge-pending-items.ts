import { type ShopApi } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import type { ApiError } from '#contract/errors.ts'
import { isApiError } from '#contract/errors.ts'
import type { PendingItem } from './pending-items.ts'

/** Result of the merge: products that are in the cart now, refusals, and items that could not be sent. */
interface Merged {
  /** Products of which units were added. */
  added: number
  /** Products that the cart held already in at least that quantity. */
  held: number
  /** Sentences about what was refused, or added in a smaller quantity. */
  refusals: string[]
  /** Items that did not reach the shop. */
  unsent: PendingItem[]
}

const GONE = 'A product that you wanted is no longer available'

type Shop = Pick<ShopApi, 'cart' | 'products'>

/** Merges pending items into the cart: of each product the larger of both quantities counts, as far as there is stock. */
export async function mergePendingItems(api: Shop, items: readonly PendingItem[]): Promise<Merged> {
  const merged: Merged = { added: 0, held: 0, refusals: [], unsent: [] }
  const inCart = await quantities(api).catch(() => null)
  if (inCart === null) return { ...merged, unsent: [...items] }
  for (const item of items) {
    const already = inCart.get(item.productId) ?? 0
    if (already >= item.quantity) merged.held += 1
    else await addPendingItem(api, item, already, merged)
  }
  return merged
}

async function quantities(api: Shop): Promise<Map<string, number>> {
  const { items } = await api.cart.list()
  return new Map(items.map(({ productId, quantity }) => [productId, quantity]))
}

async function addPendingItem(api: Shop, item: PendingItem, already: number, merged: Merged): Promise<void> {
  const add = (quantity: number) => api.cart.addItem({ body: { productId: item.productId, quantity } })
  try {
    await add(item.quantity - already)
    merged.added += 1
  } catch (error) {
    if (!isRefusal(error)) return void merged.unsent.push(item)
    const capped = error.code === 'insufficient_stock' ? await addAvailable(api, item, already, add) : null
    if (capped) merged.added += 1
    merged.refusals.push(capped ?? (error.status === 404 ? GONE : error.message))
  }
}

/** Adds as many units as are in stock. @returns the shortage in words; null if nothing could be added */
async function addAvailable(api: Shop, item: PendingItem, already: number, add: (quantity: number) => Promise<unknown>) {
  try {
    const { name, stock } = await api.products.byId({ params: { id: item.productId } })
    if (stock <= already) return null
    await add(stock - already)
    return `${name}: Only ${figure(stock)} items available`
  } catch {
    return null
  }
}

/** An answer about the item itself; a shop that is busy or broken has not answered it. */
function isRefusal(error: unknown): error is ApiError {
  return (
    isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 408 && error.status !== 429
  )
}
