import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attributes, auditEntries, productAttributes, products } from '#server/platform/db/schema.ts'
import { readSpreadsheet } from '#server/platform/vendors/spreadsheet.ts'
import { unformula } from '#server/platform/vendors/table-file.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

type Query = NonNullable<Parameters<typeof staff.staffProducts.list>[0]>['query']
const names = async (query: Query = {}) => (await staff.staffProducts.list({ query })).items.map(({ name }) => name)

test('B267 staff see the products of every business with its name, whatever their status or its approval; deleted ones only when asked for', async () => {
  const waiting = await shop.make.business({ name: 'Waiting Works', businessStatus: 'pending' })
  await shop.make.product({ name: 'Alpha', businessId: waiting.id, createdAt: new Date('2026-01-01') })
  await shop.make.product({ name: 'Beta', status: 'Suspended', createdAt: new Date('2026-01-02') })
  await shop.make.product({ name: 'Gone', status: 'Deleted' })
  const { items, total } = await staff.staffProducts.list()
  expect([items.map(({ name, businessName, status }) => [name, businessName, status]), total]).toEqual([
    [
      ['Beta', expect.any(String), 'Suspended'],
      ['Alpha', 'Waiting Works', 'Active'],
    ],
    2,
  ])
  expect(await names({ status: 'Deleted' })).toEqual(['Gone'])
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(other.staffProducts.list()).rejects.toMatchObject({ status: 403 })
    await expect(other.staffProducts.counts()).rejects.toMatchObject({ status: 403 })
    await expect(other.staffProducts.exportFile({})).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.staffProducts.list()).rejects.toMatchObject({ status: 401 })
})

test('B92-B94 the list is narrowed by words of name and description, category, status, featured, stock, type and business, and sorted both ways', async () => {
  const one = await shop.make.product({
    name: 'Zürich Cutter',
    description: 'For mats.',
    searchText: 'zurich cutter\nfor mats.',
    stock: 3,
    priceUsdCents: 500,
  })
  await shop.make.product({ name: 'Any Mat', category: 'mat', featured: true, stock: 40, priceUsdCents: 900 })
  await shop.make.product({ name: 'Middle', status: 'Inactive', featured: true, stock: 12, priceUsdCents: 700 })
  expect(await names({ search: 'ZÜRICH mats' })).toEqual(['Zürich Cutter'])
  expect(await names({ category: 'mat' })).toEqual(['Any Mat'])
  expect(await names({ type: 'material' })).toEqual(['Any Mat'])
  expect(await names({ status: 'Inactive' })).toEqual(['Middle'])
  expect(await names({ featured: 'true', sort: 'name' })).toEqual(['Any Mat', 'Middle'])
  expect(await names({ status: 'featured', sort: '-name' })).toEqual(['Middle', 'Any Mat'])
  expect(await names({ lowStock: 'true' })).toEqual(['Zürich Cutter'])
  expect(await names({ businessId: one.businessId })).toEqual(['Zürich Cutter'])
  expect(await names({ businessId: 'none' })).toEqual([])
  expect(await names({ sort: 'stock' })).toEqual(['Zürich Cutter', 'Middle', 'Any Mat'])
  expect(await names({ sort: '-priceUSD' })).toEqual(['Any Mat', 'Middle', 'Zürich Cutter'])
  expect(await names({ sort: '-name', limit: '2', page: '2' })).toEqual(['Any Mat'])
  await expect(staff.staffProducts.list({ query: { status: 'Sold' } })).rejects.toMatchObject({ status: 422 })
})

test('B91 the cards count all products: those of each status, and the featured among the active ones', async () => {
  await shop.make.product({ featured: true })
  await shop.make.product({})
  await shop.make.product({ status: 'Inactive', featured: true })
  await shop.make.product({ status: 'Suspended' })
  await shop.make.product({ status: 'Deleted', featured: true })
  expect(await staff.staffProducts.counts()).toEqual({ total: 4, active: 2, inactive: 1, suspended: 1, deleted: 1, featuredActive: 1 })
})

async function download(format: 'xlsx' | 'csv', filter = '') {
  const answer = await shop.app.inject({
    url: `/api/admin/products/export?format=${format}${filter}`,
    headers: { authorization: `Bearer ${staff.token}` },
  })
  expect(answer.statusCode).toBe(200)
  return { bytes: answer.rawPayload, headers: answer.headers }
}

async function importFile(bytes: Uint8Array, format: 'xlsx' | 'csv') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), `catalog.${format}`)
  return staff.imports.importExcel({ form })
}

