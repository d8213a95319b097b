import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import type { Role } from '#domain/user.ts'
import { auditEntries, outbox, sessions, users, userTokens } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken, isToken, newToken } from '#server/platform/secrets/token.ts'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PASSWORD = 'a box of old boxes'

let shop: TestShop
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const makeUser = (role: Role = 'customer', input: Partial<typeof users.$inferInsert> = {}) =>
  shop.make.user(role, { passwordHash, ...input })
const login = (email: string, password = PASSWORD) => shop.visitor.auth.login({ body: { email, password } }).then(sessionOf)
const me = async (token: string) => (await shop.withToken(token).auth.me()).user
const ann = { name: 'Ann Example', email: 'ann@example.com', password: PASSWORD }
const actions = async () => (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map((entry) => entry.action)

/** The answer as it travels, for its headers and its text. */
function post(path: string, payload: unknown, headers: Record<string, string> = {}) {
  return shop.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  })
}

// Signing in

test('S270 S283: signing in takes nothing but email and password, and answers the user and a token that stands for the session', async () => {
  const seller = await makeUser('business_admin', { name: 'Sam Seller', email: 'sam@example.com' })
  const signedIn = await login('sam@example.com')
  expect(signedIn).toMatchObject({
    id: seller.id,
    name: 'Sam Seller',
    email: 'sam@example.com',
    role: 'business_admin',
    businessId: seller.businessId,
    businessStatus: 'approved',
    status: 'Active',
    emailVerified: true,
    mustChangePassword: false,
  })
  expect(isToken(signedIn.token)).toBe(true)
  const { token: _token, ...user } = signedIn
  expect(await me(signedIn.token)).toEqual(user)
})

test('S248: an empty email or password is refused before anything else', async () => {
  for (const body of [{}, { email: ' ', password: PASSWORD }, { email: 'ann@example.com', password: '' }]) {
    await expect(shop.visitor.auth.login({ body })).rejects.toMatchObject({ status: 422, message: 'Please enter both email and password' })
  }
})

test('S302: an unknown email, a wrong password and a user without one get the same answer', async () => {
  await makeUser('customer', { email: 'ann@example.com' })
  await makeUser('customer', { email: 'invited@example.com', passwordHash: null })
  const answers = await Promise.all(
    ['ann@example.com', 'nobody@example.com', 'invited@example.com', 'a\u0000b@example.com'].map((email) =>
      post('login', { email, password: 'something else' }),
    ),
  )
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401)
    expect(answer.json().detail).toBe('Invalid email or password')
    expect(answer.body).toBe(answers[0]?.body)
  }
})

test('an unknown email costs as much as a wrong password', async () => {
  vi.stubEnv('OWN_HASHES', '1')
  await makeUser('customer', { email: 'ann@example.com' })
  const timeOf = async (email: string) => {
    const times = []
    for (let run = 0; run < 7; run += 1) {
      times.push(await cpuTimeOf(() => login(email, 'something else').catch(() => {})))
    }
    return Math.min(...times)
  }
  await timeOf('warm-up@example.com')
  const [known, unknown] = [await timeOf('ann@example.com'), await timeOf('nobody@example.com')]
  vi.unstubAllEnvs()
  expect(unknown).toBeGreaterThan(known / 4) // without the hash it would be a twentieth
})

test('S248: the email is compared without case and without the spaces around it, the password as typed', async () => {
  await makeUser('customer', { email: 'Ann@Example.com' })
  expect((await login('  aNN@eXAMPLE.COM ')).role).toBe('customer')
  await expect(login('ann@example.com', ` ${PASSWORD}`)).rejects.toMatchObject({ status: 401 })
  await expect(login('ann@example.com', PASSWORD.toUpperCase())).rejects.toMatchObject({ status: 401 })
})

test('an inactive user is refused as such with the right password only', async () => {
  for (const status of ['Inactive', 'Suspended', 'Deleted'] as const) {
    await makeUser('customer', { email: `${status}@example.com`, status })
    await expect(login(`${status}@example.com`)).rejects.toMatchObject({
      status: 403,
      message: 'This account is not active. Contact support for assistance.',
    })
    await expect(login(`${status}@example.com`, 'something else')).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' })
  }
  expect(await shop.deps.db.select().from(sessions)).toEqual([])
})

