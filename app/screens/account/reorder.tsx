import { useMutation } from '@tanstack/react-query'
import { takeCart } from '#app/features/cart/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { count } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Order } from '#contract/orders/orders.ts'

const FAILED = 'The items could not be added to your cart. Please try again.'

/** Adds the items of an order to the cart again and names those that are gone. */
export function Reorder({ order }: { order: Order }) {
  const currency = useCurrency()
  const token = useToken((state) => state.token)
  const again = useMutation({
    mutationFn: () => api.checkout.reorder({ params: { id: order.id }, query: { currency } }),
    onSuccess: ({ cart, addedCount }) => {
      takeCart(token, cart)
      if (addedCount > 0) toast.success(`${count(addedCount, 'item')} added to your cart`, { label: 'View cart', to: '/cart' })
    },
  })
  const missing = again.data?.missing ?? []
  return (
    <>
      <BusyButton className="button hollow" isBusy={again.isPending} busy="Adding..." onPress={() => again.mutate()}>
        Order again
      </BusyButton>
      {again.isError && (
        <p role="alert" className="notice bad basis-full">
          {messageOf(again.error, FAILED)}
        </p>
      )}
      {missing.length > 0 && (
        <div role="alert" className="notice warn basis-full">
          <p className="font-medium">{again.data?.addedCount === 0 ? 'Nothing could be added:' : 'Not everything could be added:'}</p>
          <ul className="mt-1 list-inside list-disc">
            {missing.map(({ productId, name, reason }) => (
              <li key={productId}>
                <bdi>{name}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
