import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import {
  addresses,
  auditEntries,
  cartItems,
  carts,
  contactMessages,
  disputes,
  idempotencyKeys,
  mediaFiles,
  messageReplies,
  newsletterSubscribers,
  orderEvents,
  orders,
  outbox,
  payments,
  sessions,
  staffNotes,
  users,
  userTokens,
} from '#server/platform/db/schema.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const PASSWORD = 'a box of old boxes'
const FORM = {
  email: 'ann.at.work@example.com',
  firstName: 'Ann',
  lastName: 'Example',
  company: 'Example Boxes',
  address: '1 Main Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
  country: 'US',
  phone: '+1 312 555 0100',
  vatId: 'IE1234567T',
  notes: 'Ring twice',
}

let shop: TestShop
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const password = { body: { currentPassword: PASSWORD } }
const customer = (input: Partial<typeof users.$inferInsert> = {}) =>
  shop.signIn('customer', { passwordHash, email: 'ann@example.com', name: 'Ann Example', ...input })
const rowOf = async (id: string) => (await shop.deps.db.select().from(users).where(eq(users.id, id)))[0]

async function placeOrder(user: SignedInUser, key: string) {
  const product = await shop.make.product({ name: `Paper pads ${key}`, category: 'accessories' })
  await user.cart.addItem({ body: { productId: product.id, quantity: 2 } })
  const cart = await user.cart.list()
  const items = cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price }))
  const { currency, shippingMethod } = cart
  return user.checkout.placeOrder({ body: { items, currency, shippingMethod, customer: FORM }, idempotencyKey: key })
}

/** Something of everything that the shop can hold of a person. */
async function fill(user: SignedInUser) {
  const { db } = shop.deps
  const order = await placeOrder(user, 'key-1')
  const cancelled = await placeOrder(user, 'key-2')
  await user.orders.cancel({ params: { id: cancelled.id }, body: { reason: 'Ann has changed her mind' } })
  const product = await shop.make.product({ name: 'Chip box' })
  await user.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  await db.insert(addresses).values({ userId: user.user.id, form: FORM, isDefault: true })
  const message = { name: 'Ann', email: user.user.email.toUpperCase(), message: 'How wide are the mats?' }
  await db.insert(contactMessages).values([
    { ...message, reference: 'M-1', userId: user.user.id },
    { ...message, reference: 'M-2' },
  ])
  await db.insert(outbox).values({
    kind: 'mail',
    dedupeKey: 'contact-message:M-1',
    payload: { template: 'contact-message', to: 'team@example.com', facts: message },
  })
  await db.insert(newsletterSubscribers).values({
    email: user.user.email,
    status: 'confirmed',
    tokenHash: 'hash-of-token',
    unsubscribeToken: `secret-${user.user.id}`,
    consentText: 'Yes, write to me.',
    confirmBy: new Date(),
  })
  return { order, cancelled }
}

/** Disputes the payment of an order. */
async function dispute(orderId: string): Promise<void> {
  const amount = { amountCents: 1250, currency: 'USD' as const }
  const [paid] = await shop.deps.db
    .insert(payments)
    .values({ orderId, kind: 'payment', method: 'card', reference: 'pi_1', ...amount })
    .returning()
  const now = shop.deps.now()
  const facts = { reason: 'fraudulent', status: 'needs_response' as const, progress: 1, reportedAt: now, openedAt: now }
  await shop.deps.db.insert(disputes).values({ stripeId: 'dp_1', orderId, paymentId: paid?.id ?? '', ...amount, ...facts })
}

// Export

