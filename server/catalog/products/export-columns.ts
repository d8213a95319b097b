import type { ProductSummary } from '#contract/catalog/products.ts'
import { FACT_CELLS, FACT_IMPORTS, type FactCell } from '#domain/product-fields.ts'
import { type StockLevels, stockBadge } from '#domain/stock.ts'
import type { ExportColumn } from '#server/platform/http/export-route.ts'

/** A product with the stock levels that its stock status depends on, and its facts as the workbook has them. */
type LeveledProduct = ProductSummary & { levels: StockLevels; facts: Readonly<Record<FactCell, string | number | null>> }

/** A fact as the workbook has it, in one line and under its name without the explanation for the import. */
function factColumn(cell: FactCell): ExportColumn<LeveledProduct> {
  const inLine = (value: string | number | null) => (typeof value === 'string' ? value.replace(/,?\s*\n\s*/g, ', ') : value)
  return { title: FACT_IMPORTS[cell].replace(/ \(.*\)$/, ''), value: ({ facts }) => inLine(facts[cell]) }
}

/** Columns of a product export, for sellers and for staff. */
export const PRODUCT_COLUMNS: readonly ExportColumn<LeveledProduct>[] = [
  { title: 'Name', width: 36, value: ({ name }) => name },
  { title: 'Slug', width: 30, value: ({ slug }) => slug },
  { title: 'SKU', value: ({ sku }) => sku ?? '' },
  { title: 'Business', width: 28, value: ({ businessName }) => businessName },
  { title: 'Category', value: ({ category }) => category },
  { title: 'Type', value: ({ type }) => type },
  { title: 'Price USD', value: ({ priceUSD }) => priceUSD },
  { title: 'Price EUR', value: ({ priceEUR }) => priceEUR },
  { title: 'Stock', value: ({ stock }) => stock },
  { title: 'Stock level', value: ({ levels, stock }) => stockBadge(stock, levels) },
  { title: 'Inventory value USD', value: ({ stock, priceUSD }) => Math.round(stock * priceUSD * 100) / 100 },
  { title: 'Featured', value: ({ featured }) => (featured ? 'Yes' : 'No') },
  { title: 'Status', value: ({ status }) => status },
  { title: 'Created', width: 26, value: ({ createdAt }) => createdAt },
  { title: 'Updated', width: 26, value: ({ updatedAt }) => updatedAt },
  ...FACT_CELLS.filter((cell) => cell !== 'sku').map(factColumn),
]
