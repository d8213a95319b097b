import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { auditEntries, orders, outbox, sessions, users, userTokens } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let boss: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { name: 'Sofia Super' })
  staff = await shop.signIn('application_admin', { name: 'Stella Staff' })
})
afterAll(() => shop.close())

const FORM = { name: 'Nora New', email: 'Nora@People.test', password: 'abc123', role: 'customer', status: 'Active' } as const
const create = (more: Record<string, unknown> = {}, by = staff) => by.users.create({ body: { ...FORM, ...more } })
const update = (id: string, body: Record<string, unknown>, by = staff) => by.users.update({ params: { id }, body })
const rowOf = async (id: string) => (await shop.deps.db.select().from(users).where(eq(users.id, id)))[0]
const mails = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; to: string; facts: Record<string, string> },
  )
const entries = async (action: string) => shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, action))

test('B37 B38 B39 B240 users are listed without secrets, found by name, email or id, narrowed by role; deleted ones only when asked for', async () => {
  const carl = await shop.signIn('customer', { name: 'Carl Ångström-Customer', email: 'carl@people.test' })
  await shop.make.user('customer', { name: 'Gone', status: 'Deleted' })
  type Query = NonNullable<NonNullable<Parameters<typeof staff.users.list>[0]>['query']>
  const find = async (query: Query) => (await staff.users.list({ query })).items.map(({ name }) => name)
  for (const search of ['CARL@', 'ångström', 'angstrom-cust', carl.user.id])
    expect(await find({ search })).toEqual(['Carl Ångström-Customer'])
  expect(await find({ search: '%' })).toEqual([])
  expect(await find({ role: 'application_admin' })).toEqual(['Stella Staff'])
  expect(await find({ status: 'Deleted' })).toEqual(['Gone'])
  expect(await find({ sort: 'name' })).toEqual(['Carl Ångström-Customer', 'Sofia Super', 'Stella Staff'])
  expect(JSON.stringify(await staff.users.list())).not.toMatch(/argon2|passwordHash/)
})

test('B235 the calls answer 401 to a visitor and 403 to customers and businesses', async () => {
  await expect(shop.visitor.users.list()).rejects.toMatchObject({ status: 401 })
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(other.users.list()).rejects.toMatchObject({ status: 403 })
    await expect(create({}, other)).rejects.toMatchObject({ status: 403 })
    await expect(update(staff.user.id, { name: 'X' }, other)).rejects.toMatchObject({ status: 403 })
    await expect(other.users.remove({ params: { id: staff.user.id } })).rejects.toMatchObject({ status: 403 })
  }
})

test('B164 B241 a user made by staff signs in with the first password and must choose another before anything else', async () => {
  const made = await create()
  expect(made).toMatchObject({
    name: 'Nora New',
    email: 'nora@people.test',
    role: 'customer',
    status: 'Active',
    businessId: null,
    mustChangePassword: true,
  })
  const session = await shop.visitor.auth.login({ body: { email: FORM.email, password: FORM.password } }).then(sessionOf)
  expect(session.mustChangePassword).toBe(true)
  const nora = shop.withToken(session.token)
  await expect(nora.cart.list()).rejects.toMatchObject({ status: 403, problem: { code: 'password_change_required' } })
  await nora.account.changePassword({ body: { currentPassword: FORM.password, newPassword: 'slit-cardboard-42' } })
  expect((await nora.cart.list()).items).toEqual([])
  expect(await mails()).toContainEqual(expect.objectContaining({ template: 'account-created', to: 'nora@people.test' }))
  const [entry] = await entries('user.create')
  expect(entry).toMatchObject({
    actorId: staff.user.id,
    targetId: made.id,
    after: { name: 'Nora New', email: 'n***@people.test', role: 'customer' },
  })
})

