import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { sessions, users, userTokens } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { bootstrapAdmin, createDemoAccounts } from '#server/seed/bootstrap-admin.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

const DAY = 24 * 3_600_000
const PASSWORD = 'a box of old boxes'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

async function makeLink(userId: string, purpose: 'reset' | 'verify' | 'invite' = 'reset') {
  const token = newToken()
  const expiresAt = new Date(shop.deps.now().getTime() + DAY / 48)
  await shop.deps.db.insert(userTokens).values({ tokenHash: hashToken(token), userId, purpose, expiresAt })
  return token
}

const reset = (token: string, password = PASSWORD, email?: string) =>
  shop.visitor.auth.resetPassword({ body: { token, password, ...(email && { email }) } })
const login = (email: string, password = PASSWORD) => shop.visitor.auth.login({ body: { email, password } }).then(sessionOf)
const tokenOf = (link: string | undefined) => new URL(link ?? 'http://none').searchParams.get('token') ?? ''
const listUsers = () => shop.deps.db.select().from(users).orderBy(users.email)
const withAdmin = (email: string) => ({ ...shop.deps, config: { ...shop.deps.config, admin: { email, password: PASSWORD } } })

// Links that set a password

test('D126: a link sets the password once and ends all sessions and other links of the user', async () => {
  const session = await shop.signIn('customer', { emailVerifiedAt: null, mustChangePassword: true })
  const [token, other] = [await makeLink(session.user.id), await makeLink(session.user.id)]
  expect(await reset(token)).toEqual({ ok: true })
  expect(await shop.deps.db.select().from(sessions)).toEqual([])
  expect(await login(session.user.email)).toMatchObject({ emailVerified: true, mustChangePassword: false })
  for (const used of [token, other]) {
    await expect(reset(used, 'another phrase')).rejects.toMatchObject({ status: 422, code: 'link_invalid' })
  }
})

