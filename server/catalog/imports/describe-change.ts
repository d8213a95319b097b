import { MODEL_FIGURES } from '#domain/impact.ts'
import { toDecimal } from '#domain/money.ts'
import { FACT_CELLS } from '#domain/product-fields.ts'
import { truncateAtWord } from '#domain/text.ts'
import { factCells } from './fact-cells.ts'
import type { ProductValues } from './product-values.ts'

/** A cell that an import changes; `field` is a column of the layout. */
interface ChangedCell {
  field: string
  before: string
  after: string
}

const MAX_TEXT = 300
const lines = (list: readonly string[]) => list.join('\n')

/** Writes a product's values as the cells of the workbook. `categories`: their names by id. */
function cellsOf(values: ProductValues, categories: ReadonlyMap<string, string>): Map<string, string> {
  const { impactModel, images, features, specifications } = values
  const facts = factCells(values)
  const cells: [string, string | number | null][] = [
    ['name', values.name],
    ['description', values.description],
    ['fullDescription', values.fullDescription],
    ['type', values.type],
    ['category', categories.get(values.categoryId) ?? values.categoryId],
    ['priceUSD', toDecimal(values.priceUsdCents).toFixed(2)],
    ['priceEUR', toDecimal(values.priceEurCents).toFixed(2)],
    ['stock', values.stock],
    ['featured', values.featured ? 'yes' : 'no'],
    ['status', values.status],
    ['energyEfficiency', values.energyEfficiency],
    ['materialSavings', values.materialSavings],
    ['carbonReduction', values.carbonReduction],
    ['leadTimeDays', values.leadTimeDays],
    ['shippingClass', values.shippingClass],
    ['impactModel', impactModel && MODEL_FIGURES.map((figure) => impactModel[figure]).join(';')],
    ...FACT_CELLS.map((column): [string, string | number | null] => [column, facts[column]]),
    ['features', lines(features)],
    ['images', lines(images.map(({ url, alt }) => (alt === '' ? url : `${url} | ${alt}`)))],
    ...specifications.map(({ name, value }): [string, string] => [`spec: ${name}`, value]),
  ]
  return new Map(cells.map(([field, cell]) => [field, cell === null ? '' : String(cell)]))
}

/** Returns the cells in which two versions of a product differ, each shortened for the screen. */
export function describeChange(before: ProductValues, after: ProductValues, categories: ReadonlyMap<string, string>): ChangedCell[] {
  const [old, next] = [cellsOf(before, categories), cellsOf(after, categories)]
  return [...new Set([...next.keys(), ...old.keys()])].flatMap((field) => {
    const [one, other] = [old.get(field) ?? '', next.get(field) ?? '']
    return one === other ? [] : [{ field, before: truncateAtWord(one, MAX_TEXT), after: truncateAtWord(other, MAX_TEXT) }]
  })
}