test('the export holds everything that the shop has of a person, and nothing that opens the account', async () => {
  const ann = await customer()
  const { order, cancelled } = await fill(ann)
  const notice = {
    kind: 'order-shipped',
    title: 'Your order was sent',
    path: `/account/orders/${order.id}`,
    dedupeKey: 'n',
    at: new Date(),
  }
  await notify(shop.deps.db, { ...notice, audience: { userId: ann.user.id } })
  const picture = { url: '/media/torn.webp', purpose: 'return' as const, width: 1, height: 1, bytes: 9 }
  await shop.deps.db.insert(mediaFiles).values([
    { ...picture, userId: ann.user.id },
    { ...picture, url: '/media/of-others.webp' },
  ])
  await dispute(order.id)
  await ann.account.change({ body: { email: 'new@example.com', currentPassword: PASSWORD } })
  await expect(ann.account.exportAll({ body: { currentPassword: 'wrong one' } })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'currentPassword' }],
  })
  const all = await ann.account.exportAll(password)
  expect(all).toMatchObject({
    profile: {
      id: ann.user.id,
      name: 'Ann Example',
      email: 'ann@example.com',
      role: 'customer',
      pendingEmail: 'new@example.com',
      lastSignedInAt: expect.any(String),
    },
    addresses: [{ form: { address: '1 Main Street' }, isDefault: true }],
    cart: { items: [{ name: 'Chip box', quantity: 1 }] },
    orders: [
      { number: order.number, customer: { phone: '+1 312 555 0100', notes: 'Ring twice' } },
      { number: cancelled.number, status: 'cancelled' },
    ],
    newsletter: [{ email: 'ann@example.com', status: 'confirmed', consentText: 'Yes, write to me.' }],
    messages: [{ reference: 'M-1', message: 'How wide are the mats?' }, { reference: 'M-2' }],
    sessions: [{ current: true }],
    disputes: [{ orderId: order.id, amount: 12.5, currency: 'USD', reason: 'fraudulent', status: 'needs_response' }],
    files: [{ url: '/media/torn.webp', purpose: 'return', bytes: 9 }],
  })
  expect(all.mails.map(({ template }) => template)).toContain('order-placed')
  expect(all.activity.map(({ action }) => action)).toEqual(expect.arrayContaining(['new_email_requested', 'password_check_failed']))
  expect(all.notifications).toEqual([
    { title: 'Your order was sent', text: '', path: `/account/orders/${order.id}`, createdAt: expect.any(String), readAt: null },
  ])
  expect(JSON.stringify(all)).not.toMatch(/rf_|argon2|hash|secret-/i)
})

test("an export is the caller's alone, and a stranger's data do not come along with an address that was never confirmed", async () => {
  const bea = await customer({ email: 'bea@example.com', name: 'Bea' })
  await fill(bea)
  const { id: strangerId } = await shop.make.user('customer', { email: 'cleo@example.com' })
  await shop.deps.db.insert(contactMessages).values({ reference: 'M-9', name: 'Dora', email: 'dora@example.com', message: 'Private' })
  await shop.deps.db.insert(outbox).values({
    kind: 'mail',
    dedupeKey: 'dora',
    payload: { template: 'contact-received', to: 'dora@example.com', facts: {} },
  })
  const thief = await customer({ email: 'dora@example.com', emailVerifiedAt: null })
  const all = await thief.account.exportAll(password)
  expect(all).toMatchObject({
    addresses: [],
    orders: [],
    messages: [],
    newsletter: [],
    payments: [],
    mails: [],
    notifications: [],
    cart: { items: [] },
  })
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`bea@|Private|${strangerId}`))
  await thief.account.remove(password)
  expect(await shop.deps.db.select().from(contactMessages).where(eq(contactMessages.reference, 'M-9'))).toHaveLength(1)
  expect(await shop.deps.db.select().from(outbox).where(eq(outbox.dedupeKey, 'dora'))).toHaveLength(1)
  expect((await bea.account.exportAll(password)).orders).toHaveLength(2)
})

test('mails to a former address belong to the person too: exported, and gone with the account', async () => {
  const ann = await customer()
  await placeOrder(ann, 'key-1')
  await ann.account.change({ body: { email: 'new@example.com', currentPassword: PASSWORD } })
  const { payload } =
    (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).find(({ dedupeKey }) => dedupeKey.startsWith('confirm-new-email:')) ?? {}
  const token = new URL((payload as { facts: { link: string } }).facts.link).searchParams.get('token') ?? ''
  await shop.visitor.auth.verifyEmail({ body: { token } })
  const all = await ann.account.exportAll(password)
  expect(all.mails.map(({ template, to }) => [template, to])).toEqual([
    ['order-placed', 'ann@example.com'],
    ['confirm-new-email', 'new@example.com'],
    ['email-changed', 'ann@example.com'],
  ])
  await ann.account.remove(password)
  const left = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload: each }) => (each as { template: string }).template,
  )
  expect(left).toEqual(['account-deleted'])
})

