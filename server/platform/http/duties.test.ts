import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { mayEnter } from '#domain/access.ts'
import { DUTIES, DUTY_KEYS, type Duty, mayCall } from '#domain/permissions.ts'
import { ROLES, STAFF_ROLES } from '#domain/user.ts'
import { businessMembers, notifications } from '#server/platform/db/schema.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { checkOut, pay } from '#server/testing/buyers.ts'
import { someOf, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { allCalls } from './openapi.ts'

let shop: TestShop
const clerks = new Map<Duty, SignedInUser>()
const clerk = (duty: Duty) => clerks.get(duty) as SignedInUser // made before the tests
beforeAll(async () => {
  shop = await openTestShop()
  for (const duty of DUTIES) clerks.set(duty, await shop.signIn('application_admin', { duties: [duty] }))
})
afterAll(() => shop.close())

const NOBODY = '00000000-0000-4000-8000-000000000000'
const pathOf = (path: string) => path.replace(':width', '40').replace(':height', '40').replace(/:\w+/g, NOBODY)
const calls = allCalls().map(({ noun, name, endpoint }) => ({ call: `${noun}.${name}`, endpoint }))
const statusOf = async (by: SignedInUser, url: string, method: 'GET' | 'POST' = 'GET') =>
  (await shop.app.inject({ method, url, headers: { authorization: `Bearer ${by.token}` } })).statusCode

test('every call of an application admin names a key, and calls for super admins none that all duties have', () => {
  for (const { call, endpoint } of calls) {
    const { access, permission } = endpoint
    if (typeof access !== 'string' && access.includes('application_admin')) expect(permission, call).not.toBeNull()
    else if (permission !== null) expect([access, permission], call).toEqual([['super_admin'], 'journal.read'])
  }
  const form = { method: 'GET', path: '/api/admin/x', summary: 'Anything.', response: z.string() } as const
  // @ts-expect-error: a call of staff without a key does not compile
  expect(endpoint({ ...form, access: STAFF_ROLES }).permission).toBeNull()
})

test('with all duties, an application admin may call what the role may call; nobody else is judged by duties', () => {
  for (const { call, endpoint } of calls)
    for (const role of ROLES)
      expect(mayCall(endpoint, { role, duties: ['all'] }), `${call} as ${role}`).toBe(mayEnter(endpoint.access, role))
})

/** The calls whose refusal was seen to come before the request is judged: each with a commit, by every duty each night. */
const seenEarly = new Set<string>()

test.each(DUTIES)('each call answers the duty "%s" as its key says, before anything else of the request is judged', async (duty) => {
  const keys: readonly string[] = DUTY_KEYS[duty]
  for (const { call, endpoint } of calls) {
    if (call === 'auth.logout') continue
    const { method, path, access, permission } = endpoint
    const asked = permission === null ? [] : [permission].flat()
    const mayEnterHere =
      permission === null ? mayEnter(access, 'application_admin') : asked.some((key) => key === 'any' || keys.includes(key))
    const headers = { authorization: `Bearer ${clerk(duty).token}` }
    const answer = await shop.app.inject({ method, url: pathOf(path), headers })
    const label = `${call} with ${duty}: ${answer.statusCode} ${answer.body.slice(0, 80)}`
    if (mayEnterHere) expect(answer.statusCode, label).not.toBe(403)
    else {
      expect([answer.statusCode, answer.json().code], label).toEqual([403, 'forbidden'])
      if (seenEarly.has(call) && !TESTS_ALL) continue
      const broken = { ...headers, 'content-type': 'application/json' }
      const sent = method === 'GET' ? { url: `${pathOf(path)}?page=x` } : { url: path.replace(/:\w+/g, 'x'), payload: '{"email":' }
      expect((await shop.app.inject({ method, headers: broken, ...sent })).statusCode, label).toBe(403)
      seenEarly.add(call)
    }
  }
})

test.each([
  ['a customer', 'customer', null],
  ['an owner', 'business_admin', 'owner'],
  ['a member', 'business_admin', 'member'],
  ['a super admin', 'super_admin', null],
] as const)('each call answers %s as its entry says, whatever duties their row has', async (_who, role, kind) => {
  const business = await shop.make.business()
  const person = await shop.signIn(role, { duties: [...DUTIES], ...(kind && { businessId: kind === 'owner' ? business.id : null }) })
  if (kind === 'member') await shop.deps.db.insert(businessMembers).values({ userId: person.user.id, businessId: business.id, kind })
  // each call as each role is S8 of http.test.ts
  for (const { call, endpoint } of kind === 'member' ? calls : someOf(calls, 100)) {
    const { method, path, access, members, bySwitch } = endpoint
    if (call === 'auth.logout' || bySwitch[role]) continue
    const answer = await shop.app.inject({ method, url: pathOf(path), headers: { authorization: `Bearer ${person.token}` } })
    const isForOwners = kind === 'member' && mayEnter(access, role) && (members === 'owner' || call === 'team.remove')
    const code = isForOwners ? 'owners_only' : mayEnter(access, role) ? 'open' : 'forbidden'
    const given = answer.statusCode === 403 ? answer.json().code : 'open'
    const label = `${call}: ${answer.statusCode} ${answer.body.slice(0, 80)}`
    expect(['owners_only', 'forbidden'].includes(given) ? given : 'open', label).toBe(code)
    expect(answer.statusCode, label).not.toBe(401)
  }
})

/** The calls that the duties are about, and who of them may make each. */
test.each<[string, string, Duty[]]>([
  ['GET', '/api/admin/accounting/journal', ['finance']],
  ['GET', '/api/admin/documents', ['all', 'finance', 'read_only']],
  ['GET', '/api/admin/documents/zip', ['all', 'finance', 'read_only']],
  ['GET', '/api/admin/tax/returns', ['all', 'finance', 'read_only']],
  ['POST', '/api/admin/payouts', ['all', 'finance']],
  ['GET', '/api/admin/payouts/file', []],
  ['PUT', '/api/admin/settings', []],
  ['GET', '/api/admin/settings', ['all', 'read_only']],
  ['GET', '/api/admin/users', ['all', 'orders', 'read_only']],
  ['GET', '/api/admin/users/export', ['all', 'orders', 'read_only']],
  ['POST', '/api/admin/users', ['all']],
  ['GET', '/api/admin/newsletter/export', ['all', 'orders', 'read_only']],
  ['GET', '/api/admin/messages', ['all', 'orders', 'read_only']],
  ['GET', '/api/admin/orders', ['all', 'orders', 'read_only']],
  ['GET', '/api/admin/orders/export', ['all', 'orders', 'read_only']],
  ['POST', '/api/admin/orders/bulk/status', ['all', 'orders']],
  ['POST', '/api/admin/orders/bulk/payments', ['all', 'orders']],
  ['POST', '/api/admin/quotes', ['all', 'orders']],
  ['GET', '/api/admin/products/all', ['all', 'catalog', 'read_only']],
  ['POST', '/api/products', ['all', 'catalog']],
  ['POST', '/api/products/bulk/percent', ['all', 'catalog']],
  ['POST', '/api/import/excel', ['all', 'catalog']],
  ['POST', '/api/admin/promo-codes', ['all', 'catalog']],
  ['POST', '/api/admin/blog', ['all', 'content']],
  ['POST', '/api/uploads/images', ['all', 'catalog', 'content']],
  ['GET', '/api/admin/analytics', ['all', 'read_only']],
  ['GET', '/api/admin/mails', ['all', 'read_only']],
  ['GET', '/api/admin/dashboard-stats', [...DUTIES]],
])('%s %s is for %j', async (method, url, expected) => {
  const open: Duty[] = []
  for (const duty of DUTIES) {
    const { token } = clerk(duty)
    const sent = { method: method as 'GET', url, headers: { authorization: `Bearer ${token}` } } // of the table
    const answer = await shop.app.inject(sent)
    if (answer.statusCode !== 403 || answer.json().code === 'step_up_required') open.push(duty)
  }
  expect(open).toEqual(expected)
})

test('two duties have the keys of both', async () => {
  const both = await shop.signIn('application_admin', { duties: ['catalog', 'finance'] })
  expect(await statusOf(both, '/api/admin/products/all')).toBe(200)
  expect(await statusOf(both, '/api/admin/documents')).toBe(200)
  expect(await statusOf(both, '/api/admin/orders')).toBe(403)
})

/** Answers to each duty, as "200" or the refusal, by duty. */
const answersOf = async (url: string) =>
  Object.fromEntries(await Promise.all(DUTIES.map(async (duty) => [duty, await statusOf(clerk(duty), url)] as const)))
const OPEN_TO = (...duties: Duty[]) => Object.fromEntries(DUTIES.map((duty) => [duty, duties.includes(duty) ? 200 : 404]))
const ORDERS = OPEN_TO('all', 'orders', 'read_only')

test('an order and its documents are found by id, and an order is canceled, only with a duty for it', async () => {
  const ann = await shop.signIn('customer')
  const product = await shop.make.product({ category: 'accessories', stock: 9, businessId: (await shop.make.business()).id })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id, number } = await checkOut(ann)
  await pay(shop, id)
  for (const url of [`/api/orders/${id}`, `/api/orders/${number}`, `/api/orders/${id}/documents`, `/api/orders/${id}/invoice.pdf`])
    expect([url, await answersOf(url)]).toEqual([url, ORDERS])
  const [invoice] = await ann.documents.ofOrder({ params: { id } })
  expect(await answersOf(`/api/documents/${invoice?.id}.pdf`)).toEqual(OPEN_TO('all', 'orders', 'finance', 'read_only'))
  for (const duty of ['catalog', 'content', 'finance', 'read_only'] as const)
    expect(await statusOf(clerk(duty), `/api/orders/${id}/cancel`, 'POST'), duty).toBe(404)
})

