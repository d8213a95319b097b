import { desc, eq, sql } from 'drizzle-orm'
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
  const saved = await put({ attributes: { 'feed-width': '39.4 in', power: '0.75 hp', 'net-weight': '62 lb', supply: '230-v-50-60-hz' } })
  expect(saved.specificationRows).toEqual([
    { name: 'Feed width', value: '1001 mm' },
    { name: 'Power', value: '0.56 kW' },
    { name: 'Supply', value: '230 V, 50/60 Hz, single phase' },
    { name: 'Noise', value: 'about 68 dB(A) at 1 m (estimate)' },
    { name: 'Net weight', value: '28.1 kg' },
    { name: 'Fits', value: 'EcoMat 1000' },
  ])
  expect(saved.attributes.map(({ key, number, choice }) => [key, number ?? choice])).toEqual([
    ['feed-width', 1001],
    ['power', 0.56],
    ['supply', '230-v-50-60-hz'],
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
  [{ 'no-such': '1' }, 'no-such', "This specification doesn't exist."],
  [{ grammage: '450' }, 'grammage', "This specification doesn't exist."],
  [{ 'feed-width': -5 }, 'feed-width', 'Please enter 0 mm or more.'],
  [{ 'feed-width': '999999999999' }, 'feed-width', 'Please enter at most 100,000,000 mm.'],
])('F2 %j is refused and changes nothing', async (attributes, key, message) => {
  const { put, seller, id } = await start()
  await expect(put({ attributes })).rejects.toMatchObject({ status: 422, problem: { errors: [{ field: `attributes.${key}`, message }] } })
  expect((await seller.productEdits.form({ params: { id } })).specifications).toEqual(rows)
})

test('F2 a new product takes values, its copy has them, the audit log has its rows', async () => {
  const { seller, put, id } = await start()
  const body = { name: 'Wide', description: 'd', category: 'mat-maker', type: 'machine' as const, priceUSD: 10, priceEUR: 10 }
  const made = await seller.productEdits.create({ body: { ...body, attributes: { 'feed-width': '1.2 m' } } })
  expect(made.specificationRows).toEqual([{ name: 'Feed width', value: '1.2 m' }])
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

const newMat = {
  name: 'Soft mat',
  description: 'd',
  category: 'mat',
  type: 'material' as const,
  priceUSD: 10,
  priceEUR: 10,
}

test('F2 entered rows are stored in the units of their attributes, choices by their label, the typed ones first', async () => {
  const { seller } = await start()
  const entered = [
    { name: 'Color', value: 'brown' },
    { name: 'Width', value: '39.4 in' },
    { name: 'Format', value: 'mat' },
    { name: 'Thickness', value: 'about 4 mm' },
    { name: 'Length', value: '1,000 mm (with flaps)' },
  ]
  const made = await seller.productEdits.create({ body: { ...newMat, specifications: entered } })
  const stored = [
    { name: 'Format', value: 'Mat' },
    { name: 'Width', value: '1001 mm' },
    { name: 'Length', value: '1,000 mm (with flaps)' },
    { name: 'Thickness', value: 'about 4 mm' },
    { name: 'Color', value: 'brown' },
  ]
  expect(made.specificationRows).toEqual(stored)
  expect(made.attributes.map(({ key, display }) => [key, display])).toEqual([
    ['format', 'Mat'],
    ['width', '1001 mm'],
    ['length', '1,000 mm (with flaps)'],
    ['thickness', 'about 4 mm'],
  ])
  const again = await seller.productEdits.update({ params: { id: made.id }, body: { specifications: stored.toReversed() } })
  expect(again.specificationRows).toEqual(stored)
  expect(again.version).toBe(made.version)
})

test('F2 a row that is there keeps its text when others change', async () => {
  const { seller, put, id } = await start()
  await shop.deps.db.execute(
    sql`update products set specifications = ${JSON.stringify([...rows, { name: 'Power', value: '1 hp' }])}::jsonb where id = ${id}::uuid`,
  )
  const { specificationRows, attributes } = await seller.products.byId({ params: { id } })
  expect(attributes.find(({ key }) => key === 'power')).toMatchObject({ number: 0.75, display: '0.75 kW' })
  const saved = await put({ specifications: [...specificationRows, { name: 'Weight', value: '62 lb' }] })
  expect(saved.specificationRows).toEqual([
    rows[0],
    { name: 'Power', value: '1 hp' },
    rows[1],
    { name: 'Weight', value: '28.1 kg' },
    rows[2],
  ])
})

test.each([
  ['Width', '-5 mm', 'Please enter 0 mm or more.'],
  ['Width', '999999999999', 'Please enter at most 100,000,000 mm.'],
  ['Recycled content', '150%', 'Please enter 0 to 100%.'],
  ['Recycled content', '-3', 'Please enter 0 to 100%.'],
  ['Pieces per pack', '1.5', 'Please enter a whole number.'],
])('F2 a row %s of %s is refused at its place', async (name, value, message) => {
  const { seller } = await start()
  const body = {
    ...newMat,
    specifications: [
      { name: 'Color', value: 'brown' },
      { name, value },
    ],
  }
  const errors = [{ field: 'specifications.1.value', message }]
  await expect(seller.productEdits.create({ body })).rejects.toMatchObject({ status: 422, problem: { errors } })
  const typed = { [name.toLowerCase().replaceAll(' ', '-')]: value }
  const error = { field: `attributes.${Object.keys(typed)[0]}`, message }
  await expect(seller.productEdits.create({ body: { ...newMat, attributes: typed } })).rejects.toMatchObject({
    status: 422,
    problem: { errors: [error] },
  })
})

test('F2 another seller sets no values', async () => {
  const { id } = await start()
  const other = await shop.signIn('business_admin')
  await expect(other.productEdits.update({ params: { id }, body: { attributes: { 'feed-width': 1 } } })).rejects.toMatchObject({
    status: 404,
  })
})

test('F1 a product of a category with specifications is ready once it has a value of one', async () => {
  const { seller } = await start()
  const category = 'accessories'
  const made = await seller.productEdits.create({
    body: { ...newMat, category, type: 'machine', specifications: [{ name: 'Color', value: 'blue' }] },
  })
  const staff = await shop.signIn('super_admin')
  const state = async () => ({
    ready: (await seller.productEdits.form({ params: { id: made.id } })).readiness.find(({ key }) => key === 'specifications')?.ok,
    isListed: (await staff.staffProducts.list({ query: { missing: 'specifications', limit: '100' } })).items.some(
      ({ id }) => id === made.id,
    ),
  })
  expect(await state()).toEqual({ ready: false, isListed: true })
  await seller.productEdits.update({ params: { id: made.id }, body: { attributes: { power: '1 kW' } } })
  expect(await state()).toEqual({ ready: true, isListed: false })
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
  await put({ attributes: { throughput: 30, power: 1, supply: '230-v-50-60-hz', 'net-weight': 78 } })
  expect(await specificationsOf()).toMatchObject({ ok: true })
  expect(await lacking()).toBe(false)
})
