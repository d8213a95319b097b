import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_ROWS_AT_ONCE } from '#contract/catalog/product-rows.ts'
import { sellerOrders } from '#contract/fulfillment/seller-orders.ts'
import { MAX_TOKENS, SCOPES_OF } from '#domain/api-tokens.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { renewHash } from '#server/identity/auth/user-record.ts'
import { apiTokens, auditEntries, businesses, outbox, sessions, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import type { Queue } from '#server/platform/vendors/queue.ts'
import { checkOut, pay, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { remindOfTokens } from './remind-of-tokens.ts'

let shop: TestShop
let seller: SignedInUser
let passwordHash: string
const PASSWORD = 'a stack of old boxes'
const NEW_PASSWORD = 'a stack of new boxes'

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.signIn('business_admin', { name: 'Anna Bauer', passwordHash })
})
afterAll(() => shop.close())

const body = (more: Partial<{ name: string; days: number }> = {}) => ({ name: 'ERP', scopes: [...SCOPES_OF.business], ...more })
const forBusiness = async (by = seller, more = {}) => (await by.businessTokens.create({ body: body(more) })).secret
const forPerson = async (by: SignedInUser) => (await by.tokens.create({ body: { name: 'App', scopes: ['read', 'orders'] } })).secret
const forStaff = async (by: SignedInUser) => (await by.staffTokens.create({ body: body() })).secret

/** Status and refusal of a call with a bearer token. */
async function ask(token: string, url = '/api/token', method: 'GET' | 'POST' | 'PATCH' = 'GET', payload?: object) {
  const answer = await shop.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  return answer.statusCode < 300 ? answer.statusCode : `${answer.statusCode} ${answer.json().code}`
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { problem?: { code: string } }) => error.problem?.code,
  )
const ENDED = '401 token_invalid'

test('a token of a business sets its stock, is named in the audit log, and is stored without its secret', async () => {
  const product = await shop.make.product({ businessId: seller.user.businessId ?? '', stock: 5 })
  const { secret, ...token } = await seller.businessTokens.create({ body: body() })
  expect(secret).toMatch(/^rfb_[\w-]{49}$/)
  expect(token).toMatchObject({ name: 'ERP', scopes: ['read', 'stock', 'orders'], status: 'active', lastUsedAt: null })
  const erp = shop.withToken(secret)
  await erp.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock: 41 }] } })
  expect((await erp.business.products()).items).toMatchObject([{ id: product.id, stock: 41 }])
  const [entry] = await shop.deps.db.select().from(auditEntries).where(like(auditEntries.actorName, '%through%'))
  expect(entry).toMatchObject({ actorName: 'Anna Bauer through token “ERP”', actorId: seller.user.id })
  const [stored] = await shop.deps.db.select().from(apiTokens)
  expect(JSON.stringify(stored)).not.toContain(secret.slice(4, 40))
  await expect.poll(async () => (await seller.businessTokens.list())[0]?.lastUsedAt).toEqual(expect.any(String))
})

test('GET /api/token says what a token may do, and a session has none', async () => {
  const secret = await forBusiness()
  const current = await shop.withToken(secret).tokens.current()
  const business = { id: seller.user.businessId, name: expect.any(String) }
  expect(current).toMatchObject({ kind: 'business', name: 'ERP', owner: { name: 'Anna Bauer' }, business })
  expect(current.calls).toContainEqual({ name: 'sellerOrders.list', method: 'GET', path: '/api/business/orders' })
  expect(current.calls).toContainEqual({ name: 'sellerOrders.byId', method: 'GET', path: '/api/business/orders/{id}' })
  expect(current.calls.map(({ name }) => name)).not.toContain('orders.listAll')
  for (const { method, path } of current.calls)
    expect(String(await ask(secret, path.replace(/\{\w+\}/g, crypto.randomUUID()), method as 'GET')), path).not.toMatch(/^(401|403)/)
  expect(await codeOf(seller.tokens.current())).toBe('not_found')
})

test('a scope that is named twice is refused, in any order', async () => {
  for (const scopes of [['read', 'read'], ['read', 'orders', 'read'], Array.from({ length: 9 }, () => 'read' as const)] as const) {
    const create = seller.tokens.create({ body: { name: 'App', scopes: [...scopes] } })
    expect(await refusalOf(create)).toMatchObject({ errors: [{ field: 'scopes', message: 'Name each scope once' }] })
  }
})