/** Products that are hard to write to a file. */
async function makeProducts() {
  const twin = await shop.make.business({ name: 'Twin Works' })
  await shop.make.business({ name: 'twin works', slug: 'twin-works-2' })
  const closed = await shop.make.business({ name: 'Closed', status: 'Deleted' })
  const images = [
    { url: '/drawings/full-machine/mat-maker.svg', alt: 'A machine | from the left' },
    { url: 'https://pictures.test/a.jpg', alt: '' },
  ]
  await shop.make.product({
    name: 'Full Machine',
    businessId: twin.id,
    description: '=SUM(1;2) is no formula',
    fullDescription: 'One line,\nanother "quoted" line; with signs: ü, €, 日本',
    priceUsdCents: 1_249_905,
    priceEurCents: 1_100_010,
    featured: true,
    leadTimeDays: 12,
    energyEfficiency: '-12 % energy',
    features: ['=1+1', 'Second; with comma, and "quotes"'],
    images,
    specifications: [
      { name: 'Power', value: '12' },
      { name: 'Feed: width', value: "'quoted" },
    ],
  })
  await shop.make.product({
    name: 'Plain',
    category: 'mat',
    stock: 0,
    status: 'Inactive',
    specifications: [{ name: 'Volume', value: '+5 l' }],
  })
  await shop.make.product({ name: '@Closed Product', slug: 'closed-product', businessId: closed.id, features: ['Two\nlines'] })
}

const readAll = () => shop.deps.db.select().from(products).orderBy(products.slug)

for (const format of ['xlsx', 'csv'] as const) {
  test(`the ${format} export comes back through the import without changing anything, and edited it changes only what was edited`, async () => {
    await makeProducts()
    const before = await readAll()
    const { bytes, headers } = await download(format)
    expect(headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="products-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`))
    expect(await importFile(bytes, format)).toMatchObject({ success: true, created: 0, updated: 0, unchanged: 3, skipped: 0, errors: [] })
    expect(await readAll()).toEqual(before)
    await shop.deps.db.update(products).set({ name: 'Edited meanwhile', stock: 77 }).where(eq(products.slug, 'full-machine'))
    expect(await importFile(bytes, format)).toMatchObject({ updated: 1, unchanged: 2 })
    const productId = before.find(({ slug }) => slug === 'full-machine')?.id ?? ''
    expect((await staff.staffProducts.history({ params: { productId } })).items).toMatchObject([
      { action: 'product.reimport', actorName: staff.user.name, before: null, after: { fileName: `catalog.${format}` } },
    ])
    const after = await readAll()
    const at = before.findIndex(({ slug }) => slug === 'full-machine')
    expect({ ...after[at], version: 1, stamp: '', changeNumber: 0, updatedAt: null }).toEqual({
      ...before[at],
      version: 1,
      stamp: '',
      changeNumber: 0,
      updatedAt: null,
      searchText: after[at]?.searchText,
    })
  })
}

/** Returns the typed numbers of products as the database has them. */
const readTyped = () =>
  shop.deps.db
    .select({ slug: products.slug, key: attributes.key, min: productAttributes.number, max: productAttributes.numberMax })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .innerJoin(products, eq(products.id, productAttributes.productId))
    .orderBy(products.slug, attributes.key)

test('35.1.8 ranges are exported as their sellers wrote them, and both ends come back through the import in their unit', async () => {
  const written = [
    ['Feed speed', '2-5 m/min', 2, 5],
    ['Feed speed', '2–5 m/min', 2, 5],
    ['Feed speed', '2,5 to 5.5 m/min', 2.5, 5.5],
    ['Feed speed', 'up to 6 m/min', 6, null],
    ['Feed width', '40 cm to 1.2 m', 400, 1200],
    ['Feed width', '16-28 in', 406, 711],
    ['Board thickness', 'from 10 to 14 mm (double wall)', 10, 14],
    ['Board thickness', '3…8 mm', 3, 8],
    ['Throughput', '1,000–1,200 units/h', 1000, 1200],
    ['Power', '750 W–1.5 kW', 0.75, 1.5],
    ['Net weight', '12-14', 12, 14],
  ] as const
  for (const [at, [name, value]] of written.entries())
    await shop.make.product({ slug: `ranged-${10 + at}`, category: 'mat-maker', specifications: [{ name, value }] })
  const before = await readTyped()
  expect(before.map(({ min, max }) => [min, max])).toEqual(written.map(([, , min, max]) => [min, max]))
  for (const format of ['xlsx', 'csv'] as const) {
    const { bytes } = await download(format)
    const file = await readSpreadsheet({ name: `a.${format}`, bytes })
    const cells = 'sheets' in file ? file.sheets.flatMap(({ rows }) => rows.flat()).map(String) : []
    expect(cells, format).toEqual(expect.arrayContaining(written.map(([, value]) => value)))
    expect(await importFile(bytes, format), format).toMatchObject({ unchanged: written.length, errors: [] })
    const rows = await shop.deps.db.select({ id: products.id, specifications: products.specifications }).from(products)
    await shop.deps.db.update(products).set({ specifications: [] })
    expect(await readTyped()).toEqual([])
    expect(await importFile(bytes, format), format).toMatchObject({ updated: written.length, errors: [] })
    expect(await readTyped(), format).toEqual(before)
    for (const { id, specifications } of rows) await shop.deps.db.update(products).set({ specifications }).where(eq(products.id, id))
  }
})

test('the export has the filters of the list; a csv runs no formula, and the audit log keeps who took it', async () => {
  await makeProducts()
  const { bytes } = await download('csv', '&category=mat-maker&search=machine')
  const text = bytes.toString('utf8')
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFFslug,name,description,fullDescription,type,category,business,priceUSD,priceEUR,stock,featured,status,energyEfficiency,materialSavings,carbonReduction,leadTimeDays,shippingClass,impactModel,fits,sku,mpn,brand,gtin,weightKg,packageMm,storagePlace,hsCode,originCountry,saleUnit,contentAmount,contentUnit,minQuantity,quantityStep,ladder,taxClass,warrantyMonths,warrantyText,safetyManufacturer,safetyResponsible,safetyWarnings,isCustom,saleUSD,saleEUR,saleFrom,saleTo,features,images,spec: Feed: width,spec: Power',
  )
  expect(text).toContain("'=SUM(1;2)")
  expect(text).not.toContain('Plain')
  const read = await readSpreadsheet({ name: 'a.xlsx', bytes: (await download('xlsx', '&status=Inactive')).bytes })
  expect('sheets' in read && read.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Products', 2],
    ['Features', 1],
    ['Images', 1],
    ['Specifications', 2],
  ])
  const log = await shop.deps.db.select().from(auditEntries)
  expect(log.map(({ action, actorId, after }) => ({ action, actorId, after }))).toContainEqual({
    action: 'products.export',
    actorId: staff.user.id,
    after: { format: 'csv', rows: 1, category: ['mat-maker'], search: 'machine' },
  })
  expect(unformula("'=1")).toBe("''=1")
})

