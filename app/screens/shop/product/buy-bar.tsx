import { useEffect, useState } from 'react'
import { UnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { CART_FORM } from './add-to-cart.tsx'
import { unitPriceAt } from './prices.ts'

/** True while the form that adds to the cart is in the window. */
function useIsFormInView(): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    const form = document.getElementById(CART_FORM)
    if (!form) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true))
    observer.observe(form)
    return () => observer.disconnect()
  }, [])
  return isInView
}

/** Price and Add to Cart at the foot of a small screen, wherever one reads on the page; puts into the cart what the form says. */
export function BuyBar({ product }: { product: Product }) {
  const isHidden = useIsFormInView()
  if (product.recall || sellableUnits(product) <= 0 || product.display?.sellable === false) return null
  const unit = unitPriceAt(product, product.minQuantity)
  return (
    <div role="group" aria-label={`Buy ${product.name}`} className="buy-bar needs-script no-print" hidden={isHidden}>
      <p>
        <Price usd={unit.USD} eur={unit.EUR} className="block text-xl" />
        <UnitPrice usd={unit.USD} eur={unit.EUR} content={product.content} className="block text-sm text-ink-2" />
      </p>
      <button type="submit" form={CART_FORM} className="button">
        Add to Cart
      </button>
    </div>
  )
}
