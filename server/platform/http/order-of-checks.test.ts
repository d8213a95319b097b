import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayEnter } from '#domain/access.ts'
import { ROLES } from '#domain/user.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { allCalls } from './openapi.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const NOBODY = '00000000-0000-4000-8000-000000000000'
const pathOf = (path: string) => path.replace(':width', '40').replace(':height', '40').replace(/:\w+/g, NOBODY)

test('F7.1.7 a wrong role is refused before anything else of a request is judged', async () => {
  for (const role of ROLES) {
    const { token } = await shop.signIn(role)
    const authorization = `Bearer ${token}`
    for (const { noun, name, endpoint } of allCalls()) {
      if (mayEnter(endpoint.access, role)) continue
      const url = pathOf(endpoint.path)
      const broken = [
        { url: `${url}?page=x&limit=0&from=no&status=no`, headers: {}, payload: '' },
        { url: endpoint.path.replace(/:\w+/g, 'not-an-id'), headers: {}, payload: '' },
        { url, headers: { 'content-type': 'application/json' }, payload: '{"email":' },
        { url, headers: { 'content-type': 'text/plain' }, payload: 'x' },
        { url, headers: { 'content-type': 'application/json' }, payload: `"${'x'.repeat(300_000)}"` },
      ]
      for (const { headers, ...request } of broken) {
        if (endpoint.method === 'GET' && request.payload) continue
        const answer = await shop.app.inject({ method: endpoint.method, ...request, headers: { ...headers, authorization } })
        expect(answer.statusCode, `${noun}.${name} as ${role} at ${request.url}: ${answer.body.slice(0, 120)}`).toBe(403)
      }
    }
  }
})

test('F7.1.9 a pending seller reads that the business waits, and a body is judged only afterwards', async () => {
  const business = await shop.make.business({ businessStatus: 'pending' })
  const { token } = await shop.signIn('business_admin', { businessId: business.id })
  const send = (payload: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/products',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload,
    })
  for (const payload of ['{"name":', '{}', JSON.stringify({ name: 'A mat' })]) {
    const answer = await send(payload)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'business_not_approved'])
    expect(answer.json().detail).toBe('Your business is waiting for approval.')
  }
})
