import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, orders, outbox, staffNotes, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { ann, move, openOrderShop, order, params, shop, staff } from '#server/testing/placed-orders.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

openOrderShop()

const ADDRESS = { firstName: 'Ann', lastName: 'Buyer', address: '2 Corrected Road', city: 'Chicago', state: 'IL', zipCode: '60608' }

test('F7.3.14 notes about orders and customers are for staff only, deleted by their author or a super admin, exported and erased with the person', async () => {
  const placed = await order()
  const colleague = await shop.signIn('application_admin', { name: 'Cleo Colleague' })
  const boss = await shop.signIn('super_admin')
  const about = params(placed)
  const customer = { params: { id: ann.user.id } }
  const note = await staff.staffNotes.addToOrder({ ...about, body: { text: 'Call before noon' } })
  const second = await colleague.staffNotes.addToOrder({ ...about, body: { text: 'Asked twice' } })
  await staff.customers.addNote({ ...customer, body: { text: 'Prefers email' } })
  await expect(staff.staffNotes.addToOrder({ ...about, body: { text: ' ' } })).rejects.toMatchObject({ status: 422 })
  expect(await staff.staffNotes.listOfOrder(about)).toMatchObject([
    { text: 'Asked twice', by: 'Cleo Colleague', canDelete: false },
    { text: 'Call before noon', canDelete: true },
  ])
  await expect(staff.staffNotes.remove({ params: { id: second.id } })).rejects.toMatchObject({ status: 403 })
  await boss.staffNotes.remove({ params: { id: second.id } })
  for (const role of ['customer', 'business_admin'] as const) {
    const other = role === 'customer' ? ann : await shop.signIn(role)
    for (const call of [
      () => other.staffNotes.listOfOrder(about),
      () => other.staffNotes.addToOrder({ ...about, body: { text: 'x' } }),
      () => other.staffNotes.remove({ params: { id: note.id } }),
      () => other.customers.byId(customer),
      () => other.customers.listNotes(customer),
      () => other.customers.addNote({ ...customer, body: { text: 'x' } }),
      () => other.orders.setTags({ ...about, body: { tags: ['x'] } }),
      () => other.orders.correctAddress({ ...about, body: ADDRESS }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.customers.byId(customer)).rejects.toMatchObject({ status: 401 })
  expect(JSON.stringify(await ann.orders.byId(about))).not.toMatch(/Call before noon|tags/)
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'note.add')).orderBy(auditEntries.id)
  expect(entries.map(({ targetType, after }) => [targetType, after])).toEqual([
    ['order', { textLength: 16 }],
    ['order', { textLength: 11 }],
    ['user', { textLength: 13 }],
  ])

  await shop.deps.db
    .update(users)
    .set({ passwordHash: await hashPassword('a box of old boxes') })
    .where(eq(users.id, ann.user.id))
  const exported = await ann.account.exportAll({ body: { currentPassword: 'a box of old boxes' } })
  expect(exported.staffNotes).toMatchObject([
    { order: placed.number, text: 'Call before noon' },
    { order: null, text: 'Prefers email' },
  ])
  await ann.account.remove({ body: { currentPassword: 'a box of old boxes' } })
  expect(await shop.deps.db.select().from(staffNotes)).toEqual([])
})

test('F7.3.14 tags are found by the search of staff, and unseen by the buyer', async () => {
  const placed = await order()
  await order()
  const tagged = await staff.orders.setTags({ ...params(placed), body: { tags: [' Fragile ', 'fragile', '', 'Trade fair'] } })
  expect(tagged.tags).toEqual(['Fragile', 'Trade fair'])
  expect((await staff.orders.listAll({ query: { search: 'trade FAIR' } })).items.map(({ id, tags }) => [id, tags])).toEqual([
    [placed.id, ['Fragile', 'Trade fair']],
  ])
  expect(await ann.orders.byId(params(placed))).not.toHaveProperty('tags')
  const many = { ...params(placed), body: { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) } }
  expect(await refusalOf(staff.orders.setTags(many))).toMatchObject({ status: 422 })
})

test('F7.3.14 an address is corrected before anything is shipped: checked for its country, emailed to the buyer, final once a part has left', async () => {
  const placed = await order()
  const about = params(placed)
  expect(await refusalOf(staff.orders.correctAddress({ ...about, body: { ...ADDRESS, zipCode: '1' } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'zipCode', message: 'A US ZIP code has 5 digits, such as 60607' }],
  })
  for (const [change, message] of [
    [{ state: 'Bavaria' }, { field: 'state', message: 'Please choose a state of the United States.' }],
    [{ zipCode: '10001' }, { field: 'zipCode', message: 'The ZIP code 10001 is in New York. Check it, or choose that state.' }],
    [
      { state: 'GU', zipCode: '96910' },
      {
        field: 'zipCode',
        message: 'Shipping and tax were calculated for the United States. Cancel the order and place a new one to ship to Guam.',
      },
    ],
  ] as const)
    expect(await refusalOf(staff.orders.correctAddress({ ...about, body: { ...ADDRESS, ...change } }))).toMatchObject({ errors: [message] })
  const changed = await staff.orders.correctAddress({ ...about, body: { ...ADDRESS, state: 'illinois', version: placed.version } })
  expect(changed.customer.state).toBe('IL')
  expect(changed.customer).toMatchObject({ address: '2 Corrected Road', zipCode: '60608', country: 'US', email: placed.customer.email })
  expect(changed.totalAmount).toBe(placed.totalAmount)
  expect(await refusalOf(staff.orders.correctAddress({ ...about, body: { ...ADDRESS, version: placed.version } }))).toMatchObject({
    code: 'edit_conflict',
  })
  const mails = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; to: string; facts: { address: string } },
  )
  const mail = mails.find(({ template }) => template === 'order-address')
  expect(mail).toMatchObject({ to: ann.user.email, facts: { address: expect.stringContaining('2 Corrected Road\nChicago, IL 60608') } })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.address'))
  expect(entry?.after).toEqual({ fields: expect.arrayContaining(['address', 'zipCode']) })
  expect(JSON.stringify(entry)).not.toContain('Corrected Road')
  await move(placed, 'processing')
  await move(placed, 'shipped')
  expect(await refusalOf(staff.orders.correctAddress({ ...about, body: ADDRESS }))).toMatchObject({ code: 'address_final' })
  expect(await staff.orders.adminById(about)).toMatchObject({ canCorrectAddress: false })
})

