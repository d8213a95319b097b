import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

const PASSWORD = 'a box of old boxes'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
})
afterAll(() => shop.close())

function post(path: string, address: string, payload: object) {
  return shop.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers: { 'x-forwarded-for': address }, payload })
}

test('D124: after five wrong passwords an address has to wait, knows how long, and nobody else does', async () => {
  const { email } = await shop.make.user('customer', { passwordHash: await hashPassword(PASSWORD) })
  const attempt = (address: string, password: string) => post('login', address, { email, password })
  for (let failure = 1; failure <= 6; failure += 1) {
    if (failure === 6) shop.advance(1000)
    expect((await attempt('203.0.113.1', 'wrong one')).statusCode).toBe(401)
  }
  const refused = await attempt('203.0.113.1', PASSWORD)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json().detail).toBe('Too many requests. Try again in 2 seconds.')
  expect((await attempt('203.0.113.2', PASSWORD)).statusCode).toBe(200)
  shop.advance(2000)
  expect((await attempt('203.0.113.1', PASSWORD)).statusCode).toBe(200)
})

test('D124: wrong passwords count together, whichever call asks for the password', async () => {
  const ann = await shop.signIn('customer', { passwordHash: await hashPassword(PASSWORD) })
  const headers = { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${ann.token}` }
  const guess = async (url: string, payload: object) => (await shop.app.inject({ method: 'POST', url, headers, payload })).statusCode
  const stepUp = () => guess('/api/auth/step-up', { password: 'wrong one' })
  const change = () => guess('/api/account/password', { currentPassword: 'wrong one', newPassword: 'another box of boxes' })
  for (const attempt of [stepUp, change, stepUp, change, stepUp]) expect(await attempt()).not.toBe(429)
  expect([await change(), await stepUp()]).toEqual([429, 429])
})

test('an address makes at most ten accounts an hour', async () => {
  const register = (at: number) =>
    post('register', '203.0.113.3', { name: 'Ann Example', email: `ann${at}@example.com`, password: PASSWORD })
  for (let at = 0; at < 10; at += 1) expect((await register(at)).statusCode).toBe(201)
  const refused = await register(10)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
})

test('R-E8: a flood from one address is answered 429, never 500', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 80; at += 1) {
    const answer = await post('login', '203.0.113.4', { email: `user${at}@example.com`, password: 'wrong one' })
    statuses.push(answer.statusCode)
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), ...Array.from({ length: 50 }, () => 429)])
})
