import { FACT_COLUMNS } from '#app/features/catalog/product-grid/fact-columns.ts'
import { InlineValue } from '#app/features/catalog/product-grid/inline-value.tsx'
import { StockLevelBadge } from '#app/features/catalog/product-grid/stock-level-badge.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { StatusBadge } from '#app/features/sellers/applications/status-badge.tsx'
import { day, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { PRODUCT_LIST, worth } from '#contract/catalog/product-list.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { mainDrawing } from '#domain/picture.ts'
import { stockBadge } from '#domain/stock.ts'
import { RowActions } from './row-actions.tsx'

type Column = GridColumn<ProductSummary>

function Name({ product }: { product: ProductSummary }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail className="flex-none" image={product.images[0] ?? ''} instead={mainDrawing(product.slug)} />
      <CellLines more={product.categoryLabel}>
        <NewTabLink to={`/business/products/${product.id}/view`}>
          <bdi>{product.name}</bdi>
        </NewTabLink>
      </CellLines>
    </span>
  )
}

/** Returns these columns of a seller's products, in this order. */
const own = (...ids: readonly (typeof PRODUCT_LIST)[number]['id'][]): Column[] =>
  columnsOf(
    PRODUCT_LIST,
    {
      name: (product) => <Name product={product} />,
      status: ({ status, isRecalled }) => (isRecalled ? <span className="status bad">Recalled</span> : <StatusBadge status={status} />),
      usd: (product) => <InlineValue product={product} field="priceUSD" />,
      eur: (product) => <InlineValue product={product} field="priceEUR" />,
      stock: (product) => <InlineValue product={product} field="stock" />,
      level: ({ stock }) => <StockLevelBadge stock={stock} />,
      advice: ({ stock }) =>
        stockBadge(stock, getShop().stock) === 'Low Stock' ? `Restock to ${getShop().stock.restock} or more units` : 'None',
      value: (product) => money(worth(product), 'USD'),
      created: { isExtra: true, cell: ({ createdAt }) => day(createdAt) },
      updated: ({ updatedAt }) => day(updatedAt),
    },
    ids,
  )
const ACTIONS = actionsColumn<ProductSummary>((product) => <RowActions product={product} />)

/** Columns of a seller's products. */
export const PRODUCTS: readonly Column[] = [
  ...own('name', 'status', 'featured', 'usd', 'eur', 'stock', 'level', 'created', 'updated'),
  ...FACT_COLUMNS,
  ACTIONS,
]
/** Columns of the inventory, with its value. */
export const INVENTORY: readonly Column[] = [...own('name', 'stock', 'level', 'advice', 'usd', 'value'), ACTIONS]
/** Columns of products to restock. */
export const LOW: readonly Column[] = [...own('name', 'status', 'stock', 'level', 'advice', 'usd'), ACTIONS]
