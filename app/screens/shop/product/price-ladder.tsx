import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { formatPercent } from '#domain/money.ts'
import { type LadderRow, ladderRows } from './prices.ts'

function range({ from, to }: LadderRow): string {
  if (to === null) return `${from} or more`
  return from === to ? String(from) : `${from} to ${to}`
}

/** Unit prices by quantity, for products with a quantity discount (D65). */
export function PriceLadder({ product, quantity }: { product: Product; quantity: number }) {
  const rows = ladderRows(product)
  if (rows.length === 0) return null
  return (
    <table className="ladder">
      <caption className="visually-hidden">Price by quantity</caption>
      <thead>
        <tr>
          <th scope="col">Quantity</th>
          <th scope="col">You save</th>
          <th scope="col">Each</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isReached = quantity >= row.from && (row.to === null || quantity <= row.to)
          return (
            <tr key={row.from} data-reached={isReached || undefined}>
              <th scope="row">{range(row)}</th>
              <td>{row.discountPercent > 0 ? formatPercent(row.discountPercent) : '–'}</td>
              <td>
                <Price usd={row.USD} eur={row.EUR} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