test('a link used twice at once acts once', async () => {
  const user = await shop.make.user('customer')
  const token = await makeLink(user.id)
  const results = await Promise.allSettled(['first phrase', 'second phrase', 'third phrase'].map((password) => reset(token, password)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

test('an unknown, ended or wrong link, and one of a user who is not Active, set nothing', async () => {
  const user = await shop.make.user('customer')
  const suspended = await shop.make.user('customer', { status: 'Suspended' })
  const ended = await makeLink(user.id)
  shop.advance(DAY)
  const bad = [newToken(), 'nonsense', '', ended, await makeLink(user.id, 'verify'), await makeLink(suspended.id)]
  for (const token of bad) await expect(reset(token)).rejects.toMatchObject({ status: 422, code: 'link_invalid' })
  expect((await listUsers()).every((row) => row.passwordHash === null)).toBe(true)
})

test('a weak password leaves the link usable, and its email is not taken from the body', async () => {
  const user = await shop.make.user('business_admin', { email: 'sam@example.com' })
  const token = await makeLink(user.id, 'invite')
  await expect(reset(token, 'short')).rejects.toMatchObject({ status: 422, errors: [{ field: 'password' }] })
  await reset(token, PASSWORD, 'other@example.com')
  expect((await login('sam@example.com')).role).toBe('business_admin')
})

// The first super admin

test('a new shop gets a link that makes its owner the super admin, with the email of the form', async () => {
  const first = await bootstrapAdmin(shop.deps)
  expect(first?.link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=rf_[\w-]{43}&setup=1$/)
  const second = await bootstrapAdmin(shop.deps)
  await expect(reset(tokenOf(first?.link))).rejects.toMatchObject({ code: 'link_invalid' })
  await expect(login('admin@localhost')).rejects.toMatchObject({ status: 401 })
  await reset(tokenOf(second?.link), PASSWORD, 'Owner@Example.com')
  expect(await login('owner@example.com')).toMatchObject({ role: 'super_admin', emailVerified: true })
  expect(await bootstrapAdmin(shop.deps)).toBeNull()
  expect(await listUsers()).toHaveLength(1)
})

test('without an email in the form the owner signs in with the one that was printed', async () => {
  const made = await bootstrapAdmin(shop.deps)
  await reset(tokenOf(made?.link))
  expect((await login(made?.email ?? '')).role).toBe('super_admin')
})

test('the link of the first start does not take an email that somebody has, and ends after 24 hours', async () => {
  await shop.make.user('customer', { email: 'ann@example.com' })
  const made = await bootstrapAdmin(shop.deps)
  await expect(reset(tokenOf(made?.link), PASSWORD, 'ann@example.com')).rejects.toMatchObject({ status: 409, code: 'email_taken' })
  shop.advance(DAY + 1000)
  await expect(reset(tokenOf(made?.link))).rejects.toMatchObject({ code: 'link_invalid' })
})

test('the super admin of the settings is made once, and takes the place of an unused link', async () => {
  const link = await bootstrapAdmin(shop.deps)
  expect(await bootstrapAdmin(withAdmin('Owner@Example.com'))).toBeNull()
  await expect(reset(tokenOf(link?.link))).rejects.toMatchObject({ code: 'link_invalid' })
  expect(await login('owner@example.com')).toMatchObject({ role: 'super_admin', emailVerified: true })
  expect(await bootstrapAdmin(withAdmin('second@example.com'))).toBeNull()
  expect(await listUsers()).toHaveLength(1)
})

test('a customer with the email of the settings becomes the super admin under the new password only', async () => {
  const session = await shop.signIn('customer', { email: 'owner@example.com', passwordHash: await hashPassword('an older phrase') })
  await bootstrapAdmin(withAdmin('owner@example.com'))
  expect((await session.auth.me()).user).toBeNull()
  await expect(login('owner@example.com', 'an older phrase')).rejects.toMatchObject({ status: 401 })
  expect((await login('owner@example.com')).role).toBe('super_admin')
})

test('two servers that start at once make one super admin', async () => {
  await Promise.all([1, 2, 3].map(() => bootstrapAdmin(withAdmin('owner@example.com'))))
  expect(await shop.deps.db.select().from(users).where(eq(users.role, 'super_admin'))).toHaveLength(1)
})

// Demo shops

test('a demo shop has its accounts, made once, and no link', async () => {
  const [box, mat] = [await shop.make.business(), await shop.make.business()]
  await createDemoAccounts(shop.deps, new Map([['seller@reflute.test', box.id]]))
  const changed = await hashPassword('changed since')
  await shop.deps.db.update(users).set({ passwordHash: changed }).where(eq(users.email, 'customer@reflute.test'))
  const ids = new Map([
    ['seller@reflute.test', mat.id],
    ['seller2@reflute.test', mat.id],
  ])
  await createDemoAccounts(shop.deps, ids)
  const rows = await listUsers()
  expect(rows.map(({ email, role, businessId }) => [email, role, businessId])).toEqual([
    ['customer@reflute.test', 'customer', null],
    ['finance@reflute.test', 'application_admin', null],
    ['seller2@reflute.test', 'business_admin', mat.id],
    ['seller@reflute.test', 'business_admin', box.id],
    ['staff@reflute.test', 'application_admin', null],
    ['super@reflute.test', 'super_admin', null],
  ])
  expect(new Set(rows.map((row) => row.passwordHash)).size).toBe(6)
  expect((await login('super@reflute.test', 'reflute-demo')).role).toBe('super_admin')
  expect((await login('customer@reflute.test', 'changed since')).role).toBe('customer')
  expect(await bootstrapAdmin(shop.deps)).toBeNull()
})

test('a demo shop without accounts gets no link either', async () => {
  const demo = { ...shop.deps, config: { ...shop.deps.config, isDemo: true } }
  expect(await bootstrapAdmin(demo)).toBeNull()
  expect(await listUsers()).toEqual([])
})
