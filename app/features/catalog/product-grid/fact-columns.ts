import { saleText } from '#app/features/catalog/product-form/sale-text.ts'
import { quantityText } from '#app/features/catalog/products/facts.ts'
import { ladderText, plainText, safetyText, shownLabel, sizeText, soldAs } from '#app/features/catalog/products/trade-facts.ts'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { figure } from '#app/lib/format.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { formatPercent } from '#domain/money.ts'
import { FIELD_KEYS, type FieldKey, isPlain, PRODUCT_FIELDS, SALE_UNITS } from '#domain/product-fields.ts'

/** Names of columns, as saved views have them; the others are named as their fact. */
const IDS: Partial<Record<FieldKey, string>> = { saleUnit: 'soldAs', minQuantity: 'minimum', warrantyMonths: 'warranty' }
/** Columns by which the list can be sorted. */
const SORTED: readonly string[] = ['sku', 'weight']

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

/** Cells of facts that are shown otherwise than the others of their kind. */
const CELLS: Partial<Record<FieldKey, (product: ProductSummary) => string | null>> = {
  package: ({ package: size }) => sizeText(size),
  saleUnit: ({ saleUnit = SALE_UNITS[0], content }) => soldAs({ saleUnit, content }) ?? PRODUCT_FIELDS.saleUnit.choices[saleUnit],
  minQuantity: (product) => quantityText(product) ?? '1 unit',
  ladder: ({ ladder = null }) => ladderText(ladder),
  safety: ({ safety = null }) => safetyText(safety),
  isCustom: ({ isCustom }) => (isCustom ? 'Yes' : ''),
  sale: saleText,
}

function factColumn(key: FieldKey): GridColumn<ProductSummary>[] {
  const title = shownLabel(key)
  const cell = (product: ProductSummary) => briefly(CELLS[key]?.(product) ?? ((isPlain(key) && plainText(key, product[key])) || ''))
  const isAmount = 'unit' in PRODUCT_FIELDS[key]
  return title === null
    ? []
    : [{ id: IDS[key] ?? key, title, isExtra: true, ...(isAmount && { isAmount }), ...(SORTED.includes(key) && { sort: key }), cell }]
}

/** Columns of products with the facts that identify and ship them; shown when somebody chooses them. */
export const FACT_COLUMNS: readonly GridColumn<ProductSummary>[] = [
  ...FIELD_KEYS.flatMap(factColumn),
  { id: 'impactModel', title: 'Calculator figures', isExtra: true, cell: ({ impactModel }) => (impactModel ? modelText(impactModel) : '') },
]
