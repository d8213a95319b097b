import { MAX_SLUG, slugify } from '#domain/product.ts'
import { lookupKey } from '#domain/text.ts'
import type { SpreadsheetCell } from '#server/platform/vendors/spreadsheet.ts'
import { addCell, addImages, isFilled, type Values } from './product-cells.ts'

/** A row of another shop's file, its cells by field. */
export interface FileRow {
  row: number
  values: Values
  /** Options of a variant, such as Size and Large; only the product's first row has to have the name. */
  options: { name: string; value: string }[]
  /** WooCommerce: the kind of row, its ID there, and the row that it is a variation of. */
  kind: string
  id: string
  parent: string
  /** Magento, Bagisto: the variants that the row lists, each with its `sku` and its options. */
  variants: { name: string; value: string }[][]
  /** Picture of the variant alone. */
  image: SpreadsheetCell
}

/** The products of a file by the row that each was read from, and rows that became a product of their own or part of another. */
export interface ReadVariants {
  products: Map<number, Values>
  /** Rows that are a variant of a product. */
  variants: number[]
  /** Rows whose stock was added to the product's first row, since no option sets them apart. */
  joined: number[]
  /** Rows that say the same product again in another language. */
  repeated: number[]
}

/** Cells that belong to one variant and are not taken over from the product. */
const OWN = ['slug', 'name', 'priceUSD', 'priceEUR', 'stock', 'sku', 'gtin']
/** Shopify's option of a product without variants. */
const isNoOption = ({ name, value }: FileRow['options'][number]) => value === '' || (value === 'Default Title' && /^(title)?$/i.test(name))

const labelOf = (options: FileRow['options']) =>
  options
    .filter((option) => !isNoOption(option))
    .map(({ value }) => value)
    .join(' / ')

const stockOf = (cell: SpreadsheetCell | undefined) => (isFilled(cell) && /^-?\d+$/.test(String(cell).trim()) ? Number(cell) : null)

/** Adds a row without an option to its product: pictures are collected, stocks are added up, of all else the first value counts. */
function join(values: Values, more: Values): void {
  for (const [column, cell] of more) {
    const [one, other] = column === 'stock' ? [stockOf(values.get('stock')), stockOf(cell)] : [null, null]
    if (one !== null && other !== null) values.set('stock', one + other)
    else if (column === 'images') addImages(values, String(cell).split('\n'))
    else addCell(values, column, cell, false)
  }
}

/** Returns a slug for a variant that ends with its options, unlike every one in `taken`. */
function slugFor(product: string, label: string, taken: Set<string>): string {
  const end = slugify(label) || 'variant'
  const make = (more: string) =>
    `${product.slice(0, MAX_SLUG - end.length - more.length - 1).replace(/-$/, '')}-${end}${more}`.slice(0, MAX_SLUG)
  let slug = make('')
  for (let count = 2; taken.has(slug); count += 1) slug = make(`-${count}`)
  taken.add(slug)
  return slug
}

/** Returns a variant as a product of its own: named after its options, which are specifications too; the rest is the product's. */
function variantOf(product: Values, { values: own, options, image }: FileRow, slug: string): Values {
  const label = labelOf(options)
  const name = String(own.get('name') ?? product.get('name') ?? '')
  const isNamed = own.get('name') !== undefined && own.get('name') !== product.get('name') // WooCommerce names its variations itself
  const values: Values = new Map()
  if (slug !== '') values.set('slug', slug)
  if (name !== '') values.set('name', isNamed || label === '' ? name : `${name} - ${label}`)
  if (isFilled(image)) addImages(values, [String(image)])
  for (const option of options) if (option.name && !isNoOption(option)) values.set(`spec: ${option.name}`, option.value)
  for (const [column, cell] of own) {
    if (column === 'images') addImages(values, String(cell).split('\n'))
    else addCell(values, column, cell, false)
  }
  for (const [column, cell] of product) {
    const isPrice = column === 'priceUSD' || column === 'priceEUR'
    if (isPrice ? own.has('priceUSD') || own.has('priceEUR') : OWN.includes(column)) continue
    if (column === 'images') addImages(values, String(cell).split('\n'))
    else addCell(values, column, cell, false)
  }
  return values
}

/** Names of options that only the product's first row has. */
const withNames = (options: FileRow['options'], first: FileRow['options']) =>
  options.map(({ name, value }, at) => ({ name: name || (first[at]?.name ?? ''), value }))

