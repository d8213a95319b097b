import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { businesses as catalogBusinesses, products as catalogProducts } from '#content/catalog.ts'
import type { ImportReport } from '#contract/catalog/imports.ts'
import type { Problem } from '#contract/errors.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { auditEntries, catalogImports, productSlugs, products, stockMovements } from '#server/platform/db/schema.ts'
import { storeZip } from '#server/platform/vendors/store-zip.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let admin: SignedInUser
beforeAll(async () => {
  shop = await openTestShop({}, { catalogFile: DEMO_CATALOG })
})
beforeEach(async () => {
  await shop.reset()
  admin = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

type Cell = string | number | boolean | null
type Rows = Cell[][]

/** A workbook with these sheets. */
async function workbook(sheets: Record<string, Rows>): Promise<Buffer> {
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
const rawWorkbook = (rows: string, more: Record<string, string> = {}): Promise<Buffer> =>
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

async function upload(bytes: Uint8Array | string, { name = 'catalog.xlsx', query = '', token = admin.token, field = 'file' }: Sent = {}) {
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

const HEADER = ['slug', 'name', 'type', 'category', 'business', 'priceUSD', 'priceEUR', 'stock']
const row = (
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
const allProducts = () => shop.deps.db.select().from(products).orderBy(products.slug)
const allMovements = () => shop.deps.db.select().from(stockMovements).orderBy(stockMovements.id)

describe('the catalog of the demo', () => {
  test('B45 B46 B177 D199 without a body the configured file is imported; twice changes nothing', async () => {
    await seedDemo({ ...shop.deps, config: { ...shop.deps.config, catalogFile: null } })
    const noBusiness = await admin.imports.importExcel()
    expect(noBusiness).toMatchObject({ success: false, created: 0, skipped: catalogProducts.length })
    await shop.reset()
    admin = await shop.signIn('application_admin')
    for (const { name, email } of catalogBusinesses) await shop.make.business({ name, email })
    const first = await admin.imports.importExcel()
    const count = (list: 'features' | 'images' | 'specifications') =>
      catalogProducts.reduce((sum, product) => sum + product[list].length, 0)
    expect(first).toMatchObject({
      success: true,
      created: catalogProducts.length,
      errors: [],
      results: {
        products: catalogProducts.length,
        features: count('features'),
        images: count('images'),
        specifications: count('specifications'),
      },
    })
    const before = [await allProducts(), await allMovements()]
    const second = await admin.imports.importExcel()
    expect(second).toMatchObject({ success: true, created: 0, updated: 0, unchanged: catalogProducts.length, skipped: 0, errors: [] })
    expect([await allProducts(), await allMovements()]).toEqual(before)
    const list = await shop.visitor.products.list({ query: { limit: '500' } })
    expect(list.total).toBe(catalogProducts.filter(({ status }) => status === 'Active').length)
    for (const product of list.items) for (const { alt, caption } of product.pictures) expect(alt && caption).toBeTruthy()
  })

  test('the demo shop is filled within five seconds of the processor, once, and names the sellers of its businesses', async () => {
    let sellers: Awaited<ReturnType<typeof seedDemo>> = new Map()
    const took = await cpuTimeOf(async () => {
      sellers = await seedDemo(shop.deps)
    })
    expect(took).toBeLessThan(5000)
    expect([...sellers.keys()].sort()).toEqual(['seller2@reflute.test', 'seller@reflute.test'])
    expect(await seedDemo(shop.deps)).toEqual(sellers)
    const { items } = await shop.visitor.businesses.list()
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([...sellers.values()]))
    expect(items).toHaveLength(catalogBusinesses.length)
  })

  test('its file reads the same when it is uploaded', async () => {
    await seedDemo(shop.deps)
    const { status, report } = await upload(readFileSync(DEMO_CATALOG))
    expect([status, report.unchanged, report.errors]).toEqual([200, catalogProducts.length, []])
  })
})

describe('rows', () => {
  test('B244 a new product gets its slug, shipping class, status and first stock; headers are read without regard to case, spaces and order', async () => {
    const business = await shop.make.business({ name: 'North Fold' })
    await shop.make.business({ name: 'Waiting', businessStatus: 'pending' })
    const file = await workbook({
      products: [
        [' Price USD', 'PRICE_EUR', 'Lead time days', 'Business', 'CATEGORY', 'Name', 'Stock', 'Unknown', 'featured'],
        ['1234.50', '12,5', 10, business.id, 'Mat Makers', 'EcoMat Grün', 3, 'x', 'yes'],
        [null],
        [0.1 + 0.2, 1, null, 'waiting', 'chip', 'Chips', null, null, null],
      ],
      FEATURES: [
        ['Feature', 'slug'],
        ['Cuts', 'ecomat-grun'],
        ['Slits', 'ECOMAT-grun'],
      ],
      images: [
        ['slug', 'url', 'alt'],
        ['ecomat-grun', '/drawings/ecomat-grun/mat-maker.svg', null],
        ['ecomat-grun', 'https://example.com/a.jpg', 'A photo'],
      ],
      specifications: [
        ['slug', 'name', 'value'],
        ['ecomat-grun', 'Power', '2.2 kW'],
        ['ecomat-grun', 'Blades', 5],
      ],
    })
    const { status, report } = await upload(file)
    expect([status, report.errors]).toEqual([200, []])
    expect(report.results).toEqual({ products: 2, features: 2, images: 2, specifications: 2 })
    const [chips, mat] = await allProducts()
    expect(chips).toMatchObject({
      slug: 'chips',
      type: 'material',
      priceUsdCents: 30,
      status: 'Inactive',
      shippingClass: 'parcel',
      stock: 0,
      leadTimeDays: null,
    })
    expect(mat).toMatchObject({
      slug: 'ecomat-grun',
      priceUsdCents: 123_450,
      priceEurCents: 1250,
      status: 'Active',
      shippingClass: 'freight',
      stock: 3,
      leadTimeDays: 10,
      featured: true,
      features: ['Cuts', 'Slits'],
      specifications: [
        { name: 'Power', value: '2.2 kW' },
        { name: 'Blades', value: '5' },
      ],
    })
    expect((await allMovements()).map(({ delta, reason, actorId }) => [delta, reason, actorId])).toEqual([[3, 'initial', admin.user.id]])
    const found = await shop.visitor.products.list({ query: { search: 'slits grun' } })
    expect(found.total).toBe(1)
    expect(found.items[0]?.pictures).toHaveLength(2)
  })

  test('S207 S208-S212 an import gives the machines of the impact calculator their values: new ones, and old ones that have none', async () => {
    await shop.make.business({ name: 'North Fold' })
    const rows = (price: number) => [
      HEADER,
      row('ecomat-1000', 'EcoMat 1000', 'North Fold', { category: 'mat-maker', usd: price }),
      row('chipmaster-pro', 'ChipMaster Pro', 'North Fold', { category: 'chip-maker', usd: price }),
      row('roll-stand', 'Roll stand', 'North Fold', { usd: price }),
    ]
    const models = async () => Object.fromEntries((await allProducts()).map(({ slug, impactModel }) => [slug, impactModel]))
    const specified = {
      'ecomat-1000': { efficiency: 0.75, materialReduction: 0.65, energyUsage: 0.75, processingRate: 30 },
      'chipmaster-pro': { efficiency: 0.82, materialReduction: 0.7, energyUsage: 1.5, processingRate: 300 },
      'roll-stand': null,
    }
    await upload(await workbook({ Products: rows(1000) }), { query: '?dryRun=1' })
    expect(await models()).toEqual({})
    await upload(await workbook({ Products: rows(1000) }))
    expect(await models()).toEqual(specified)
    const own = { ...specified['chipmaster-pro'], efficiency: 0.5 }
    await shop.deps.db.update(products).set({ impactModel: null }).where(eq(products.slug, 'ecomat-1000'))
    await shop.deps.db.update(products).set({ impactModel: own }).where(eq(products.slug, 'chipmaster-pro'))
    expect((await upload(await workbook({ Products: rows(1000) }))).report).toMatchObject({ unchanged: 3, updated: 0 })
    expect(await models()).toEqual({ ...specified, 'chipmaster-pro': own })
    await upload(await workbook({ Products: rows(2000) }))
    expect(await models()).toEqual({ ...specified, 'chipmaster-pro': own })
  })

  test('D201 an empty cell leaves the stored value, a list is replaced when the file has a row of it, and stock moves by the difference', async () => {
    const business = await shop.make.business({ name: 'Boxworks' })
    await upload(
      await workbook({
        Products: [
          [...HEADER, 'description'],
          [...row('belt', 'Belt', 'Boxworks'), 'Short.'],
        ],
        Features: [
          ['slug', 'feature'],
          ['belt', 'One'],
          ['belt', 'Two'],
        ],
        Specifications: [
          ['slug', 'name', 'value'],
          ['belt', 'Length', '1 m'],
          ['belt', 'Width', '2 cm'],
        ],
      }),
    )
    const sameFile = await workbook({
      Products: [
        ['slug', 'stock', 'description', 'spec: Width', 'SPEC:Weight'],
        ['belt', 9, null, '3 cm', 4],
      ],
      Features: [
        ['slug', 'feature'],
        ['belt', 'Three'],
      ],
    })
    const { report } = await upload(sameFile)
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 0, errors: [] })
    const [belt] = await allProducts()
    expect(belt).toMatchObject({
      businessId: business.id,
      name: 'Belt',
      description: 'Short.',
      stock: 9,
      version: 2,
      features: ['Three'],
      specifications: [
        { name: 'Length', value: '1 m' },
        { name: 'Width', value: '3 cm' },
        { name: 'Weight', value: '4' },
      ],
    })
    const again = await upload(sameFile)
    expect(again.report).toMatchObject({ updated: 0, unchanged: 1 })
    expect((await allMovements()).map(({ delta, reason }) => [delta, reason])).toEqual([
      [5, 'initial'],
      [4, 'import'],
    ])
    await shop.deps.db.update(products).set({ slug: 'flat-belt' })
    await shop.deps.db.insert(productSlugs).values({ slug: 'belt', productId: belt?.id ?? '' })
    expect((await upload(sameFile)).report).toMatchObject({ created: 0, unchanged: 1 })
  })

  test('F7.2.1 a drawing that needs a row which the file lacks is refused with that row; the one that fits is not', async () => {
    await shop.make.business({ name: 'Drawn Works' })
    const file = await workbook({
      products: [
        ['name', 'business', 'category', 'priceUSD', 'priceEUR'],
        ['Small chipper', 'Drawn Works', 'chip-maker', 10, 9],
        ['Large chipper', 'Drawn Works', 'chip-maker', 10, 9],
      ],
      images: [
        ['slug', 'url'],
        ['small-chipper', '/drawings/small-chipper/chip-box.svg'],
        ['large-chipper', '/drawings/large-chipper/chip-maker.svg'],
      ],
      specifications: [
        ['slug', 'name', 'value'],
        ['small-chipper', 'Dimensions', '560 × 430 × 520 mm'],
      ],
    })
    const { report } = await upload(file)
    expect(report.errors).toMatchObject([{ sheet: 'Images', row: 2, message: 'This drawing needs Box size.' }])
    expect(report.created).toBe(1)
  })

  test('D200 a row with an error is named by sheet, row and column and changes nothing of its product; the others are imported', async () => {
    const business = await shop.make.business({ name: 'Boxworks' })
    await shop.make.business({ name: 'Twin' })
    await shop.make.business({ name: 'twin', slug: 'twin-2' })
    await shop.make.product({ name: 'stored', slug: 'stored', category: 'accessories', businessId: business.id, stock: 7 })
    const sellers = await shop.make.business({ name: 'Other' })
    const { report } = await upload(
      await workbook({
        Products: [
          HEADER,
          row('good', 'Good', 'Boxworks'),
          row('dear', 'Dear', 'Boxworks', { usd: 1.005, stock: -1 }),
          row('free', 'Free', 'Boxworks', { usd: 0, eur: 'ten' }),
          row('lost', 'Lost', 'Nobody'),
          row('odd', 'Odd', 'Boxworks', { category: 'mat' }),
          row('none', 'None', 'Boxworks', { category: 'hats', type: 'hat' }),
          row('good', 'Good again', 'Boxworks'),
          row('Bad Slug', 'Bad', 'Boxworks'),
          row('twins', 'Twins', 'TWIN'),
          row('stored', 'Stored', sellers.id),
          row(null, '!!!', 'Boxworks'),
          ['bare'],
          row('scenes', 'Scenes', 'Boxworks'),
          row('listed', 'Listed', 'Boxworks'),
        ],
        Features: [
          ['slug', 'feature'],
          ['good', 'Fine'],
          ['unknown', 'x'],
          [null, 'y'],
          ['listed', null],
        ],
        Images: [
          ['slug', 'url'],
          ['listed', 'javascript:alert(1)'],
          ['listed', 'http://example.com/a.png'],
          ['listed', '/drawings/listed/nothing.svg'],
          ['listed', '/drawings/good/mat-maker.svg'],
          ['listed', '/media/../x'],
          ['listed', 'https://u@example.com/'],
        ],
        Specifications: [
          ['slug', 'name', 'value'],
          ['listed', 'A', '1'],
          ['listed', 'A', '2'],
          ['listed', 'B', null],
        ],
      }),
    )
    expect(report).toMatchObject({
      success: true,
      created: 1,
      updated: 0,
      results: { products: 1, features: 1, images: 0, specifications: 0 },
    })
    expect(report.errors.map(({ sheet, row: at, column }) => `${sheet} ${at} ${column}`).sort()).toEqual(
      [
        'Products 3 priceUSD',
        'Products 3 stock',
        'Products 4 priceUSD',
        'Products 4 priceEUR',
        'Products 5 business',
        'Products 6 category',
        'Products 7 category',
        'Products 7 type',
        'Products 8 slug',
        'Products 9 slug',
        'Products 10 business',
        'Products 11 business',
        'Products 12 slug',
        'Products 13 name',
        'Products 13 category',
        'Products 13 business',
        'Products 13 priceUSD',
        'Products 13 priceEUR',
        'Products 14 slug',
        'Features 3 slug',
        'Features 4 slug',
        'Features 5 feature',
        'Images 2 url',
        'Images 3 url',
        'Images 4 url',
        'Images 5 url',
        'Images 6 url',
        'Images 7 url',
        'Images 7 url',
        'Specifications 3 name',
        'Specifications 4 value',
      ].sort(),
    )
    for (const { message } of report.errors) expect(message).toMatch(/^[A-Z].*\.$/)
    expect((await allProducts()).map(({ slug, stock, version }) => [slug, stock, version])).toEqual([
      ['good', 5, 1],
      ['stored', 7, 1],
    ])
  })

  test('a dry run answers the same report and changes nothing', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const file = await workbook({
      Products: [HEADER, row('one', 'One', 'Boxworks'), row('two', 'Two', 'Boxworks', { usd: -1 })],
      Features: [
        ['slug', 'feature'],
        ['one', 'x'],
      ],
    })
    const dry = await upload(file, { query: '?dryRun=1' })
    expect(dry.report).toMatchObject({ dryRun: true, success: true, created: 1, skipped: 1 })
    expect([await allProducts(), await allMovements(), await shop.deps.db.select().from(catalogImports)]).toEqual([[], [], []])
    const real = await upload(file)
    expect({ ...real.report, message: '' }).toEqual({ ...dry.report, dryRun: false, message: '' })
    const again = await upload(file, { query: '?dryRun=true' })
    expect(again.report).toMatchObject({ created: 0, unchanged: 1, skipped: 1 })
    const [kept] = await shop.deps.db.select().from(catalogImports)
    expect(kept).toMatchObject({ actorId: admin.user.id, fileName: 'catalog.xlsx' })
    const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'catalog.import'))
    expect(entries).toHaveLength(1)
  })

  test('a formula counts with the value that was stored with it', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
    const header = HEADER.map((name, at) => text(`${'ABCDEFGH'.charAt(at)}1`, name)).join('')
    const cells = `${text('A2', 'sum')}<c r="B2" t="str"><f>A2&amp;"!"</f><v>Sum</v></c>${text('D2', 'accessories')}${text('E2', 'Boxworks')}<c r="F2"><f>100+49.9</f><v>149.9</v></c><c r="G2"><f>1/3</f><v>12.340000000000002</v></c><c r="H2"><f>WEBSERVICE("https://example.com")</f></c>`
    const { report } = await upload(await rawWorkbook(`<row r="1">${header}</row><row r="2">${cells}</row>`))
    expect(report.errors).toEqual([])
    expect(await allProducts()).toMatchObject([{ slug: 'sum', name: 'Sum', priceUsdCents: 14_990, priceEurCents: 1234, stock: 0 }])
  })
})

