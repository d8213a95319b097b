import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries, catalogImports, productSlugs, products } from '#server/platform/db/schema.ts'
import {
  admin,
  allMovements,
  allProducts,
  HEADER,
  openImportShop,
  rawWorkbook,
  row,
  shop,
  upload,
  workbook,
} from '#server/testing/sheets.ts'

openImportShop()

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

  test('S207 an import gives new machines of the impact calculator their values; what a person changed or removed stays', async () => {
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
    const edited = { ...specified, 'ecomat-1000': null, 'chipmaster-pro': own }
    await shop.deps.db.update(products).set({ impactModel: own }).where(eq(products.slug, 'chipmaster-pro'))
    expect((await upload(await workbook({ Products: rows(1000) }))).report).toMatchObject({ unchanged: 3, updated: 0 })
    expect(await models()).toEqual(edited)
    await upload(await workbook({ Products: rows(2000) }))
    expect(await models()).toEqual(edited)
  })

  test('F7.2.16 a column gives machines their calculator figures; wrong ones and those of a material are problems of their row', async () => {
    await shop.make.business({ name: 'North Fold' })
    const given = (slug: string, model: string | null, category = 'mat-maker') => [...row(slug, slug, 'North Fold', { category }), model]
    const Products = [
      [...HEADER, 'impactModel'],
      given('press', '0.8;0.5;2.2;120'),
      given('comma', '0,8;0,5;2,2;120'),
      given('plain', null),
      given('short', '0.8;0.5'),
      given('percent', '80;50;2.2;120'),
      given('mat', '0.8;0.5;2.2;120', 'mat'),
    ]
    const { report } = await upload(await workbook({ Products }))
    expect(report).toMatchObject({ created: 3, skipped: 3 })
    const model = { efficiency: 0.8, materialReduction: 0.5, energyUsage: 2.2, processingRate: 120 }
    const models = Object.fromEntries((await allProducts()).map(({ slug, impactModel }) => [slug, impactModel]))
    expect(models).toEqual({ press: model, comma: model, plain: null })
  })

  test('F2 specifications of a file are stored in the units of their attributes, and a number that cannot be is a problem of its row', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const mats = [
      [...row('mat-a', 'Mat A', 'Boxworks', { category: 'mat', type: 'material' }), '39.4 in', 'mat', 'brown'],
      [...row('mat-b', 'Mat B', 'Boxworks', { category: 'mat', type: 'material' }), '-5 mm', 'roll', 'grey'],
    ]
    const file = await workbook({ Products: [[...HEADER, 'spec: Width', 'spec: Format', 'spec: Color'], ...mats] })
    expect((await upload(file)).report.errors).toMatchObject([{ row: 3, column: 'spec: Width', message: 'Please enter 0 mm or more.' }])
    const [mat, ...more] = await allProducts()
    expect([mat?.specifications, more]).toEqual([
      [
        { name: 'Format', value: 'Mat' },
        { name: 'Width', value: '1001 mm' },
        { name: 'Color', value: 'brown' },
      ],
      [],
    ])
    expect((await upload(file)).report).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
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
        { name: 'Weight', value: '4 kg' },
        { name: 'Length', value: '1 m' },
        { name: 'Width', value: '3 cm' },
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
