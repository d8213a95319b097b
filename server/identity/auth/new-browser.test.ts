import { afterAll, beforeAll, expect, test } from 'vitest'
import { outbox } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

const DAY = 24 * 3_600_000
const PASSWORD = 'slit-cardboard-42'
const EMAIL = 'tina@people.test'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const from = (userAgent: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: EMAIL, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
const reported = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, string> })
    .filter(({ template }) => template === 'new-browser')
    .map(({ to, facts }) => [to, facts.browser, facts.network])

test('a sign-in from a new browser is reported to its user, not the first one and not a known one, for 90 days', async () => {
  await shop.make.user('customer', { email: EMAIL, passwordHash: await hashPassword(PASSWORD) })
  await from(FIREFOX)
  await from(FIREFOX)
  expect(await reported()).toEqual([])
  await from(CHROME)
  await from(FIREFOX)
  await from(CHROME)
  const once = [EMAIL, 'Chrome on Linux', '127.0.*.*']
  expect(await reported()).toEqual([once])
  shop.advance(60 * DAY)
  await from(FIREFOX)
  shop.advance(40 * DAY)
  await from(CHROME)
  expect(await reported()).toEqual([once, once])
})