test('B194 B195 missing and too short values are refused in the words of the specification', async () => {
  await expect(staff.users.create({ body: {} })).rejects.toMatchObject({
    status: 422,
    message: 'Please fill in all fields',
    errors: [{ field: 'name' }, { field: 'email' }, { field: 'password' }],
  })
  await expect(create({ password: '12345' })).rejects.toMatchObject({
    status: 422,
    message: 'Password must be at least 6 characters long',
    errors: [{ field: 'password' }],
  })
  await expect(create({ email: 'nora' })).rejects.toMatchObject({ status: 422, errors: [{ field: 'email' }] })
  await expect(create({ role: 'owner' })).rejects.toMatchObject({ status: 422, errors: [{ field: 'role' }] })
  const { id } = await create()
  for (const email of ['two..dots@people.test', 'nora@-bad.com', `${'n'.repeat(65)}@people.test`]) {
    const refusal = { status: 422, errors: [{ field: 'email', message: 'Please enter an email address like name@example.com' }] }
    await expect(create({ email }), email).rejects.toMatchObject(refusal)
    await expect(update(id, { email }), email).rejects.toMatchObject(refusal)
  }
  await expect(update(id, { name: ' ' })).rejects.toMatchObject({ status: 422, message: 'Please fill in all fields' })
})

test('an email is one person’s, whatever its case, also when two take it at once', async () => {
  const answers = await Promise.allSettled([create(), create({ email: 'NORA@people.test' }, boss), create()])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(create()).rejects.toMatchObject({
    status: 409,
    message: 'A user with this email already exists',
    errors: [{ field: 'email' }],
  })
  await expect(update(staff.user.id, { email: 'nora@PEOPLE.test' })).rejects.toMatchObject({ status: 409 })
})

test('nobody becomes a super admin over HTTP, and nobody below one touches one', async () => {
  for (const by of [staff, boss]) {
    await expect(create({ role: 'super_admin' }, by)).rejects.toMatchObject({ status: 403 })
    await expect(update((await shop.make.user('customer')).id, { role: 'super_admin' }, by)).rejects.toMatchObject({ status: 403 })
  }
  const params = { params: { id: boss.user.id } }
  await expect(update(boss.user.id, { name: 'X' })).rejects.toMatchObject({ status: 403 })
  await expect(staff.users.remove(params)).rejects.toMatchObject({ status: 403 })
  await expect(staff.users.sendResetLink(params)).rejects.toMatchObject({ status: 403 })
  await expect(staff.users.endSessions(params)).rejects.toMatchObject({ status: 403 })
  expect(await rowOf(boss.user.id)).toMatchObject({ name: 'Sofia Super', status: 'Active' })
})

test('nobody changes their own role or status or deletes themselves here; their own name may change', async () => {
  await expect(update(staff.user.id, { role: 'customer' })).rejects.toMatchObject({ status: 403 })
  await expect(update(boss.user.id, { status: 'Inactive' }, boss)).rejects.toMatchObject({ status: 403 })
  await expect(staff.users.remove({ params: { id: staff.user.id } })).rejects.toMatchObject({ status: 403 })
  await expect(boss.users.remove({ params: { id: boss.user.id } })).rejects.toMatchObject({ status: 403 })
  expect(await update(staff.user.id, { name: 'Stella S.', role: 'application_admin', status: 'Active' })).toMatchObject({
    name: 'Stella S.',
  })
})

test.each([
  ['take each other the role', (id: string, by: SignedInUser) => update(id, { role: 'customer' }, by)],
  ['suspend each other', (id: string, by: SignedInUser) => update(id, { status: 'Suspended' }, by)],
  ['delete each other', (id: string, by: SignedInUser) => by.users.remove({ params: { id } })],
])('the last super admin stays when the last two %s at once', async (_, act) => {
  const other = await shop.signIn('super_admin')
  const answers = await Promise.allSettled([act(other.user.id, boss), act(boss.user.id, other)])
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as { status: number }] : []))
  expect(failed).toHaveLength(1)
  expect([401, 403, 409]).toContain(failed[0]?.status)
  expect(
    (
      await boss.users
        .list({ query: { role: 'super_admin', status: 'Active' } })
        .catch(() => other.users.list({ query: { role: 'super_admin', status: 'Active' } }))
    ).total,
  ).toBe(1)
})

