import type { Page } from '@playwright/test'
import { expect, isAlive, test } from '../story.ts'

/* Pages as browsers keep them: the same bytes for everybody, and a second visit that asks only whether they have changed. */

/** Public screens that the sitemap leaves out. */
const UNLISTED = ['/cart', '/login', '/register', '/forgot-password', '/search?q=mat', '/products?sort=price-asc&utm_source=mail']
const PERSONAL = [
  '/account',
  '/account/orders',
  '/checkout',
  '/admin',
  '/business/dashboard',
  '/super-admin/health',
  '/reset-password?token=x',
]

/** Statuses of documents as the network sent them: the browser makes a 200 of a 304. */
async function followStatuses(page: Page): Promise<() => number[]> {
  const session = await page.context().newCDPSession(page)
  const documents = new Set<string>()
  const statuses = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, type }) => type === 'Document' && documents.add(requestId))
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode))
  await session.send('Network.enable')
  return () => [...documents].flatMap((id) => statuses.get(id) ?? [])
}

test('every public page loads twice, the second time as a 304, and nothing is on the console', async ({ page, request }) => {
  test.setTimeout(240_000)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')
  // of the pages of records one for each kind
  const paths = [
    ...new Map(
      [...listed, ...UNLISTED].map((path) => [/^\/(?:products|producers|blog|case-studies)\//.exec(path)?.[0] ?? path, path]),
    ).values(),
  ]
  expect(paths.length).toBeGreaterThan(20)
  const heard: string[] = []
  page.on('console', (message) => {
    if (!message.text().includes('blocked by Playwright')) heard.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`))
  const statuses = await followStatuses(page)
  for (const path of paths) {
    const policies: unknown[] = []
    for (const visit of [1, 2]) {
      const answer = await page.goto(path)
      policies.push(await answer?.headerValue('content-security-policy'))
      await isAlive(page)
      await page.goto('about:blank')
      expect(statuses().filter((status) => status !== 0).length, `${path}, ${visit}`).toBeGreaterThan(0)
    }
    expect(policies[0], path).toBe(policies[1])
    expect(
      String(policies[0])
        .split(';')
        .find((one) => one.includes('script-src')),
    ).not.toMatch(/unsafe|nonce/)
    expect([path, statuses().slice(-2)]).toEqual([path, [200, 304]])
  }
  expect(heard).toEqual([])
})

test('a page of one person is stored by nobody, one for everybody by caches that ask whether it has changed', async ({ request, shop }) => {
  const { token } = await shop.customer()
  const policyOf = async (path: string, headers = {}) => {
    const answer = await request.get(path, { headers })
    return [path, answer.headers()['cache-control'], answer.headers()['surrogate-key']]
  }
  for (const path of PERSONAL) expect(await policyOf(path)).toEqual([path, 'private, no-store', undefined])
  expect(await policyOf('/products', { authorization: `Bearer ${token}` })).toEqual(['/products', 'private, no-store', undefined])
  const forEverybody = 'public, max-age=0, s-maxage=10'
  expect(await policyOf('/products')).toEqual(['/products', forEverybody, 'catalog settings stock'])
  expect(await policyOf('/faq')).toEqual(['/faq', forEverybody, 'catalog settings'])
})

test('a browser that has read a price gets the new one as soon as it was saved', async ({ page, shop }) => {
  const path = '/api/products/slug/ecomat-1000'
  const { api } = await shop.demo('staff@reflute.test')
  await page.goto('/about')
  const read = () => page.evaluate(async (address) => (await (await fetch(address)).json()) as { id: string; priceUSD: number }, path)
  const { id, priceUSD } = await read()
  for (const price of [priceUSD + 1, priceUSD]) {
    await api.productEdits.bulkPrices({ body: { updates: [{ id, priceUSD: price }] } })
    expect((await read()).priceUSD).toBe(price)
  }
})

test('what an address has beside the choices of a page is in no page that others get', async ({ request }) => {
  const bodyOf = async (path: string) => (await request.get(path)).text()
  const plain = await bodyOf('/products?category=mat-maker')
  expect(await bodyOf('/products?utm_source=planted-word&category=mat-maker&token=planted-word')).toBe(plain)
  expect(plain).not.toContain('planted-word')
})
