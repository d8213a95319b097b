import { useCartChange } from '#app/features/cart/use-cart.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/ui/toast.ts'
import type { Cart, CartItem } from '#contract/cart.ts'
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

/** The goods, grouped by who sells them. */
export function CartLines({ cart }: { cart: Cart }) {
  const remove = useCartChange(({ productId }: CartItem, query) => api.cart.removeItem({ params: { productId }, query }))
  const add = useCartChange(({ productId, quantity }: CartItem, query) => api.cart.addItem({ query, body: { productId, quantity } }))
  const undo = (item: CartItem) =>
    void add.mutateAsync(item).catch((error: unknown) => toast.error(messageOf(error, `${item.name} could not be put back.`)))
  const removeItem = (item: CartItem) =>
    void remove
      .mutateAsync(item)
      .then(() => toast.info(`${item.name} removed`, { label: 'Undo', act: () => undo(item) }))
      .catch((error: unknown) => toast.error(messageOf(error, `${item.name} could not be removed.`)))
  return (
    <div className="frame">
      {sellersOf(cart).map(({ id, name, items }) => (
        <section key={id} aria-labelledby={`seller-${id}`} className="seller-lines">
          <h2 id={`seller-${id}`}>Sold by {name}</h2>
          <ul>
            {items.map((item) => (
              <CartLine
                key={item.productId}
                item={item}
                currency={cart.currency}
                isRemoving={remove.isPending && remove.variables.productId === item.productId}
                onRemove={() => removeItem(item)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
