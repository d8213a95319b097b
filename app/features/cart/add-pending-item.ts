import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import { takePendingItem } from './pending-item.ts'

/** Adds what the visitor wanted before signing in (D69); nothing when there was no wish. */
export async function addPendingItem(): Promise<void> {
  const wish = takePendingItem()
  if (wish === null) return
  try {
    await api.cart.addItem({ body: wish })
    toast.success('Product added to cart!')
  } catch (error) {
    toast.error(messageOf(error, 'Failed to add product to cart'))
  }
  await queryClient.invalidateQueries({ queryKey: ['cart'] })
}