test('B268 B185 B186 only a super admin sets a status, any after any; what is not Active no customer sees, and a deleted product comes back with its address', async () => {
  const boss = await shop.signIn('super_admin')
  const { id: productId } = await shop.make.product({ name: 'Folder' })
  const set = (status: 'Active' | 'Inactive' | 'Suspended' | 'Deleted') =>
    boss.staffProducts.setStatus({ params: { productId }, body: { status } })
  const isPublic = async () => (await shop.visitor.products.list()).total === 1
  for (const status of ['Suspended', 'Deleted', 'Inactive', 'Active', 'Deleted', 'Suspended', 'Active'] as const) {
    expect(await set(status)).toMatchObject({ id: productId, status })
    expect(await isPublic()).toBe(status === 'Active')
  }
  expect(await shop.visitor.products.bySlug({ params: { slug: 'folder' } })).toMatchObject({ id: productId })
  await set('Deleted')
  await shop.make.product({ name: 'Folder' })
  expect((await set('Inactive')).slug).toBe('folder-2')
  const [row] = await shop.deps.db.select().from(products).where(eq(products.id, productId))
  expect(row?.deletedAt).toBeNull()
  await expect(boss.staffProducts.setStatus({ params: { productId }, body: { status: 'Active', version: 1 } })).rejects.toMatchObject({
    status: 409,
    problem: { current: { status: 'Inactive' } },
  })
  const { items } = await boss.staffProducts.history({ params: { productId }, query: { limit: '2' } })
  expect(items).toMatchObject([
    { action: 'product.status', before: { status: 'Deleted' }, after: { status: 'Inactive', slug: 'folder-2' } },
    { action: 'product.status', before: { status: 'Active' }, after: { status: 'Deleted' } },
  ])
  const seller = await shop.signIn('business_admin', { businessId: row?.businessId ?? null })
  for (const other of [staff, seller, await shop.signIn('customer')]) {
    await expect(other.staffProducts.setStatus({ params: { productId }, body: { status: 'Active' } })).rejects.toMatchObject({
      status: 403,
    })
  }
  await expect(boss.staffProducts.setStatus({ params: { productId }, body: { status: 'Sold' as 'Active' } })).rejects.toMatchObject({
    status: 422,
  })
  await expect(
    boss.staffProducts.setStatus({ params: { productId: crypto.randomUUID() }, body: { status: 'Active' } }),
  ).rejects.toMatchObject({ status: 404 })
})
