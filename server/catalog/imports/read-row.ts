import type { ImportOptions } from '#contract/catalog/imports.ts'
import type { ImportField } from '#domain/import-fields.ts'
import { normalizeIdentifier } from '#domain/text.ts'
import type { SpreadsheetCell } from '#server/platform/vendors/spreadsheet.ts'
import { currencyIn } from './foreign-cells.ts'
import { type Choice, translate } from './normalize-cell.ts'
import { withoutEntities } from './plain-text.ts'
import { addCell, addImages, isFilled, normalizeCell, type Values } from './product-cells.ts'
import { type HeadingUnits, unitIn } from './read-headings.ts'
import type { FileRow } from './read-variants.ts'

type Row = readonly SpreadsheetCell[]

/** Returns the name of the specification that a column has. */
export const specificationName = (header: string) => /^spec(?:ification)?\s*:(.+)$/i.exec(header.trim())?.[1]?.trim() ?? header.trim()

/** Returns the pictures of a cell as the layout has them: `address | text`. */
function picturesOf(cell: SpreadsheetCell, alt: SpreadsheetCell | undefined): string[] {
  const lines = String(cell)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const words = isFilled(alt) && lines.length === 1 ? ` | ${String(alt).replaceAll('\n', ' ').trim()}` : ''
  return lines.map((line) => line + words)
}

/** Fields whose cells describe the row or another cell. */
const ABOUT_ROW: readonly ImportField[] = [
  'imageAlt',
  'specificationName',
  'specificationValue',
  'optionName',
  'optionValue',
  'variantImage',
  'rowKind',
  'rowId',
  'parent',
  'attributes',
  'variants',
  'currency',
  'weightUnit',
  'sizeUnit',
]

/** Returns the cells of a row that this field's columns have, in order. */
const cellsOf = (row: Row, columns: ImportOptions['columns'], field: ImportField): SpreadsheetCell[] =>
  columns.flatMap((one, at) => (one === field ? [row[at] ?? null] : []))

const textIn = (cell: SpreadsheetCell | undefined) => String(cell ?? '').trim()
const identifierIn = (cell: SpreadsheetCell | undefined) => normalizeIdentifier(String(cell ?? ''))

function pairsIn(row: Row, columns: ImportOptions['columns'], name: ImportField, value: ImportField): { name: string; value: string }[] {
  const values = cellsOf(row, columns, value)
  const names = cellsOf(row, columns, name)
  return Array.from({ length: Math.max(names.length, values.length) }, (_, at) => ({ name: textIn(names[at]), value: textIn(values[at]) }))
}

const SIDES: readonly ImportField[] = ['packageLengthCm', 'packageWidthCm', 'packageHeightCm']

/** Returns a number in a smaller or larger unit, without the last digits of binary fractions; 0 and texts that are no number are null. */
function scaled(cell: SpreadsheetCell | undefined, factor: number): number | null {
  const number = Number(cell ?? 0)
  return Number.isFinite(number) && number > 0 ? Number((number * factor).toPrecision(12)) : null
}

/** Puts grams and centimeters of other systems into the columns of the layout. */
function joinMeasures(values: Values): void {
  const grams = values.get('weightGrams') ?? null
  // other systems write 0 for a weight that nobody gave; what is no number stays, so that it is reported
  if (isFilled(grams) && !values.has('weightKg') && Number(grams) !== 0) values.set('weightKg', scaled(grams, 0.001) ?? grams)
  if (Number(values.get('weightKg')) === 0) values.delete('weightKg')
  const given = SIDES.map((side) => values.get(side) ?? null)
  const sides = given.map((side) => scaled(side, 10))
  const typed = sides.map((side, at) => (side === null ? String(given[at] ?? '') : Math.round(side)))
  const hasSize = given.some((side) => isFilled(side) && Number(side) !== 0)
  if (hasSize && !values.has('packageMm')) values.set('packageMm', typed.join('x'))
  for (const field of ['weightGrams', ...SIDES]) values.delete(field)
}

const MODEL = ['modelEfficiency', 'modelReduction', 'modelEnergy', 'modelRate'] as const

/** Puts the four calculator figures, of which two are percentages, into the one column of the layout. */
function joinModel(values: Values): void {
  const typed = MODEL.map((field) => String(values.get(field) ?? '').trim())
  const shares = typed.map((text, at) => (at < 2 && /^\d+(?:\.\d+)?%?$/.test(text) ? String(Number.parseFloat(text) / 100) : text))
  if (typed.some((text) => text !== '') && !values.has('impactModel')) values.set('impactModel', shares.join(';'))
  for (const field of MODEL) values.delete(field)
}

/** The fields of a price in either currency. */
const PRICES: Partial<Record<ImportField, { USD: ImportField; EUR: ImportField }>> = {
  priceUSD: { USD: 'priceUSD', EUR: 'priceEUR' },
  priceEUR: { USD: 'priceUSD', EUR: 'priceEUR' },
  saleUSD: { USD: 'saleUSD', EUR: 'saleEUR' },
  saleEUR: { USD: 'saleUSD', EUR: 'saleEUR' },
}

