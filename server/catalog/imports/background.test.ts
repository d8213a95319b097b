import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ImportDetail, ImportOptions } from '#contract/catalog/imports.ts'
import { ApiError } from '#contract/errors.ts'
import { workKinds } from '#server/jobs.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, catalogImports, categories, products, settings } from '#server/platform/db/schema.ts'
import { createQueue, type Queue } from '#server/platform/vendors/queue.ts'
import { readSpreadsheet } from '#server/platform/vendors/spreadsheet.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { workImport } from './work-import.ts'

let shop: TestShop
let admin: SignedInUser
let queue: Queue
const folder = mkdtempSync(join(tmpdir(), 'reflute-imports-'))

beforeAll(async () => {
  shop = await openTestShop({}, { catalogFile: null, dataDir: folder })
  queue = createQueue(shop.database)
  shop.deps.queue = queue
  await queue.start(workKinds(shop.deps), () => {})
})
beforeEach(async () => {
  await shop.reset()
  admin = await shop.signIn('application_admin')
})
afterAll(async () => {
  await queue.stop(2000)
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const formOf = (text: string, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  return form
}
const upload = (text: string, name = 'products.csv') => admin.imports.upload({ form: formOf(text, name) })
const optionsOf = ({ file }: ImportDetail): ImportOptions => {
  if (!file) throw new Error('no draft')
  return file.options
}
const check = (draft: ImportDetail, more: Partial<ImportOptions> = {}) =>
  admin.imports.check({ params: { id: draft.id }, body: { ...optionsOf(draft), ...more } })

const finished = (id: string) =>
  vi.waitUntil(
    async () => {
      const now = await admin.imports.get({ params: { id } })
      return now.status !== 'waiting' && now.status !== 'running' && now.undo.state !== 'running' ? now : null
    },
    { timeout: 60_000 },
  )
async function run(draft: ImportDetail): Promise<ImportDetail> {
  await admin.imports.start({ params: { id: draft.id } })
  return finished(draft.id)
}
const stored = async (slug: string) => {
  const [row] = await shop.deps.db.select().from(products).where(eq(products.slug, slug))
  if (!row) throw new Error(`no ${slug}`)
  return row
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )
async function bytesOf(path: string, token = admin.token) {
  const answer = await shop.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, name: String(answer.headers['content-disposition']), bytes: answer.rawPayload }
}
const categoryId = async (value: string) => {
  const [row] = await shop.deps.db.select().from(categories).where(eq(categories.value, value))
  return row?.id ?? ''
}

const HEADER = 'slug,name,category,business,priceUSD,priceEUR,stock'
const OWN = `${HEADER}\none,One,accessories,Boxworks,10.00,9.00,5\ntwo,Two,accessories,Boxworks,20.00,18.00,3\n`

describe('from the file to the products', () => {
  test('D200 C10 a file is looked at, checked and imported in the background; nothing is stored before', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const draft = await upload(`${OWN}bad,Bad,accessories,Nobody,-1,2,x\n`)
    expect(draft).toMatchObject({ status: 'draft', fileName: 'products.csv', report: null, file: { kind: 'reflute', rows: 3 } })
    expect(draft.file?.columns[1]).toEqual({ header: 'name', samples: ['One', 'Two', 'Bad'] })
    expect(optionsOf(draft).columns).toEqual(['slug', 'name', 'category', 'business', 'priceUSD', 'priceEUR', 'stock'])
    const preview = await check(draft)
    expect(preview.report).toMatchObject({ dryRun: true, created: 2, skipped: 1 })
    const bad = preview.sheets[0]?.rows.find(({ row }) => row === 4)
    expect(bad?.errors.map(({ cell }) => cell).sort()).toEqual([3, 4, 6])
    expect(preview.sheets[0]?.rows.filter(({ errors }) => errors.length === 0)).toHaveLength(2)
    expect(await shop.deps.db.select().from(products)).toHaveLength(0)
    const done = await run(draft)
    expect(done).toMatchObject({ status: 'done', total: 3, done: 3, actorName: admin.user.name, errorCount: 3, file: null })
    expect(done.report).toMatchObject({
      success: true,
      created: 2,
      skipped: 1,
      results: { products: 2, features: 0, images: 0, specifications: 0 },
    })
    expect((await stored('two')).stock).toBe(3)
    const { items, total } = await admin.imports.list()
    expect([total, items[0]]).toEqual([1, expect.objectContaining({ id: draft.id, status: 'done', created: 2, skipped: 1 })])
    expect(await codeOf(admin.imports.start({ params: { id: draft.id } }))).toBe('import_changed')
    expect((await admin.imports.current()).last?.id).toBe(draft.id)
  })

  test('the rows that were left out come as a file with their errors, and no cell of it is a formula', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const draft = await upload(`${HEADER}\nbad,"=HYPERLINK(""x"")",accessories,Nobody,1,1,1\nfine,Fine,accessories,Boxworks,1,1,1\n`)
    await check(draft)
    await run(draft)
    const csv = await bytesOf(`/api/admin/imports/${draft.id}/rejected?format=csv`)
    expect([csv.status, csv.name]).toEqual([200, 'attachment; filename="products-rejected.csv"'])
    const [head, row, ...rest] = csv.bytes.toString('utf8').replace('\ufeff', '').trim().split('\r\n')
    expect([head, rest]).toEqual([`${HEADER},error`, []])
    expect(row).toContain(`"'=HYPERLINK(""x"")"`)
    expect(row).toContain("business: There's no business called Nobody.")
    const xlsx = await bytesOf(`/api/admin/imports/${draft.id}/rejected?format=xlsx`)
    const read = await readSpreadsheet({ name: 'a.xlsx', bytes: xlsx.bytes })
    expect('sheets' in read && read.sheets[0]?.rows[1]?.at(-1)).toBe("business: There's no business called Nobody.")
    const template = await readSpreadsheet({ name: 'a.xlsx', bytes: (await bytesOf('/api/admin/imports/template')).bytes })
    expect('sheets' in template && template.sheets.map(({ name }) => name)).toEqual(['Products', 'Features', 'Images', 'Specifications'])
  })

  test('a column is what the person says; each once, and one of them finds the product', async () => {
    const { id } = await shop.make.business({ name: 'Boxworks' })
    const draft = await upload('Article,Cost\nBox cutter,"12,50"\n')
    expect(optionsOf(draft).columns).toEqual([null, null])
    expect(await codeOf(check(draft))).toBe('invalid_input')
    expect(await codeOf(check(draft, { columns: ['name', 'name'] }))).toBe('invalid_input')
    const chosen = {
      columns: ['name', 'priceUSD'] as ImportOptions['columns'],
      businessId: id,
      categoryId: await categoryId('accessories'),
    }
    expect((await check(draft, chosen)).report.errors.map(({ column }) => column)).toEqual(['priceEUR'])
    expect((await check(draft, { ...chosen, eurFactor: '0.915' })).report).toMatchObject({ created: 1, errors: [] })
    await run(draft)
    expect(await stored('box-cutter')).toMatchObject({
      businessId: id,
      priceUsdCents: 1250,
      priceEurCents: 1144,
      type: 'machine',
      status: 'Active',
    })
  })
})

