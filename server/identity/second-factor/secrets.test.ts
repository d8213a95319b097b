import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { userTotp } from '#server/platform/db/schema.ts'
import { decryptSecret, encryptSecret, isCurrent } from '#server/platform/secrets/secret-keys.ts'
import { createDemoAccounts, DEMO_PASSWORD } from '#server/seed/bootstrap-admin.ts'
import { codeAt } from '#server/testing/authenticator.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { updateSecrets } from './update-secrets.ts'

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ SECRETS_KEYS: OLD.toString('base64') })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('a secret opens with its key and for its owner only, and never looks the same twice', () => {
  const secret = Buffer.from('a secret of twenty b')
  const stored = encryptSecret([OLD], secret, 'ann') ?? Buffer.alloc(0)
  expect(stored.includes(secret)).toBe(false)
  expect(decryptSecret([NEW, OLD], stored, 'ann')).toEqual(secret)
  expect(decryptSecret([NEW], stored, 'ann')).toBeNull()
  expect(decryptSecret([OLD], stored, 'bob')).toBeNull()
  const changed = Buffer.from(stored)
  changed[stored.length - 1] = (changed[stored.length - 1] ?? 0) ^ 1
  expect(decryptSecret([OLD], changed, 'ann')).toBeNull()
  expect(encryptSecret([OLD], secret, 'ann')).not.toEqual(stored)
  expect(encryptSecret([], secret, 'ann')).toBeNull()
})

test('rotating the keys encrypts every secret with the first one; codes go on, also without the old key', async () => {
  const users = [await shop.signIn('customer'), await shop.signIn('super_admin')]
  const addresses = await Promise.all(users.map(async (user) => (await user.security.addTotp()).address))
  expect(await updateSecrets(shop.deps.db, [NEW, OLD])).toEqual({ changed: 2, current: 0, failed: 0 })
  expect(await updateSecrets(shop.deps.db, [NEW, OLD])).toEqual({ changed: 0, current: 2, failed: 0 })
  expect(await updateSecrets(shop.deps.db, [OTHER])).toEqual({ changed: 0, current: 0, failed: 2 })
  for (const { secret } of await shop.deps.db.select().from(userTotp)) expect(isCurrent([NEW], secret)).toBe(true)
  const [user] = users
  const code = codeAt(addresses[0] ?? '', shop.deps.now())
  await expect(user?.security.confirmTotp({ body: { code } })).rejects.toMatchObject({ problem: { code: 'second_factor_unconfigured' } })
})

test('the demo account with an authenticator app signs in with the key of the README', async () => {
  const demo = await openTestShop({ DEMO: '1' })
  await createDemoAccounts(demo.deps, new Map())
  const answer = await demo.visitor.auth.login({ body: { email: 'totp@reflute.test', password: DEMO_PASSWORD } })
  const challenge = 'secondFactor' in answer ? answer.secondFactor.challenge : ''
  const code = codeAt('REFLUTEDEMOSECRETREFLUTEDEMOCODE', demo.deps.now())
  expect(await demo.visitor.auth.secondFactor({ body: { challenge, code } })).toMatchObject({ role: 'application_admin' })
  for (const email of ['super', 'staff', 'seller', 'seller2', 'customer'])
    expect(await demo.visitor.auth.login({ body: { email: `${email}@reflute.test`, password: DEMO_PASSWORD } })).toHaveProperty('token')
  await demo.close()
})

test('SECRETS_KEYS that are no keys stop the start with what is allowed', () => {
  expect(readConfig({ SECRETS_KEYS: `${NEW.toString('base64')}, ${OLD.toString('base64')}`, DEMO: '0' }).secretsKeys).toEqual([NEW, OLD])
  expect(readConfig({ DEMO: '0' }).secretsKeys).toEqual([])
  for (const wrong of ['short', `${OLD.toString('base64')},`, Buffer.alloc(31).toString('base64')])
    expect(() => readConfig({ SECRETS_KEYS: wrong }), wrong).toThrow('SECRETS_KEYS must be 32 bytes as base64')
})