test('F7.3.14 the lists "To ship" and "To refund" hold what waits', async () => {
  const [toShip, shipped, cancelled] = [await order(), await order(), await order()]
  await move(shipped, 'processing')
  await move(shipped, 'shipped')
  await move(cancelled, 'cancelled')
  const waiting = async (waitsFor: 'shipping' | 'refund') => (await staff.orders.listAll({ query: { waitsFor } })).items.map(({ id }) => id)
  expect(await waiting('shipping')).toEqual([toShip.id])
  expect(await waiting('refund')).toEqual([])
  await shop.deps.db.update(orders).set({ paidCents: 500 }).where(eq(orders.id, cancelled.id))
  expect(await waiting('refund')).toEqual([cancelled.id])
  await shop.deps.db.update(orders).set({ paidCents: 0 }).where(eq(orders.id, cancelled.id))
})

test('F7.3.14 packing slips of several orders are one PDF, for sellers of their own parts only', async () => {
  const [one, two] = [await order(), await order()]
  const slips = (token: string, path: string, ids: string) =>
    shop.app.inject({ url: `${path}?ids=${ids}`, headers: { authorization: `Bearer ${token}` } })
  const all = await slips(staff.token, '/api/admin/packing-slips.pdf', `${one.id},${two.id}`)
  expect([all.statusCode, all.headers['content-type'], all.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    'attachment; filename="packing-slips.pdf"',
  ])
  expect(all.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(2)
  const stranger = await shop.signIn('business_admin', { businessId: (await shop.make.business()).id })
  expect((await slips(stranger.token, '/api/business/packing-slips.pdf', one.id)).statusCode).toBe(404)
  expect((await slips(stranger.token, '/api/admin/packing-slips.pdf', one.id)).statusCode).toBe(403)
  expect((await slips(staff.token, '/api/admin/packing-slips.pdf', 'x')).statusCode).toBe(422)
})

test('F7.3.14 the page of a customer has orders, returns, messages and consent of that person alone', async () => {
  const placed = await order()
  const bob = await shop.signIn('customer', { name: 'Bob' })
  await order(bob)
  await ann.messages.contact({ body: { name: 'Ann', email: 'other@test.test', message: 'Which machine?' } })
  const page = await staff.customers.byId({ params: { id: ann.user.id } })
  expect(page).toMatchObject({
    user: { id: ann.user.id, email: ann.user.email },
    figures: { orderCount: 1, returnCount: 0, orderedUSD: placed.totalUSD, lastOrderAt: placed.createdAt },
    orders: [{ id: placed.id }],
    returns: [],
    messages: [{ message: 'Which machine?' }],
    consents: [],
  })
  expect(page.orders).toHaveLength(1)
  expect((await staff.orders.adminById(params(placed))).buyerId).toBe(ann.user.id)
  expect(await ann.orders.byId(params(placed))).not.toHaveProperty('buyerId')
})

test.each([
  ['Pacific/Auckland', '2026-11-30T11:30:00Z', '2026-12-01', '2026-12-01T10:59:59Z'],
  ['America/Los_Angeles', '2026-12-02T02:00:00Z', '2026-12-01', '2026-12-02T07:59:59Z'],
  ['Europe/Berlin', '2027-03-27T23:30:00Z', '2027-03-28', '2027-03-28T21:59:59Z'], // a day of 23 hours
])('an amount is overdue once its day has ended in the zone of the shop: %s', async (timeZone, placedAt, dueOn, lastSecond) => {
  await setTimeZone(shop, timeZone)
  const goTo = (at: string) => shop.advance(Date.parse(at) - shop.deps.now().getTime())
  await shop.withStillClock(async () => {
    goTo(placedAt)
    const [boss, buyer] = [await shop.signIn('super_admin'), await shop.signIn('customer')]
    await boss.customers.setTerms({ params: { id: buyer.user.id }, body: { days: 0, limit: null, reason: 'Agreed' } })
    const [atOnce, planned] = [await order(buyer), await order(buyer)]
    const paymentPlan = [{ id: randomUUID(), trigger: 'order' as const, percent: 100, days: 0 }]
    await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, planned.id))
    const overdue = async () => (await boss.orders.listAll({ query: { waitsFor: 'payment' } })).items.map(({ id }) => id).sort()
    for (const placed of [atOnce, planned]) expect((await boss.orders.adminById(params(placed))).howToPay?.dueOn).toBe(dueOn)
    goTo(lastSecond)
    expect(await overdue()).toEqual([])
    shop.advance(1000)
    expect(await overdue()).toEqual([atOnce.id, planned.id].sort())
    expect((await boss.staff.dashboardStats()).waiting.overdue).toBe(2)
  })
})
