import { saleText } from '#app/features/catalog/product-form/sale-text.ts'
import { ladderText, quantityText, SALE_UNIT_LABELS, soldAs, TAX_LABELS } from '#app/features/catalog/products/trade-facts.ts'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { figure } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { SALE_UNITS } from '#domain/product-facts.ts'

const COLUMNS = { sku: 'SKU', mpn: 'MPN', brand: 'Brand', gtin: 'GTIN', hsCode: 'HS code', originCountry: 'Origin' } as const
/** Columns by which the list can be sorted. */
const SORTED: readonly string[] = ['sku']
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[] // the keys of the object above

/** Columns of products with the facts that identify and ship them; shown when somebody chooses them. */
export const FACT_COLUMNS: readonly GridColumn<ProductSummary>[] = [
  ...NAMES.map(
    (name): GridColumn<ProductSummary> => ({
      id: name,
      title: COLUMNS[name],
      isExtra: true,
      ...(SORTED.includes(name) && { sort: name }),
      cell: (product) => product[name] ?? '',
    }),
  ),
  {
    id: 'weight',
    title: 'Packed weight',
    isExtra: true,
    isAmount: true,
    sort: 'weight',
    cell: ({ weight }) => (weight == null ? '' : `${weight} kg`),
  },
  {
    id: 'package',
    title: 'Packed size',
    isExtra: true,
    cell: ({ package: size }) => (size ? `${figure(size.length)} × ${figure(size.width)} × ${figure(size.height)} mm` : ''),
  },
  {
    id: 'soldAs',
    title: 'Sold as',
    isExtra: true,
    cell: ({ saleUnit = SALE_UNITS[0], content = null }) => soldAs({ saleUnit, content }) ?? SALE_UNIT_LABELS[saleUnit],
  },
  { id: 'ladder', title: 'Price tiers', isExtra: true, cell: ({ ladder = null }) => ladderText(ladder) },
  { id: 'taxClass', title: 'Tax class', isExtra: true, cell: ({ taxClass }) => (taxClass ? TAX_LABELS[taxClass] : '') },
  { id: 'isCustom', title: 'Made to order', isExtra: true, cell: ({ isCustom }) => (isCustom ? 'Yes' : '') },
  { id: 'sale', title: 'Sale price', isExtra: true, cell: saleText },
  { id: 'minimum', title: 'Minimum order', isExtra: true, cell: (product) => quantityText(product) ?? '1 unit' },
]
