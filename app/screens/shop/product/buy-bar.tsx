import { useEffect, useState } from 'react'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { CART_FORM } from './add-to-cart.tsx'

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
  if (product.stock <= 0) return null
  return (
    <div role="group" aria-label={`Buy ${product.name}`} className="buy-bar needs-script no-print" hidden={isHidden}>
      <Price usd={product.priceUSD} eur={product.priceEUR} className="text-xl" />
      <button type="submit" form={CART_FORM} className="button">
        Add to Cart
      </button>
    </div>
  )
}
