import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries, categories, products } from '#server/platform/db/schema.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasUntyped, typeProducts } from './attribute-list.ts'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})

const number = { label: 'Feed height', kind: 'number' as const, unit: 'mm' as const, decimals: 0 }
const rows = (name: string, value: string) => [{ name, value }]

const allAttributes = async () => (await staff.attributes.listForStaff({ query: { limit: '500' } })).items
const idOf = async (key: string) => (await allAttributes()).find((attribute) => attribute.key === key)?.id ?? ''
const categoryId = async (value: string) =>
  (await shop.deps.db.select({ id: categories.id }).from(categories).where(eq(categories.value, value)))[0]?.id ?? ''
/** Adds uses behind those that a category has. */
async function use(category: string, id: string, more: object = {}) {
  const own = await categoryId(category)
  const present = (await allAttributes())
    .flatMap((attribute) => attribute.uses.filter((one) => one.categoryId === own).map((one) => ({ ...one, id: attribute.id })))
    .sort((one, other) => one.position - other.position)
    .map(({ id: known, isRequired, isFacet, isCompared }) => ({ id: known, isRequired, isFacet, isCompared }))
  return staff.attributes.setUses({
    params: { id: own },
    body: { attributes: [...present, { id, isRequired: false, isFacet: true, isCompared: true, ...more }] },
  })
}
const valuesOf = async (id: string) =>
  (await shop.visitor.products.byId({ params: { id } })).attributes.map(({ key, number: amount, choice, text }) => [
    key,
    amount ?? choice ?? text,
  ])

