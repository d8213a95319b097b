import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isForKind, TOKEN_KINDS, TOKEN_SCOPES, type TokenKind, type TokenScope } from '#domain/api-tokens.ts'
import { mayCall } from '#domain/permissions.ts'
import type { Role } from '#domain/user.ts'
import { apiTokens } from '#server/platform/db/schema.ts'
import { hashToken, newApiToken } from '#server/platform/secrets/token.ts'
import { checkOut, pay } from '#server/testing/buyers.ts'
import { ask } from '#server/testing/quoted-offers.ts'
import { someOf, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { allCalls } from './openapi.ts'

/* Every call of the contract with API tokens of each kind and scope, and with the ids of others wherever an id can be. */

let shop: TestShop
const owners = new Map<string, SignedInUser>()
beforeAll(async () => {
  shop = await openTestShop()
  for (const role of ['customer', 'business_admin', 'application_admin', 'super_admin'] as const) owners.set(role, await shop.signIn(role))
})
afterAll(() => shop.close())

/** Owners whose tokens are tried, by kind: all of them each night, the first with every commit. */
const OWNERS: Readonly<Record<TokenKind, readonly Role[]>> = {
  person: ['customer', 'business_admin', 'super_admin'],
  business: ['business_admin'],
  platform: ['application_admin', 'super_admin'],
}
async function tokenOf(owner: SignedInUser, kind: TokenKind, scopes: TokenScope[]): Promise<string> {
  const secret = newApiToken(kind)
  const businessId = kind === 'business' ? owner.user.businessId : null
  const expiresAt = new Date(shop.deps.now().getTime() + 86_400_000)
  await shop.deps.db
    .insert(apiTokens)
    .values({ kind, userId: owner.user.id, businessId, name: 'Walker', scopes, expiresAt, tokenHash: hashToken(secret) })
  return secret
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
const pathOf = (path: string, id = NOBODY) => path.replace(':width', '40').replace(':height', '40').replace(/:\w+/g, id)
const calls = allCalls().map(({ noun, name, endpoint }) => ({ call: `${noun}.${name}`, endpoint }))
const send = (token: string | null, { method }: Endpoint, url: string, payload?: string) =>
  shop.app.inject({
    method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  })

/** Statuses that visitors without a token are answered, by call. */
const openAnswers = new Map<string, number>()
async function openAnswer(call: string, endpoint: Endpoint): Promise<number> {
  const status = openAnswers.get(call) ?? (await send(null, endpoint, pathOf(endpoint.path))).statusCode
  openAnswers.set(call, status)
  return status
}

/** The refusal that a token must get from a call; null: none for being a token. */
function refusalFor(endpoint: Endpoint, { kind, scope, role }: { kind: TokenKind; scope: TokenScope; role: Role }): string | null {
  if (endpoint.token === 'any') return null
  if (endpoint.token === null || !isForKind(endpoint.access, kind)) return 'not_for_tokens'
  if (![endpoint.token].flat().includes(scope)) return 'token_scope_missing'
  return mayCall(endpoint, { role: kind === 'person' ? 'customer' : role, duties: ['all'] }) ? null : 'forbidden'
}

const cases = TOKEN_KINDS.flatMap((kind) =>
  OWNERS[kind].slice(0, TESTS_ALL ? undefined : 1).flatMap((role) => TOKEN_SCOPES.map((scope) => ({ kind, role, scope }))),
)

test.each(cases)('a token of a $kind with the scope $scope, of a $role, makes the calls of its scope only', async (of) => {
  const token = await tokenOf(owners.get(of.role) as SignedInUser, of.kind, [of.scope]) // signed in before
  for (const { call, endpoint } of calls) {
    const url = pathOf(endpoint.path)
    const answer = await send(token, endpoint, url)
    const label = `${call}: ${answer.statusCode} ${answer.body.slice(0, 80)}`
    if (endpoint.access === 'anyone') {
      expect(answer.statusCode, label).toBe(await openAnswer(call, endpoint))
      continue
    }
    const expected = refusalFor(endpoint, of)
    if (expected === null) expect([401, 403, 500], label).not.toContain(answer.statusCode)
    else {
      expect([answer.statusCode, answer.json().code], label).toEqual([403, expected])
      if (endpoint.method === 'GET' || !TESTS_ALL) continue
      const broken = await send(token, endpoint, pathOf(endpoint.path, 'x'), '{"email":')
      expect(broken.statusCode, `${label}, before anything else is judged`).toBe(403)
    }
  }
})

const ENDED = "This API token isn't valid: it has expired or was revoked. Create a new one."
const MISTYPED = "This API token isn't valid: it was mistyped or cut off. Copy all of it again."

test.each([
  ['a character changed', (secret: string) => secret.replace(/^(.{10})(.)/, (_, head, one) => head + (one === 'a' ? 'b' : 'a')), MISTYPED],
  ['another prefix', (secret: string) => secret.replace('rfb_', 'rfs_'), MISTYPED],
  ['its hash', hashToken, null],
  ['a right checksum of another secret', () => newApiToken('business'), ENDED],
  ['its beginning', (secret: string) => secret.slice(0, 7), MISTYPED],
  ['all but its last character', (secret: string) => secret.slice(0, -1), MISTYPED],
])('%s: 401 that says nothing of which tokens exist', async (_name, change, detail) => {
  const token = await tokenOf(owners.get('business_admin') as SignedInUser, 'business', ['read']) // signed in before
  const answer = await shop.app.inject({ url: '/api/business/orders', headers: { authorization: `Bearer ${change(token)}` } })
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Bearer')])
  expect(answer.json()).toMatchObject(detail === null ? { code: 'session_ended' } : { code: 'token_invalid', detail })
})

const MARK = 'Strangermark'
/** Lists of a business that are read by changes. */
const SYNCED = ['business.products', 'sellerOrders.list']
const pathOfCall = (name: string) => calls.find(({ call }) => call === name)?.endpoint.path
/** Makes somebody else's product, orders, return, quote and documents. @returns their ids, and what shows that they change */
async function makeStranger() {
  const seller = await shop.signIn('business_admin', { name: `${MARK} Seller` })
  const buyer = await shop.signIn('customer', { name: `${MARK} Buyer` })
  const product = await shop.make.product({
    businessId: seller.user.businessId ?? '',
    category: 'accessories',
    stock: 50,
    name: `${MARK} pads`,
    sku: `${MARK}-1`,
  })
  const place = async () => {
    await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    return checkOut(buyer)
  }
  const [order, shipped] = [await place(), await place()]
  await pay(shop, shipped.id)
  await seller.sellerOrders.move({
    params: { id: shipped.id },
    body: { status: 'shipped', carrier: 'Own truck', trackingNumber: `${MARK}7` },
  })
  await seller.sellerOrders.move({ params: { id: shipped.id }, body: { status: 'delivered' } })
  const businessId = seller.user.businessId ?? ''
  const lines = [{ productId: product.id, quantity: 1 }]
  const returned = await buyer.returns.request({
    params: { id: shipped.id },
    body: { businessId, lines, reason: 'unsuitable', note: MARK, photos: [] },
  })
  const [quote] = await ask(buyer, [product.id], { message: MARK })
  const documents = await buyer.documents.ofOrder({ params: { id: shipped.id } })
  const cursorOf = async (url: string) => {
    const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } })
    expect(answer.body).toContain(MARK)
    return String(answer.headers['x-next-cursor'])
  }
  const lists = SYNCED.map((name) => `${pathOfCall(name)}?updatedSince=1970-01-01T00:00:00Z`)
  return {
    /** Of lists that were read to their end, and of one that was not. */
    cursors: await Promise.all([...lists, `${lists.at(-1)}&limit=1`].map(cursorOf)),
    ids: [product, order, shipped, returned, quote, documents[0], { id: businessId }, buyer.user].map((one) => one?.id ?? ''),
    state: async () =>
      JSON.stringify([
        await seller.business.products(),
        await seller.sellerOrders.list(),
        await seller.returns.listOfSeller(),
        await buyer.quotes.list(),
      ]),
  }
}