describe('single sheets', () => {
  test.each([
    ['commas', ','],
    ['semicolons and a mark', ';'],
  ])('a .csv with %s, lists in cells and specifications in columns is understood', async (_, sign) => {
    await shop.make.business({ name: 'Boxworks' })
    const lines = [
      ['Name', 'category', 'business', 'price usd', 'price eur', 'features', 'images', 'spec: Power', 'spec: __proto__', '__proto__'],
      [
        'Belt; long, flat',
        'replacement-parts',
        'Boxworks',
        '12.50',
        sign === ';' ? '11,90' : '11.9',
        'One\nTwo',
        'https://example.com/a.png | A belt',
        '2 kW',
        'x',
        'y',
      ],
    ]
    const text = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(sign)).join('\r\n')
    const { report } = await upload(`${sign === ';' ? '\ufeff' : ''}${text}\r\n\r\n`, { name: 'products.CSV' })
    expect(report).toMatchObject({ created: 1, errors: [], results: { products: 1, features: 2, images: 1, specifications: 2 } })
    expect(await allProducts()).toMatchObject([
      {
        slug: 'belt-long-flat',
        priceEurCents: 1190,
        features: ['One', 'Two'],
        images: [{ url: 'https://example.com/a.png', alt: 'A belt' }],
        specifications: [
          { name: 'Power', value: '2 kW' },
          { name: '__proto__', value: 'x' },
        ],
      },
    ])
  })

  test('a workbook with one sheet of any name is one, too', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const { report } = await upload(await workbook({ Tabelle1: [HEADER, row('one', 'One', 'Boxworks')] }))
    expect(report).toMatchObject({ created: 1, errors: [] })
  })
})

