import { useState } from 'react'
import { Link } from 'react-router'
import { addPendingItems } from '#app/features/cart/add-pending-items.ts'
import { dropPendingItem, type PendingItem, usePendingItems } from '#app/features/cart/pending-items.ts'
import { api } from '#app/lib/api.ts'
import { count, figure } from '#app/lib/format.ts'
import type { Query } from '#app/lib/query.ts'
import { useRead } from '#app/lib/use-read.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { mainDrawing } from '#domain/picture.ts'

const productQuery = (id: string): Query<Product> => ({
  queryKey: ['products', 'id', id],
  queryFn: ({ signal }) => api.products.byId({ params: { id }, signal }),
})

/** Items that a visitor wanted before signing in, or that did not reach the shop then; nothing where there are none. */
export function WaitingItems({ isSignedIn }: { isSignedIn: boolean }) {
  const [isAdding, setAdding] = useState(false)
  const items = usePendingItems()
  if (items.length === 0) return null
  const add = () => {
    setAdding(true)
    void addPendingItems().finally(() => setAdding(false))
  }
  return (
    <section aria-labelledby="waiting" className="frame mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <h2 id="waiting" className="text-lg">
          {count(items.length, 'product')} not in your cart yet
        </h2>
        {isSignedIn ? (
          <BusyButton className="button small" isBusy={isAdding} onPress={add}>
            Add to Cart
          </BusyButton>
        ) : (
          <Link to="/login?from=%2Fcart" className="button small">
            Sign in to order
          </Link>
        )}
      </div>
      <ul className="px-5 pb-3">
        {items.map((item) => (
          <WaitingItem key={item.productId} item={item} />
        ))}
      </ul>
    </section>
  )
}

function WaitingItem({ item: { productId, quantity } }: { item: PendingItem }) {
  const { data: product } = useRead(productQuery(productId))
  const name = product?.name ?? 'A product'
  return (
    <li className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-3 py-2.5 border-t-[1.5px] border-line">
      <Thumbnail className="w-16" image={product?.images[0] ?? ''} instead={product && mainDrawing(product.slug)} />
      <p className="min-w-0">
        {product ? (
          <Link to={`/products/${product.slug}`}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <span className="text-ink-2">
            <bdi>{name}</bdi>
          </span>
        )}
        <br />
        <span className="text-sm text-ink-2">Quantity {figure(quantity)}</span>
      </p>
      <button type="button" className="link-button" onClick={() => dropPendingItem(productId)}>
        Remove
        <span className="visually-hidden">
          {' '}
          <bdi>{name}</bdi>
        </span>
      </button>
    </li>
  )
}
