import writeExcelFile from 'write-excel-file/node'
import { products } from '#content/catalog.ts'
import { FACT_CELLS } from '../../domain/product-fields.ts'
import { SHEETS } from '../../server/catalog/imports/table.ts'

type Product = (typeof products)[number]
type Row = (string | number | boolean)[]

type Plain = Exclude<(typeof SHEETS.Products)[number], 'fits' | 'features' | 'images' | 'impactModel' | (typeof FACT_CELLS)[number]>
const isPlain = (column: (typeof SHEETS.Products)[number]): column is Plain =>
  column !== 'fits' &&
  column !== 'features' &&
  column !== 'images' &&
  column !== 'impactModel' &&
  !FACT_CELLS.some((fact) => fact === column)

const PRODUCT_COLUMNS = SHEETS.Products.filter(isPlain)

/** Number of products in a new demo shop. */
const shown = products.filter(({ status }) => status === 'Active')

/** Stock that no measured order exhausts. */
const STOCK = 1_000_000

/** Copies of the shop's own products under other names and prices, no two of them equal. */
function variant(original: Product, number: number): Product {
  const slug = `${original.slug}-${number}`
  const factor = 1 + (number % 23) / 100
  return {
    ...original,
    slug,
    name: `${original.name} ${number}`,
    priceUSD: Math.round(original.priceUSD * factor * 100) / 100,
    priceEUR: Math.round(original.priceEUR * factor * 100) / 100,
    stock: STOCK + number,
    featured: false,
    images: original.images.map((image) => ({ ...image, url: image.url.replace(`/${original.slug}/`, `/${slug}/`) })),
  }
}

function sheet(name: string, header: readonly string[], rows: Row[]) {
  const cells = [header, ...rows].map((row) => row.map((value) => (value === '' ? null : value)))
  return { sheet: name, data: cells }
}

/** Creates a catalog workbook of `count` products that a new demo shop does not have. */
export function makeWorkbook(count: number): Promise<Buffer> {
  const made = Array.from({ length: count }, (_, at) => {
    const original = shown[at % shown.length]
    if (!original) throw new Error('The catalog is empty')
    return variant(original, 2 + Math.floor(at / shown.length))
  })
  return writeExcelFile([
    sheet(
      'Products',
      PRODUCT_COLUMNS,
      made.map((product) => PRODUCT_COLUMNS.map((column) => product[column])),
    ),
    sheet(
      'Features',
      ['slug', 'feature'],
      made.flatMap(({ slug, features }) => features.map((feature) => [slug, feature])),
    ),
    sheet(
      'Images',
      ['slug', 'url', 'alt'],
      made.flatMap(({ slug, images }) => images.map(({ url, alt }) => [slug, url, alt])),
    ),
    sheet(
      'Specifications',
      ['slug', 'name', 'value'],
      made.flatMap(({ slug, specifications }) => specifications.map(([name, value]) => [slug, name, value])),
    ),
  ]).toBuffer()
}
