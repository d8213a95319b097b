import { api } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { mergePendingItems } from './merge-pending-items.ts'
import { keepPendingItem, takePendingItems } from './pending-items.ts'
import { readCartAnew } from './queries.ts'

const VIEW_CART = { label: 'View cart', to: '/cart' }

/** Adds what the visitor wanted before signing in, once; what could not be sent is kept and can be tried again. */
export async function addPendingItems(): Promise<void> {
  const items = takePendingItems()
  if (items.length === 0) return
  const { added, held, refusals, unsent } = await mergePendingItems(api, items)
  for (const item of unsent) keepPendingItem(item)
  if (added > 0) toast.success(added === 1 ? 'Product added to cart!' : `${count(added, 'product')} added to cart!`, VIEW_CART)
  else if (held > 0) toast.info('These products are already in your cart', VIEW_CART)
  for (const sentence of refusals) toast.warning(sentence)
  if (unsent.length > 0) toast.error('Failed to add product to cart', { label: 'Try again', act: () => void addPendingItems() })
  await readCartAnew()
}