test('ids of others in path, body, filter, cursor and export open nothing to a person or a business, and change nothing', async () => {
  const stranger = await makeStranger()
  const { ids, cursors } = stranger
  expect(ids).not.toContain('')
  expect(new Set(cursors).size).toBe(3)
  const before = await stranger.state()
  for (const kind of ['person', 'business'] as const) {
    const token = await tokenOf(await shop.signIn(kind === 'person' ? 'customer' : 'business_admin'), kind, [...TOKEN_SCOPES])
    for (const { call, endpoint } of calls) {
      const { path, token: scope, access } = endpoint
      if (scope === null || scope === 'any' || !isForKind(access, kind)) continue
      for (const { url, body } of requestsOf(endpoint, stranger)) {
        const answer = await send(token, endpoint, url, body)
        const label = `${call} ${url} ${body}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
        expect(answer.statusCode, label).toBeLessThan(500)
        expect(answer.body, label).not.toContain(MARK)
        if (path.includes(':id')) expect([400, 404, 422], label).toContain(answer.statusCode)
        if (SYNCED.includes(call) && cursors.some((cursor) => url.endsWith(cursor)))
          expect(answer.json().code, label).toBe('cursor_invalid')
      }
    }
  }
  expect(await stranger.state()).toBe(before)
})

/** Requests of a call that name ids of somebody else: each in its path, or in filters or a body; or go on with a cursor of theirs. */
function requestsOf(
  { method, path }: Endpoint,
  { ids, cursors }: { ids: readonly string[]; cursors: readonly string[] },
): { url: string; body?: string }[] {
  const inPath = path.includes(':')
  const named = inPath ? ids : someOf(ids, 3)
  if (method !== 'GET')
    return named.flatMap((id, at) =>
      chosenOf(bodiesOf(id), inPath ? at : null).map((body) => ({ url: pathOf(path, id), body: JSON.stringify(body) })),
    )
  if (inPath) return named.map((id) => ({ url: pathOf(path, id) }))
  const filters = named.map((id) => FILTERS.map((name) => `${name}=${id}`).join('&'))
  return [`search=${MARK}`, ...filters, ...cursors.map((cursor) => `cursor=${cursor}`)].map((query) => ({ url: `${path}?${query}` }))
}

/** Bodies that go with an id: with that of a path by turns, all of them each night and where the body alone names it. */
const chosenOf = (bodies: object[], turn: number | null) => (turn === null || TESTS_ALL ? bodies : [bodies[turn % bodies.length] ?? {}])

const FILTERS = ['ids', 'orderId', 'productId', 'productIds', 'businessId', 'seller', 'cursor', 'parcel']

/** Bodies that name an id of somebody else in each place that a call of the scopes reads. */
function bodiesOf(id: string): object[] {
  return [
    { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z', reason: 'x', orderIds: [id], ids: [id], businessId: id },
    { updates: [{ id, stock: 3, priceUSD: 2 }] },
    { updates: [{ sku: `${MARK}-1`, stock: 3, priceUSD: 2 }] },
    { productIds: [id], percent: 10 },
    { parcels: [{ orderId: id, number: id, order: id, carrier: 'UPS', trackingNumber: '1Z', lines: [] }] },
  ]
}
