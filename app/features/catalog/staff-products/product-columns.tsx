import { Link } from 'react-router'
import { FACT_COLUMNS } from '#app/features/catalog/product-grid/fact-columns.ts'
import { InlineValue } from '#app/features/catalog/product-grid/inline-value.tsx'
import { StockLevelBadge } from '#app/features/catalog/product-grid/stock-level-badge.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { day } from '#app/lib/format.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { PRODUCT_LIST } from '#contract/catalog/product-list.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { mainDrawing } from '#domain/picture.ts'
import { editHref } from './edit-href.ts'
import { ProductBadge } from './product-badge.tsx'

function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {day(iso)}
    </time>
  )
}

function Name({ product }: { product: ProductSummary }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail className="flex-none max-md:w-14" image={product.images[0] ?? ''} instead={mainDrawing(product.slug)} />
      <CellLines more={<ProductBadge product={product} />}>
        <Link to={editHref(product)} className="font-medium" title={product.name}>
          <bdi>{product.name}</bdi>
        </Link>
      </CellLines>
    </span>
  )
}

/** Units in stock with their badge. */
function Stock({ product }: { product: ProductSummary }) {
  return (
    <CellLines more={<StockLevelBadge stock={product.stock} />}>
      <InlineValue product={product} field="stock" />
    </CellLines>
  )
}

/** Links to the edit page in a new tab; View opens it read-only (B98, B99). */
function Buttons({ product }: { product: ProductSummary }) {
  const open = (label: string, href: string) => (
    <a href={href} target="_blank" rel="noreferrer" className="button hollow small" aria-label={`${label} ${product.name} in a new tab`}>
      {label}
    </a>
  )
  return (
    <span className="flex gap-2">
      {open('View', `${editHref(product)}?mode=view`)}
      {open('Edit', editHref(product))}
    </span>
  )
}

const OWN = columnsOf(
  PRODUCT_LIST,
  {
    name: (product) => <Name product={product} />,
    prices: (product) => (
      <CellLines more={<InlineValue product={product} field="priceEUR" />}>
        <InlineValue product={product} field="priceUSD" />
      </CellLines>
    ),
    stock: { isAmount: false, cell: (product) => <Stock product={product} /> },
    created: ({ createdAt }) => <Day iso={createdAt} />,
    updated: ({ updatedAt }) => <Day iso={updatedAt} />,
    slug: ({ slug }) => <span className="break-all">{slug}</span>,
  },
  ['name', 'category', 'business', 'prices', 'stock', 'created', 'updated', 'type', 'slug'],
)

/** Columns of products for staff: those of their facts stand before the address. */
export const PRODUCT_COLUMNS: readonly GridColumn<ProductSummary>[] = [...OWN.slice(0, -1), ...FACT_COLUMNS, ...OWN.slice(-1)]

export const BUTTONS_COLUMN: GridColumn<ProductSummary> = {
  id: 'buttons',
  title: 'Actions',
  isActions: true,
  cell: (product) => <Buttons product={product} />,
}
