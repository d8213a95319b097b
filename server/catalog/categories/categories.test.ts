import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries, categories, deletedCategories, promotions } from '#server/platform/db/schema.ts'
import { purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import { RETENTION } from '#server/retention.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('D40 the categories come in the order of the buttons, each with its public products', async () => {
  const hidden = await shop.make.business({ businessStatus: 'pending' })
  await shop.make.product({ category: 'chip-maker' })
  await shop.make.product({ category: 'chip-maker', status: 'Inactive' })
  await shop.make.product({ category: 'mat', businessId: hidden.id })
  const { items: list, total } = await shop.visitor.categories.listPublic()
  expect(total).toBe(list.length)
  expect(list.map(({ label, kind, count }) => [label, kind, count])).toEqual([
    ['Mat Makers', 'machine', 0],
    ['Chip Makers', 'machine', 1],
    ['Accessories', 'machine', 0],
    ['Replacement Parts', 'machine', 0],
    ['Mats', 'material', 0],
    ['Chips', 'material', 0],
  ])
})

test('seeding again changes nothing that staff have changed', async () => {
  const before = await shop.deps.db.select().from(promotions)
  await shop.deps.db.update(categories).set({ label: 'Renamed' })
  await seedReference(shop.deps)
  expect(new Set((await shop.visitor.categories.listPublic()).items.map(({ label }) => label))).toEqual(new Set(['Renamed']))
  expect(await shop.deps.db.select().from(promotions)).toEqual(before)
})

const valueOf = async (value: string) => (await shop.visitor.categories.listPublic()).items.find((category) => category.value === value)

test('B269 staff list every category with the number of its products', async () => {
  await shop.reset()
  const staff = await shop.signIn('application_admin')
  await shop.make.product({ category: 'chip-maker', status: 'Inactive' })
  const { items, total } = await staff.categories.listForStaff()
  expect(total).toBe(6)
  expect(items.map(({ value, productCount }) => [value, productCount])).toEqual([
    ['mat-maker', 0],
    ['chip-maker', 1],
    ['accessories', 0],
    ['replacement-parts', 0],
    ['mat', 0],
    ['chip', 0],
  ])
})

test('B270 B224-B226 staff add a category; value and label are needed, trimmed, and the value is an address that nothing else has', async () => {
  await shop.reset()
  const staff = await shop.signIn('application_admin')
  const made = await staff.categories.create({ body: { value: ' box-maker ', label: ' Box Makers ' } })
  expect(made).toMatchObject({ value: 'box-maker', label: 'Box Makers', description: '', kind: 'machine', productCount: 0, version: 1 })
  const { items } = await staff.categories.listForStaff()
  expect(items.at(-1)).toEqual(made)
  const wrong = [
    [{ label: 'Only a label' }, 'Category value and label are required'],
    [{ value: ' ', label: ' ' }, 'Category value and label are required'],
    [{ value: 'Box Maker', label: 'Box' }, 'lowercase letters'],
    [{ value: crypto.randomUUID(), label: 'Box' }, "can't look like an id"],
  ] as const
  for (const [body, text] of wrong) {
    await expect(staff.categories.create({ body })).rejects.toMatchObject({ status: 422, message: expect.stringContaining(text) })
    await expect(staff.categories.update({ params: { idOrValue: made.id }, body })).rejects.toMatchObject({ status: 422 })
  }
  await expect(staff.categories.create({ body: { value: 'mat', label: 'Again' } })).rejects.toMatchObject({
    status: 409,
    message: 'A category with this value already exists',
    errors: [{ field: 'value' }],
  })
})

test('B271 a category is changed by its value or its id, and what another editor changed meanwhile is answered', async () => {
  await shop.reset()
  const staff = await shop.signIn('application_admin')
  const made = await staff.categories.create({ body: { value: 'box-maker', label: 'Box Makers' } })
  await expect(staff.categories.update({ params: { idOrValue: made.id }, body: { value: 'mat', label: 'B' } })).rejects.toMatchObject({
    status: 409,
  })
  const byValue = { value: 'box-maker', label: 'Boxes', description: 'Makes boxes.' }
  expect(await staff.categories.update({ params: { idOrValue: 'box-maker' }, body: byValue })).toMatchObject({
    id: made.id,
    label: 'Boxes',
    description: 'Makes boxes.',
    version: 2,
  })
  await expect(
    staff.categories.update({ params: { idOrValue: made.id }, body: { value: 'box-maker', label: 'Late', version: 1 } }),
  ).rejects.toMatchObject({ status: 409, problem: { current: { label: 'Boxes' } } })
  const byId = { value: 'box-maker', label: 'Box Works', version: 2 }
  expect(await staff.categories.update({ params: { idOrValue: made.id }, body: byId })).toMatchObject({ label: 'Box Works', version: 3 })
})

