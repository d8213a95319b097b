import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { userTotp } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { checkSecondFactor } from './check-accounts.ts'

const given = inject('database')
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ SECRETS_KEYS: Buffer.alloc(32, 3).toString('base64') })
})
afterAll(() => shop.close())

test.runIf(given.kind === 'postgres')('doctor counts staff without a second factor, and finds a missing key of SECRETS_KEYS', async () => {
  const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
  const url = `${given.kind === 'postgres' ? given.server : ''}/${rows[0]?.name}`
  const check = () => checkSecondFactor({ config: shop.deps.config, now: shop.deps.now, sendTo: null, plainUrl: null }, url)
  const boss = await shop.signIn('super_admin')
  await shop.make.user('customer')
  expect(await check()).toMatchObject({ level: 'ok', what: expect.stringContaining('1 of 1 staff account without one') })
  await boss.security.addTotp()
  await shop.deps.db.update(userTotp).set({ confirmedAt: shop.deps.now() })
  expect(await check()).toMatchObject({ level: 'ok', what: expect.stringContaining('0 of 1 staff account without one') })
  await shop.deps.db.update(userTotp).set({ secret: Buffer.alloc(60) })
  expect(await check()).toMatchObject({
    level: 'FAIL',
    what: "SECRETS_KEYS doesn't open the secrets of 1 authenticator app.",
    fix: expect.stringContaining('secrets:rotate'),
  })
})