test("F7.3.16 replies to a person's messages are exported with them, and gone with the account, emails included", async () => {
  const ann = await customer()
  await ann.messages.contact({ body: { name: 'Ann', email: 'ann.private@example.com', message: 'How wide are the mats?' } })
  const staff = await shop.signIn('application_admin')
  const [{ id } = { id: '' }] = (await staff.inbox.list()).items
  await staff.inbox.reply({ params: { id }, body: { text: '60 cm' } })
  expect((await ann.account.exportAll(password)).messages).toMatchObject([{ replies: [{ text: '60 cm', at: expect.any(String) }] }])
  await ann.account.remove(password)
  expect(await shop.deps.db.select().from(messageReplies)).toEqual([])
  expect(JSON.stringify(await shop.deps.db.select().from(outbox).orderBy(outbox.id))).not.toMatch(/60 cm|ann\.private/)
})

// Deletion

test('D138: a deleted account is signed out everywhere, forgotten, and its email is free again', async () => {
  const ann = await customer()
  await fill(ann)
  const other = await shop.visitor.auth.login({ body: { email: 'ann@example.com', password: PASSWORD } }).then(sessionOf)
  await ann.account.change({ body: { email: 'new@example.com', currentPassword: PASSWORD } })
  expect(await ann.account.remove(password)).toEqual({ ok: true })
  for (const token of [ann.token, other.token]) expect((await shop.withToken(token).auth.me()).user).toBeNull()
  await expect(ann.account.remove(password)).rejects.toMatchObject({ status: 401 })
  await expect(shop.visitor.auth.login({ body: { email: 'ann@example.com', password: PASSWORD } })).rejects.toMatchObject({ status: 401 })
  expect(await rowOf(ann.user.id)).toMatchObject({
    name: 'Deleted customer',
    email: `deleted-${ann.user.id}@deleted.invalid`,
    status: 'Deleted',
    passwordHash: null,
    emailVerifiedAt: null,
  })
  for (const table of [addresses, carts, cartItems, sessions, userTokens, idempotencyKeys, newsletterSubscribers, contactMessages]) {
    expect(await shop.deps.db.select().from(table)).toEqual([])
  }
  const mails = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(({ payload }) => payload)
  expect(mails).toEqual([{ template: 'account-deleted', to: 'ann@example.com', facts: { name: 'Ann Example', at: expect.any(String) } }])
  const again = await shop.visitor.auth.register({ body: { name: 'Ann Again', email: 'ann@example.com', password: PASSWORD } })
  expect(again.id).not.toBe(ann.user.id)
  expect((await shop.withToken(again.token).orders.listOwn()).total).toBe(0)
})

test('after a deletion no row of any table holds what the person typed, apart from what an invoice needs and the audit log', async () => {
  const ann = await customer({ name: 'Ann Canary', email: 'ann.canary@example.com' })
  const { order } = await fill(ann)
  await shop.deps.db
    .insert(mediaFiles)
    .values({ url: '/media/x.webp', userId: ann.user.id, purpose: 'return', width: 1, height: 1, bytes: 1 })
  await shop.deps.db.insert(staffNotes).values({ userId: ann.user.id, text: 'Ann Canary called' })
  await ann.account.remove(password)
  await shop.deps.db.delete(outbox).where(eq(outbox.dedupeKey, `account-deleted:${ann.user.id}`)) // sent, then deleted
  const { rows: tables } = await shop.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'audit_entries'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await shop.database.pool.query<{ text: string }>(`select t::text as text from ${name} t where t::text ~* $1`, [
      'canary|example\\.com|555 0100|ring twice|how wide|changed her mind|/media/x',
    ])
    found.push(...rows.map(({ text }) => `${name}: ${text}`))
  }
  expect(found.filter((line) => !line.startsWith('media_files: ') || line.includes(ann.user.id))).toEqual([])
  expect(order.customer.phone).toBe('+1 312 555 0100')
})