test('B272 a category is deleted by its value or its id, once', async () => {
  await shop.reset()
  const staff = await shop.signIn('application_admin')
  for (const key of ['id', 'value'] as const) {
    const made = await staff.categories.create({ body: { value: 'box-maker', label: 'Box Makers' } })
    expect(await staff.categories.remove({ params: { idOrValue: made[key] } })).toEqual({ ok: true })
    expect(await valueOf('box-maker')).toBeUndefined()
    await expect(staff.categories.remove({ params: { idOrValue: made[key] } })).rejects.toMatchObject({ status: 404 })
  }
})

test('what staff do with a category is in the audit log, with what it was', async () => {
  await shop.reset()
  const staff = await shop.signIn('application_admin')
  const { id } = await staff.categories.create({ body: { value: 'box-maker', label: 'Box Makers' } })
  const params = { idOrValue: id }
  await staff.categories.update({ params, body: { value: 'box-maker', label: 'Boxes', description: 'Makes boxes.' } })
  await staff.categories.remove({ params })
  const log = await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)
  expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['category.create', null, { value: 'box-maker', label: 'Box Makers', description: '', kind: 'machine' }],
    ['category.edit', { label: 'Box Makers', description: '' }, { label: 'Boxes', description: 'Makes boxes.' }],
    ['category.delete', expect.objectContaining({ value: 'box-maker' }), null],
  ])
})

test('only staff may, and nobody learns of a category before the role is checked', async () => {
  const none = { params: { idOrValue: 'nothing' } }
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(other.categories.listForStaff()).rejects.toMatchObject({ status: 403 })
    await expect(other.categories.create({ body: {} })).rejects.toMatchObject({ status: 403 })
    await expect(other.categories.update({ ...none, body: {} })).rejects.toMatchObject({ status: 403 })
    await expect(other.categories.remove(none)).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.categories.listForStaff()).rejects.toMatchObject({ status: 401 })
  const boss = await shop.signIn('super_admin')
  await expect(boss.categories.update({ ...none, body: {} })).rejects.toMatchObject({ status: 404 })
})

test('B171 a renamed category keeps its products and what the shop promises for them; its old value goes on finding them and nobody else may have it', async () => {
  await shop.reset()
  const boss = await shop.signIn('super_admin')
  const product = await shop.make.product({ category: 'mat-maker', name: 'Folder' })
  const before = await shop.visitor.products.byId({ params: { id: product.id } })
  await boss.categories.update({ params: { idOrValue: 'mat-maker' }, body: { value: 'mat-machines', label: 'Mat Machines' } })
  for (const category of ['mat-maker', 'mat-machines']) {
    expect((await shop.visitor.products.list({ query: { category } })).items.map(({ name, category: now }) => [name, now])).toEqual([
      ['Folder', 'mat-machines'],
    ])
    expect((await shop.visitor.products.facets({ query: { category } })).total).toBe(1)
  }
  expect(await valueOf('mat-machines')).toMatchObject({ formerValues: ['mat-maker'], count: 1 })
  const after = await shop.visitor.products.byId({ params: { id: product.id } })
  const promises = ({ priceLadder, warrantyMonths, returnDays }: typeof after) => ({ priceLadder, warrantyMonths, returnDays })
  expect(promises(after)).toEqual(promises(before))
  expect(after).toMatchObject({ category: 'mat-machines', baseCategory: 'mat-maker' })
  expect(after.priceLadder).toHaveLength(3)
  const buyer = await shop.signIn('customer')
  expect((await buyer.cart.addItem({ body: { productId: product.id, quantity: 3 } })).items[0]?.price).toBe(95)
  await expect(boss.categories.create({ body: { value: 'mat-maker', label: 'New' } })).rejects.toMatchObject({
    status: 409,
    errors: [{ field: 'value' }],
  })
  await boss.categories.update({ params: { idOrValue: 'mat-machines' }, body: { value: 'mat-maker', label: 'Mat Makers' } })
  expect(await valueOf('mat-maker')).toMatchObject({ formerValues: ['mat-machines'] })
})