const SHOPIFY = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Variant Price,Variant Inventory Qty,Image Src,Image Alt Text,Status
mat-roll,Mat roll,"<p>Soft &amp; strong<script>alert(1)</script></p><ul><li>Kraft</li><li>Recycled</li></ul>",Somebody,Rolls,"kraft, recycled",true,49.00,7,https://cdn.test/a.jpg,A roll,active
mat-roll,,,,,,,52.00,3,https://cdn.test/b.jpg,Its end,
blade,Blade,,Somebody,Parts,,false,9.50,0,,,draft
`
const WOO = `ID,Type,SKU,Name,Published,Is featured?,Short description,Description,Stock,Regular price,Categories,Tags,Images,Attribute 1 name,Attribute 1 value(s)
1,simple,WH 01/B,Winder,1,1,"<b>Winds</b> rolls","Line one\\nLine two",4,129.90,"Machines > Accessories, Other",steel,"https://cdn.test/w.jpg, https://cdn.test/x.jpg",Width,40 cm
`

describe('files of other shops', () => {
  test("Shopify's products: rows without options make one product, HTML becomes text, unknown vendors and types are answered", async () => {
    const business = await shop.make.business({ name: 'Boxworks' })
    const draft = await upload(SHOPIFY)
    expect(draft.file?.kind).toBe('shopify')
    expect((await check(draft)).report.created).toBe(0)
    const answerOf = (cause: 'unknownBusiness' | 'unknownCategory', value: string, to: string) => ({
      cause,
      column: cause === 'unknownBusiness' ? 'business' : 'category',
      value,
      action: 'set' as const,
      to,
    })
    const answers = [
      answerOf('unknownBusiness', 'Somebody', business.id),
      answerOf('unknownCategory', 'Rolls', 'accessories'),
      answerOf('unknownCategory', 'Parts', 'accessories'),
    ]
    const preview = await check(draft, { eurFactor: '1', answers })
    expect(preview.report.errors).toEqual([])
    expect(preview.report.notes.map(({ rows }) => rows)).toEqual([[3]])
    expect((await run(draft)).report).toMatchObject({ created: 2, results: { images: 2, specifications: 1 } })
    const roll = await stored('mat-roll')
    expect(roll).toMatchObject({
      name: 'Mat roll',
      priceUsdCents: 4900,
      priceEurCents: 4900,
      stock: 10,
      status: 'Active',
      businessId: business.id,
    })
    expect(roll.fullDescription).toBe('Soft & strong\n- Kraft\n- Recycled')
    expect(roll.images).toEqual([
      { url: 'https://cdn.test/a.jpg', alt: 'A roll' },
      { url: 'https://cdn.test/b.jpg', alt: 'Its end' },
    ])
    expect(roll.specifications).toEqual([{ name: 'Tags', value: 'kraft, recycled' }])
    expect((await stored('blade')).status).toBe('Inactive')
  })

  test("WooCommerce's products: pictures in one cell, attributes as pairs, categories as paths", async () => {
    const business = await shop.make.business({ name: 'Boxworks' })
    const draft = await upload(WOO)
    expect(draft.file?.kind).toBe('woocommerce')
    expect((await check(draft, { businessId: business.id, eurFactor: '0.5' })).report.errors).toEqual([])
    await run(draft)
    const winder = await stored('winder')
    expect(winder).toMatchObject({
      description: 'Winds rolls',
      fullDescription: 'Line one\nLine two',
      featured: true,
      stock: 4,
      priceEurCents: 6495,
    })
    expect(winder.images.map(({ url }) => url)).toEqual(['https://cdn.test/w.jpg', 'https://cdn.test/x.jpg'])
    expect(winder.specifications).toEqual(expect.arrayContaining([{ name: 'Width', value: '40 cm' }]))
    const again = await upload(WOO)
    await check(again, { businessId: business.id, eurFactor: '0.5' })
    expect((await run(again)).report).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  })
})

test('a product that a file names by its present and by a former slug is stored once, and its stock is explained', async () => {
  const business = await shop.make.business({ name: 'Boxworks' })
  const made = await shop.make.product({ businessId: business.id, name: 'Twice', stock: 10, category: 'accessories' })
  await admin.productEdits.update({ params: { id: made.id }, body: { slug: 'twice-anew' } })
  const report = await admin.imports.importExcel({ form: formOf(`slug,stock\n${made.slug},5\ntwice-anew,8\n`, 'products.csv') })
  expect(report).toMatchObject({ updated: 1, skipped: 1, errors: [{ row: 3, column: 'slug' }] })
  expect(report.errors[0]?.message).toBe(`This product is already in the file as ${made.slug}.`)
  expect((await stored('twice-anew')).stock).toBe(5)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

test('an import that ends early says in the audit log who changed how much until then', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const draft = await upload(OWN)
  await check(draft)
  const options = { ...(await rowOf(draft.id)), isDraft: false }
  const report = { created: 2, updated: 1, unchanged: 0, taken: [] }
  const begun = { options, report, status: 'running' as const, done: 3, actorId: admin.user.id }
  await shop.deps.db.update(catalogImports).set(begun).where(eq(catalogImports.id, draft.id))
  rmSync(join(folder, 'imports', draft.id))
  const work = { id: '', data: { importId: draft.id }, retries: 0, isLastTry: true, signal: new AbortController().signal }
  expect(await workImport(shop.deps, work)).toMatch(/^Import Failed: /)
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'catalog.import.failed'))
  expect(entry).toMatchObject({ actorId: admin.user.id, targetId: draft.id, after: { created: 2, updated: 1 } })
})

describe('undo', () => {
  test('a product whose former category was deleted since stays in its category, and all else of it is as before', async () => {
    const business = await shop.make.business({ name: 'Boxworks' })
    const former = await admin.categories.create({ body: { value: 'former', label: 'Former', kind: 'machine' } })
    const made = await shop.make.product({ businessId: business.id, name: 'Moved', stock: 5, category: 'former', type: 'machine' })
    const draft = await upload(`slug,category,name\n${made.slug},mat-maker,Renamed\n`)
    await check(draft, { columns: ['slug', 'category', 'name'] })
    expect((await run(draft)).report).toMatchObject({ updated: 1 })
    const { categoryId } = await stored(made.slug)
    await admin.categories.remove({ params: { idOrValue: former.id } })
    await admin.imports.undo({ params: { id: draft.id } })
    expect(await finished(draft.id)).toMatchObject({ status: 'undone', undo: { done: 1, left: [] } })
    expect(await stored(made.slug)).toMatchObject({ name: 'Moved', categoryId })
  })

  test('D201 the last import is taken back: new products are deleted, changed ones are as before, what was edited since stays', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const first = await upload(OWN)
    await check(first)
    await run(first)
    const second = await upload(
      `${HEADER}\none,One A,accessories,Boxworks,11.00,9.00,9\ntwo,Two A,accessories,Boxworks,21.00,18.00,3\nnew,New,accessories,Boxworks,1.00,1.00,4\n`,
    )
    await check(second)
    expect((await run(second)).undo.state).toBe('possible')
    const { version } = await stored('two')
    await shop.deps.db
      .update(products)
      .set({ name: 'Two by hand', version: version + 1 })
      .where(eq(products.slug, 'two'))
    await admin.imports.undo({ params: { id: second.id } })
    const undone = await finished(second.id)
    expect(undone).toMatchObject({
      status: 'undone',
      undo: { state: 'done', total: 3, done: 3, left: [{ slug: 'two', name: 'Two by hand', why: 'edited' }] },
    })
    expect(await stored('one')).toMatchObject({ name: 'One', priceUsdCents: 1000, stock: 5 })
    expect((await stored('two')).name).toBe('Two by hand')
    const gone = await stored('new')
    expect([gone.status, gone.deletedAt !== null, gone.stock]).toEqual(['Deleted', true, 4])
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
    expect(await codeOf(admin.imports.undo({ params: { id: second.id } }))).toBe('import_not_undoable')
    const actions = (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith('catalog.import'))).toEqual([
      'catalog.import',
      'catalog.import',
      'catalog.import.undo',
    ])
    const back = await upload(`${HEADER}\nnew,New,accessories,Boxworks,1.00,1.00,4\n`)
    await check(back)
    expect((await run(back)).report).toMatchObject({ updated: 1 })
    expect(await stored('new')).toMatchObject({ status: 'Active', deletedAt: null })
  })

  test('units that were sold meanwhile stay sold', async () => {
    const business = await shop.make.business({ name: 'Boxworks' })
    const made = await shop.make.product({ businessId: business.id, name: 'Sold', stock: 5, category: 'accessories' })
    const draft = await upload(`slug,stock\n${made.slug},20\n`)
    await check(draft, { columns: ['slug', 'stock'] })
    await run(draft)
    await shop.database.pool.query("insert into stock_movements (product_id, delta, reason, reference) values ($1, -18, 'edit', 'x')", [
      made.id,
    ])
    await shop.deps.db.update(products).set({ stock: 2 }).where(eq(products.id, made.id))
    await admin.imports.undo({ params: { id: draft.id } })
    await finished(draft.id)
    expect((await stored(made.slug)).stock).toBe(0)
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  })
})

describe('one at a time, and never half', () => {
  test('two imports at once: the second is 409 import_running, by the screen and by the call', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const [one, two] = [await upload(OWN), await upload(OWN)]
    await check(one)
    await check(two)
    await shop.deps.db
      .update(catalogImports)
      .set({ status: 'running', options: { isDraft: false, isJob: true, beatAt: Date.now() } })
      .where(eq(catalogImports.id, one.id))
    expect(await codeOf(admin.imports.start({ params: { id: two.id } }))).toBe('import_running')
    expect(await codeOf(admin.imports.importExcel({ form: formOf(OWN, 'a.csv'), query: {} }))).toBe('import_running')
    expect((await admin.imports.current()).running?.id).toBe(one.id)
    await shop.deps.db
      .update(catalogImports)
      .set({ options: { isDraft: false, isJob: false, beatAt: 0 } })
      .where(eq(catalogImports.id, one.id))
    await run(two)
    expect(await admin.imports.get({ params: { id: one.id } })).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('The server stopped'),
    })
  })

  test('an import that was cut off goes on where it was and counts nothing twice', async () => {
    await shop.make.business({ name: 'Boxworks' })
    const rows = Array.from({ length: 120 }, (_, at) => `p-${at},P ${at},accessories,Boxworks,10,9,1`)
    const draft = await upload(`${HEADER}\n${rows.join('\n')}\n`)
    await check(draft)
    await shop.deps.db
      .update(catalogImports)
      .set({ options: { ...(await rowOf(draft.id)), isDraft: false, beatAt: Date.now() }, actorId: admin.user.id })
      .where(eq(catalogImports.id, draft.id))
    const work = { id: '', data: { importId: draft.id }, retries: 0, isLastTry: false }
    await expect(workImport(shop.deps, { ...work, signal: stopsAfterLooks(2) })).rejects.toThrow('killed')
    const halfway = await admin.imports.get({ params: { id: draft.id } })
    expect([halfway.status, halfway.done > 0 && halfway.done < 120]).toEqual(['running', true])
    expect(await shop.deps.db.select().from(products)).toHaveLength(halfway.done)
    await workImport(shop.deps, { ...work, signal: new AbortController().signal })
    expect(await admin.imports.get({ params: { id: draft.id } })).toMatchObject({
      status: 'done',
      done: 120,
      report: { created: 120, unchanged: 0, results: { products: 120 } },
    })
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  })
})

/** A signal that work finds raised when it has looked at it this many times: between two batches, whatever the machine's speed. */
function stopsAfterLooks(times: number): AbortSignal {
  const stopping = new AbortController()
  let looks = 0
  const look = stopping.signal.throwIfAborted.bind(stopping.signal)
  stopping.signal.throwIfAborted = () => {
    looks += 1
    if (looks > times) stopping.abort(new Error('killed'))
    look()
  }
  return stopping.signal
}

const rowOf = async (id: string) => {
  const [row] = await shop.deps.db.select().from(catalogImports).where(eq(catalogImports.id, id))
  return row?.options as object
}

test('B229 D198 super admins import only while the settings say so; all others never', async () => {
  const boss = await shop.signIn('super_admin')
  expect(await codeOf(boss.imports.current())).toBe('forbidden')
  expect(await codeOf(boss.imports.upload({ form: formOf(OWN, 'a.csv') }))).toBe('forbidden')
  await shop.deps.db.insert(settings).values({ name: 'switches', value: { superAdminImport: true } })
  expect(await boss.imports.current()).toEqual({ running: null, last: null })
  const seller = await shop.signIn('business_admin')
  expect(await codeOf(seller.imports.current())).toBe('forbidden')
})
