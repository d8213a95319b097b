import { PRODUCT_LIST } from '#contract/catalog/product-list.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { FACT_CELLS, FACT_IMPORTS, type FactCell } from '#domain/product-fields.ts'
import type { StockLevels } from '#domain/stock.ts'
import { type ExportColumn, fileColumns } from '#server/platform/http/export-route.ts'

/** A product with the stock levels that its stock status depends on, and its facts as the workbook has them. */
type LeveledProduct = ProductSummary & { levels: StockLevels; facts: Readonly<Record<FactCell, string | number | null>> }

/** A fact as the workbook has it, in one line and under its name without the explanation for the import. */
function factColumn(cell: FactCell): ExportColumn<LeveledProduct> {
  const inLine = (value: string | number | null) => (typeof value === 'string' ? value.replace(/,?\s*\n\s*/g, ', ') : value)
  return { title: FACT_IMPORTS[cell].replace(/ \(.*\)$/, ''), value: ({ facts }) => inLine(facts[cell]) }
}

const FIRST = ['name', 'slug', 'sku', 'business', 'category', 'type', 'usd', 'eur', 'stock', 'level', 'value', 'featured'] as const

/** Columns of a product export. */
export const PRODUCT_COLUMNS: readonly ExportColumn<LeveledProduct>[] = [
  ...fileColumns(PRODUCT_LIST, FIRST),
  ...FACT_CELLS.filter((cell) => cell !== 'sku').map(factColumn),
]