test('D138: orders stay without the person: name and address for the invoice of a living one, nothing of a cancelled one', async () => {
  const ann = await customer()
  const { order, cancelled } = await fill(ann)
  await ann.account.remove(password)
  const staff = await shop.signIn('application_admin')
  const kept = await staff.orders.adminById({ params: { id: order.id } })
  expect(kept).toMatchObject({
    number: order.number,
    totalAmount: order.totalAmount,
    status: 'pending',
    user: { name: 'Deleted user', email: '' },
    customer: { firstName: 'Ann', lastName: 'Example', company: 'Example Boxes', address: '1 Main Street', vatId: 'IE1234567T', email: '' },
  })
  expect(kept.customer.phone).toBeUndefined()
  expect(kept.customer.notes).toBeUndefined()
  expect(kept.history.map(({ by }) => by)).toEqual(['Deleted customer'])
  const gone = await staff.orders.adminById({ params: { id: cancelled.id } })
  expect(gone).toMatchObject({
    totalAmount: cancelled.totalAmount,
    customer: { firstName: 'Deleted', address: '', zipCode: '', country: 'US' },
  })
  const everything = JSON.stringify([
    await shop.deps.db.select().from(orders).where(eq(orders.id, cancelled.id)),
    await shop.deps.db.select().from(orderEvents),
  ])
  expect(everything).not.toMatch(/Ann|example\.com|Main Street|mind/)
  for (const search of ['ann@example.com', 'Ann', 'Example', 'deleted'])
    expect((await staff.orders.listAll({ query: { search } })).total, search).toBe(0)
  const listed = await staff.orders.listAll({ query: { search: order.number } })
  expect(listed.items).toMatchObject([{ id: order.id, user: { name: 'Deleted user', email: '' } }])
  const moved = await staff.orders.setStatus({ params: { id: order.id }, body: { status: 'processing' } })
  expect(moved.status).toBe('processing')
  const templates = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => (payload as { template: string }).template,
  )
  expect(templates).toEqual(['account-deleted'])
})

test('D138: mails that went to an address which the account had before are forgotten too', async () => {
  const ann = await customer()
  await placeOrder(ann, 'key-1')
  await ann.account.change({ body: { email: 'new@example.com', currentPassword: PASSWORD } })
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const asking = rows.map(({ payload }) => payload as { template: string; facts: { link?: string } })
  const link = asking.find(({ template }) => template === 'confirm-new-email')?.facts.link ?? ''
  await shop.visitor.auth.verifyEmail({ body: { token: new URL(link).searchParams.get('token') ?? '' } })
  await ann.account.remove(password)
  const left = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  expect(left).toMatchObject([{ payload: { template: 'account-deleted', to: 'new@example.com' } }])
})

test('an account is deleted with its password only, and each deletion is in the audit log without the name', async () => {
  const ann = await customer()
  await expect(ann.account.remove({ body: {} })).rejects.toMatchObject({ status: 422, errors: [{ field: 'currentPassword' }] })
  await expect(ann.account.remove({ body: { currentPassword: 'wrong one' } })).rejects.toMatchObject({ status: 422 })
  expect((await rowOf(ann.user.id))?.status).toBe('Active')
  await ann.account.remove(password)
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'account_deleted'))
  expect(entries).toMatchObject([{ actorId: ann.user.id, actorName: 'Deleted customer', targetId: ann.user.id }])
})

test('the last super admin stays, also when the last two leave at once', async () => {
  const [one, two] = [await shop.signIn('super_admin', { passwordHash }), await shop.signIn('super_admin', { passwordHash })]
  await shop.make.user('super_admin', { status: 'Suspended' })
  const results = await Promise.allSettled([one.account.remove(password), two.account.remove(password)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const stays = results[0]?.status === 'rejected' ? one : two
  await expect(stays.account.remove(password)).rejects.toMatchObject({ status: 409, code: 'last_super_admin' })
  expect(await shop.deps.db.select().from(users).where(eq(users.status, 'Active'))).toHaveLength(1)
})

test('what its owner still sends while an account is being deleted leaves nothing of the person behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const ann = await customer({ email: `ann${round}@example.com`, emailVerifiedAt: null })
    const gone = new AbortController()
    const send = async (call: () => Promise<unknown>) => {
      while (!gone.signal.aborted) await call().catch((error: { status: number }) => expect([401, 404, 409]).toContain(error.status))
    }
    await Promise.all([
      ann.account.remove(password).finally(() => gone.abort()),
      send(() => ann.addresses.add({ body: FORM })),
      send(() => ann.account.change({ body: { name: `Ann ${Math.random()}` } })),
      send(() => ann.account.sendVerification()),
    ])
    const [row] = await shop.deps.db.select().from(users).where(eq(users.id, ann.user.id))
    expect(row).toMatchObject({ name: 'Deleted customer', status: 'Deleted' })
    expect(await shop.deps.db.$count(addresses, eq(addresses.userId, ann.user.id))).toBe(0)
    expect(await shop.deps.db.$count(userTokens, eq(userTokens.userId, ann.user.id))).toBe(0)
  }
})