test('an own order of a member of staff without the key shows what a customer sees', async () => {
  const own = await shop.signIn('application_admin', { duties: ['content'] })
  const product = await shop.make.product({ category: 'accessories', stock: 9, businessId: (await shop.make.business()).id })
  await own.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id } = await checkOut(own)
  const order = await own.orders.byId({ params: { id } })
  expect(order).toMatchObject({ id, nextStatuses: [], canCorrectAddress: false })
  expect(order).not.toHaveProperty('buyerId')
  expect(await clerk('all').orders.byId({ params: { id } })).toHaveProperty('buyerId')
})

test('products, papers and articles that are not public are found only with the catalog and content', async () => {
  const product = await shop.make.product({ status: 'Inactive', businessId: (await shop.make.business()).id })
  for (const url of [`/api/products/${product.id}`, `/api/products/${product.id}/papers`])
    expect([url, await answersOf(url)]).toEqual([url, OPEN_TO('all', 'catalog', 'read_only')])
  const body = { title: 'Not yet', excerpt: 'Soon.', category: 'void-fill', content: 'Some **words**.' }
  const post = await clerk('content').blogPosts.create({ body })
  expect(await answersOf(`/api/blog/slug/${post.slug}`)).toMatchObject({ all: 200, content: 200, read_only: 200 })
  for (const duty of ['orders', 'catalog', 'finance'] as const) {
    expect(await statusOf(clerk(duty), `/api/blog/slug/${post.slug}`), duty).not.toBe(200)
    expect((await clerk(duty).blog.list({ query: { published: 'false' } })).items, duty).toEqual([])
  }
})

