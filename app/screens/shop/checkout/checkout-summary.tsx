import { useEffect, useRef } from 'react'
import { chosenShipping, splitDeliveries } from '#app/features/cart/deliveries.ts'
import { CartTotals, TotalSteps } from '#app/features/cart/total-rows.tsx'
import { count, day, money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Cart } from '#contract/cart/cart.ts'

const WIDE = '(width >= 64rem)'

/** The order in short: beside the form, on a small screen a bar with the total that opens. */
export function CheckoutSummary({ cart, isSettled }: { cart: Cart; isSettled: boolean }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const media = window.matchMedia(WIDE)
    const follow = () => {
      if (details.current) details.current.open = media.matches
    }
    follow()
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  const { currency, items, itemCount, steps, totals } = cart
  return (
    <aside aria-label="Order summary" className="checkout-summary">
      <details ref={details} className="frame">
        <summary className="flex justify-between gap-3 px-5 py-3.5">
          <span className="font-medium">Order summary, {count(itemCount, 'item')}</span>
          <span className="price">{money(totals.total, currency)}</span>
        </summary>
        <div className="px-5 pb-5">
          <ul>
            {items.map((item) => (
              <li
                key={item.productId}
                className="grid grid-cols-[64px_minmax(0,1fr)_auto] gap-3 items-start py-3 border-t-[1.5px] border-line"
                data-unavailable={!item.available || undefined}
              >
                <Thumbnail className="w-16" image={item.image} />
                <p className="min-w-0">
                  <span className="font-medium">{item.name}</span>
                  <br />
                  <span className="text-sm text-ink-2">
                    {item.quantity} × {money(item.price, currency)}
                  </span>
                  {!item.available && <span className="status bad flex text-sm">{item.notice ?? 'No longer available'}</span>}
                </p>
                <p>{item.available ? money(item.lineTotal, currency) : <s>{money(item.lineTotal, currency)}</s>}</p>
              </li>
            ))}
          </ul>
          <Arrivals cart={cart} />
          <CartTotals cart={cart} isSettled={isSettled} />
          <TotalSteps steps={steps} currency={currency} />
        </div>
      </details>
    </aside>
  )
}

/** The day by which everything arrives; one day for each seller where they differ. */
function Arrivals({ cart }: { cart: Cart }) {
  const shipping = chosenShipping(cart)
  if (!shipping) return null
  const deliveries = splitDeliveries(shipping)
  if (deliveries.length === 0)
    return (
      <p className="py-3 text-sm text-ink-2">
        {shipping.label} shipping, arrives by {day(shipping.latest)}
      </p>
    )
  return (
    <div className="py-3 text-sm text-ink-2">
      <p>{shipping.label} shipping</p>
      <ul>
        {deliveries.map(({ businessId, businessName, latest }) => (
          <li key={businessId}>
            {businessName}: arrives by {day(latest)}
          </li>
        ))}
      </ul>
    </div>
  )
}
