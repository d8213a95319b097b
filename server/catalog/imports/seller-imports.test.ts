import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mediaFiles, notifications, products, settings } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { formOf, type ImportShop, importerOf, openDialogShop } from '#server/testing/import-shop.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

let shop: ImportShop
let seller: SignedInUser
let other: SignedInUser
let { upload, check, run, undo, importAll } = {} as ReturnType<typeof importerOf>
beforeAll(async () => {
  shop = await openDialogShop()
})
beforeEach(async () => {
  await shop.reset()
  const own = await shop.make.business({ name: 'Boxworks' })
  const theirs = await shop.make.business({ name: 'Rivals' })
  seller = await shop.signIn('business_admin', { businessId: own.id })
  other = await shop.signIn('business_admin', { businessId: theirs.id })
  ;({ upload, check, run, undo, importAll } = importerOf(seller.sellerImports))
})
afterAll(() => shop.close())

const HEADER = 'slug,name,category,business,priceUSD,priceEUR,stock,status'
const line = (slug: string, name: string, { business = '', status = '', stock = '5' } = {}) =>
  `${slug},${name},accessories,${business},10.00,9.00,${stock},${status}`
const fileOf = (...lines: string[]) => [HEADER, ...lines].join('\n')

test('F7.3.5 only sellers of an approved business import into it: 401 and 403 for all others', async () => {
  const call = (token?: string) =>
    shop.app.inject({ method: 'GET', url: '/api/business/imports/current', headers: token ? { authorization: `Bearer ${token}` } : {} })
  expect((await call()).statusCode).toBe(401)
  for (const role of ['customer', 'application_admin', 'super_admin'] as const) {
    expect([role, (await call((await shop.signIn(role)).token)).statusCode]).toEqual([role, 403])
  }
  const pending = await shop.make.business({ businessStatus: 'pending' })
  const waiting = await shop.signIn('business_admin', { businessId: pending.id })
  expect((await call(waiting.token)).statusCode).toBe(403)
  const none = await shop.signIn('business_admin', { businessId: null })
  expect((await call(none.token)).statusCode).toBe(403)
  expect((await call(seller.token)).statusCode).toBe(200)
})

