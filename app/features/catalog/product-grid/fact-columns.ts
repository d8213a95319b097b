import { saleText } from '#app/features/catalog/product-form/sale-text.ts'
import { ladderText, quantityText, SALE_UNIT_LABELS, safetyText, soldAs, TAX_LABELS } from '#app/features/catalog/products/trade-facts.ts'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { figure } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { formatPercent } from '#domain/money.ts'
import { SALE_UNITS } from '#domain/product-facts.ts'
import { pluralize } from '#domain/text.ts'

const COLUMNS = { sku: 'SKU', mpn: 'MPN', brand: 'Brand', gtin: 'GTIN', hsCode: 'HS code', originCountry: 'Origin' } as const
/** Columns by which the list can be sorted. */
const SORTED: readonly string[] = ['sku']
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[] // the keys of the object above

const MAX_CELL = 120
const briefly = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1).trimEnd()}…` : text)

/** Formats a machine's figures for the impact calculator: "75%, 65%, 2.2 kW, 120 units/h". */
const modelText = ({ efficiency, materialReduction, energyUsage, processingRate }: NonNullable<ProductSummary['impactModel']>) =>
  [
    formatPercent(efficiency * 100),
    formatPercent(materialReduction * 100),
    `${figure(energyUsage)} kW`,
    `${figure(processingRate)} units/h`,
  ].join(', ')

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
  { id: 'ladder', title: 'Quantity prices', isExtra: true, cell: ({ ladder = null }) => ladderText(ladder) },
  { id: 'taxClass', title: 'Tax class', isExtra: true, cell: ({ taxClass }) => (taxClass ? TAX_LABELS[taxClass] : '') },
  {
    id: 'warranty',
    title: 'Warranty',
    isExtra: true,
    cell: ({ warrantyMonths }) => (warrantyMonths == null ? '' : pluralize(warrantyMonths, 'month')),
  },
  { id: 'warrantyText', title: 'Warranty terms', isExtra: true, cell: ({ warrantyText = '' }) => briefly(warrantyText) },
  { id: 'safety', title: 'Safety', isExtra: true, cell: ({ safety = null }) => briefly(safetyText(safety)) },
  { id: 'impactModel', title: 'Calculator figures', isExtra: true, cell: ({ impactModel }) => (impactModel ? modelText(impactModel) : '') },
  { id: 'isCustom', title: 'Custom-made', isExtra: true, cell: ({ isCustom }) => (isCustom ? 'Yes' : '') },
  { id: 'sale', title: 'Sale price', isExtra: true, cell: saleText },
  { id: 'minimum', title: 'Minimum order', isExtra: true, cell: (product) => quantityText(product) ?? '1 unit' },
]