test('the catalog reads of a business whose products it has, and neither its people, numbers nor reviews', async () => {
  const secret = { email: 'vault@hidden.test', phone: '555-0199', taxId: 'TAX-1', vatId: 'DE136695976', registerNumber: 'HRB 7' }
  const { id, name } = await shop.make.business({ ...secret, city: 'Hiddenville', legalName: 'Hidden Ltd', representative: 'Hilda' })
  const seen = async (duty: Duty, search: string) => (await clerk(duty).applications.listAll({ query: { search } })).items
  const [own] = await seen('catalog', id)
  expect(own).toMatchObject({ id, name, email: '', taxId: '', vatId: null, review: null, checks: {} })
  for (const text of [...Object.values(secret), 'Hiddenville', 'Hidden Ltd', 'Hilda']) expect(JSON.stringify(own)).not.toContain(text)
  expect(await seen('catalog', 'vault@hidden.test')).toEqual([])
  expect(await seen('orders', 'vault@hidden.test')).toMatchObject([{ id, ...secret }])
})

test('the bell rings only for those whose duties read what it is about', async () => {
  const common = { kind: 'test', title: 'Something', path: '/admin/orders/x', at: shop.deps.now() }
  await notify(shop.deps.db, { ...common, audience: { staff: 'orders.read' }, dedupeKey: 'of-orders' })
  await notify(shop.deps.db, { ...common, audience: { staff: 'finance.read' }, dedupeKey: 'of-finance' })
  const heard = async (key: string) => {
    const rows = await shop.deps.db.select({ userId: notifications.userId }).from(notifications).where(eq(notifications.dedupeKey, key))
    return DUTIES.filter((duty) => rows.some(({ userId }) => userId === clerk(duty).user.id))
  }
  expect(await heard('of-orders')).toEqual(['all', 'orders', 'read_only'])
  expect(await heard('of-finance')).toEqual(['all', 'finance', 'read_only'])
})

test('the dashboard and the menu count, and list as recent, only what the duties read', async () => {
  await shop.visitor.messages.contact({ body: { name: 'Ann', email: 'ann@test.test', message: 'Which machine fits?' } })
  await clerk('all').applications.update({ params: { id: (await shop.make.business()).id }, body: { city: 'Duluth' } })
  const all = await clerk('all').staff.dashboardStats()
  expect(all.totalUsers).toBeGreaterThan(0)
  expect(all.recentActivity.map(({ targetType }) => targetType)).toContain('business')
  const finance = await clerk('finance').staff.dashboardStats()
  expect(finance).toMatchObject({ totalUsers: 0, totalProducts: 0, totalOrders: 0, monthlyRevenue: 0, mayApprove: false })
  expect(finance.businesses.total).toBe(0)
  expect(finance.waiting.messages).toEqual({ count: 0, lastWeek: 0, weekBefore: 0 })
  expect(finance.recentActivity).toEqual([])
  const waiting = await clerk('orders').office.waiting()
  expect(waiting.messages).toBeGreaterThan(0)
  expect(await clerk('catalog').office.waiting()).toEqual({ orders: 0, quotes: 0, returns: 0, messages: 0, applications: 0 })
})
