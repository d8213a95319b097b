import { FACT_COLUMNS } from '#app/features/catalog/product-grid/fact-columns.ts'
import { InlineValue } from '#app/features/catalog/product-grid/inline-value.tsx'
import { StockLevelBadge } from '#app/features/catalog/product-grid/stock-level-badge.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { StatusBadge } from '#app/features/sellers/applications/status-badge.tsx'
import { day, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { mainDrawing } from '#domain/picture.ts'
import { stockBadge } from '#domain/stock.ts'
import { RowActions } from './row-actions.tsx'

type Column = GridColumn<ProductSummary>

/** Returns the value of the stock at the product's price, in USD with two decimals (B134). */
export const worth = ({ stock, priceUSD }: Pick<ProductSummary, 'stock' | 'priceUSD'>): number => Math.round(stock * priceUSD * 100) / 100

const NAME: Column = {
  id: 'name',
  title: 'Product',
  sort: 'name',
  isFixed: true,
  cell: (product) => (
    <span className="flex items-center gap-3">
      <Thumbnail className="flex-none" image={product.images[0] ?? ''} instead={mainDrawing(product.slug)} />
      <CellLines more={product.categoryLabel}>
        <NewTabLink to={`/business/products/${product.id}/view`}>
          <bdi>{product.name}</bdi>
        </NewTabLink>
      </CellLines>
    </span>
  ),
}

const LEVEL: Column = {
  id: 'level',
  title: 'Level',
  cell: ({ stock }) => <StockLevelBadge stock={stock} />,
}

const STOCK: Column = {
  id: 'stock',
  title: 'Stock',
  sort: 'stock',
  isAmount: true,
  cell: (product) => <InlineValue product={product} field="stock" />,
}
const USD: Column = {
  id: 'usd',
  title: 'USD',
  sort: 'priceUSD',
  sortsDownFirst: true,
  isAmount: true,
  cell: (product) => <InlineValue product={product} field="priceUSD" />,
}
const EUR: Column = { id: 'eur', title: 'EUR', isAmount: true, cell: (product) => <InlineValue product={product} field="priceEUR" /> }
const STATUS: Column = {
  id: 'status',
  title: 'Status',
  cell: ({ status, isRecalled }) => (isRecalled ? <span className="status bad">Recalled</span> : <StatusBadge status={status} />),
}
const FEATURED: Column = { id: 'featured', title: 'Featured', cell: ({ featured }) => (featured ? 'Yes' : 'No') }
const ACTIONS: Column = { id: 'actions', title: 'Actions', isActions: true, cell: (product) => <RowActions product={product} /> }
const UPDATED: Column = {
  id: 'updated',
  title: 'Updated',
  sort: 'updatedAt',
  sortsDownFirst: true,
  isExtra: true,
  cell: ({ updatedAt }) => day(updatedAt),
}
const CREATED: Column = {
  id: 'created',
  title: 'Created',
  sort: 'createdAt',
  sortsDownFirst: true,
  isExtra: true,
  cell: ({ createdAt }) => day(createdAt),
}

/** Columns of a seller's products. */
export const PRODUCTS: readonly Column[] = [NAME, STATUS, FEATURED, USD, EUR, STOCK, LEVEL, CREATED, UPDATED, ...FACT_COLUMNS, ACTIONS]

const ADVICE: Column = {
  id: 'advice',
  title: 'Advice',
  cell: ({ stock }) =>
    stockBadge(stock, getShop().stock) === 'Low Stock' ? `Restock to ${getShop().stock.restock} or more units` : 'None',
}
const VALUE: Column = { id: 'value', title: 'Inventory value', isAmount: true, cell: (product) => money(worth(product), 'USD') }

/** Columns of the inventory, with its value. */
export const INVENTORY: readonly Column[] = [NAME, STOCK, LEVEL, ADVICE, USD, VALUE, ACTIONS]
/** Columns of products to restock. */
export const LOW: readonly Column[] = [NAME, STATUS, STOCK, LEVEL, ADVICE, USD, ACTIONS]
