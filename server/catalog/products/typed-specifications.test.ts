import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products as catalogProducts } from '#content/catalog.ts'
import { SEEDED_ATTRIBUTES } from '#domain/seeded-attributes.ts'
import { readRowNumber, readRowRange } from '#domain/specification.ts'
import { numberIn, UNITS } from '#domain/units.ts'
import { attributes, productAttributes, products } from '#server/platform/db/schema.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await seedDemo(shop.deps)
})
afterAll(() => shop.close())

async function typedOf(slug: string): Promise<Record<string, string | number | null>> {
  const rows = await shop.deps.db
    .select({ key: attributes.key, number: productAttributes.number, text: productAttributes.text, choice: productAttributes.choice })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .innerJoin(products, eq(products.id, productAttributes.productId))
    .where(eq(products.slug, slug))
  return Object.fromEntries(rows.map(({ key, number, text, choice }) => [key, number ?? text ?? choice]))
}

test('F2 the rows of the seeded products are typed, and stay what they were', async () => {
  expect(await typedOf('ecomat-1000')).toEqual({
    'feed-width': 430,
    'board-thickness': 8,
    'feed-speed': 6,
    throughput: 30,
    power: 0.75,
    supply: '230-v-50-60-hz',
    noise: 68,
    'net-weight': 78,
    installation: 'benchtop',
    discharge: 'ramp',
  })
  expect(await typedOf('slit-mat-900x620-double')).toEqual({
    format: 'mat',
    width: 620,
    length: 900,
    thickness: 8,
    grammage: 900,
    'pieces-per-pack': 20,
    'recycled-content': 100,
  })
  const staff = await shop.signIn('super_admin')
  for (const { slug, specifications } of catalogProducts) {
    const { specificationRows, specifications: record } = await staff.products.bySlug({ params: { slug } })
    expect(specificationRows, slug).toEqual(specifications.map(([name, value]) => ({ name, value })))
    expect(JSON.stringify(record), slug).toBe(JSON.stringify(Object.fromEntries(specifications)))
  }
})

test('F2 every choice of the seeded catalog is typed', async () => {
  const wanted = SEEDED_ATTRIBUTES.filter(({ kind }) => kind === 'choice').map(({ label }) => label)
  for (const { slug, type, category, specifications } of catalogProducts) {
    if (category === 'replacement-parts') continue
    const typed = await typedOf(slug)
    for (const [name, value] of specifications) {
      const key = name.toLowerCase()
      const isOther = category === 'accessories' && name !== 'Supply'
      if (wanted.includes(name) && !isOther) expect(typed[key], `${type} ${slug} ${value}`).toBeTypeOf('string')
    }
  }
})

test('F2 the database reads a quantity as the form does', async () => {
  const numbers = [
    '430',
    '0.75',
    '0,75',
    '1,000',
    '1 000',
    '1.234,5',
    '1.234.567',
    '1.000',
    '.5',
    "1'000",
    '−5',
    '39.4',
    '62',
    '1e3',
    '1.',
    '12 34',
    '',
    'x',
  ]
  const cases = UNITS.flatMap((target) =>
    numbers.flatMap((number) =>
      [...UNITS, '', 'inches', '"', 'lbs', 'dba', 'g/m2', 'furlong'].map((unit) => ({ text: `${number} ${unit}`, target, decimals: 2 })),
    ),
  )
  const { rows } = await shop.deps.db.execute<{ read: number | null }>(sql`
    select read_quantity(c.text, c.target, c.decimals)::float as read
    from jsonb_to_recordset(${JSON.stringify(cases.map((one, place) => ({ ...one, place })))}::jsonb) as c(text text, target text, decimals int, place int) order by place`)
  const differing = cases.filter(({ text, target, decimals }, at) => rows[at]?.read !== numberIn(text, target, decimals))
  expect(differing).toEqual([])
})

test.each([
  ['about 68 dB(A) at 1 m (maker’s figure)', 'dB(A)', 68],
  ['up to 8 mm (double wall, BC flute)', 'mm', 8],
  ['2–5 m/min', 'm/min', null],
  ['148 mm (rotor), 300 mm (bed)', 'mm', null],
  ['20 kg per meter', 'kg', null],
  ['0.75 hp', 'kW', 0.56],
  ['Max. 2,000 mm (flat)', 'mm', 2000],
  ['about 12', 'kg', 12],
] as const)('F2 the row %s in %s is %d', async (text, unit, read) => {
  expect(readRowNumber(text, unit, 2)).toBe(read)
  const { rows } = await shop.deps.db.execute<{ read: number | null }>(sql`select read_quantity(${text}, ${unit}, 2)::float as read`)
  expect(rows[0]?.read).toBe(read)
})

