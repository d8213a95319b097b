import { saleText } from '#app/features/catalog/product-form/sale-text.ts'
import { quantityText } from '#app/features/catalog/products/trade-facts.ts'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'

const COLUMNS = { sku: 'SKU', mpn: 'MPN', gtin: 'GTIN', hsCode: 'HS code', originCountry: 'Origin' } as const
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[] // the keys of the object above

/** Columns of products with the facts that identify and ship them; shown when somebody chooses them. */
export const FACT_COLUMNS: readonly GridColumn<ProductSummary>[] = [
  ...NAMES.map(
    (name): GridColumn<ProductSummary> => ({ id: name, title: COLUMNS[name], isExtra: true, cell: (product) => product[name] ?? '' }),
  ),
  { id: 'weight', title: 'Packed weight', isExtra: true, isAmount: true, cell: ({ weight }) => (weight == null ? '' : `${weight} kg`) },
  { id: 'sale', title: 'Sale price', isExtra: true, cell: saleText },
  { id: 'minimum', title: 'Minimum order', isExtra: true, cell: (product) => quantityText(product) ?? '1 unit' },
]
