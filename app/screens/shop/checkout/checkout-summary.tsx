import { chosenShipping, splitDeliveries } from '#app/features/cart/deliveries.ts'
import { usePlace } from '#app/features/cart/place.ts'
import { LineUnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { CartTotals, TotalSteps } from '#app/features/orders/total-rows.tsx'
import { marketName } from '#app/features/pricing/ship-to.tsx'
import { count, day, figure, money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Cart } from '#contract/cart/cart.ts'
import type { VisitorMarket } from '#domain/display-price.ts'
import { mainDrawing } from '#domain/picture.ts'
import { promisedDays } from '#domain/text.ts'

interface CheckoutSummaryProps {
  cart: Cart
  /** Country and kind of the buyer, until the form says a place. */
  market: VisitorMarket
  isSettled: boolean
  /** There is room beside the form. */
  isWide: boolean
  /** Takes the place for the buttons that place the order. */
  onButtonsPlace: (place: HTMLElement | null) => void
}

/** The order in short: beside the form, with the buttons that place it; on a small screen a bar with the total that opens. */
export function CheckoutSummary({ cart, market, isSettled, isWide, onButtonsPlace }: CheckoutSummaryProps) {
  return (
    <aside aria-label="Order summary" className="checkout-summary">
      {isWide ? (
        <div className="frame p-5">
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="text-lg">Order summary, {count(cart.itemCount, 'item')}</h2>
            <span role="status" className="text-sm text-ink-2">
              {!isSettled && 'Updating...'}
            </span>
          </div>
          <BuyerLine market={market} />
          <CartTotals cart={cart} isSettled={isSettled} hasVatField />
          <TotalSteps steps={cart.steps} currency={cart.currency} />
          <div ref={onButtonsPlace} />
          <Arrival cart={cart} />
          <Items cart={cart} />
        </div>
      ) : (
        <details className="frame">
          <summary className="flex justify-between gap-3 px-5 py-3.5">
            <span className="font-medium">Order summary, {count(cart.itemCount, 'item')}</span>
            <span className="price">{money(cart.totals.total, cart.currency)}</span>
          </summary>
          <div className="px-5 pb-5">
            <Items cart={cart} />
            <Arrival cart={cart} />
            <BuyerLine market={market} />
            <CartTotals cart={cart} isSettled={isSettled} hasVatField />
            <TotalSteps steps={cart.steps} currency={cart.currency} />
          </div>
        </details>
      )}
    </aside>
  )
}

/** Names place and kind of buyer of these totals, as the cart does; the form changes them. */
function BuyerLine({ market }: Pick<CheckoutSummaryProps, 'market'>) {
  const place = usePlace((state) => state.place)
  return <p className="mt-1 text-sm text-ink-2">Ship to {marketName(place ?? market)}</p>
}

/** The day by which everything arrives; one day for each seller where they differ. */
function Arrival({ cart }: { cart: Cart }) {
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
            <bdi>{businessName}</bdi>: arrives by {day(latest)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const promiseOf = ({ arrives }: Cart['items'][number]) => arrives && promisedDays(arrives.earliest, arrives.latest)

/** The items, each with the days that it is promised for where they differ. */
function Items({ cart: { items, currency } }: { cart: Cart }) {
  const hasSeveral = new Set(items.map(promiseOf).filter(Boolean)).size > 1
  return (
    <ul>
      {items.map((item) => (
        <li
          key={item.productId}
          className="grid grid-cols-[64px_minmax(0,1fr)_auto] gap-3 items-start py-3 border-t-[1.5px] border-line"
          data-unavailable={!item.available || undefined}
        >
          <Thumbnail className="w-16" image={item.image} instead={mainDrawing(item.slug)} />
          <p className="min-w-0">
            <span className="font-medium">
              <bdi>{item.name}</bdi>
            </span>
            <br />
            <span className="text-sm text-ink-2">
              {figure(item.quantity)} × {money(item.price, currency)}
            </span>
            {hasSeveral && item.arrives && <span className="block text-sm text-ink-2">Arrives {promiseOf(item)}</span>}
            <LineUnitPrice price={item.price} content={item.content} currency={currency} />
            {!item.available && (
              <span className="status bad flex items-baseline text-sm whitespace-normal">{item.notice ?? 'No longer available'}</span>
            )}
          </p>
          <p>{item.available ? money(item.lineTotal, currency) : <s>{money(item.lineTotal, currency)}</s>}</p>
        </li>
      ))}
    </ul>
  )
}