test('a valid token that is sent with a sign-in is ended, and a bad one counts as none', async () => {
  await makeUser('customer', { email: 'ann@example.com' })
  const first = await login('ann@example.com')
  const body = { email: 'ann@example.com', password: PASSWORD }
  await expect(shop.withToken(first.token).auth.login({ body: { ...body, password: 'wrong' } })).rejects.toMatchObject({ status: 401 })
  expect(await me(first.token)).not.toBeNull()
  const second = await shop.withToken(first.token).auth.login({ body }).then(sessionOf)
  expect(await me(first.token)).toBeNull()
  expect(await me(second.token)).not.toBeNull()
  expect((await shop.withToken('nonsense').auth.login({ body }).then(sessionOf)).role).toBe('customer')
})

test('F7.1.6 a name of invisible characters and a password of blanks make no account', async () => {
  const register = (name: string, password: string) =>
    shop.visitor.auth.register({ body: { name, email: 'blank@example.com', password } }).catch((error: unknown) => error)
  for (const name of ['\u200b\u200b', '\u3164', '\u00a0\u2800', '\u00ad']) {
    expect(await register(name, PASSWORD)).toMatchObject({ status: 422, problem: { errors: [{ field: 'name' }] } })
  }
  for (const password of [' '.repeat(12), '\u200b'.repeat(12), '\u2003\u00a0'.repeat(6)]) {
    expect(await register('Ann Example', password)).toMatchObject({ status: 422, problem: { code: 'password_blank' } })
  }
  expect(await register('Ann Example', PASSWORD)).toMatchObject({ name: 'Ann Example' })
})

test('a hash with older parameters is renewed at the next sign-in', async () => {
  const older = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4' // of 'password'
  const user = await makeUser('customer', { email: 'ann@example.com', passwordHash: older })
  await login('ann@example.com', 'password')
  const [stored] = await shop.deps.db.select().from(users).where(eq(users.id, user.id))
  expect(stored?.passwordHash).toContain('m=19456,t=2,p=1')
  expect((await login('ann@example.com', 'password')).id).toBe(user.id)
})

test('only the hash of a token is stored', async () => {
  await makeUser('customer', { email: 'ann@example.com' })
  const { token } = await login('ann@example.com')
  const [session] = await shop.deps.db.select().from(sessions)
  expect(session?.tokenHash).toBe(hashToken(token))
  expect(JSON.stringify(session)).not.toContain(token)
})

