import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayEnter } from '#domain/access.ts'
import { ROLES } from '#domain/user.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
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
    for (const [at, { noun, name, endpoint }] of allCalls().entries()) {
      if (mayEnter(endpoint.access, role)) continue
      const url = pathOf(endpoint.path)
      const broken = [
        { url: `${url}?page=x&limit=0&from=no&status=no`, headers: {}, payload: '' },
        { url: endpoint.path.replace(/:\w+/g, 'not-an-id'), headers: {}, payload: '' },
        { url, headers: { 'content-type': 'application/json' }, payload: '{"email":' },
        { url, headers: { 'content-type': 'text/plain' }, payload: 'x' },
        { url, headers: { 'content-type': 'application/json' }, payload: `"${'x'.repeat(300_000)}"` },
      ]
      const fitting = endpoint.method === 'GET' ? broken.slice(0, 2) : broken
      const tried = TESTS_ALL ? fitting : fitting.filter((_, index) => index === at % fitting.length) // by day in turn
      for (const { headers, ...request } of tried) {
        const answer = await shop.app.inject({ method: endpoint.method, ...request, headers: { ...headers, authorization } })
        expect(answer.statusCode, `${noun}.${name} as ${role} at ${request.url}: ${answer.body.slice(0, 120)}`).toBe(403)
      }
    }
  }
})

test('4.3 what staff may not do to a super admin is refused before anything else of a request is judged', async () => {
  const boss = await shop.signIn('super_admin')
  const { token } = await shop.signIn('application_admin')
  const calls = allCalls().filter(({ endpoint }) => endpoint.path.startsWith('/api/admin/users/:id') && endpoint.method !== 'GET')
  const guarded = calls.filter(({ endpoint }) => mayEnter(endpoint.access, 'application_admin') && !endpoint.path.endsWith('/notes'))
  expect(guarded.map(({ name }) => name).sort()).toEqual(['endSessions', 'remove', 'sendResetLink', 'setTerms', 'update'])
  for (const { noun, name, endpoint } of guarded) {
    const broken = [
      { headers: {}, payload: '' },
      { headers: { 'content-type': 'application/json' }, payload: '{"email":' },
      { headers: { 'content-type': 'application/json' }, payload: '{"email":7,"role":"king"}' },
      { headers: { 'content-type': 'application/json' }, payload: '{"role":"customer","version":1}' },
      { headers: { 'content-type': 'text/plain' }, payload: 'x' },
      { headers: { 'content-type': 'application/json' }, payload: `"${'x'.repeat(300_000)}"` },
    ]
    for (const { headers, payload } of broken) {
      const url = endpoint.path.replace(':id', boss.user.id)
      const answer = await shop.app.inject({
        method: endpoint.method,
        url,
        payload,
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
      expect([answer.statusCode, answer.json().code], `${noun}.${name}: ${payload.slice(0, 40)}`).toEqual([403, 'super_admin_protected'])
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
