import { UnitPrice } from '#app/features/catalog/products/unit-price.tsx'
import { figure } from '#app/lib/format.ts'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { formatPercent } from '#domain/money.ts'
import { sellableUnits } from '#domain/order-quantity.ts'
import { QuoteLink } from './delivery.tsx'
import { type LadderRow, ladderRows } from './prices.ts'

function range({ from, to }: LadderRow): string {
  return from === to ? String(from) : `${from} to ${to}`
}

/** Link to a quote for more units than there are, with the discount they would get. */
function MoreUnits({ product, quantity, beyond }: { product: Product; quantity: number; beyond: LadderRow | undefined }) {
  const units = sellableUnits(product)
  return (
    <p className="text-sm">
      {units > 0 && `Need more than ${figure(units)}? `}
      {beyond && `Save ${formatPercent(beyond.discountPercent)} from ${beyond.from} units. `}
      <QuoteLink slug={product.slug} units={Math.max(quantity, beyond?.from ?? units + 1)} text="Request a quote" />
    </p>
  )
}

/** Unit prices by quantity, for products with a quantity discount, as far as the stock reaches. */
export function PriceLadder({ product, quantity }: { product: Product; quantity: number }) {
  const { reached, beyond } = ladderRows(product)
  if (reached.length + beyond.length === 0) return null
  return (
    <div className="grid gap-1">
      {reached.length > 1 && (
        <table className="ladder">
          <caption className="visually-hidden">Quantity prices</caption>
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">You save</th>
              <th scope="col">Each</th>
            </tr>
          </thead>
          <tbody>
            {reached.map((row) => (
              <tr key={row.from} data-reached={(quantity >= row.from && quantity <= row.to) || undefined}>
                <th scope="row">{range(row)}</th>
                <td>{row.discountPercent > 0 ? formatPercent(row.discountPercent) : '–'}</td>
                <td>
                  <Price usd={row.USD} eur={row.EUR} />
                  <UnitPrice usd={row.USD} eur={row.EUR} content={product.content} className="block text-sm text-ink-2" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!product.display?.isWithheld && <MoreUnits product={product} quantity={quantity} beyond={beyond[0]} />}
    </div>
  )
}
