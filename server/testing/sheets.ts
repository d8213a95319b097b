import { afterAll, beforeAll, beforeEach } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { ImportReport } from '#contract/catalog/imports.ts'
import type { Problem } from '#contract/errors.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { products, stockMovements } from '#server/platform/db/schema.ts'
import { storeZip } from '#server/platform/vendors/store-zip.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

export let shop: TestShop
export let admin: SignedInUser

/** Opens a shop with the demo's catalog file for the tests of a file. */
export function openImportShop(): void {
  beforeAll(async () => {
    shop = await openTestShop({}, { catalogFile: DEMO_CATALOG })
  })
  beforeEach(async () => {
    await shop.reset()
    admin = await shop.signIn('application_admin')
  })
  afterAll(() => shop.close())
}

type Cell = string | number | boolean | null
type Rows = Cell[][]

/** A workbook with these sheets. */
export async function workbook(sheets: Record<string, Rows>): Promise<Buffer> {
  const written = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) =>
      row.map((value) =>
        value === null ? null : { value, type: typeof value === 'number' ? Number : typeof value === 'boolean' ? Boolean : String },
      ),
    ),
  }))
  return writeXlsxFile(written).toBuffer()
}

/** A workbook whose one sheet is this XML. */
export const rawWorkbook = (rows: string, more: Record<string, string> = {}): Promise<Buffer> =>
  storeZip(
    new Map(
      Object.entries({
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
        ...more,
      }).map(([name, content]) => [name, Buffer.from(content)]),
    ),
  )

interface Sent {
  name?: string
  query?: string
  token?: string | null
  field?: string
}

export async function upload(
  bytes: Uint8Array | string,
  { name = 'catalog.xlsx', query = '', token = admin.token, field = 'file' }: Sent = {},
) {
  const form = new FormData()
  form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const packed = new Response(form)
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/import/excel${query}`,
    headers: { 'content-type': packed.headers.get('content-type') ?? '', ...(token && { authorization: `Bearer ${token}` }) },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
  return { status: answer.statusCode, report: answer.json<ImportReport>(), problem: answer.json<Problem>() }
}

export const HEADER = ['slug', 'name', 'type', 'category', 'business', 'priceUSD', 'priceEUR', 'stock']

export const row = (
  slug: string | null,
  name: string,
  business: string,
  more: Partial<Record<'category' | 'type' | 'usd' | 'eur' | 'stock', Cell>> = {},
): Cell[] => [
  slug,
  name,
  more.type ?? 'machine',
  more.category ?? 'accessories',
  business,
  more.usd ?? 149.9,
  more.eur ?? 139,
  more.stock ?? 5,
]

export const allProducts = () => shop.deps.db.select().from(products).orderBy(products.slug)
export const allMovements = () => shop.deps.db.select().from(stockMovements).orderBy(stockMovements.id)
