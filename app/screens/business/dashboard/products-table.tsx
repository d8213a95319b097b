import { Link } from 'react-router'
import { RecordStatusWord } from '#app/features/applications/standing.tsx'
import { figure, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { ProductSummary } from '#contract/products.ts'
import { stockBadge } from '#domain/stock.ts'

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
  const badge = stockBadge(stock, getShop().stock)
  return (
    <span>
      {figure(stock)} <span className={`status ${STOCK_TONES[badge]} ml-2 text-sm`}>{badge}</span>
    </span>
  )
}

const PRODUCT: Column<ProductSummary> = { title: 'Product', cell: (product) => <Name product={product} /> }

const GOODS: readonly Column<ProductSummary>[] = [
  PRODUCT,
  { title: 'USD', isAmount: true, cell: ({ priceUSD }) => money(priceUSD, 'USD') },
  { title: 'EUR', isAmount: true, cell: ({ priceEUR }) => money(priceEUR, 'EUR') },
  { title: 'Stock', cell: ({ stock }) => <Stock stock={stock} /> },
  { title: 'Featured', cell: ({ featured }) => (featured ? 'Yes' : 'No') },
  { title: 'Status', cell: ({ status }) => <RecordStatusWord status={status} /> },
]

const INVENTORY: readonly Column<ProductSummary>[] = [
  PRODUCT,
  {
    title: 'Stock',
    cell: ({ stock }) => (
      <>
        <Stock stock={stock} />
        {stockBadge(stock, getShop().stock) === 'Low Stock' && (
          <span className="block text-sm text-ink-2">Restock to {figure(getShop().stock.restock)} or more units</span>
        )}
      </>
    ),
  },
  { title: 'Price', isAmount: true, cell: ({ priceUSD }) => money(priceUSD, 'USD') },
  { title: 'Value', isAmount: true, cell: ({ stock, priceUSD }) => money(stock * priceUSD, 'USD') },
]

/** A business's goods with their prices, stock and status. */
export function ProductsTable({ products, label }: { products: readonly ProductSummary[]; label: string }) {
  return <RowTable label={label} columns={GOODS} rows={products} keyOf={({ id }) => id} />
}

/** What lies on the shelf and what it is worth; `total` over all pages, in USD. */
export function InventoryTable({ products, total }: { products: readonly ProductSummary[]; total: number }) {
  const foot = { title: 'All products', sum: money(total, 'USD') }
  return <RowTable label="Inventory Details" columns={INVENTORY} rows={products} keyOf={({ id }) => id} foot={foot} />
}
