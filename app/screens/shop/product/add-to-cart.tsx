import { type FormEvent, useRef, useState } from 'react'
import { SnapNote } from '#app/features/cart/snap-note.tsx'
import { useAddToCart } from '#app/features/cart/use-add-to-cart.ts'
import { quantityText } from '#app/features/catalog/products/facts.ts'
import { toast } from '#app/lib/toast.ts'
import type { Product } from '#contract/catalog/products.ts'
import { largestQuantity, quantityRefusal, snapQuantity } from '#domain/order-quantity.ts'
import { cartRefusalText, checkQuantity } from '#domain/stock.ts'
import { QuoteLink } from './delivery.tsx'
import { quantityOf } from './quantity.ts'
import { QuantityStepper } from './quantity-stepper.tsx'

/** Id of the form, for a button outside it. */
export const CART_FORM = 'add-to-cart'

/** Quantity and Add to cart (S108, S109). */
export function AddToCart({ product, onQuantity }: { product: Product; onQuantity: (quantity: number) => void }) {
  const { id: productId, stock, minQuantity } = product
  const sellable = largestQuantity(stock, product)
  const [typed, setTyped] = useState(String(minQuantity))
  const [snapped, setSnapped] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const refuse = (text: string) => {
    setError(text)
    toast.error(text)
    input.current?.focus()
  }
  const adding = useAddToCart({ onSend: () => setError(undefined), onRefused: refuse, onEnded: setError })

  const change = (text: string) => {
    setTyped(text)
    setError(undefined)
    setSnapped(null)
    onQuantity(quantityOf(text))
  }
  /** Raises what was typed to the next quantity that is sold, and says so; what stock does not cover stays, to be refused. */
  const settle = (): number => {
    const wanted = quantityOf(typed)
    const isOdd = wanted > 0 && wanted <= sellable && quantityRefusal(wanted, product) !== null
    const quantity = isOdd ? snapQuantity(wanted, stock, product) : wanted
    if (String(quantity) !== typed) change(String(quantity))
    if (isOdd) setSnapped(wanted)
    return quantity
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (adding.isPending || !isSold) return
    const quantity = settle()
    const refusal = checkQuantity(quantity, sellable, 0)
    if (refusal) return refuse(cartRefusalText(refusal))
    if (quantity !== quantityOf(typed)) return // raised just now: the buyer sees it before it is ordered
    adding.add({ productId, quantity })
  }
  const isOut = sellable <= 0
  const isSold = product.display?.sellable !== false
  const quantities = quantityText(product)
  if (product.display?.isWithheld) return null
  return (
    <form id={CART_FORM} onSubmit={submit} noValidate className="no-print">
      <div className="add-to-cart">
        <QuantityStepper ref={input} value={typed} product={product} error={error} onChange={change} onLeave={() => void settle()} />
        {isSold ? (
          <button type="submit" className="button flex-[1_1_160px]" disabled={isOut} aria-disabled={adding.isPending || undefined}>
            {adding.isPending ? 'Adding…' : 'Add to Cart'}
          </button>
        ) : (
          <QuoteLink slug={product.slug} units={quantityOf(typed) || minQuantity} className="button flex-[1_1_160px]" />
        )}
      </div>
      {quantities && <p className="mt-2 text-sm text-ink-2">Minimum order: {quantities}</p>}
      {snapped !== null && <SnapNote wanted={snapped} quantity={quantityOf(typed)} rule={product} />}
      {(error || (isOut && isSold)) && (
        <p id="quantity-error" className="mt-2 font-medium text-bad">
          {error ?? 'Product is out of stock'}
        </p>
      )}
      {isSold && <p className="only-without-script mt-2 text-sm">The cart needs JavaScript. Turn it on to buy this product.</p>}
    </form>
  )
}