test('a person’s token acts as a customer, also of a seller or a member of staff', async () => {
  const boss = await shop.signIn('super_admin')
  const others = await shop.signIn('customer')
  const product = await shop.make.product({ businessId: seller.user.businessId ?? '', category: 'accessories' })
  await others.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await checkOut(others)
  for (const owner of [boss, seller]) {
    const secret = await forPerson(owner)
    expect(await ask(secret, '/api/orders')).toBe(200)
    expect(await ask(secret, `/api/orders/${order.id}`)).toBe('404 not_found')
    expect(await ask(secret, '/api/admin/orders')).toBe('403 not_for_tokens')
    expect(await ask(secret, '/api/business/orders')).toBe('403 not_for_tokens')
  }
  expect(await ask(await forPerson(others), `/api/orders/${order.id}`)).toBe(200)
})

test('a token moves no money out: an unpaid order is canceled, a paid one is not, for the buyer, the seller or staff', async () => {
  const ann = await shop.signIn('customer')
  const product = await shop.make.product({ businessId: seller.user.businessId ?? '', category: 'accessories', stock: 9 })
  const order = async () => {
    await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    return checkOut(ann)
  }
  const [open, paid] = [await order(), await order()]
  await pay(shop, paid.id)
  const boss = await shop.signIn('super_admin')
  const sellerOrder = sellerOrders.move.path.replace(':id', paid.id)
  const cancel = { status: 'cancelled', reason: 'Out of stock' }
  const [mine, theirs, ours] = [await forPerson(ann), await forBusiness(), await forStaff(boss)]
  expect(await ask(mine, `/api/orders/${paid.id}/cancel`, 'POST', {})).toBe('403 not_for_tokens')
  expect(await ask(theirs, sellerOrder, 'PATCH', cancel)).toBe('403 not_for_tokens')
  expect(await ask(ours, `/api/admin/orders/${paid.id}/status`, 'PATCH', cancel)).toBe('403 not_for_tokens')
  expect(await ask(mine, `/api/orders/${open.id}/cancel`, 'POST', {})).toBe(200)
  expect(await ask(theirs, sellerOrder, 'PATCH', { status: 'shipped' })).toBe(200)
  const history = (await boss.orders.adminById({ params: { id: paid.id } })).history.map(({ by }) => by)
  expect(history.join()).not.toContain('through token')
})

test('where anyone may call, a token is a visitor', async () => {
  const hidden = await shop.make.product({ businessId: seller.user.businessId ?? '', status: 'Inactive' })
  const secret = await forBusiness()
  expect(await ask(seller.token, `/api/products/${hidden.id}`)).toBe(200)
  expect(await ask(secret, `/api/products/${hidden.id}`)).toBe('404 not_found')
  expect(await shop.withToken(secret).auth.me()).toEqual({ user: null })
  await shop.withToken(secret).auth.logout()
  expect(await ask(secret)).toBe(200)
})

test.each<[string, (by: SignedInUser) => Promise<unknown>]>([
  ['is changed', (by) => by.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })],
  ['is taken away', (by) => shop.deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, by.user.id))],
])('all tokens end when the password %s', async (_how, change) => {
  const secrets = [await forPerson(seller), await forBusiness()]
  await change(seller)
  for (const secret of secrets) expect(await ask(secret)).toBe(ENDED)
})

test('no token outlives a password that is changed while a stolen session creates it', async () => {
  const rounds = raceRounds(24)
  for (let round = 0; round < rounds; round += 1) {
    const owner = await shop.signIn('customer', { passwordHash })
    const stolen = await shop.make.session('customer')
    await shop.deps.db.update(sessions).set({ userId: owner.user.id }).where(eq(sessions.userId, stolen.user.id))
    const [made] = await Promise.allSettled([
      forPerson({ ...shop.withToken(stolen.token), ...stolen }),
      owner.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } }),
    ])
    if (made.status === 'fulfilled') expect(await ask(made.value)).toBe(ENDED)
  }
})

test('a hash that is only renewed at sign-in ends no token', async () => {
  const secret = await forBusiness()
  await renewHash(shop.deps.db, seller.user.id, `${passwordHash}x`)
  expect(await ask(secret)).toBe(200)
})

