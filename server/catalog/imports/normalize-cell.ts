import type { ImportOptions } from '#contract/catalog/imports.ts'
import type { ImportField, ImportKind } from '#domain/import-fields.ts'
import { isSlug, slugify } from '#domain/product.ts'
import { cellsOfKinds } from '#domain/product-fields.ts'
import type { SpreadsheetCell } from '#server/platform/vendors/spreadsheet.ts'
import { CHOICE_FIELDS, choiceIn, countryIn, dayIn, gtinIn, isMeasure, type MeasureUnits, measureIn, numberIn } from './foreign-cells.ts'
import { plainText, withoutEntities } from './plain-text.ts'

/** The system that wrote a file, and what its columns are. */
export interface Choice {
  kind: ImportKind
  options: Pick<ImportOptions, 'columns' | 'eurFactor' | 'decimal'>
}

/** Systems that write the path of a category with slashes. */
const SLASHED: readonly ImportKind[] = ['magento', 'bagisto']

/** Returns the last part of each category path in `A > B, C > D`. */
const lastParts = (cell: string, kind: ImportKind) =>
  cell
    .split(/[,|;]/)
    .map((path) => (path.split(SLASHED.includes(kind) ? /\/|>/ : />|\/\//).at(-1) ?? '').trim())
    .filter(Boolean)

const NUMBERS: readonly ImportField[] = [
  ...cellsOfKinds('number'),
  'priceUSD',
  'priceEUR',
  'saleUSD',
  'saleEUR',
  'stock',
  'leadTimeDays',
  'contentAmount',
  'modelEfficiency',
  'modelReduction',
  'modelEnergy',
  'modelRate',
]

/** Returns the slug in a cell, which may have the whole address of the product's page. */
function slugIn(text: string): string {
  const last = /^https?:/i.test(text) && URL.canParse(text) ? (new URL(text).pathname.split('/').filter(Boolean).at(-1) ?? text) : text
  const slug = last.replace(/\.html?$/i, '')
  return isSlug(slug) ? slug : slugify(slug) || text
}

const TEXTS: readonly ImportField[] = ['description', 'fullDescription', 'features', ...cellsOfKinds('terms'), 'safetyWarnings']
const CODES: readonly ImportField[] = cellsOfKinds('code', 'hsCode')
const COUNTRIES: readonly ImportField[] = cellsOfKinds('country')
/** The apostrophe by which spreadsheets keep a code from becoming a number. */
const TEXT_MARK = /^['‘’]+/
const DAYS: readonly ImportField[] = ['saleFrom', 'saleTo']

/** The facts of its row and heading that a cell is read by. */
interface Around {
  units: MeasureUnits
  /** The file was written by the shop itself: its texts have no markup. */
  isOwn: boolean
}

/** Adds up the stock of several places: `default=10,north=5`. */
const placesIn = (text: string): string =>
  text.length < 500 && /^[\w .-]+=\d+(?:\s*[,;|]\s*[\w .-]+=\d+)*$/.test(text)
    ? String([...text.matchAll(/=(\d+)/g)].reduce((sum, [, units]) => sum + Number(units), 0))
    : text

/** Translates another system's cell to the shop's own layout. */
export function translate(
  field: ImportField,
  cell: Exclude<SpreadsheetCell, null>,
  { kind, options: { decimal } }: Choice,
  { units, isOwn }: Around,
): SpreadsheetCell {
  const text = String(cell).trim()
  if (isMeasure(field)) return measureIn(field, cell, decimal, units)
  if (NUMBERS.includes(field)) return typeof cell === 'string' ? numberIn(field, field === 'stock' ? placesIn(text) : text, decimal) : cell
  if (DAYS.includes(field)) return dayIn(text)
  if (COUNTRIES.includes(field)) return countryIn(text)
  if (CHOICE_FIELDS.includes(field)) return choiceIn(field, text)
  if (isOwn) return cell
  if (field === 'gtin') return gtinIn(text.replace(TEXT_MARK, ''))
  if (CODES.includes(field)) return text.replace(TEXT_MARK, '')
  if (TEXTS.includes(field)) return plainText(kind === 'woocommerce' ? text.replaceAll('\\n', '\n') : text)
  if (field === 'slug') return kind === 'reflute' ? cell : slugIn(text)
  if (field === 'images') return text.split(/\s*[,;|]\s*(?=https?:|\/)|\s+(?=https?:)/).join('\n')
  if (field === 'category' && kind !== 'reflute' && /[>,|;/]/.test(text)) return lastParts(withoutEntities(text), kind).join('\n')
  return typeof cell === 'string' && /&/.test(cell) ? withoutEntities(cell) : cell
}