/** A heading of the file, read once for all rows. */
export interface Heading extends HeadingUnits {
  text: string
  isSku: boolean
}

/**
 * Returns the field that a price belongs to by the currency in its cell, or in its row. A price in a currency that the heading
 * contradicts, or that the shop does not have, is no price: it stays as it is and is reported.
 */
function priceIn(field: ImportField, text: string, { currency }: Heading, ofRow: string): { field: ImportField; refused: string | null } {
  const fields = PRICES[field]
  const said = fields ? (currencyIn(text) ?? (ofRow === '' ? null : (currencyIn(ofRow.toUpperCase()) ?? 'other'))) : null
  if (said === null || !fields) return { field, refused: null }
  const isOther = said === 'other' || ((currency === 'USD' || currency === 'EUR') && currency !== said)
  if (isOther) return { field, refused: currencyIn(text) === null ? `${text} ${ofRow}` : text }
  return { field: fields[said], refused: null }
}

/** Splits `size=S,color=Red`, `size:S|color:Red` and PrestaShop's `Size:S:1:0` into names and values. */
function attributesIn(text: string): { name: string; value: string }[] {
  return text.split(/[,|;](?=[^,|;=:]+[=:])/).flatMap((pair) => {
    const [, name = '', value = ''] = /^\s*([^=:]+?)\s*[=:]\s*([^:]*)/.exec(pair) ?? []
    const words = name.replaceAll('_', ' ')
    const isFact = value.trim() !== '' && !/^(?:has|required) options$| id$/.test(words)
    return name && isFact ? [{ name: words.charAt(0).toUpperCase() + words.slice(1), value: withoutEntities(value.trim()) }] : []
  })
}

/** Returns the options of a row; Vendure and PrestaShop have several in one cell. */
function optionsIn(row: Row, { kind, options: { columns } }: Choice): FileRow['options'] {
  const pairs = pairsIn(row, columns, 'optionName', 'optionValue')
  const sign = kind === 'vendure' ? '|' : kind === 'prestashop' ? ',' : null
  if (sign === null) return pairs
  const parts = (text: string) => text.split(sign).map((part) => (kind === 'prestashop' ? (part.split(':')[0] ?? '') : part).trim())
  return pairs.flatMap(({ name, value }) => {
    const names = parts(name)
    return parts(value).map((part, at) => ({ name: names[at] ?? '', value: part }))
  })
}

/** Reads a row of the file; a pair of name and value becomes a specification. */
export function readRow(row: Row, number: number, headings: readonly Heading[], choice: Choice, isOwn: boolean): FileRow {
  const { columns } = choice.options
  const values: Values = new Map()
  const alt = row[columns.indexOf('imageAlt')]
  const textAt = (field: ImportField) => textIn(row[columns.indexOf(field)])
  const [weight, size, currency] = [unitIn(textAt('weightUnit')), unitIn(textAt('sizeUnit')), textAt('currency')]
  for (const [at, mapped] of columns.entries()) {
    const cell = normalizeCell(mapped, row[at] ?? null)
    const heading = headings[at]
    if (mapped === null || !heading || ABOUT_ROW.includes(mapped) || !isFilled(cell)) continue
    const { field, refused } = priceIn(mapped, String(cell).trim(), heading, currency)
    const value = refused ?? translate(field, cell, choice, { units: { heading: heading.unit, weight, size }, isOwn })
    if (field === 'specification') addCell(values, `spec: ${specificationName(heading.text)}`, value, false)
    else if (field === 'images') addImages(values, picturesOf(value, alt))
    else addCell(values, field, value, field === 'features')
    // a mapping of an earlier version took the SKU for the address
    if (field === 'slug' && heading.isSku) addCell(values, 'sku', String(cell).trim(), false)
  }
  joinMeasures(values)
  joinModel(values)
  const pairs = pairsIn(row, columns, 'specificationName', 'specificationValue').filter(({ name, value }) => name && value)
  const attributes = cellsOf(row, columns, 'attributes').flatMap((cell) => attributesIn(textIn(cell)))
  for (const { name, value } of [...pairs, ...attributes]) {
    const column = ['category', 'brand'].find((one) => one === name.toLowerCase())
    if (column === undefined) addCell(values, `spec: ${name}`, value, false)
    else addCell(values, column, value, false)
  }
  const options = optionsIn(row, choice)
  return {
    row: number,
    values,
    options: choice.kind === 'woocommerce' ? pairs : options,
    kind: identifierIn(cellsOf(row, columns, 'rowKind')[0]),
    id: identifierIn(cellsOf(row, columns, 'rowId')[0]),
    parent: identifierIn(cellsOf(row, columns, 'parent')[0]),
    variants: textAt('variants')
      .split('|')
      .map(attributesIn)
      .filter((pairsOfOne) => pairsOfOne.length > 0),
    image: cellsOf(row, columns, 'variantImage')[0] ?? null,
  }
}
