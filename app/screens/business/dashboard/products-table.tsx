import { Link } from 'react-router'
import { figure, money } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { ProductSummary } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { stockBadge } from '#domain/stock.ts'

const STATUS_TONES: Record<ProductStatus, string> = { Active: 'ok', Inactive: 'idle', Suspended: 'bad', Deleted: 'idle' }
const STOCK_TONES = { 'Low Stock': 'bad', Medium: 'warn', Good: 'ok' } as const

function Name({ product }: { product: ProductSummary }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail image={product.images[0] ?? ''} />
      <span className="min-w-0">
        {product.status === 'Active' ? <Link to={`/products/${product.slug}`}>{product.name}</Link> : product.name}
        <span className="block text-sm text-ink-2">{product.categoryLabel}</span>
      </span>
    </span>
  )
}

function Stock({ stock }: { stock: number }) {
  const badge = stockBadge(stock)
  return (
    <span>
      {figure(stock)} <span className={`status ${STOCK_TONES[badge]} ml-2 text-sm`}>{badge}</span>
    </span>
  )
}

/** A business's goods with their prices, stock and status. */
export function ProductsTable({ products, label }: { products: readonly ProductSummary[]; label: string }) {
  return (
    <table className="grid-table plain" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="amount">
            USD
          </th>
          <th scope="col" className="amount">
            EUR
          </th>
          <th scope="col">Stock</th>
          <th scope="col">Featured</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product.id}>
            <td data-label="Product">
              <Name product={product} />
            </td>
            <td data-label="USD" className="amount">
              {money(product.priceUSD, 'USD')}
            </td>
            <td data-label="EUR" className="amount">
              {money(product.priceEUR, 'EUR')}
            </td>
            <td data-label="Stock">
              <Stock stock={product.stock} />
            </td>
            <td data-label="Featured">{product.featured ? 'Yes' : 'No'}</td>
            <td data-label="Status">
              <span className={`status ${STATUS_TONES[product.status]}`}>{product.status}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What lies on the shelf and what it is worth; `total` over all pages, in USD. */
export function InventoryTable({ products, total }: { products: readonly ProductSummary[]; total: number }) {
  return (
    <table className="grid-table plain" aria-label="Inventory Details">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Stock</th>
          <th scope="col" className="amount">
            Price
          </th>
          <th scope="col" className="amount">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product.id}>
            <td data-label="Product">
              <Name product={product} />
            </td>
            <td data-label="Stock">
              <Stock stock={product.stock} />
              {stockBadge(product.stock) === 'Low Stock' && <span className="block text-sm text-ink-2">Restock to 50 or more units</span>}
            </td>
            <td data-label="Price" className="amount">
              {money(product.priceUSD, 'USD')}
            </td>
            <td data-label="Value" className="amount">
              {money(product.stock * product.priceUSD, 'USD')}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            All products
          </th>
          <td className="amount font-medium">{money(total, 'USD')}</td>
        </tr>
      </tfoot>
    </table>
  )
}