describe('F2 specifications', () => {
  test('a new one is read from the rows that are there once its category uses it, filters and compares', async () => {
    const product = await shop.make.product({ category: 'mat-maker', specifications: rows('feed height', '5 in') })
    expect(await valuesOf(product.id)).toEqual([])
    const made = await staff.attributes.create({ body: number })
    expect(made).toMatchObject({ key: 'feed-height', names: ['feed height'], productCount: 0, uses: [], version: 1 })
    await use('mat-maker', made.id, { isRequired: true })
    expect(await valuesOf(product.id)).toEqual([['feed-height', 127]])
    // one value would leave nothing to choose
    await shop.make.product({ category: 'mat-maker', specifications: rows('feed height', '10 in') })
    const { attributes } = await shop.visitor.products.facets({ query: { category: 'mat-maker' } })
    expect(attributes.find(({ key }) => key === 'feed-height')).toMatchObject({ label: 'Feed height', unit: 'mm', min: 127, max: 254 })
    const shown = (await shop.visitor.attributes.list()).find(({ key }) => key === 'feed-height')
    expect(shown?.uses).toMatchObject([{ category: 'mat-maker', isRequired: true, isFacet: true, isCompared: true }])
    expect(shown).not.toHaveProperty('productCount')
  })

  test('another label, unit or number of decimals changes the values, and rows under the former label keep theirs', async () => {
    const product = await shop.make.product({ category: 'mat-maker', specifications: rows('Feed width', '16.93 in') })
    const id = await idOf('feed-width')
    const before = (await allAttributes()).find((attribute) => attribute.id === id)
    expect(await valuesOf(product.id)).toEqual([['feed-width', 430]])
    const saved = await staff.attributes.update({
      params: { id },
      body: { label: 'Working width', kind: 'number', unit: 'cm', decimals: 1, version: before?.version ?? 0 },
    })
    expect(saved).toMatchObject({ key: 'feed-width', label: 'Working width', names: ['working width', 'feed width'], productCount: 1 })
    const answer = await shop.visitor.products.byId({ params: { id: product.id } })
    expect(answer.attributes).toMatchObject([{ key: 'feed-width', label: 'Working width', unit: 'cm', number: 43, display: '43 cm' }])
    await expect(staff.attributes.update({ params: { id }, body: { ...number, version: before?.version ?? 0 } })).rejects.toMatchObject({
      status: 409,
      code: 'edit_conflict',
    })
  })

  test('a choice that gets another label keeps its value, and products that say the former one keep it', async () => {
    const body = { label: 'Color', kind: 'choice' as const, choices: [{ label: 'Blue' }, { label: 'Signal yellow' }] }
    const made = await staff.attributes.create({ body })
    expect(made.choices).toEqual([
      { value: 'blue', label: 'Blue' },
      { value: 'signal-yellow', label: 'Signal yellow' },
    ])
    await use('mat-maker', made.id)
    const product = await shop.make.product({ category: 'mat-maker', specifications: rows('Color', 'signal yellow') })
    const choices = [
      { value: 'signal-yellow', label: 'Yellow' },
      { value: 'blue', label: 'Blue' },
    ]
    await staff.attributes.update({ params: { id: made.id }, body: { ...body, choices } })
    expect(await valuesOf(product.id)).toEqual([['color', 'signal-yellow']])
  })

  test('one that products use is neither deleted nor gets another kind; without them it goes', async () => {
    const product = await shop.make.product({ category: 'mat-maker', specifications: rows('Feed width', '430 mm') })
    const id = await idOf('feed-width')
    const refusal = { status: 409, code: 'attribute_in_use', detail: '1 product uses this specification. Remove it from them first.' }
    await expect(staff.attributes.remove({ params: { id } })).rejects.toMatchObject(refusal)
    await expect(staff.attributes.update({ params: { id }, body: { label: 'Feed width', kind: 'text' } })).rejects.toMatchObject(refusal)
    const second = await shop.make.product({ category: 'mat-maker', specifications: rows('Feed width', '640 mm') })
    await expect(staff.attributes.remove({ params: { id } })).rejects.toMatchObject({
      detail: '2 products use this specification. Remove it from them first.',
    })
    for (const each of [product, second]) await shop.deps.db.update(products).set({ specifications: [] }).where(eq(products.id, each.id))
    await staff.attributes.remove({ params: { id } })
    expect(await idOf('feed-width')).toBe('')
    await expect(staff.attributes.remove({ params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('what is missing or wrong is said at its field, and nothing is stored', async () => {
    const create = (body: object) => staff.attributes.create({ body: body as typeof number })
    const many = Array.from({ length: 61 }, (_, at) => ({ label: `Choice ${at}` }))
    await expect(create({ label: '', kind: 'text' })).rejects.toMatchObject({
      errors: [{ field: 'label', message: 'Please fill in this field' }],
    })
    await expect(create({ label: 'Color', kind: 'choice', choices: [] })).rejects.toMatchObject({
      errors: [{ field: 'choices', message: 'Enter at least one choice.' }],
    })
    await expect(create({ label: 'Color', kind: 'choice', choices: [{ label: 'Blue' }, { label: 'blue' }] })).rejects.toMatchObject({
      errors: [{ field: 'choices.1.label', message: 'blue is listed twice' }],
    })
    await expect(create({ label: 'Color', kind: 'choice', choices: many })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'choices', message: 'A specification has at most 60 choices.' }],
    })
    await expect(create({ label: 'Power', kind: 'number', unit: 'furlong' })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'unit', message: expect.stringMatching(/^Please choose a unit: mm, cm, m, in, ft, g, .*%\.$/) }],
    })
    await expect(create({ label: 'Power', kind: 'number', decimals: 5 })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'decimals', message: 'Please choose 0 to 4 decimals.' }],
    })
    await expect(create({ label: 'Power', kind: 'color' })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'kind', message: 'Please choose number, text or choice.' }],
    })
    await expect(create({ label: 'Feed Width', kind: 'text' })).rejects.toMatchObject({ status: 409, code: 'attribute_taken' })
    const id = await categoryId('mat-maker')
    const one = { id: await idOf('power'), isRequired: false, isFacet: true, isCompared: true }
    const wrong = { ...one, id: crypto.randomUUID() }
    const set = (list: object[]) => staff.attributes.setUses({ params: { id }, body: { attributes: list as (typeof one)[] } })
    await expect(set([one, wrong])).rejects.toMatchObject({
      errors: [{ field: 'attributes.1', message: "This specification doesn't exist." }],
    })
    await expect(set([one, one])).rejects.toMatchObject({
      errors: [{ field: 'attributes.1', message: 'This specification is listed twice.' }],
    })
    expect((await allAttributes()).find(({ key }) => key === 'noise')?.uses.length).toBeGreaterThan(0)
  })

  test('a text is no filter: neither set as one, nor shown where it has become one', async () => {
    const product = await shop.make.product({ category: 'mat-maker', specifications: rows('Color', 'Blue') })
    const text = await staff.attributes.create({ body: { label: 'Color', kind: 'text' } })
    await expect(use('mat-maker', text.id)).rejects.toMatchObject({
      status: 422,
      errors: [
        { field: expect.stringMatching(/^attributes\.\d+\.isFacet$/), message: "A specification with free text can't be a filter." },
      ],
    })
    await use('mat-maker', text.id, { isFacet: false })
    expect(await valuesOf(product.id)).toEqual([['color', 'Blue']])
    const unused = await staff.attributes.create({ body: { label: 'Finish', kind: 'choice', choices: [{ label: 'Matt' }] } })
    await use('mat-maker', unused.id)
    await staff.attributes.update({ params: { id: unused.id }, body: { label: 'Finish', kind: 'text' } })
    await shop.make.product({ category: 'mat-maker', specifications: rows('Finish', 'Glossy') })
    const { attributes } = await shop.visitor.products.facets({ query: { category: 'mat-maker' } })
    expect(attributes.map(({ key }) => key)).not.toContain('finish')
  })

  test('a category in another order has its values, filters and rows in this order; what it leaves out loses its values', async () => {
    const product = await shop.make.product({
      category: 'mat-maker',
      specifications: [...rows('Feed width', '430 mm'), ...rows('Power', '2 kW'), ...rows('Noise', '70 dB(A)')],
    })
    const uses = await Promise.all(
      ['power', 'feed-width'].map(async (key) => ({ id: await idOf(key), isRequired: false, isFacet: true, isCompared: false })),
    )
    await staff.attributes.setUses({ params: { id: await categoryId('mat-maker') }, body: { attributes: uses } })
    expect(await valuesOf(product.id)).toEqual([
      ['power', 2],
      ['feed-width', 430],
    ])
    const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'category.specifications'))
    expect(entry?.after).toMatchObject({ specifications: ['power', 'feed-width'], required: [], compared: [] })
  })

  test('a unit that measures something else, or a choice less, is refused while products have the values', async () => {
    const product = await shop.make.product({
      category: 'mat-maker',
      specifications: [...rows('Noise', '70 dB(A)'), ...rows('Discharge', 'Ramp'), ...rows('Supply', '230 V, 50/60 Hz, single phase')],
    })
    const save = async (key: string, change: object) => {
      const now = (await allAttributes()).find((attribute) => attribute.key === key)
      if (!now) throw new Error(`no attribute ${key}`)
      const { label, kind, unit, decimals, choices } = now
      return staff.attributes.update({ params: { id: now.id }, body: { label, kind, unit, decimals, choices, ...change } })
    }
    const before = await valuesOf(product.id)
    await expect(save('noise', { unit: 'kg' })).rejects.toMatchObject({
      status: 409,
      code: 'attribute_in_use',
      detail: '1 product uses this specification. Remove it from them first.',
      errors: [{ field: 'unit', message: "1 product uses this specification, so its kind of unit can't change." }],
    })
    await expect(save('noise', { unit: null })).rejects.toMatchObject({ status: 409 })
    await expect(save('discharge', { choices: [{ value: 'conveyor', label: 'Conveyor' }] })).rejects.toMatchObject({
      status: 409,
      code: 'choice_in_use',
      detail: '1 product uses Ramp. Choose another value for them first.',
      errors: [{ field: 'choices', message: '1 product uses Ramp.' }],
    })
    expect(await valuesOf(product.id)).toEqual(before)
    await save('discharge', { label: 'Outlet', choices: [{ value: 'ramp', label: 'Slide' }, { label: 'Bin' }] })
    await save('supply', { choices: [{ label: '230 V, 50/60 Hz, single phase' }, { label: '400 V, 50 Hz, three phase' }] })
    expect(await valuesOf(product.id)).toEqual(before)
  })

  test('what somebody else changed in a category is said before it is overwritten, and the log has what each use is for', async () => {
    const id = await categoryId('mat-maker')
    const versionOf = async () =>
      (await staff.categories.listForStaff({ query: { limit: '100' } })).items.find((category) => category.id === id)?.version ?? 0
    const power = { id: await idOf('power'), isRequired: false, isFacet: true, isCompared: true }
    const noise = { ...power, id: await idOf('noise') }
    const opened = await versionOf()
    await staff.attributes.setUses({ params: { id }, body: { attributes: [power, noise], version: opened } })
    const saved = await versionOf()
    await expect(staff.attributes.setUses({ params: { id }, body: { attributes: [noise], version: opened } })).rejects.toMatchObject({
      status: 409,
      code: 'edit_conflict',
      problem: { current: { version: saved, attributes: [power, noise] } },
    })
    const changed = { ...power, isRequired: true, isFacet: false }
    await staff.attributes.setUses({ params: { id }, body: { attributes: [changed, noise], version: saved } })
    const [, entry, ...more] = await shop.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'category.specifications'))
      .orderBy(auditEntries.at)
    expect(more).toEqual([])
    expect(entry?.before).toEqual({ required: [], filters: ['power', 'noise'] })
    expect(entry?.after).toEqual({ required: ['power'], filters: ['noise'] })
    await staff.attributes.setUses({ params: { id }, body: { attributes: [changed, noise] } })
    expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'category.specifications'))).toBe(2)
  })

  test('more products than are read at once are read by the job', async () => {
    const product = await shop.make.product({ category: 'mat-maker', specifications: rows('Feed height', '5 mm') })
    const { id: _id, createdAt: _at, ...row } = product
    const many = Array.from({ length: 1200 }, (_, at) => ({ ...row, slug: `p-${at}`, sku: null }))
    for (let at = 0; at < many.length; at += 300) await shop.deps.db.insert(products).values(many.slice(at, at + 300))
    const made = await staff.attributes.create({ body: number })
    await use('mat-maker', made.id)
    const count = async () => (await allAttributes()).find(({ id }) => id === made.id)?.productCount
    expect(await count()).toBe(1000)
    expect(await hasUntyped(shop.deps)).toBe(true)
    await typeProducts(shop.deps, new AbortController().signal)
    expect(await count()).toBe(1201)
    expect(await hasUntyped(shop.deps)).toBe(false)
  })

  test('staff search, filter and sort the list, and export what they see', async () => {
    await shop.make.product({ category: 'mat-maker', specifications: [...rows('Noise', '70 dB(A)'), ...rows('Discharge', 'Ramp')] })
    await shop.make.product({ category: 'mat-maker', specifications: rows('Noise', '72 dB(A)') })
    const keys = async (query: NonNullable<NonNullable<Parameters<typeof staff.attributes.listForStaff>[0]>['query']>) =>
      (await staff.attributes.listForStaff({ query })).items.map(({ key }) => key)
    expect(await keys({ search: 'CONVEYOR' })).toEqual(['discharge'])
    expect(await keys({ search: 'feed mm' })).toEqual(['feed-width'])
    expect(await keys({ kind: 'choice', category: 'mat-maker' })).toEqual(['discharge', 'installation', 'supply'])
    expect((await keys({ sort: '-products' })).slice(0, 2)).toEqual(['noise', 'discharge'])
    const second = await staff.attributes.listForStaff({ query: { limit: '2', page: '2' } })
    expect([second.items.map(({ label }) => label), second.total]).toEqual([['Feed speed', 'Feed width'], 17])
    const file = await shop.app.inject({
      url: '/api/admin/attributes/export?category=mat-maker&search=noise',
      headers: { authorization: `Bearer ${staff.token}` },
    })
    expect(file.body.trim().split(/\r?\n/).slice(1)).toEqual([
      expect.stringMatching(/^"?Noise"?,"?noise"?,"?number"?,.*Chip Makers.*,"?2"?$/),
    ])
  })

  test('only staff of the platform change them', async () => {
    for (const role of ['business_admin', 'customer'] as const) {
      const other = await shop.signIn(role)
      await expect(other.attributes.create({ body: number })).rejects.toMatchObject({ status: 403 })
      await expect(other.attributes.listForStaff()).rejects.toMatchObject({ status: 403 })
    }
    await expect(shop.visitor.attributes.create({ body: number })).rejects.toMatchObject({ status: 401 })
    expect((await shop.visitor.attributes.list()).length).toBeGreaterThan(10)
  })
})

test('F2 products are saved while staff change a specification, and neither waits for the other in a circle', async () => {
  const seller = await shop.signIn('business_admin')
  const businessId = seller.user.businessId ?? ''
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      shop.make.product({ name: `Press ${at}`, category: 'mat-maker', businessId, specifications: rows('Feed width', `${at + 1} mm`) }),
    ),
  )
  const id = await idOf('feed-width')
  const edits = Array.from({ length: 10 }, (_, at) =>
    staff.attributes.update({ params: { id }, body: { label: 'Feed width', kind: 'number', unit: 'mm', decimals: at % 2 } }),
  )
  const saves = made.flatMap((product) =>
    [1, 2].map((round) =>
      seller.productEdits.update({ params: { id: product.id }, body: { specifications: rows('Feed width', `${round}00 mm`) } }),
    ),
  )
  const results = await Promise.allSettled([...edits, ...saves])
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  for (const product of made) expect((await valuesOf(product.id))[0]?.[0]).toBe('feed-width')
})