/** A zip with one deflated entry that says it is `size` bytes. */
async function bomb(name: string, content: Buffer, size = content.length): Promise<Buffer> {
  const packed = deflateRawSync(content)
  const honest = await storeZip(
    new Map([
      ['xl/workbook.xml', Buffer.from('<workbook/>')],
      [name, packed],
    ]),
  )
  const at = (from: number) => honest.indexOf(Buffer.from(name), from) // the name stands in the local and in the central header
  const local = at(0) - 30
  const central = at(local + 31) - 46
  for (const [header, method, sizeAt] of [
    [local, 8, 22],
    [central, 10, 24],
  ] as const) {
    honest.writeUInt16LE(8, header + method)
    honest.writeUInt32LE(size, header + sizeAt)
  }
  return honest
}

/** A zip with another path of the same length, which the packer would refuse. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

describe('hostile and damaged files', () => {
  const sheet = 'xl/worksheets/sheet1.xml'
  const cases: [string, () => Buffer | string | Promise<Buffer>, string?][] = [
    ['one cell far to the right', () => rawWorkbook('<row r="1"><c r="XFD1"><v>1</v></c></row>')],
    ['one cell far down', () => rawWorkbook('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>1</v></c></row>')],
    ['a far cell that is written as an entity', () => rawWorkbook('<row><c r="&#88;FD1048576"><v>1</v></c></row>')],
    ['a far dimension', () => rawWorkbook('', { [sheet]: '<worksheet><dimension ref="A1:XFD1048576"/><sheetData/></worksheet>' })],
    ['a bomb', () => bomb(sheet, Buffer.alloc(70_000_000, ' '))],
    ['a bomb that lies about its size', () => bomb(sheet, Buffer.alloc(70_000_000, ' '), 1000)],
    ['many small parts', () => storeZip(new Map(Array.from({ length: 201 }, (_, at) => [`xl/${at}.xml`, Buffer.from('<a/>')])))],
    [
      'a document type',
      () =>
        rawWorkbook('', {
          [sheet]:
            '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>',
        }),
    ],
    ['macros', () => rawWorkbook('', { 'xl/vbaProject.bin': 'x' })],
    ['links to other workbooks', () => rawWorkbook('', { 'xl/externalLinks/externalLink1.xml': '<a/>' })],
    ['a path out of the archive', async () => renamed(await rawWorkbook('', { 'xl/evil.xml': '<a/>' }), 'xl/evil.xml', '../evil.xml')],
    ['an endless cell', () => rawWorkbook(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(3_000_000)}</t></is></c></row>`)],
    ['broken XML', () => rawWorkbook('<row r="1"><c r="A1"><v>1</c></row')],
    ['no products sheet', () => workbook({ A: [['a']], B: [['b']] })],
    ['no header', () => workbook({ Products: [] })],
    ['a header that is there twice', () => workbook({ Products: [['name', 'Name']] })],
    ['half a file', () => readFileSync(DEMO_CATALOG).subarray(0, 9000)],
    ['another kind of file', () => Buffer.from('%PDF-1.7')],
    ['nothing', () => ''],
    ['an old workbook', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['text that is not UTF-8', () => Buffer.from([0x6e, 0xe4, 0x2c]), 'a.csv'],
    ['open quotes', () => 'name,slug\n"a,b', 'a.csv'],
    ['a cell without an end', () => `name\n"${'a'.repeat(19_000_000)}"\n`, 'a.csv'],
    ['a line without an end', () => `name${',a'.repeat(9_000_000)}\n`, 'a.csv'],
    ['a hundred million characters, packed well', () => bomb(sheet, Buffer.alloc(100_000_000, 'a'))],
    [
      'names that grow by a billion',
      () =>
        rawWorkbook('', {
          [sheet]: `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'b'.repeat(at + 1)} "${`&${at === 0 ? 'a' : 'b'.repeat(at)};`.repeat(10)}">`).join('')}]><worksheet/>`,
        }),
    ],
    ['too many rows', () => `name\n${'a\n'.repeat(200_001)}`, 'a.csv'],
    ['too many columns', () => `name${',a'.repeat(300)}\n`, 'a.csv'],
    ['more cells than a catalog has', () => `name${',b'.repeat(290)}\n`.repeat(14_000), 'a.csv'],
  ]
  test.each(cases)('%s: 422 at once', async (_, make, name = 'catalog.xlsx') => {
    const bytes = await make()
    const took = await cpuTimeOf(async () => {
      const { status, problem } = await upload(bytes, { name })
      expect([status, problem.code], problem.detail).toEqual([422, 'unreadable_file'])
      expect(problem.detail).toMatch(/^This file can't be read: [a-z].*\.$/)
    })
    expect(took).toBeLessThan(5000)
  })

  test('a form without the file, with another field or cut short is refused', async () => {
    expect((await upload('x', { field: 'other' })).problem).toMatchObject({ status: 422, errors: [{ field: 'file' }] })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${admin.token}` }
    for (const payload of ['', '--x\r\n', '--x--\r\n', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK']) {
      const answer = await shop.app.inject({ method: 'POST', url: '/api/import/excel', headers, payload })
      expect([payload, answer.statusCode]).toEqual([payload, 422])
    }
    const noBoundary = await shop.app.inject({
      method: 'POST',
      url: '/api/import/excel',
      headers: { ...headers, 'content-type': 'multipart/form-data' },
      payload: 'x',
    })
    expect(noBoundary.statusCode).toBeLessThan(500)
    const text = await shop.app.inject({
      method: 'POST',
      url: '/api/import/excel',
      headers: { ...headers, 'content-type': 'text/csv' },
      payload: 'x',
    })
    expect(text.statusCode).toBe(415)
  })

  test('more than 20 MB is 413', async () => {
    expect((await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
  })
})

test('B16 only an application_admin imports: 401 for visitors, 403 for all others, a super_admin too', async () => {
  expect((await upload('x', { token: null })).status).toBe(401)
  for (const role of ['customer', 'business_admin', 'super_admin'] as const) {
    const { token } = await shop.signIn(role)
    expect([role, (await upload('x', { token })).status]).toEqual([role, 403])
  }
})

test('D199 without a body and without a configured file: 409', async () => {
  const other = await openTestShop({}, { catalogFile: null })
  const { imports } = await other.signIn('application_admin')
  await expect(imports.importExcel()).rejects.toMatchObject({ status: 409, message: 'No catalog file configured' })
  await other.close()
})

test('one import runs at a time: the second is 409', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const file = await workbook({ Products: [HEADER, row('one', 'One', 'Boxworks')] })
  const answers = await Promise.all([upload(file), upload(file), upload(file)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.problem.detail).toBe('Another import is running. Wait until it has finished.')
  expect((await upload(file)).report).toMatchObject({ created: 0, unchanged: 1 })
})