test("F7.3.5 another business's imports and those of staff are 404 in every call, and stand in no list", async () => {
  const admin = await shop.signIn('application_admin')
  const theirs = await importerOf(other.sellerImports).importAll(fileOf(line('theirs', 'Theirs')))
  const staffs = await importerOf(admin.imports).importAll(fileOf(line('staffs', 'Staffs')))
  const mine = await importAll(fileOf(line('mine', 'Mine')))
  const { sellerImports } = seller
  for (const { id } of [theirs, staffs]) {
    const params = { id }
    const body = { columns: ['slug' as const], businessId: null, categoryId: null, eurFactor: null }
    const table = { sheet: 0, headerRow: 1, encoding: null, separator: null }
    for (const call of [
      () => sellerImports.get({ params }),
      () => sellerImports.check({ params, body }),
      () => sellerImports.setTable({ params, body: table }),
      () => sellerImports.start({ params }),
      () => sellerImports.undo({ params }),
    ]) {
      expect((await refusalOf(call())).status).toBe(404)
    }
    for (const path of ['problems', 'rejected']) {
      const url = `/api/business/imports/${id}/${path}`
      const answer = await shop.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${seller.token}` } })
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
  }
  expect((await sellerImports.list()).items.map(({ id }) => id)).toEqual([mine.id])
  expect((await sellerImports.current()).last?.id).toBe(mine.id)
  expect((await admin.imports.list()).items.map(({ id }) => id).sort()).toEqual([mine.id, staffs.id, theirs.id].sort())
})

test("F7.3.5 a seller's products go to their business, whatever the file and the call say; no other's product changes", async () => {
  const foreign = await shop.make.product({
    businessId: other.user.businessId ?? '',
    name: 'Rival belt',
    category: 'accessories',
    stock: 3,
  })
  const draft = await upload(fileOf(line('belt', 'Belt'), line(foreign.slug, 'Taken over', { stock: '0' })))
  const preview = await check(draft, { businessId: other.user.businessId })
  expect(preview.report).toMatchObject({ created: 1, skipped: 1 })
  expect(preview.problems.map(({ cause, column, message }) => [cause, column, message])).toEqual([
    ['otherBusiness', 'slug', 'Another product has this address. Please choose another slug.'],
  ])
  await run(draft)
  expect((await shop.stored('belt')).businessId).toBe(seller.user.businessId)
  expect(await shop.stored(foreign.slug)).toMatchObject({ name: 'Rival belt', stock: 3, version: 1 })
})

test('2.7 a row of another business, and a status that only staff give, are named; one answer takes the rows as own products', async () => {
  await shop.make.product({
    businessId: seller.user.businessId ?? '',
    name: 'Held',
    slug: 'held',
    category: 'accessories',
    status: 'Suspended',
  })
  const file = fileOf(
    line('own', 'Own', { business: 'BOXWORKS' }),
    line('by-id', 'By id', { business: seller.user.businessId ?? '' }),
    line('theirs', 'Theirs', { business: 'Rivals' }),
    line('their-id', 'Their id', { business: other.user.businessId ?? '' }),
    line('nobodys', 'Nobody’s', { business: 'Nobody & Sons' }),
    line('stopped', 'Stopped', { status: 'Suspended' }),
    line('gone', 'Gone', { status: 'Deleted' }),
    line('held', 'Held', { status: 'Suspended' }),
    line('hidden', 'Hidden', { status: 'Inactive' }),
  )
  const draft = await upload(file)
  const preview = await check(draft)
  expect(preview.report).toMatchObject({ created: 3, skipped: 5 })
  expect(preview.report.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [4, 'business', 'This row belongs to Rivals, not to your business.'],
    [5, 'business', 'This row belongs to Rivals, not to your business.'],
    [6, 'business', 'This row belongs to Nobody & Sons, not to your business.'],
    [7, 'status', 'Only staff can give a product the status Suspended. Use Active or Inactive.'],
    [8, 'status', 'Only staff can give a product the status Deleted. Use Active or Inactive.'],
  ])
  const answers = [{ cause: 'otherBusiness' as const, column: 'business', value: 'Nobody & Sons', action: 'clear' as const, to: '' }]
  expect((await check(draft, { answers })).report).toMatchObject({ created: 4, skipped: 4 })
  await run(draft)
  expect((await shop.stored('nobodys')).businessId).toBe(seller.user.businessId)
})

test('2.7 the check of an update shows each changed cell before and after, and nothing that stays', async () => {
  await importAll(`${HEADER},description,spec: Width\n${line('belt', 'Belt')},Short,40 cm\n${line('same', 'Same')},,\n`)
  const draft = await upload(
    'slug,name,category,priceUSD,priceEUR,stock,description,spec: Width,weightKg\n' +
      'belt,Belt wide,replacement-parts,12.50,9.00,7,,60 cm,1.5\nsame,Same,accessories,10,9,5,,,\nnew,New,mat,1,1,1,,,\n',
  )
  const { changes, report } = await check(draft)
  expect(report).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
  expect(changes).toMatchObject([{ row: 2, slug: 'belt', name: 'Belt wide' }])
  expect(changes[0]?.cells.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['name', 'Belt', 'Belt wide'],
    ['category', 'Accessories', 'Replacement Parts'],
    ['priceUSD', '10.00', '12.50'],
    ['stock', '5', '7'],
    ['weightKg', '', '1.5'],
    ['spec: Width', '40 cm', '60 cm'],
  ])
})

test('F7.3.5 a file of a seller lifts no suspension and shows nothing that staff look at first', async () => {
  await importAll(fileOf(line('belt', 'Belt'), line('hidden', 'Hidden', { status: 'Inactive' })))
  expect([(await shop.stored('belt')).status, (await shop.stored('hidden')).status]).toEqual(['Active', 'Inactive'])
  await shop.deps.db.update(products).set({ status: 'Suspended' }).where(eq(products.slug, 'belt'))
  await shop.deps.db.insert(settings).values({ name: 'switches', value: { reviewNewProducts: true } })
  const done = await importAll(fileOf(line('belt', 'Belt anew', { status: 'Active' }), line('new', 'New', { status: 'Active' })))
  expect(done.report).toMatchObject({ created: 1, updated: 1 })
  expect(await shop.stored('belt')).toMatchObject({ name: 'Belt anew', status: 'Suspended' })
  expect((await shop.stored('new')).status).toBe('Inactive')
})

test("F7.3.5 a seller's file shows no picture that another business uploaded", async () => {
  const picture = async (businessId: string | null, url: string) =>
    shop.deps.db.insert(mediaFiles).values({ url, businessId, purpose: 'product', width: 800, height: 600, bytes: 1 })
  await picture(other.user.businessId, '/media/theirs.webp')
  await picture(seller.user.businessId, '/media/mine.webp')
  const draft = await upload(
    `${HEADER},images\n${line('a', 'A')},/media/theirs.webp\n${line('b', 'B')},/media/mine.webp\n${line('c', 'C')},/media/none.webp\n`,
  )
  const preview = await check(draft)
  expect(preview.report.errors.map(({ row, cause }) => [row, cause])).toEqual([
    [2, 'badImage'],
    [4, 'badImage'],
  ])
})

test('F7.3.5 sellers import beside each other and beside staff; each is notified at their address and undoes their import', async () => {
  const count = TESTS_ALL ? 150 : 40
  const admin = await shop.signIn('application_admin')
  const files = [
    [importerOf(admin.imports), 'staff'],
    [importerOf(seller.sellerImports), 'mine'],
    [importerOf(other.sellerImports), 'theirs'],
  ] as const
  const rows = (mark: string) =>
    fileOf(
      ...Array.from({ length: count }, (_, at) => line(`${mark}-${at}`, `${mark} ${at}`, { business: mark === 'staff' ? 'Boxworks' : '' })),
    )
  const done = await Promise.all(files.map(([importer, mark]) => importer.importAll(rows(mark))))
  expect(done.map(({ status, report }) => [status, report?.created])).toEqual(Array.from({ length: 3 }, () => ['done', count]))
  const [notification] = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, seller.user.id))
  expect(notification?.path).toBe(`/business/import?import=${done[1]?.id}`)
  expect(notification?.readAt, 'the bell does not count an import of its own that is done').not.toBeNull()
  const undone = await undo({ id: done[1]?.id ?? '' })
  expect(undone).toMatchObject({ status: 'undone', undo: { done: count, left: [] } })
  expect((await shop.stored('mine-0')).status).toBe('Deleted')
  expect((await shop.stored('theirs-0')).status).toBe('Active')
  expect((await importAll(rows('mine'))).report).toMatchObject({ updated: count })
  expect((await shop.stored('mine-0')).status).toBe('Active')
})

test('F7.3.5 the call without a dialog stays with staff', async () => {
  const answer = await refusalOf(seller.imports.importExcel({ form: formOf(fileOf(line('a', 'A'))), query: {} }))
  expect(answer.code).toBe('forbidden')
})