test('a category in use is not deleted: the answer counts its products, and they move to another of their kind with it', async () => {
  await shop.reset()
  const staff = await shop.signIn('application_admin')
  const live = await shop.make.product({ category: 'mat-maker' })
  const gone = await shop.make.product({ category: 'mat-maker', status: 'Deleted' })
  const target = { params: { idOrValue: 'mat-maker' } }
  expect((await staff.categories.listForStaff()).items.find(({ value }) => value === 'mat-maker')).toMatchObject({ productCount: 1 })
  await expect(staff.categories.remove(target)).rejects.toMatchObject({
    status: 409,
    message: 'There are 2 products (1 of them deleted) in this category. Move them to another category first.',
    problem: { count: 2, deletedCount: 1 },
  })
  for (const moveTo of ['mat', 'mat-maker', 'nowhere']) {
    await expect(staff.categories.remove({ ...target, query: { moveTo } })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'moveTo' }],
    })
  }
  await expect(staff.categories.update({ ...target, body: { value: 'mat-maker', label: 'X', kind: 'material' } })).rejects.toMatchObject({
    status: 409,
  })
  await staff.categories.remove({ ...target, query: { moveTo: 'chip-maker' } })
  const { items } = await shop.visitor.products.list({ query: { category: 'chip-maker' } })
  expect(items.map(({ id }) => id)).toEqual([live.id])
  const boss = await shop.signIn('super_admin')
  expect(await boss.products.byId({ params: { id: gone.id } })).toMatchObject({ category: 'chip-maker', version: gone.version + 1 })
})

test('F7.3.2 a deleted category is restored with its former values and the products that are where they were moved to, by who deleted it or a super admin', async () => {
  await shop.reset()
  const [staff, other, boss] = [
    await shop.signIn('application_admin', { name: 'Sam Staff' }),
    await shop.signIn('application_admin'),
    await shop.signIn('super_admin'),
  ]
  const made = await staff.categories.create({ body: { value: 'box-maker', label: 'Box Makers', description: 'Of boxes.' } })
  await staff.categories.update({ params: { idOrValue: made.id }, body: { value: 'boxer', label: 'Boxers' } })
  const [stays, moves] = [await shop.make.product({ category: 'boxer' }), await shop.make.product({ category: 'boxer' })]
  await staff.categories.remove({ params: { idOrValue: 'boxer' }, query: { moveTo: 'mat-maker' } })
  await staff.productEdits.update({ params: { id: moves.id }, body: { category: 'chip-maker' } })
  const restore = (who = staff, id = made.id) => who.categories.restore({ params: { id } })
  expect(await staff.categories.listDeleted()).toMatchObject([
    { id: made.id, value: 'boxer', label: 'Boxers', kind: 'machine', movedCount: 2, deletedBy: 'Sam Staff', canRestore: true },
  ])
  expect((await other.categories.listDeleted()).map(({ canRestore }) => canRestore)).toEqual([false])
  expect((await boss.categories.listDeleted()).map(({ canRestore }) => canRestore)).toEqual([true])
  await expect(restore(other)).rejects.toMatchObject({ status: 403, code: 'restore_reserved' })

  // names taken meanwhile
  const anew = await staff.categories.create({ body: { value: 'boxer', label: 'Boxing' } })
  await expect(restore()).rejects.toMatchObject({
    status: 409,
    code: 'category_taken',
    message: 'The category Boxing now uses the value boxer. Change or delete that category, then restore this one.',
  })
  await staff.categories.update({ params: { idOrValue: anew.id }, body: { value: 'boxing', label: 'Boxing' } })
  await expect(restore()).rejects.toMatchObject({
    code: 'category_value_reserved',
    message:
      "Boxing used the value boxer in the meantime, and its old links still do. While Boxing is there, this category can't be restored.",
  })
  await staff.categories.remove({ params: { idOrValue: anew.id } })

  expect(await restore()).toMatchObject({
    id: made.id,
    value: 'boxer',
    description: 'Of boxes.',
    formerValues: ['box-maker'],
    productCount: 1,
  })
  const inIt = await shop.visitor.products.list({ query: { category: 'box-maker' } })
  expect(inIt.items.map(({ id }) => id)).toEqual([stays.id])
  expect((await staff.productEdits.form({ params: { id: moves.id } })).category).toBe('chip-maker')
  expect((await staff.categories.listDeleted()).map(({ label }) => label)).toEqual(['Boxing'])
  expect(await restore(other)).toMatchObject({ id: made.id }) // it is there: nothing to restore
  const entries = (await shop.deps.db.select().from(auditEntries)).filter(({ action }) => action === 'category.restore')
  expect(entries.map(({ targetId, after }) => [targetId, after])).toEqual([
    [made.id, { value: 'boxer', label: 'Boxers', description: 'Of boxes.', kind: 'machine', products: 1 }],
  ])
  for (const role of ['customer', 'business_admin'] as const) {
    const stranger = await shop.signIn(role)
    await expect(restore(stranger, anew.id)).rejects.toMatchObject({ status: 403 })
    await expect(stranger.categories.listDeleted()).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.categories.restore({ params: { id: anew.id } })).rejects.toMatchObject({ status: 401 })
  await expect(restore(boss, crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
  shop.advance(91 * 86_400_000)
  await purgeDeleted(shop.deps, { signal: new AbortController().signal }, RETENTION)
  expect(await shop.deps.db.select().from(deletedCategories)).toEqual([])
})
