import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { dropPendingItem, keepPendingItem, type PendingItem } from '#app/features/cart/pending-items.ts'
import { SnapNote } from '#app/features/cart/snap-note.tsx'
import { useCartChange } from '#app/features/cart/use-cart.ts'
import { quantityText } from '#app/features/catalog/products/trade-facts.ts'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { api } from '#app/lib/api.ts'
import { outdate } from '#app/lib/reads.ts'
import { toast } from '#app/lib/toast.ts'
import type { Product } from '#contract/catalog/products.ts'
import { isApiError } from '#contract/errors.ts'
import { largestQuantity, quantityRefusal, snapQuantity } from '#domain/order-quantity.ts'
import { cartRefusalText, checkQuantity } from '#domain/stock.ts'
import { quantityOf } from './quantity.ts'
import { QuantityStepper } from './quantity-stepper.tsx'

/** Id of the form, for a button outside it. */
export const CART_FORM = 'add-to-cart'

const FAILED = 'Failed to add product to cart'

/** The server's own sentence for what it refused; the general one for everything that went wrong on the way. */
function failureText(error: unknown): string {
  return isApiError(error) && error.status < 500 ? error.message : FAILED
}

/** Sends a visitor to sign in; what was wanted is kept until then, once, also where the session ended under the page. */
function useSignInFirst() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isKept = useRef(false)
  const keep = (item: PendingItem) => {
    if (isKept.current) dropPendingItem(item.productId)
    isKept.current = true
    keepPendingItem(item)
  }
  const signInFirst = (item: PendingItem) => {
    keep(item)
    toast.error('Please login to add items to cart')
    void navigate(`/login?from=${encodeURIComponent(pathname + search)}`)
  }
  return { keep, signInFirst }
}

/** Reads the page anew, past what was kept for it: its stock may have moved. */
function useReadAgain() {
  const { revalidate } = useRevalidator()
  return () => {
    void outdate(['products'])
    void revalidate()
  }
}

/** Quantity and Add to cart (S108, S109). */
export function AddToCart({ product, onQuantity }: { product: Product; onQuantity: (quantity: number) => void }) {
  const { id: productId, stock, minQuantity } = product
  const sellable = largestQuantity(stock, product)
  const [typed, setTyped] = useState(String(minQuantity))
  const [snapped, setSnapped] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const { status } = useSession()
  const { keep, signInFirst } = useSignInFirst()
  const readAgain = useReadAgain()
  const adding = useCartChange((item: PendingItem, query) => api.cart.addItem({ body: item, query }))

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
  const refuse = (text: string) => {
    setError(text)
    toast.error(text)
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (adding.isPending) return
    const quantity = settle()
    const refusal = checkQuantity(quantity, sellable, 0)
    if (refusal) return refuse(cartRefusalText(refusal))
    if (quantity !== quantityOf(typed)) return // raised just now: the buyer sees it before it is ordered
    const item = { productId, quantity }
    if (status === 'signedOut') return signInFirst(item)
    setError(undefined)
    adding.mutate(item, {
      onSuccess: () => {
        toast.success('Product added to cart!', { label: 'View cart', to: '/cart' })
        readAgain()
      },
      onError: (failure) => {
        if (isApiError(failure) && failure.status === 401) {
          keep(item)
          return setError(failure.detail) // its message at the top right leads to sign in
        }
        refuse(failureText(failure))
        readAgain()
      },
    })
  }
  const isOut = sellable <= 0
  const quantities = quantityText(product)
  return (
    <form id={CART_FORM} onSubmit={submit} noValidate className="no-print">
      <div className="add-to-cart">
        <QuantityStepper ref={input} value={typed} product={product} error={error} onChange={change} onLeave={() => void settle()} />
        <button type="submit" className="button flex-[1_1_160px]" disabled={isOut} aria-disabled={adding.isPending || undefined}>
          {adding.isPending ? 'Adding…' : 'Add to Cart'}
        </button>
      </div>
      {quantities && <p className="mt-2 text-sm text-ink-2">Minimum order: {quantities}</p>}
      {snapped !== null && <SnapNote wanted={snapped} quantity={quantityOf(typed)} rule={product} />}
      {(error || isOut) && (
        <p id="quantity-error" className="mt-2 font-medium text-bad">
          {error ?? 'Product is out of stock'}
        </p>
      )}
      <p className="only-without-script mt-2 text-sm">The cart needs JavaScript: please switch it on to buy.</p>
    </form>
  )
}