test('a token of staff has the duties that its owner has, and ends when they change', async () => {
  const boss = await shop.signIn('super_admin')
  const clerk = await shop.signIn('application_admin', { duties: ['orders'] })
  const secret = await forStaff(clerk)
  expect(await ask(secret, '/api/admin/orders')).toBe(200)
  expect(await ask(secret, '/api/admin/products/all')).toBe('403 forbidden')
  const own = await forPerson(clerk)
  await boss.users.setDuties({ params: { id: clerk.user.id }, body: { duties: ['catalog'], reason: 'Moves to the catalog' } })
  expect(await ask(secret)).toBe(ENDED)
  expect(await ask(own), 'acts as a customer').toBe(200)
  await boss.users.remove({ params: { id: clerk.user.id } })
  expect(await ask(own)).toBe(ENDED)
})

test('tokens of a business end with its suspension, and with the place of their owner in the team; others stay', async () => {
  const boss = await shop.signIn('super_admin')
  const secret = await forBusiness()
  const mine = await forPerson(seller)
  const params = { id: seller.user.businessId ?? '' }
  await boss.applications.setStatus({ params, body: { status: 'suspended', reason: 'Papers missing' } })
  expect(await ask(secret)).toBe(ENDED)
  await boss.applications.setStatus({ params, body: { status: 'approved', reason: 'Papers came' } })
  expect(await ask(secret), 'it stays ended').toBe(ENDED)
  expect(await ask(mine)).toBe(200)

  const second = await shop.signIn('customer')
  await seller.team.invite({ body: { email: second.user.email, kind: 'owner' } })
  const rows = await shop.deps.db.select().from(outbox)
  const link = rows.map(({ payload }) => payload as { facts: { link?: string } }).find(({ facts }) => facts.link?.includes('team/accept'))
  await second.team.accept({ body: { token: new URL(link?.facts.link ?? '').searchParams.get('token') ?? '' } })
  const ofSecond = await forBusiness(second)
  const ofSeller = await forBusiness()
  await seller.team.change({ params: { userId: second.user.id }, body: { kind: 'member' } })
  expect(await ask(ofSecond)).toBe(ENDED)
  expect(await ask(ofSeller)).toBe(200)
  expect(await codeOf(second.businessTokens.list())).toBe('owners_only')
})

test('a revoked or expired token stops at once, and only its owners revoke it', async () => {
  const other = await shop.signIn('business_admin')
  const secret = await forBusiness()
  const [{ id } = { id: '' }] = await seller.businessTokens.list()
  expect(await other.businessTokens.list()).toEqual([])
  expect(await codeOf(other.businessTokens.revoke({ params: { id } }))).toBe('not_found')
  expect(await codeOf(seller.tokens.revoke({ params: { id } })), 'of another kind').toBe('not_found')
  await seller.businessTokens.revoke({ params: { id } })
  expect(await ask(secret)).toBe(ENDED)
  expect(await codeOf(seller.businessTokens.revoke({ params: { id } }))).toBe('not_found')
  const short = await forBusiness(seller, { days: 1 })
  await shop.withStillClock(async () => {
    shop.advance(DAY_MS - MINUTE_MS)
    expect(await ask(short)).toBe(200)
    shop.advance(MINUTE_MS)
    expect(await ask(short)).toBe(ENDED)
  })
  expect((await seller.businessTokens.list()).map(({ status }) => status)).toContain('revoked')
})

test('super admins see and revoke the tokens of all staff, others their own', async () => {
  const boss = await shop.signIn('super_admin')
  const [ann, ben] = [await shop.signIn('application_admin'), await shop.signIn('application_admin')]
  const secret = await forStaff(ann)
  const [shown] = await boss.staffTokens.list()
  expect(shown?.owner).toEqual({ name: ann.user.name, isYou: false })
  expect(await ben.staffTokens.list()).toEqual([])
  const params = { id: shown?.id ?? '' }
  expect(await codeOf(ben.staffTokens.revoke({ params }))).toBe('not_found')
  await boss.staffTokens.revoke({ params })
  expect(await ask(secret)).toBe(ENDED)
})

