import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const rows = [
  { name: 'Feed width', value: '425 mm' },
  { name: 'Noise', value: 'about 68 dB(A) at 1 m (estimate)' },
  { name: 'Fits', value: 'EcoMat 1000' },
]

async function start() {
  const seller = await shop.signIn('business_admin')
  const { id } = await shop.make.product({ businessId: seller.user.businessId ?? '', category: 'mat-maker', specifications: rows })
  return {
    seller,
    id,
    put: (body: NonNullable<Parameters<typeof seller.productEdits.update>[0]['body']>) =>
      seller.productEdits.update({ params: { id }, body }),
  }
}

test('F2 a number in another unit is stored in that of its attribute, as a row in the order of the category', async () => {
  const { put } = await start()
  const saved = await put({ attributes: { 'feed-width': '39.4 in', power: '0.75 hp', 'net-weight': '62 lb', supply: '230-v' } })
  expect(saved.specificationRows).toEqual([
    { name: 'Feed width', value: '1001 mm' },
    { name: 'Power', value: '0.56 kW' },
    { name: 'Supply', value: '230 V, single phase' },
    { name: 'Noise', value: 'about 68 dB(A) at 1 m (estimate)' },
    { name: 'Net weight', value: '28.1 kg' },
    { name: 'Fits', value: 'EcoMat 1000' },
  ])
  expect(saved.attributes.map(({ key, number, choice }) => [key, number ?? choice])).toEqual([
    ['feed-width', 1001],
    ['power', 0.56],
    ['supply', '230-v'],
    ['noise', 68],
    ['net-weight', 28.1],
  ])
})

test('F2 a value that is the same leaves the text of its row, an empty one removes it', async () => {
  const { put } = await start()
  const same = await put({ attributes: { noise: 68, 'feed-width': '42,5 cm' } })
  expect(same.specificationRows).toEqual(rows)
  const less = await put({ attributes: { noise: null, 'feed-width': '' } })
  expect(less.specificationRows).toEqual([{ name: 'Fits', value: 'EcoMat 1000' }])
  expect(less.attributes).toEqual([])
})

test('F2 an answer that is sent back changes nothing, and its values give way to rows that were changed', async () => {
  const { seller, put, id } = await start()
  const { attributes } = await seller.products.byId({ params: { id } })
  expect((await put({ attributes })).specificationRows).toEqual(rows)
  const changed = [{ name: 'Feed width', value: '500 mm' }, ...rows.slice(1)]
  expect((await put({ attributes, specifications: changed })).specificationRows).toEqual(changed)
})

test.each([
  [{ 'feed-width': '62 lb' }, 'feed-width', 'Please enter a number in mm.'],
  [{ 'feed-width': 'wide' }, 'feed-width', 'Please enter a number in mm.'],
  [{ supply: '110-v' }, 'supply', 'Please choose from the list.'],
  [{ 'no-such': '1' }, 'no-such', 'This specification does not exist.'],
  [{ grammage: '450' }, 'grammage', 'This specification does not exist.'],
])('F2 %j is refused and changes nothing', async (attributes, key, message) => {
  const { put, seller, id } = await start()
  await expect(put({ attributes })).rejects.toMatchObject({ status: 422, problem: { errors: [{ field: `attributes.${key}`, message }] } })
  expect((await seller.productEdits.form({ params: { id } })).specifications).toEqual(rows)
})

test('F2 a new product takes values, its copy has them, the audit log has its rows', async () => {
  const { seller, put, id } = await start()
  const body = { name: 'Wide', description: 'd', category: 'mat-maker', type: 'machine' as const, priceUSD: 10, priceEUR: 10 }
  const made = await seller.productEdits.create({ body: { ...body, attributes: { 'feed-width': '1.2 m' } } })
  expect(made.specificationRows).toEqual([{ name: 'Feed width', value: '1200 mm' }])
  const copy = await seller.productEdits.duplicate({ params: { id: made.id } })
  expect(copy.attributes).toEqual(made.attributes)
  await put({ attributes: { 'feed-width': 500 } })
  const [entry] = await shop.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, id))
    .orderBy(desc(auditEntries.at))
    .limit(1)
  expect(entry).toMatchObject({
    action: 'product.edit',
    after: { specifications: [{ name: 'Feed width', value: '500 mm' }, ...rows.slice(1)] },
  })
})

test('F2 another seller sets no values', async () => {
  const { id } = await start()
  const other = await shop.signIn('business_admin')
  await expect(other.productEdits.update({ params: { id }, body: { attributes: { 'feed-width': 1 } } })).rejects.toMatchObject({
    status: 404,
  })
})

test('F2 the form and the grid say which required specifications are missing', async () => {
  const { seller, id, put } = await start()
  const specificationsOf = async () =>
    (await seller.productEdits.form({ params: { id } })).readiness.find(({ key }) => key === 'specifications')
  expect(await specificationsOf()).toMatchObject({ ok: false, text: 'Add these specifications: Throughput, Power, Supply, Net weight.' })
  const staff = await shop.signIn('super_admin')
  const lacking = async () =>
    (await staff.staffProducts.list({ query: { missing: 'specifications', limit: '100' } })).items.some((product) => product.id === id)
  expect(await lacking()).toBe(true)
  await put({ attributes: { throughput: 30, power: 1, supply: '230-v', 'net-weight': 78 } })
  expect(await specificationsOf()).toMatchObject({ ok: true })
  expect(await lacking()).toBe(false)
})