/** Reads the rows of a Shopify file: those with one handle are one product, or one for each of its variants. */
export function readHandles(rows: readonly FileRow[]): ReadVariants {
  const read: ReadVariants = { products: new Map(), variants: [], joined: [], repeated: [] }
  const groups = new Map<string, FileRow[]>()
  const taken = new Set<string>()
  for (const row of rows) {
    const slug = String(row.values.get('slug') ?? '')
    if (slug === '') read.products.set(row.row, row.values)
    else groups.set(slug, [...(groups.get(slug) ?? []), row])
    taken.add(slug)
  }
  for (const [slug, group] of groups) {
    const [first, ...others] = group
    if (!first) continue
    const isVariant = (row: FileRow) => labelOf(row.options) !== ''
    const labels = new Set(group.filter(isVariant).map(({ options }) => labelOf(options)))
    const shared: Values = new Map(first.values)
    const apart = labels.size > 1
    for (const row of others) {
      if (apart && isVariant(row)) addImages(shared, String(row.values.get('images') ?? '').split('\n'))
      else {
        if (stockOf(row.values.get('stock')) !== null) read.joined.push(row.row)
        join(shared, row.values)
      }
    }
    if (!apart) {
      read.products.set(first.row, shared)
      continue
    }
    for (const row of group.filter(isVariant)) {
      const options = withNames(row.options, first.options)
      const own = new Map(row === first ? shared : row.values)
      own.delete('images')
      read.products.set(row.row, variantOf(shared, { ...row, options, values: own }, slugFor(slug, labelOf(options), taken)))
      read.variants.push(row.row)
    }
  }
  return read
}

const isVariable = ({ kind }: FileRow) => /\bvariable\b/i.test(kind)
const isVariation = ({ kind }: FileRow) => /\bvariation\b/i.test(kind)
const textIn = ({ values }: FileRow, column: string) => String(values.get(column) ?? '').trim()

/** Reads the rows of a WooCommerce file: a variable product is the sum of its variations, each of which is one product. */
export function readVariations(rows: readonly FileRow[]): ReadVariants {
  const read: ReadVariants = { products: new Map(), variants: [], joined: [], repeated: [] }
  const parents = new Map<string, FileRow>()
  for (const row of rows.filter(isVariable)) {
    for (const key of [textIn(row, 'sku'), textIn(row, 'slug')]) if (key) parents.set(lookupKey(key), row)
    if (row.id) parents.set(`id:${row.id}`, row)
  }
  const parentOf = (row: FileRow) => (isVariation(row) ? parents.get(lookupKey(row.parent)) : undefined)
  const split = new Set(rows.flatMap((row) => parentOf(row) ?? []))
  for (const row of rows) {
    if (split.has(row)) continue
    const parent = parentOf(row)
    read.products.set(row.row, parent ? variantOf(parent.values, row, textIn(row, 'slug')) : row.values)
    if (parent) read.variants.push(row.row)
  }
  return read
}

/** Gives rows without a name the slug of the product above them, as Vendure's files mean it. */
export function withHandles(rows: readonly FileRow[]): FileRow[] {
  let slug = ''
  return rows.map((row) => {
    const name = textIn(row, 'name')
    if (name !== '') slug = textIn(row, 'slug') || slugify(name)
    return slug === '' || textIn(row, 'slug') !== '' ? row : { ...row, values: new Map([...row.values, ['slug', slug]]) }
  })
}

/**
 * Reads rows that name their parent, or that list their variants: the parent is the sum of its variants, each of which is one product.
 * `repeats`: a SKU comes again for each language.
 */
export function readConfigurables(rows: readonly FileRow[], repeats: boolean): ReadVariants {
  const read: ReadVariants = { products: new Map(), variants: [], joined: [], repeated: [] }
  const bySku = new Map<string, FileRow>()
  const first: FileRow[] = []
  for (const row of rows) {
    const sku = lookupKey(textIn(row, 'sku'))
    if (repeats && sku !== '' && bySku.has(sku)) read.repeated.push(row.row)
    else first.push(row)
    if (sku !== '' && !bySku.has(sku)) bySku.set(sku, row)
  }
  const parents = new Map<FileRow, { parent: FileRow; options: FileRow['options'] }>()
  for (const parent of first) {
    for (const pairs of parent.variants) {
      const child = bySku.get(lookupKey(pairs.find(({ name }) => name.toLowerCase() === 'sku')?.value ?? ''))
      const options = pairs.filter(({ name }) => name.toLowerCase() !== 'sku')
      if (child && child !== parent) parents.set(child, { parent, options })
    }
  }
  for (const row of first) {
    const parent = row.parent === '' ? undefined : bySku.get(lookupKey(row.parent))
    if (parent && parent !== row && !parents.has(row)) parents.set(row, { parent, options: row.options })
  }
  const split = new Set([...parents.values()].map(({ parent }) => parent))
  for (const row of first) {
    const of = parents.get(row)
    if (split.has(row)) continue
    if (of) read.variants.push(row.row)
    read.products.set(row.row, of ? variantOf(of.parent.values, { ...row, options: of.options }, textIn(row, 'slug')) : row.values)
  }
  return read
}
