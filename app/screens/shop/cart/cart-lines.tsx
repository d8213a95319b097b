import { useState } from 'react'
import { chosenShipping, splitDeliveries, windowText } from '#app/features/cart/deliveries.ts'
import { useCartChange } from '#app/features/cart/use-cart.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { type Failure, FailureNotice } from '#app/ui/failure-notice.tsx'
import type { Cart, CartItem } from '#contract/cart/cart.ts'
import { CartLine } from './cart-line.tsx'

interface Seller {
  id: string
  name: string
  items: CartItem[]
}

function sellersOf({ items }: Cart): Seller[] {
  const groups = Map.groupBy(items, ({ businessId }) => businessId)
  return [...groups].map(([id, lines]) => ({ id, name: lines[0]?.businessName ?? '', items: lines }))
}

/** The days on which a seller's items arrive, where others arrive on other days. */
function Arrival({ delivery }: { delivery: Cart['shippingOptions'][number]['sellers'][number] | undefined }) {
  return delivery && <p>Arrives {windowText(delivery)}</p>
}

/** The items, grouped by seller. */
export function CartLines({ cart }: { cart: Cart }) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const remove = useCartChange(({ productId }: CartItem, query) => api.cart.removeItem({ params: { productId }, query }))
  const add = useCartChange(({ productId, quantity }: CartItem, query) => api.cart.addItem({ query, body: { productId, quantity } }))
  const fail = (error: unknown, sentence: string, retry: () => void) => setFailure({ sentence: messageOf(error, sentence), retry })
  const undo = (item: CartItem) => {
    setFailure(null)
    void add.mutateAsync(item).catch((error: unknown) => fail(error, `${item.name} couldn't be restored.`, () => undo(item)))
  }
  const removeItem = (item: CartItem) => {
    setFailure(null)
    void remove
      .mutateAsync(item)
      .then(() => toast.info(`${item.name} removed`, { label: 'Undo', act: () => undo(item) }))
      .catch((error: unknown) => fail(error, `${item.name} couldn't be removed. Please try again.`, () => removeItem(item)))
  }
  const shipping = chosenShipping(cart)
  const deliveries = shipping ? splitDeliveries(shipping) : []
  return (
    <>
      <FailureNotice className="mb-4" failure={failure} />
      <div className="frame">
        {sellersOf(cart).map(({ id, name, items }) => {
          const delivery = deliveries.find(({ businessId }) => businessId === id)
          return (
            <section key={id} aria-labelledby={`seller-${id}`} className="not-first:fold-t">
              <div className="flex flex-wrap justify-between gap-x-4 px-5 py-3 border-b-[1.5px] border-line text-sm text-ink-2 max-[48rem]:px-4">
                <h2 className="font-text font-semibold text-sm leading-[1.4] tracking-[0] normal-nums" id={`seller-${id}`}>
                  Sold by <bdi>{name}</bdi>
                </h2>
                <Arrival delivery={delivery} />
              </div>
              <ul>
                {items.map((item) => (
                  <CartLine
                    key={item.productId}
                    item={item}
                    currency={cart.currency}
                    isArrivalGiven={delivery?.earliest === item.arrives?.earliest && delivery?.latest === item.arrives?.latest}
                    isRemoving={remove.isPending && remove.variables.productId === item.productId}
                    onRemove={() => removeItem(item)}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </>
  )
}
