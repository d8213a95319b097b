// Writes content/catalog.xlsx, the workbook that the catalog import reads. Reproducible byte for byte.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import writeExcelFile from 'write-excel-file/node'
import type { CatalogFacts } from '../content/catalog/types.ts'
import { facts, products } from '../content/catalog.ts'

type Cell = string | number | boolean

interface Column<Row> {
  header: string
  width: number
  value: (row: Row) => Cell
}

type Product = (typeof products)[number]

/** The facts in the order in which the catalog gives them. */
const FACTS = Object.keys([...facts.values()][0] ?? {}) as (keyof CatalogFacts)[]

/** Returns the figures of a machine for the calculator, as its specifications give them: `0.75;0.65;0.75;30`; '' where one is missing. */
export function modelOf({ specifications }: Pick<Product, 'specifications'>): string {
  const numberOf = (wanted: string) => Number.parseFloat(specifications.find(([name]) => name === wanted)?.[1] ?? '')
  const shares = ['Efficiency', 'Material reduction'].map((name) => numberOf(name) / 100)
  const figures = [...shares, numberOf('Power'), numberOf('Throughput')]
  return figures.some(Number.isNaN) ? '' : figures.join(';')
}

const productColumns: Column<Product>[] = [
  { header: 'slug', width: 32, value: (p) => p.slug },
  { header: 'name', width: 34, value: (p) => p.name },
  { header: 'description', width: 60, value: (p) => p.description },
  { header: 'fullDescription', width: 60, value: (p) => p.fullDescription },
  { header: 'type', width: 10, value: (p) => p.type },
  { header: 'category', width: 18, value: (p) => p.category },
  { header: 'business', width: 26, value: (p) => p.business },
  { header: 'priceUSD', width: 10, value: (p) => p.priceUSD },
  { header: 'priceEUR', width: 10, value: (p) => p.priceEUR },
  { header: 'stock', width: 8, value: (p) => p.stock },
  { header: 'featured', width: 9, value: (p) => p.featured },
  { header: 'status', width: 10, value: (p) => p.status },
  { header: 'energyEfficiency', width: 40, value: (p) => p.energyEfficiency },
  { header: 'materialSavings', width: 40, value: (p) => p.materialSavings },
  { header: 'carbonReduction', width: 40, value: (p) => p.carbonReduction },
  { header: 'leadTimeDays', width: 13, value: (p) => p.leadTimeDays },
  { header: 'shippingClass', width: 13, value: (p) => p.shippingClass },
  { header: 'impactModel', width: 18, value: modelOf },
  ...FACTS.map((header): Column<Product> => ({ header, width: 14, value: (p) => facts.get(p.slug)?.[header] ?? '' })),
]

const features = products.flatMap((p) => p.features.map((feature) => ({ slug: p.slug, feature })))
const images = products.flatMap((p) => p.images.map((image) => ({ slug: p.slug, ...image })))
const specifications = products.flatMap((p) => p.specifications.map(([name, value]) => ({ slug: p.slug, name, value })))

function sheet<Row>(name: string, columns: Column<Row>[], rows: readonly Row[]) {
  const head = columns.map((column) => ({ value: column.header, fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    columns.map((column) => {
      const value = column.value(row)
      return value === '' ? null : value
    }),
  )
  return { sheet: name, data: [head, ...body], columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 }
}

/** A zip entry has a modification time; sets all to 1980-01-01 00:00, the zero of the format. */
function withoutTimes(zip: Buffer): Buffer {
  const out = Buffer.from(zip)
  const end = out.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('The workbook is not a zip file')
  const entries = out.readUInt16LE(end + 10)
  let at = out.readUInt32LE(end + 16)
  const epoch = (1 << 5) | 1
  for (let i = 0; i < entries; i += 1) {
    if (out.readUInt32LE(at) !== 0x02014b50) throw new Error('Unexpected zip directory')
    const local = out.readUInt32LE(at + 42)
    out.writeUInt16LE(0, at + 12)
    out.writeUInt16LE(epoch, at + 14)
    out.writeUInt16LE(0, local + 10)
    out.writeUInt16LE(epoch, local + 12)
    at += 46 + out.readUInt16LE(at + 28) + out.readUInt16LE(at + 30) + out.readUInt16LE(at + 32)
  }
  return out
}

export async function buildCatalog(): Promise<Buffer> {
  const workbook = writeExcelFile([
    sheet('Products', productColumns, products),
    sheet(
      'Features',
      [
        { header: 'slug', width: 32, value: (row) => row.slug },
        { header: 'feature', width: 70, value: (row) => row.feature },
      ],
      features,
    ),
    sheet(
      'Images',
      [
        { header: 'slug', width: 32, value: (row) => row.slug },
        { header: 'url', width: 60, value: (row) => row.url },
        { header: 'alt', width: 40, value: (row) => row.alt },
      ],
      images,
    ),
    sheet(
      'Specifications',
      [
        { header: 'slug', width: 32, value: (row) => row.slug },
        { header: 'name', width: 22, value: (row) => row.name },
        { header: 'value', width: 60, value: (row) => row.value },
      ],
      specifications,
    ),
  ])
  return withoutTimes(await workbook.toBuffer())
}

if (import.meta.main) {
  const target = fileURLToPath(new URL('../content/catalog.xlsx', import.meta.url))
  await writeFile(target, await buildCatalog())
  console.log(
    `${products.length} products, ${features.length} features, ${images.length} images, ${specifications.length} specifications -> ${target}`,
  )
}
