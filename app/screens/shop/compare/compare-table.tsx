import { useState } from 'react'
import { Link } from 'react-router'
import { useAddToCart } from '#app/features/cart/use-add-to-cart.ts'
import { FormerPrice } from '#app/features/catalog/products/former-price.tsx'
import { UnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { useUnits } from '#app/features/catalog/products/use-units.ts'
import { RequestLink } from '#app/features/quotes/request-link.tsx'
import { useCurrency } from '#app/lib/currency.ts'
import { figure } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { unbroken } from '#app/lib/unbroken.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { mainDrawing } from '#domain/picture.ts'
import { type CostsBySlug, compareRows, goesIntoCart } from './compare-rows.ts'

/** Adds the smallest order of a product to the cart; for what is out of stock or sold by quote, the question of a quote. */
function BuyCell({ product }: { product: Product }) {
  const [error, setError] = useState<string>()
  const refuse = (text: string) => {
    setError(text)
    toast.error(text)
  }
  const adding = useAddToCart({ onSend: () => setError(undefined), onRefused: refuse, onEnded: setError })
  const { id: productId, minQuantity: units, name, slug } = product
  if (product.recall) return <Link to="/recalls">Recalled</Link>
  if (product.display?.isWithheld) return null // why, is said below
  if (!goesIntoCart(product))
    return (
      <RequestLink products={[{ slug, quantity: units }]} className="button hollow">
        Request quote
        <span className="visually-hidden"> for {product.name}</span>
      </RequestLink>
    )
  return (
    <>
      <button
        type="button"
        className="button needs-script"
        aria-disabled={adding.isPending || undefined}
        onClick={() => adding.add({ productId, quantity: units })}
      >
        {adding.isPending ? 'Adding…' : 'Add to Cart'}
        <span className="visually-hidden">
          {' '}
          <bdi>{name}</bdi>
        </span>
      </button>
      {units > 1 && <p className="mt-1 text-sm text-ink-2">Minimum order: {figure(units)}</p>}
      {error && <p className="mt-1 text-sm font-medium text-bad">{error}</p>}
    </>
  )
}

interface CompareTableProps {
  products: readonly Product[]
  /** By the slug of the product. */
  costs: CostsBySlug
  /** Leaves out rows in which all are equal. */
  isShort: boolean
  /** Address of the comparison without a product. */
  withoutHref: (slug: string) => string
  onRemove: (slug: string) => void
}

/** By number of products: two columns beside the labels on a phone, the others by scrolling. */
const MIN_WIDTHS = ['min-w-60', 'min-w-88', 'min-w-128', 'min-w-162']
const CELL = 'px-2 py-3 sm:px-3 border-b-[1.5px] border-line align-top text-left'
const HEAD = `${CELL} sticky left-0 z-2 bg-paper font-normal text-ink-2`

/** Products side by side, one a column: picture, name, price, what is equal dimmed, and what buys it. */
export function CompareTable({ products, costs, isShort, withoutHref, onRemove }: CompareTableProps) {
  const currency = useCurrency()
  const rows = compareRows(products, costs[currency]).filter(({ isEqual }) => !(isShort && isEqual))
  const isOne = products.length === 1
  const { shown } = useUnits()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className="relative overflow-x-auto" role="region" aria-label="Comparison" tabIndex={0}>
      <table className={`w-full table-fixed border-collapse ${MIN_WIDTHS[products.length - 1] ?? ''}`}>
        <caption className="visually-hidden">Comparison of {products.map(({ name }) => name).join(', ')}</caption>
        <thead>
          <tr>
            <td className={`${HEAD} w-26 sm:w-44`}>
              <span className="visually-hidden">Product</span>
            </td>
            {products.map((product) => (
              <th key={product.id} scope="col" className={CELL}>
                <Picture
                  src={product.images[0] ?? mainDrawing(product.slug)}
                  instead={mainDrawing(product.slug)}
                  className="w-full max-w-60 aspect-4/3 object-contain border-[1.5px] border-line bg-surface"
                  alt=""
                  sizes="240px"
                  width={800}
                  height={600}
                />
                <Link className="block mt-2 font-strong" to={`/products/${product.slug}`}>
                  <bdi>{unbroken(product.name)}</bdi>
                </Link>
                <Link
                  className="no-print inline-flex items-center min-h-11 text-sm font-normal"
                  to={withoutHref(product.slug)}
                  replace
                  preventScrollReset
                  onClick={() => onRemove(product.slug)}
                >
                  Remove
                  <span className="visually-hidden">
                    {' '}
                    <bdi>{product.name}</bdi>
                  </span>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className={HEAD}>
              Price
            </th>
            {products.map((product) => (
              <td key={product.id} className={CELL}>
                <Price usd={product.priceUSD} eur={product.priceEUR} className="sm:text-lg" />
                <FormerPrice product={product} className="block text-sm text-ink-2" />
                <UnitPrice
                  usd={product.priceUSD}
                  eur={product.priceEUR}
                  content={product.content ?? null}
                  className="block text-sm text-ink-2"
                />
              </td>
            ))}
          </tr>
          {rows.map(({ label, texts, isEqual }) => (
            <tr key={label} data-equal={isEqual && !isOne ? '' : undefined}>
              <th scope="row" className={HEAD}>
                <bdi>{label}</bdi>
              </th>
              {products.map((product, at) => (
                <td key={product.id} className={`${CELL} wrap-anywhere ${isEqual && !isOne ? 'text-ink-2' : 'font-medium'}`}>
                  {texts[at] ? (
                    <bdi>{shown(texts[at])}</bdi>
                  ) : (
                    <span className="text-ink-2">
                      –<span className="visually-hidden"> Not specified</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
          <tr className="no-print">
            <th scope="row" className={HEAD}>
              Buy
            </th>
            {products.map((product) => (
              <td key={product.id} className={CELL}>
                <BuyCell product={product} />
                {product.display?.reason && <p className="mt-1 text-sm">{product.display.reason}</p>}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