test('the secret is in its one answer, in no row or job, list, export or email, and not in the audit log where somebody pastes it', async () => {
  const boss = await shop.signIn('super_admin')
  const product = await shop.make.product({ businessId: seller.user.businessId ?? '', category: 'accessories' })
  const ann = await shop.signIn('customer', { passwordHash })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await checkOut(ann)
  const secrets = [await forPerson(ann), await forBusiness(), await forStaff(boss)]
  for (const secret of secrets) await ask(secret, `/api/token?search=${secret}`)
  expect(await ask(secrets[2] ?? '', `/api/admin/orders/${order.id}/status`, 'PATCH', { status: 'processing' })).toBe(200)
  shop.deps.queue = { isStarted: () => true, send: async () => '' } as unknown as Queue // the job stays as it is stored
  const updates = Array.from({ length: MAX_ROWS_AT_ONCE + 1 }, (_, row) => ({ sku: `S-${row}`, stock: row }))
  expect(await ask(secrets[1] ?? '', '/api/products/bulk/stock', 'POST', { updates })).toBe(200)
  delete shop.deps.queue
  expect((await shop.database.pool.query("select 1 from product_changes where task::text like '%ERP%'")).rows).toHaveLength(1)
  const answers = JSON.stringify([
    await ann.tokens.list(),
    await seller.businessTokens.list(),
    await boss.staffTokens.list(),
    await boss.audit.list(),
    await ann.account.exportAll({ body: { currentPassword: PASSWORD } }),
  ])
  expect(answers).toContain('through token')
  for (const secret of secrets) expect(answers).not.toContain(secret.slice(4, 40))
  const { rows } = await shop.database.pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'")
  const holders = new Set<string>()
  for (const { name } of rows)
    for (const secret of secrets) {
      const found = await shop.database.pool.query(`select 1 from "${name}" t where t::text like $1 limit 1`, [`%${secret.slice(4, 40)}%`])
      if (found.rows.length > 0) holders.add(name)
    }
  expect([...holders]).toEqual([])
  const pasted = { status: 'cancelled', reason: `Use ${secrets[1]}` }
  expect(await ask(secrets[2] ?? '', `/api/admin/orders/${order.id}/status`, 'PATCH', pasted)).toBe(200)
  expect(JSON.stringify((await boss.audit.list()).items[0]?.after)).toContain('Use removed')
})

test('creating asks for step-up, an approved business and 1 to 366 days; 20 tokens are the most', async () => {
  await shop.deps.db.update(sessions).set({ stepUpAt: null }).where(eq(sessions.userId, seller.user.id))
  expect(await codeOf(seller.businessTokens.create({ body: body() }))).toBe('step_up_required')
  await seller.auth.stepUp({ body: { password: PASSWORD } })
  for (const days of [0, 367, 1.5]) expect(await codeOf(seller.businessTokens.create({ body: body({ days }) }))).toBe('invalid_input')
  expect(await codeOf(seller.tokens.create({ body: { name: 'x', scopes: ['stock'] } }))).toBe('invalid_input')
  for (let made = 0; made < MAX_TOKENS; made += 1) await forBusiness(seller, { days: 366 })
  expect(await codeOf(seller.businessTokens.create({ body: body() }))).toBe('too_many_tokens')
  await shop.deps.db.update(businesses).set({ businessStatus: 'pending' })
  expect(await codeOf(seller.businessTokens.create({ body: body() }))).toBe('business_not_approved')
})

test('its owner is emailed on creation, and once before it ends: a week before, a day before where it lives a week at most', async () => {
  const lifetimes = [1, 2, 3, 7, 8, 30]
  const mails = async (template: string) =>
    (await shop.deps.db.select().from(outbox))
      .map(({ payload }) => payload as { template: string; to: string; facts: { what: string; business: string } })
      .filter((mail) => mail.template === template)
  const warned = new Map<string, number[]>()
  await shop.withStillClock(async () => {
    for (const days of lifetimes) await forBusiness(seller, { days, name: `${days} days` })
    expect(await mails('api-token-created')).toHaveLength(lifetimes.length)
    shop.advance(HOUR_MS)
    for (let day = 0; day <= 30; day += 1) {
      const before = (await mails('api-token-expires')).length
      await remindOfTokens(shop.deps)
      for (const { to, facts } of (await mails('api-token-expires')).slice(before)) {
        expect([to, facts.business]).toEqual([seller.user.email, expect.any(String)])
        warned.set(facts.what, [...(warned.get(facts.what) ?? []), Number.parseInt(facts.what, 10) - day])
      }
      shop.advance(DAY_MS)
    }
    expect(await remindOfTokens(shop.deps)).toBe('No API tokens expire soon.')
  })
  // days left, less an hour
  expect(Object.fromEntries(warned)).toEqual({ '2 days': [2], '3 days': [2], '7 days': [2], '8 days': [7], '30 days': [7] })
})