test('no answer holds a hash', async () => {
  await makeUser('customer', { email: 'ann@example.com' })
  const signedIn = await post('login', { email: 'ann@example.com', password: PASSWORD })
  const registered = await post('register', { ...ann, email: 'bea@example.com' })
  const own = await shop.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${signedIn.json().token}` } })
  for (const answer of [signedIn, registered, own]) expect(answer.body).not.toMatch(/hash|argon2/i)
  expect(own.body).not.toContain('rf_')
  expect(Object.keys(own.json().user).filter((key) => /password|token/i.test(key))).toEqual(['mustChangePassword'])
})

// Signing out

test('S231 S284: signing out takes no body, ends the token at once, and again changes nothing', async () => {
  const session = await shop.signIn('customer')
  await expect(session.cart.list({ query: {} })).resolves.toBeDefined()
  expect(await session.auth.logout()).toEqual({ ok: true })
  await expect(session.cart.list({ query: {} })).rejects.toMatchObject({ status: 401, code: 'session_ended' })
  expect((await session.auth.me()).user).toBeNull()
  expect(await session.auth.logout()).toEqual({ ok: true })
  expect(await shop.visitor.auth.logout()).toEqual({ ok: true })
})

// Who a token stands for

test('a bad token counts as none where anyone may call, and is 401 elsewhere', async () => {
  for (const token of ['nonsense', newToken()]) {
    const bad = shop.withToken(token)
    expect(await bad.auth.me()).toEqual({ user: null })
    await expect(bad.products.list()).resolves.toBeDefined()
    const refused = await shop.app.inject({ url: '/api/cart', headers: { authorization: `Bearer ${token}` } })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(refused.json().detail).toBe('Your session has ended. Please sign in again.')
  }
})

test('a suspended user is signed out at once', async () => {
  const session = await shop.signIn('customer')
  await shop.deps.db.update(users).set({ status: 'Suspended' }).where(eq(users.id, session.user.id))
  await expect(session.cart.list({ query: {} })).rejects.toMatchObject({ status: 401 })
  expect((await session.auth.me()).user).toBeNull()
})

test('B178 B239 D5: a change of role or business acts at the next request', async () => {
  const session = await shop.signIn('customer')
  await expect(session.orders.listAll()).rejects.toMatchObject({ status: 403 })
  await shop.deps.db.update(users).set({ role: 'application_admin' }).where(eq(users.id, session.user.id))
  await expect(session.orders.listAll()).resolves.toBeDefined()
  const business = await shop.make.business({ name: 'Box Works', businessStatus: 'pending' })
  await shop.deps.db.update(users).set({ role: 'business_admin', businessId: business.id }).where(eq(users.id, session.user.id))
  await expect(session.orders.listAll()).rejects.toMatchObject({ status: 403 })
  expect((await session.auth.me()).user).toMatchObject({ businessId: business.id, businessName: 'Box Works', businessStatus: 'pending' })
})

test('a user who must change the password can only see who is signed in and sign out', async () => {
  const session = await shop.signIn('customer', { mustChangePassword: true })
  expect((await session.auth.me()).user?.mustChangePassword).toBe(true)
  await expect(session.cart.list({ query: {} })).rejects.toMatchObject({ status: 403, code: 'password_change_required' })
  expect(await session.auth.logout()).toEqual({ ok: true })
})

/** Waits for the session's use to be written down, which nobody waits for otherwise. */
async function untilSeen(token: string, since: Date) {
  await expect
    .poll(async () => {
      const [session] = await shop.deps.db
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, hashToken(token)))
      return session && session.lastSeenAt >= since
    })
    .toBe(true)
}

test('a session ends when it is not used: after 7 days, for staff after 12 hours', async () => {
  const lengths: [Role, number][] = [
    ['customer', 7 * DAY],
    ['business_admin', 7 * DAY],
    ['application_admin', 12 * HOUR],
    ['super_admin', 12 * HOUR],
  ]
  for (const [role, idle] of lengths) {
    const user = await makeUser(role)
    const { token } = await login(user.email)
    shop.advance(idle - MINUTE)
    const usedAt = shop.deps.now()
    expect(await me(token)).not.toBeNull()
    await untilSeen(token, usedAt)
    shop.advance(idle - MINUTE)
    expect(await me(token)).not.toBeNull()
    const { token: unused } = await login(user.email)
    shop.advance(idle + MINUTE)
    expect(await me(unused)).toBeNull()
  }
})

test('a session ends 30 days after the sign-in however much it is used, for staff after 7', async () => {
  const lengths: [Role, number, number][] = [
    ['customer', 30, DAY],
    ['super_admin', 28, 6 * HOUR],
  ]
  for (const [role, steps, step] of lengths) {
    const { token } = await login((await makeUser(role)).email)
    for (let used = 0; used < steps; used += 1) {
      shop.advance(step - 1000)
      const usedAt = shop.deps.now()
      expect(await me(token)).not.toBeNull()
      await untilSeen(token, usedAt)
    }
    shop.advance(steps * 1000 + 1000)
    expect(await me(token)).toBeNull()
  }
})

test('the use of a session is written down at most once a minute', async () => {
  const { token } = await login((await makeUser()).email)
  const seenAt = async () => (await shop.deps.db.select().from(sessions))[0]?.lastSeenAt.getTime()
  const first = await seenAt()
  shop.advance(MINUTE / 2)
  await me(token)
  await me(token)
  expect(await seenAt()).toBe(first)
  shop.advance(MINUTE)
  const usedAt = shop.deps.now()
  await Promise.all([me(token), me(token), me(token)])
  await untilSeen(token, usedAt)
})

// Registering

test('D125: registering makes a customer, starts a session and leaves the mail that verifies the address', async () => {
  const answer = await post('register', { ...ann, email: 'Ann@Example.com' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    name: 'Ann Example',
    email: 'ann@example.com',
    role: 'customer',
    status: 'Active',
    emailVerified: false,
  })
  expect((await me(answer.json().token))?.email).toBe('ann@example.com')
  const [mail] = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  expect(mail).toMatchObject({
    kind: 'mail',
    sentAt: null,
    payload: { template: 'verify-email', to: 'ann@example.com', facts: { minutes: 60 } },
  })
  const { link } = (mail?.payload as { facts: { link: string } } | undefined)?.facts ?? { link: '' }
  const [, token = ''] = /^http:\/\/localhost:3000\/verify-email\?token=(rf_[\w-]{43})$/.exec(link) ?? []
  expect(await shop.deps.db.select().from(userTokens)).toMatchObject([{ tokenHash: hashToken(token), purpose: 'verify', usedAt: null }])
  expect((await login('ann@example.com')).name).toBe('Ann Example')
})

test('registering takes neither role nor status nor business from the body', async () => {
  const { id: businessId } = await shop.make.business()
  const more = { role: 'super_admin', status: 'Suspended', businessId, emailVerifiedAt: '2026-01-01', id: businessId, emailVerified: true }
  const answer = await post('register', { ...ann, ...more })
  expect(answer.json()).toMatchObject({ role: 'customer', status: 'Active', businessId: null, emailVerified: false })
  expect(answer.json().id).not.toBe(businessId)
})

test('an email that somebody has, in any case, cannot register again', async () => {
  await makeUser('customer', { email: 'Ann@Example.com' })
  await expect(shop.visitor.auth.register({ body: { ...ann, email: 'aNN@example.com' } })).rejects.toMatchObject({
    status: 409,
    message: 'A user with this email already exists',
    errors: [{ field: 'email' }],
  })
})

/** Each hashes a password. */
const AT_ONCE = TESTS_ALL ? 50 : 12

test(`R-A9: ${AT_ONCE} registrations at once of one email in as many letter cases make one account`, async () => {
  const letters = 'abcdefghij@example.com'
  const spelling = (mask: number) => [...letters].map((letter, at) => (mask & (1 << at) ? letter.toUpperCase() : letter)).join('')
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, mask) => post('register', { ...ann, email: spelling(mask) })))
  const statuses = answers.map((answer) => answer.statusCode).sort((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array.from({ length: AT_ONCE - 1 }, () => 409)])
  expect(await shop.deps.db.select().from(users)).toHaveLength(1)
  expect(await shop.deps.db.select().from(sessions)).toHaveLength(1)
  expect(await shop.deps.db.select().from(outbox).orderBy(outbox.id)).toHaveLength(1)
})

test('D127: a weak password is refused on its field', async () => {
  const cases: [string, string][] = [
    ['1234567', 'Password must be at least 8 characters long'],
    ['x'.repeat(129), 'Password must be at most 128 characters long'],
    ['password123', 'This password is too common. Choose another one.'],
    ['ann@example.com', 'This password is too common. Choose another one.'],
  ]
  for (const [password, message] of cases) {
    await expect(shop.visitor.auth.register({ body: { ...ann, password } })).rejects.toMatchObject({
      status: 422,
      message,
      errors: [{ field: 'password', message }],
    })
  }
  expect(await shop.deps.db.select().from(users)).toEqual([])
})

test('a name and an address are required', async () => {
  await expect(shop.visitor.auth.register({ body: { ...ann, name: ' ' } })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'name', message: 'Please enter your name' }],
  })
  await expect(shop.visitor.auth.register({ body: { ...ann, email: 'ann' } })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'email' }],
  })
})

test('sign-in, its failure, registration and sign-out are in the audit log, without secrets', async () => {
  const { token } = await shop.visitor.auth.register({ body: ann })
  await shop.withToken(token).auth.logout()
  await login(ann.email, 'wrong one').catch(() => {})
  await login('nobody@example.com').catch(() => {})
  await login(ann.email)
  expect(await actions()).toEqual(['register', 'logout', 'login_failed', 'login_failed', 'login'])
  expect(JSON.stringify(await shop.deps.db.select().from(auditEntries))).not.toMatch(/argon2|rf_|old boxes/)
})