test('B242 B188 what an edit changes is stored, noted before and after, and counted as a version; an older version is refused with the user as it is', async () => {
  const { id, version } = await create()
  expect(
    await update(id, {
      name: 'Nora Newer',
      email: 'nora@people.test',
      role: 'customer',
      status: 'Inactive',
      reason: 'Asked by phone',
      version,
    }),
  ).toMatchObject({
    name: 'Nora Newer',
    status: 'Inactive',
    version: version + 1,
  })
  expect((await entries('user.edit'))[0]).toMatchObject({
    before: { name: 'Nora New', status: 'Active' },
    after: { name: 'Nora Newer', status: 'Inactive', reason: 'Asked by phone' },
  })
  await expect(update(id, { name: 'X', version })).rejects.toMatchObject({
    status: 409,
    problem: { code: 'edit_conflict', current: { name: 'Nora Newer' } },
  })
  for (const status of ['Active', 'Deleted', 'Suspended', 'Active'] as const) expect((await update(id, { status })).status).toBe(status)
  expect(await rowOf(id)).toMatchObject({ deletedAt: null })
})

test('who is suspended is signed out at the next call; staff who lose the role are refused at the next call of the same session', async () => {
  const customer = await shop.signIn('customer')
  await update(customer.user.id, { status: 'Suspended' })
  await expect(customer.cart.list()).rejects.toMatchObject({ status: 401 })
  const other = await shop.signIn('application_admin')
  await update(other.user.id, { role: 'customer' })
  await expect(other.users.list()).rejects.toMatchObject({ status: 403 })
  expect((await other.cart.list()).items).toEqual([])
  const promoted = await shop.signIn('customer')
  await update(promoted.user.id, { role: 'application_admin' })
  await expect(promoted.users.list()).rejects.toMatchObject({ status: 401 })
})

test('a business admin is given a business that exists, and loses it with the role; without one the list says so', async () => {
  const business = await shop.make.business({ name: 'Pier Boxes' })
  const gone = await shop.make.business({ status: 'Deleted' })
  expect(await create({ role: 'business_admin', businessId: business.id })).toMatchObject({
    businessId: business.id,
    businessName: 'Pier Boxes',
  })
  for (const businessId of ['00000000-0000-4000-8000-000000000000', gone.id]) {
    await expect(create({ email: 'two@people.test', role: 'business_admin', businessId })).rejects.toMatchObject({
      status: 404,
      errors: [{ field: 'businessId' }],
    })
  }
  const { id } = await create({ email: 'two@people.test', role: 'business_admin' })
  expect(await update(id, { businessId: business.id })).toMatchObject({ businessId: business.id })
  expect(await update(id, { name: 'Two' })).toMatchObject({ businessId: business.id })
  expect(await update(id, { role: 'customer', businessId: business.id })).toMatchObject({ businessId: null })
})

test('a new email address closes every open link but the one to undo it, notifies the old address and asks the new one', async () => {
  const customer = await shop.signIn('customer', { email: 'old@people.test' })
  await customer.users.list().catch(() => null)
  await staff.users.sendResetLink({ params: { id: customer.user.id } })
  await customer.account.sendVerification().catch(() => null)
  expect(await update(customer.user.id, { email: 'New@people.test' })).toMatchObject({ email: 'new@people.test', emailVerified: false })
  const left = await shop.deps.db.select().from(userTokens).where(eq(userTokens.userId, customer.user.id))
  expect(Object.fromEntries(left.map(({ purpose, newEmail }) => [purpose, newEmail]))).toEqual({
    undo_email: 'old@people.test',
    verify: 'new@people.test',
  })
  expect(left).toHaveLength(2)
  const sent = await mails()
  expect(sent).toContainEqual(expect.objectContaining({ template: 'email-change-asked', to: 'old@people.test' }))
  expect(sent).toContainEqual(expect.objectContaining({ template: 'confirm-new-email', to: 'new@people.test' }))
  expect(JSON.stringify(await entries('user.edit'))).not.toContain('new@people.test')
})

