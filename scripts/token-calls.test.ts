import { expect, test } from 'vitest'
import { isForKind, SCOPE_TEXTS, SCOPES_OF, TOKEN_KINDS, type TokenScope, tokenRefusal } from '#domain/api-tokens.ts'
import { allCalls } from '#server/platform/http/openapi.ts'

const calls = allCalls().map(({ noun, name, endpoint }) => ({ call: `${noun}.${name}`, endpoint }))
const withScope = (scope: string) => calls.filter(({ endpoint }) => [endpoint.token].flat().includes(scope as TokenScope))
const namesOf = (found: typeof calls) => found.map(({ call }) => call).sort()
const isRead = ({ endpoint }: (typeof calls)[number]) => endpoint.method === 'GET'

/** Areas that no API token reaches, by the paths of their calls. */
const NEVER = [
  /^\/api\/auth\//, // sign-in, sessions, second factors
  /^\/api\/account\b/, // profile, security, personal data, tokens
  /^\/api\/team\b|\/team\b/,
  /^\/api\/admin\/users\b|\/customers\b/,
  /^\/api\/admin\/(settings|permissions|markets|shipping|tax|vat-ids|commission-rates|registrations)\b/,
  /^\/api\/business\/(profile|pause|shipping|tax|payout-account|document-terms|registrations|tokens|webhooks)\b/,
  /^\/api\/admin\/(payouts|accounting|bank-files|disputes|documents|tokens|webhooks|audit-log|mails|jobs|notices|messages|newsletter)\b/,
  /\/refund$|\/payments?$|\/payment-intent|\/card-payment|\/changes\b|\/release$/, // money, and what an order costs
  /^\/api\/(cart|checkout)\b/,
  /^\/api\/admin\/businesses\b/,
]

test('no call for money out, people, settings, security, tokens or documents of others is open to tokens', () => {
  for (const { call, endpoint } of calls) {
    const { path, token, stepUp, money, members } = endpoint
    if (token === null) continue
    expect(
      NEVER.filter((area) => area.test(path)),
      call,
    ).toEqual([])
    expect([stepUp, money === null || money === 'onceItMoves', members], call).toEqual([false, true, 'all'])
    expect(endpoint.access, call).not.toBe('anyone')
  }
})

test('a scope that reads changes nothing, and the others are named here', () => {
  for (const { call, endpoint } of calls)
    if (endpoint.token !== null)
      expect([call, [endpoint.token].flat().some((rule) => rule === 'read' || rule === 'any')]).toEqual([call, endpoint.method === 'GET'])
  const imported = (noun: string) => ['upload', 'setTable', 'check', 'start', 'undo'].map((name) => `${noun}.${name}`)
  expect(namesOf(withScope('stock').filter((call) => !isRead(call)))).toEqual(
    [
      ...['bulkStock', 'bulkPercent', 'bulkPrices'].map((name) => `productEdits.${name}`),
      'imports.importExcel',
      ...imported('imports'),
      ...imported('sellerImports'),
    ].sort(),
  )
  const shipped = ['ship', 'deliver', 'shipMany', 'importTracking']
  expect(namesOf(withScope('orders'))).toEqual(
    [
      ...['cancel', 'setStatus', 'setPartStatus', 'correctTracking', 'moveMany'].map((name) => `orders.${name}`),
      ...['move', 'moveMany', 'correctTracking'].map((name) => `sellerOrders.${name}`),
      ...[...shipped, ...shipped.map((name) => `staff${name[0]?.toUpperCase()}${name.slice(1)}`)].map((name) => `shipments.${name}`),
      ...['request', 'move', 'moveAsSeller'].map((name) => `returns.${name}`),
    ].sort(),
  )
})

test('a token that only sets stock follows the jobs and imports that it starts', () => {
  const followed = (noun: string) => ['get', 'problems', 'rejected'].map((name) => `${noun}.${name}`)
  expect(namesOf(withScope('stock').filter(isRead))).toEqual(
    ['productEdits.rowsJob', ...followed('imports'), ...followed('sellerImports')].sort(),
  )
})

test('each scope that a kind of token offers opens a call to it, and no other scope does', () => {
  for (const kind of TOKEN_KINDS)
    for (const scope of ['read', 'stock', 'orders'] as const) {
      const offered: readonly string[] = SCOPES_OF[kind]
      const open = withScope(scope).filter(({ endpoint }) => tokenRefusal(endpoint, { kind, scopes: [scope] }) === null)
      expect(open.length > 0, `${kind} ${scope}`).toBe(offered.includes(scope))
    }
})

/** Words by which the texts of scopes name the calls of each noun; another one for a single call. */
const WORDS: Readonly<Record<string, RegExp>> = {
  accounting: /accounting journal/,
  analytics: /sales/,
  attributes: /specifications/,
  business: /products/,
  'business.stats': /sales/,
  categories: /categories/,
  disputes: /disputes/,
  documents: /documents/,
  earnings: /earnings/,
  'earnings.payouts': /payouts/,
  imports: /imports/i,
  orders: /orders/,
  productEdits: /products|stock and prices/,
  quotes: /quotes/,
  returns: /returns/,
  sellerImports: /imports/i,
  sellerOrders: /orders/,
  sellerQuotes: /quotes/,
  shipments: /parcels|ships/i,
  staffProducts: /products/,
  'staffProducts.history': /history/,
  staffQuotes: /quotes/,
}

test('the text of each scope names all that its calls read and change', () => {
  for (const { call, endpoint } of calls) {
    const { access, token } = endpoint
    if (token === null || token === 'any') continue
    const word = WORDS[call] ?? WORDS[call.split('.')[0] ?? ''] ?? /^$/
    for (const kind of TOKEN_KINDS)
      for (const scope of [token].flat())
        if (isForKind(access, kind)) expect(SCOPE_TEXTS[kind][scope] ?? '', `${kind} ${call}`).toMatch(word)
  }
})
