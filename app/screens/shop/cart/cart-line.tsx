import { Link } from 'react-router'
import { SupplyChoice } from '#app/features/cart/supply-choice.tsx'
import { useAcceptPrices } from '#app/features/cart/use-accept-prices.ts'
import { LineUnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { figure, money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { CartItem } from '#contract/cart/cart.ts'
import type { Currency } from '#domain/money.ts'
import { mainDrawing } from '#domain/picture.ts'
import { promisedDays } from '#domain/text.ts'
import { LineQuantity } from './line-quantity.tsx'
import { useLineQuantity } from './use-line-quantity.ts'

interface CartLineProps {
  item: CartItem
  currency: Currency
  /** The days of its arrival stand above the lines of its seller. */
  isArrivalGiven: boolean
  isRemoving: boolean
  onRemove: () => void
}

/** The volume discount of a line: "5% off from 3". */
function ladderText({ discountPercent, discountFrom }: CartItem): string {
  return discountFrom === null ? `${discountPercent}% off` : `${discountPercent}% off from ${figure(discountFrom)}`
}

/** One product in the cart. The amount of the line is the shop's own: while the shop reckons, none is shown. */
export function CartLine({ item, currency, isArrivalGiven, isRemoving, onRemove }: CartLineProps) {
  const { quantity, isChanging, error, set } = useLineQuantity(item)
  return (
    <li className="cart-line" data-unavailable={!item.available || undefined}>
      <Thumbnail image={item.image} instead={mainDrawing(item.slug)} className="cart-line-image" />
      <div className="[grid-area:name]">
        <h3 className="font-text font-semibold text-[1.05rem] leading-[1.3] tracking-[0] normal-nums wrap-anywhere">
          <Link className="inline-block py-1 text-ink" to={`/products/${item.slug}`}>
            <bdi>{item.name}</bdi>
          </Link>
        </h3>
        <PriceEach item={item} currency={currency} />
        <LineUnitPrice price={item.price} content={item.content} currency={currency} />
        {item.shippingClass === 'freight' && (
          <p className="text-sm text-ink-2">Ships as freight{item.available && item.shipping === 'quote' && ', by quote'}</p>
        )}
        {item.shippingClass === 'parcel' && item.available && item.shipping === 'quote' && (
          <p className="text-sm text-ink-2">Shipping by quote</p>
        )}
        {item.arrives && !isArrivalGiven && (
          <p className="text-sm text-ink-2">Arrives {promisedDays(item.arrives.earliest, item.arrives.latest)}</p>
        )}
        {item.available ? <ChangedPrice item={item} currency={currency} /> : <Unavailable item={item} />}
        {item.available && <SupplyChoice item={item} />}
      </div>
      <LineQuantity item={item} quantity={quantity} error={error} onChange={set} />
      <p className="cart-line-total price" aria-busy={isChanging || undefined}>
        {isChanging ? (
          <>
            <span aria-hidden="true">…</span>
            <span className="visually-hidden">Updating</span>
          </>
        ) : (
          money(item.lineTotal, currency)
        )}
      </p>
      <button type="button" className="link-button cart-line-remove" disabled={isRemoving} onClick={onRemove}>
        Remove
        <span className="visually-hidden">
          {' '}
          <bdi>{item.name}</bdi>
        </span>
      </button>
    </li>
  )
}

/** The end of the notice: what the buyer can do. */
function remedyOf({ notice, stock, minQuantity, quantity }: CartItem): string {
  if (notice?.endsWith('.')) return '' // a quantity that is not sold: the notice says it all
  return stock >= minQuantity && quantity > stock ? ': please lower the quantity' : ': please remove it to check out'
}

function Unavailable({ item }: { item: CartItem }) {
  return (
    <p className="status bad text-sm items-baseline whitespace-normal">
      {item.notice ?? 'No longer available'}
      {remedyOf(item)}
    </p>
  )
}

/** The old and the new price of a line, and the buyer's word for the new one. */
function ChangedPrice({ item, currency }: { item: CartItem; currency: Currency }) {
  const { accept, isBusy, error } = useAcceptPrices()
  if (item.previousPrice === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 mt-2 px-3 py-2 border-l-4 border-warn bg-warn-tint text-sm">
      <p>
        Price changed from <s>{money(item.previousPrice, currency)}</s> to <b>{money(item.listPrice, currency)}</b>
      </p>
      <button
        type="button"
        className="button small hollow min-h-11"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void accept([item])}
      >
        {isBusy ? 'Accepting...' : 'Accept new price'}
        <span className="visually-hidden">
          {' '}
          of <bdi>{item.name}</bdi>
        </span>
      </button>
      {error && (
        <p role="alert" className="font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

function PriceEach({ item, currency }: { item: CartItem; currency: Currency }) {
  if (item.discountPercent === 0) return <p className="text-sm text-ink-2">{money(item.price, currency)} each</p>
  return (
    <p className="text-sm text-ink-2">
      <s>
        <span className="visually-hidden">List price </span>
        {money(item.listPrice, currency)}
      </s>{' '}
      {money(item.price, currency)} each, <span className="text-ok font-medium">{ladderText(item)}</span>
    </p>
  )
}