test('B243 a deleted user is nobody any more: signed out, out of the list, the email free, the orders kept without the person', async () => {
  const buyer = await shop.signIn('customer', { email: 'buyer@people.test', name: 'Bea Buyer' })
  const pads = await shop.make.product({ category: 'mat', stock: 10 })
  await buyer.cart.addItem({ body: { productId: pads.id, quantity: 1 } })
  const cart = await buyer.cart.list()
  const items = cart.items.map((item) => ({ id: item.productId, quantity: item.quantity, price: item.price }))
  const customer = {
    email: 'buyer@people.test',
    firstName: 'Bea',
    lastName: 'Buyer',
    address: '1 Road',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60607',
  }
  const order = await buyer.checkout.placeOrder({ body: { items, currency: 'USD', shippingMethod: 'standard', customer } })
  expect(await staff.users.remove({ params: { id: buyer.user.id } })).toEqual({ ok: true })
  await expect(buyer.cart.list()).rejects.toMatchObject({ status: 401 })
  expect((await staff.users.list({ query: { search: 'buyer@' } })).total).toBe(0)
  const [kept] = await shop.deps.db.select().from(orders).where(eq(orders.id, order.id))
  expect(kept?.userName).toBe('Deleted customer')
  expect(await rowOf(buyer.user.id)).toMatchObject({
    status: 'Deleted',
    email: expect.stringContaining('@deleted.invalid'),
    deletedAt: expect.any(Date),
  })
  expect(await mails()).toContainEqual(
    expect.objectContaining({ template: 'account-deleted', to: 'buyer@people.test', facts: expect.objectContaining({ by: 'staff' }) }),
  )
  await expect(staff.users.remove({ params: { id: buyer.user.id } })).rejects.toMatchObject({ status: 404 })
  await expect(update(buyer.user.id, { status: 'Active' })).rejects.toMatchObject({ status: 404 })
  expect(await create({ email: 'buyer@people.test' })).toMatchObject({ email: 'buyer@people.test' })
})

test('a link for a new password is emailed, never returned; an inactive user gets none; sessions end at once, the current one stays', async () => {
  const customer = await shop.signIn('customer', { email: 'lost@people.test' })
  expect(await staff.users.sendResetLink({ params: { id: customer.user.id } })).toEqual({ ok: true })
  const [mail] = (await mails()).filter(({ template }) => template === 'reset-password')
  expect(mail).toMatchObject({ to: 'lost@people.test', facts: { link: expect.stringContaining('/reset-password?token=') } })
  expect(await staff.users.endSessions({ params: { id: customer.user.id } })).toEqual({ ok: true, ended: 1 })
  await expect(customer.cart.list()).rejects.toMatchObject({ status: 401 })
  const asleep = await shop.make.user('customer', { status: 'Inactive' })
  await expect(staff.users.sendResetLink({ params: { id: asleep.id } })).rejects.toMatchObject({ status: 409 })
  expect(await staff.users.endSessions({ params: { id: staff.user.id } })).toMatchObject({ ended: 0 })
  expect(await shop.deps.db.$count(sessions, eq(sessions.userId, staff.user.id))).toBe(1)
})

test('F7.3.20 a user is invited by email: no password is set until the link is used, which signs nobody in without it', async () => {
  const email = 'invited@test.test'
  const body = { name: 'Ines Invited', email, invite: true }
  expect(await refusalOf(staff.users.create({ body: { ...body, name: '' } }))).toMatchObject({
    detail: 'Please fill in all fields',
    errors: [{ field: 'name' }],
  })
  const made = await staff.users.create({ body })
  expect(made).toMatchObject({ status: 'Active', emailVerified: false, mustChangePassword: false })
  const [row] = await shop.deps.db.select().from(users).where(eq(users.id, made.id))
  expect(row?.passwordHash).toBeNull()
  const [mail] = await shop.deps.db.select().from(outbox).where(like(outbox.dedupeKey, 'account-invitation:%'))
  if (!mail) throw new Error('no invitation was mailed')
  const { to, facts } = mail.payload as { to: string; facts: { link: string; minutes: number } }
  expect([to, facts.minutes]).toEqual([email, 7 * 24 * 60])
  const token = new URL(facts.link).searchParams.get('token') ?? ''
  const password = 'a box of old boxes'
  await shop.visitor.auth.resetPassword({ body: { token, password } })
  expect(await shop.visitor.auth.login({ body: { email, password } })).toMatchObject({ email, emailVerified: true })
  await expect(shop.visitor.auth.resetPassword({ body: { token, password } })).rejects.toMatchObject({ code: 'link_invalid' })
  await expect(staff.users.create({ body: { name: 'No Password', email: 'none@test.test' } })).rejects.toMatchObject({ status: 422 })
})