test('35.1.8 the database reads both ends of a range as the form does', async () => {
  const texts = [
    '2–5',
    '2-5',
    '2 - 5',
    '2 — 5',
    '2…5',
    '2...5',
    '2..5',
    '2 to 5',
    '2 bis 5',
    '2 à 5',
    'from 2 to 5',
    'von 2 bis 5',
    '2.5–5,5',
    '1,000–2,500',

    '1 000 – 2 000',
    '5–2',
    '5–5',
    '2–',
    '–5',
    '-20–60',
    '−20 … −5',
    '-20 to 60',
    '2–5–8',
    '2 and 5',
    '2/5',
    '2 m – 5 m',
    '200 mm to 3 m',
    '2024-01-02',
    'about 2–5',
    'up to 2–5',
    'ca. 2 to 5',
    '1e3–2e3',
    'wide',
    '3-phase',
    '12-34-56',
    '2 furlongs – 5',
  ]
  const units = ['', ' mm', ' m/min', ' g/m²', ' kg', ' mm at 50 Hz', ' mm (double wall)', ' m/min at 1 m (estimate)', ' mm.', ' furlong']
  const cases = (['mm', 'm/min', 'g/m²', '°C', '%', null] as const).flatMap((unit) =>
    texts.flatMap((text) => units.map((end, place) => ({ text: text + end, unit, decimals: place % 3 }))),
  )
  const { rows } = await shop.deps.db.execute<{ ends: number[] | null }>(sql`
    select read_range(c.text, c.unit, c.decimals)::float[] as ends
    from jsonb_to_recordset(${JSON.stringify(cases.map((one, place) => ({ ...one, place })))}::jsonb) as c(text text, unit text, decimals int, place int) order by place`)
  const read = cases.map(({ text, unit, decimals }) => readRowRange(text, unit, decimals))
  const differing = cases.filter(
    (_, at) => JSON.stringify(rows[at]?.ends ?? null) !== JSON.stringify(read[at] && [read[at].min, read[at].max]),
  )
  expect(differing).toEqual([])
  expect(read.filter((ends) => ends !== null).length).toBeGreaterThan(200)
})

test('F2 a row that an older server writes is typed, also after its product moved to another category', async () => {
  const { id } = await shop.make.product({
    slug: 'old-writer',
    category: 'mat-maker',
    specifications: [{ name: 'Feed width', value: '17 in' }],
  })
  expect(await typedOf('old-writer')).toEqual({ 'feed-width': 432 })
  const write = (rows: { name: string; value: string }[]) =>
    shop.deps.db.execute(sql`update products set specifications = ${JSON.stringify(rows)}::jsonb where id = ${id}::uuid`)
  await write([
    { name: ' FEED WIDTH ', value: '1,200 mm' },
    { name: 'Weight', value: '62 lb' },
    { name: 'Power', value: 'strong' },
  ])
  expect(await typedOf('old-writer')).toEqual({ 'feed-width': 1200, 'net-weight': 28.1 })
  await shop.deps.db.execute(
    sql`update products set category_id = (select id from categories where value = 'replacement-parts') where id = ${id}::uuid`,
  )
  expect(await typedOf('old-writer')).toEqual({ 'net-weight': 28.1 })
  await write([])
  expect(await typedOf('old-writer')).toEqual({})
})

test('F2 products that come in one statement are typed each by its own category; the earlier name of a specification goes first', async () => {
  const { id: _id, ...row } = await shop.make.product({ slug: 'one', category: 'mat-maker', specifications: [] })
  const part = await shop.make.product({ slug: 'part', category: 'replacement-parts', specifications: [] })
  const rows = [
    { name: 'Weight', value: '62 lb' },
    { name: 'Feed width', value: 'wide' },
    { name: 'Feed width', value: '17 in' },
    { name: 'net weight ', value: '30 kg' },
    { name: 'Supply', value: '230 V, 50/60 Hz, single phase' },
  ]
  await shop.deps.db.insert(products).values([
    { ...row, slug: 'two', specifications: rows },
    { ...row, slug: 'three', categoryId: part.categoryId, specifications: rows },
    { ...row, slug: 'four', specifications: [] },
  ])
  expect(await typedOf('two')).toEqual({ 'feed-width': 432, 'net-weight': 30, supply: '230-v-50-60-hz' })
  expect(await typedOf('three')).toEqual({ 'net-weight': 30 })
  expect(await typedOf('four')).toEqual({})
})

test('F2 a deleted category comes back with its typed specifications', async () => {
  const staff = await shop.signIn('super_admin')
  const { id } = await shop.make.product({ slug: 'moved-away', category: 'chip', specifications: [{ name: 'Format', value: 'Roll' }] })
  const list = await staff.categories.listForStaff({ query: { limit: '100' } })
  const chip = list.items.find(({ value }) => value === 'chip')
  await staff.categories.remove({ params: { idOrValue: 'chip' }, query: { moveTo: 'mat' } })
  expect(await typedOf('moved-away')).toEqual({ format: 'roll' })
  await staff.categories.restore({ params: { id: chip?.id ?? '' } })
  expect(await typedOf('moved-away')).toEqual({ format: 'roll' })
  expect(await shop.deps.db.$count(productAttributes, eq(productAttributes.productId, id))).toBe(1)
})
