import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { auditEntries, outbox, sessions, userTotp } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { Authenticator, codeAt } from '#server/testing/authenticator.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const PASSWORD = 'slit-cardboard-42'
const EMAIL = 'tina@people.test'
const WRONG_CODE = {
  status: 401,
  problem: { code: 'invalid_second_factor', detail: "That code isn't valid. Enter the newest code from your app." },
}
const EXPIRED = { status: 401, problem: { code: 'challenge_expired', detail: 'This sign-in took too long. Enter your password again.' } }
const REQUIRED = { status: 403, problem: { code: 'second_factor_required', detail: 'Set up two-factor sign-in to continue.' } }
const KEY = Buffer.alloc(32, 7).toString('base64')

let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop({ SECRETS_KEYS: KEY })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const now = () => shop.deps.now()
const codeIn = (secret: string, milliseconds = 0) => codeAt(secret, new Date(now().getTime() + milliseconds))

async function tina(role: Parameters<TestShop['signIn']>[0] = 'application_admin'): Promise<SignedInUser> {
  return shop.signIn(role, { email: EMAIL, name: 'Tina Two', passwordHash })
}

/** Sets up an authenticator app, and waits until its first code is over. */
async function withApp(user: SignedInUser): Promise<string> {
  const secret = (await user.security.addTotp()).address
  await user.security.confirmTotp({ body: { code: codeIn(secret) } })
  shop.advance(MINUTE)
  return secret
}
async function withPasskey(user: SignedInUser, name = 'Laptop'): Promise<Authenticator> {
  const authenticator = new Authenticator()
  const { challenge, options } = await user.security.startPasskey()
  await user.security.addPasskey({ body: { challenge, name, passkey: authenticator.create(options) } })
  return authenticator
}

const login = () => shop.visitor.auth.login({ body: { email: EMAIL, password: PASSWORD } })
async function challengeOf(): Promise<{ challenge: string; methods: string[] }> {
  const answer = await login()
  if (!('secondFactor' in answer)) throw new Error('no second factor was asked for')
  expect(answer).not.toHaveProperty('token')
  return answer.secondFactor
}
const answer = (challenge: string, factor: { code?: string; recoveryCode?: string }) =>
  shop.visitor.auth.secondFactor({ body: { challenge, ...factor } })
const mails = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; to: string; facts: Record<string, string> },
  )
const actions = async () => (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action)

describe('an authenticator app', () => {
  test('is asked for after the password, and its code opens a session once', async () => {
    const secret = await withApp(await tina())
    const { challenge, methods } = await challengeOf()
    expect(methods).toEqual(['code'])
    const code = codeIn(secret)
    const session = await answer(challenge, { code })
    expect(session).toMatchObject({ email: EMAIL, role: 'application_admin', token: expect.stringMatching(/^rf_/) })
    const [row] = await shop.deps.db.select().from(sessions).where(eq(sessions.method, 'code'))
    expect(row).toMatchObject({ network: '127.0.*.*' })
    await expect(answer(challenge, { code: codeIn(secret) })).rejects.toMatchObject(EXPIRED)
    await expect(answer((await challengeOf()).challenge, { code })).rejects.toMatchObject(WRONG_CODE)
    shop.advance(30 * SECOND)
    expect(await answer((await challengeOf()).challenge, { code: codeIn(secret) })).toMatchObject({ email: EMAIL })
  })

  test('one code that two browsers send at once opens one session', async () => {
    const secret = await withApp(await tina())
    const [one, other] = [await challengeOf(), await challengeOf()]
    const code = codeIn(secret)
    const both = await Promise.allSettled([answer(one.challenge, { code }), answer(other.challenge, { code })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('the sixth attempt of a sign-in is refused, with the right code too; the password starts another one', async () => {
    const secret = await withApp(await tina())
    const { challenge } = await challengeOf()
    for (let attempt = 1; attempt <= 5; attempt += 1) await expect(answer(challenge, { code: '000000' })).rejects.toMatchObject(WRONG_CODE)
    await expect(answer(challenge, { code: codeIn(secret) })).rejects.toMatchObject(EXPIRED)
    expect(await answer((await challengeOf()).challenge, { code: codeIn(secret) })).toMatchObject({ email: EMAIL })
    expect((await actions()).filter((action) => action === 'second_factor_failed')).toHaveLength(5)
  })

  test('a clock that is 30 seconds off is fine, 90 seconds are not', async () => {
    const secret = await withApp(await tina())
    await shop.withStillClock(async () => {
      for (const seconds of [90, -90]) {
        const code = codeIn(secret, seconds * SECOND)
        await expect(answer((await challengeOf()).challenge, { code }), `${seconds}`).rejects.toMatchObject(WRONG_CODE)
      }
      for (const seconds of [-30, 30]) {
        const code = codeIn(secret, seconds * SECOND)
        expect(await answer((await challengeOf()).challenge, { code }), `${seconds}`).toMatchObject({ email: EMAIL })
      }
    })
  })

  test('a sign-in waits 5 minutes for its code, not longer, and not beyond a new password', async () => {
    const user = await tina()
    const secret = await withApp(user)
    const late = await challengeOf()
    shop.advance(5 * MINUTE + SECOND)
    await expect(answer(late.challenge, { code: codeIn(secret) })).rejects.toMatchObject(EXPIRED)
    const { challenge } = await challengeOf()
    await user.auth.stepUp({ body: { code: codeIn(secret, -30 * SECOND) } })
    await user.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: 'another-cardboard-43' } })
    await expect(answer(challenge, { code: codeIn(secret) })).rejects.toMatchObject(EXPIRED)
  })

  test('counts when its first code is right; its address is shown once, and stored encrypted', async () => {
    const user = await tina()
    const { address } = await user.security.addTotp()
    expect(address).toMatch(
      /^otpauth:\/\/totp\/Reflute:tina%40people\.test\?issuer=Reflute&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    )
    const [stored] = await shop.deps.db.select().from(userTotp)
    expect(stored?.secret.toString('latin1')).not.toContain(new URL(address).searchParams.get('secret'))
    expect(await user.security.read()).toMatchObject({ totp: null, hasTotp: true, isRequired: false, stepUpMinutes: 5 })
    expect(sessionOf(await login()).token).toMatch(/^rf_/)
    await expect(user.security.confirmTotp({ body: { code: '000000' } })).rejects.toMatchObject({
      ...WRONG_CODE,
      errors: [{ field: 'code' }],
    })
    await user.security.confirmTotp({ body: { code: codeIn(address) } })
    expect(await user.security.read()).toMatchObject({ totp: { confirmedAt: expect.any(String) } })
    await expect(user.security.addTotp()).rejects.toMatchObject({ status: 409, problem: { code: 'totp_exists' } })
    expect((await mails()).filter(({ template }) => template === 'factor-added')).toMatchObject([
      { to: EMAIL, facts: { what: 'Authenticator app' } },
    ])
    await user.security.removeTotp()
    expect(sessionOf(await login()).token).toMatch(/^rf_/)
    expect((await mails()).some(({ template }) => template === 'factor-removed')).toBe(true)
  })

  test('cannot be added while the server has no key; passkeys can', async () => {
    const bare = await openTestShop()
    const user = await bare.signIn('customer')
    await expect(user.security.addTotp()).rejects.toMatchObject({
      status: 409,
      problem: {
        code: 'second_factor_unconfigured',
        detail: "Authenticator apps aren't available: SECRETS_KEYS is not set on the server.",
      },
    })
    expect((await user.security.startPasskey()).options.rp).toEqual({ name: 'Reflute', id: 'localhost' })
    await bare.close()
  })
})

describe('recovery codes', () => {
  test('are ten, of 120 bits, need a second factor, and work once each, however they are typed', async () => {
    const user = await tina()
    await expect(user.security.createRecoveryCodes()).rejects.toMatchObject({ status: 409, problem: { code: 'no_second_factor' } })
    await withApp(user)
    const { codes } = await user.security.createRecoveryCodes()
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{24}$/)
    const { challenge, methods } = await challengeOf()
    expect(methods).toEqual(['code', 'recoveryCode'])
    const typed = ` ${codes[3]?.toLowerCase().slice(0, 12)}-${codes[3]?.slice(12)} `
    expect(await answer(challenge, { recoveryCode: typed })).toMatchObject({ email: EMAIL })
    await expect(answer((await challengeOf()).challenge, { recoveryCode: codes[3] ?? '' })).rejects.toMatchObject({ status: 401 })
    expect(await user.security.read()).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await mails()).filter(({ template }) => template === 'recovery-code-used')).toMatchObject([{ to: EMAIL }])
  })

  test('new ones replace old ones, and they go with the last factor', async () => {
    const user = await tina()
    await withApp(user)
    const { codes } = await user.security.createRecoveryCodes()
    await user.security.createRecoveryCodes()
    await expect(answer((await challengeOf()).challenge, { recoveryCode: codes[0] ?? '' })).rejects.toMatchObject({ status: 401 })
    await user.security.removeTotp()
    expect(await user.security.read()).toMatchObject({ recoveryCodesLeft: 0, totp: null })
  })
})

describe('a passkey', () => {
  const signIn = async (authenticator: Authenticator, use: Parameters<Authenticator['sign']>[1] = {}) => {
    const { challenge, options } = await shop.visitor.auth.passkeyOptions({ body: {} })
    return shop.visitor.auth.passkey({ body: { challenge, passkey: authenticator.sign(options, use) } })
  }

  test('signs in alone, and its uses are recorded', async () => {
    const user = await tina()
    const authenticator = await withPasskey(user)
    expect(await signIn(authenticator)).toMatchObject({ email: EMAIL, token: expect.stringMatching(/^rf_/) })
    expect((await user.security.read()).passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String), backedUp: false }])
    expect((await user.account.listSessions()).items.map(({ method }) => method)).toContain('passkey')
  })

  test('is a second factor after the password, only of its own user', async () => {
    const authenticator = await withPasskey(await tina())
    const stranger = await withPasskey(await shop.signIn('customer'))
    const { challenge, methods } = await challengeOf()
    expect(methods).toEqual(['passkey'])
    const { options } = await shop.visitor.auth.passkeyOptions({ body: { challenge } })
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }])
    const prove = (one: Authenticator) => shop.visitor.auth.secondFactor({ body: { challenge, passkey: one.sign(options) } })
    await expect(prove(stranger)).rejects.toMatchObject({ status: 401, problem: { code: 'invalid_second_factor' } })
    expect(await prove(authenticator)).toMatchObject({ email: EMAIL })
  })

  test('with a counter that goes back, of another origin, without its user verified or with an old challenge is refused', async () => {
    const user = await tina()
    const authenticator = await withPasskey(user)
    await signIn(authenticator, { counter: 5 })
    const refused = { status: 401, problem: { code: 'invalid_second_factor' } }
    await expect(signIn(authenticator, { counter: 4 })).rejects.toMatchObject(refused)
    await expect(signIn(authenticator, { counter: 5 })).rejects.toMatchObject(refused)
    await expect(signIn(authenticator, { counter: 6, origin: 'http://localhost.evil.test' })).rejects.toMatchObject(refused)
    await expect(signIn(authenticator, { counter: 7, isVerified: false })).rejects.toMatchObject(refused)
    await expect(signIn(new Authenticator())).rejects.toMatchObject(refused)
    const { challenge, options } = await shop.visitor.auth.passkeyOptions({ body: {} })
    const passkey = authenticator.sign(options, { counter: 9 })
    await shop.visitor.auth.passkey({ body: { challenge, passkey } })
    await expect(shop.visitor.auth.passkey({ body: { challenge, passkey } })).rejects.toMatchObject(EXPIRED)
    await shop.deps.db.update(sessions).set({ method: null })
    expect(await signIn(authenticator, { counter: 10 })).toMatchObject({ email: EMAIL })
  })

  test('is added by its owner only, without a copy, renamed and removed', async () => {
    const user = await tina()
    const authenticator = new Authenticator()
    const { challenge, options } = await user.security.startPasskey()
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
    const other = await shop.signIn('customer')
    const body = { challenge, name: 'Laptop', passkey: authenticator.create(options) }
    await expect(other.security.addPasskey({ body })).rejects.toMatchObject(EXPIRED)
    const { id } = await user.security.addPasskey({ body })
    const again = await user.security.startPasskey()
    expect(again.options.excludeCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }])
    await expect(
      user.security.addPasskey({ body: { challenge: again.challenge, name: 'Copy', passkey: authenticator.create(again.options) } }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(other.security.renamePasskey({ params: { id }, body: { name: 'Mine' } })).rejects.toMatchObject({ status: 404 })
    await expect(other.security.removePasskey({ params: { id } })).rejects.toMatchObject({ status: 404 })
    expect(await user.security.renamePasskey({ params: { id }, body: { name: 'Work laptop' } })).toMatchObject({ name: 'Work laptop' })
    await expect(user.security.renamePasskey({ params: { id }, body: { name: 'x'.repeat(61) } })).rejects.toMatchObject({ status: 422 })
    await user.security.removePasskey({ params: { id } })
    expect(sessionOf(await login()).email).toBe(EMAIL)
    await expect(signIn(authenticator)).rejects.toMatchObject({ status: 401 })
  })
})

describe('a second factor that the settings require', () => {
  async function boss(): Promise<SignedInUser> {
    const user = await shop.signIn('super_admin', { name: 'Bella Boss' })
    await withPasskey(user)
    return user
  }
  const require = async (
    by: SignedInUser,
    change: { staffSecondFactor?: boolean; sellerSecondFactor?: boolean; stepUpMinutes?: number },
  ) => {
    const { security } = await by.settings.read()
    return by.settings.update({ body: { security: { ...security, ...change } } })
  }

  test('is turned on by super admins who have one themselves', async () => {
    const bare = await shop.signIn('super_admin')
    await expect(require(bare, { staffSecondFactor: true })).rejects.toMatchObject(REQUIRED)
    await expect(require(await tina(), { staffSecondFactor: true })).rejects.toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    expect((await require(bare, { stepUpMinutes: 10 })).security).toMatchObject({ staffSecondFactor: false, stepUpMinutes: 10 })
    expect((await require(await boss(), { staffSecondFactor: true })).security).toMatchObject({ staffSecondFactor: true })
  })

  test('nothing but account, password and sign-out answers until it is set up', async () => {
    await require(await boss(), { staffSecondFactor: true })
    const user = await tina()
    const session = sessionOf(await login())
    expect(session.mustEnroll).toBe(true)
    expect((await user.auth.me()).user).toMatchObject({ mustEnroll: true })
    for (const call of [() => user.users.list(), () => user.cart.list(), () => user.notifications.list(), () => user.settings.read()])
      await expect(call()).rejects.toMatchObject(REQUIRED)
    expect(await user.account.read()).toMatchObject({ email: EMAIL })
    expect((await user.account.listSessions()).total).toBe(2)
    expect(await user.security.read()).toMatchObject({ isRequired: true })
    expect((await user.products.list()).total).toBe(0) // as a visitor
    const secret = await withApp(user)
    expect((await user.auth.me()).user).toMatchObject({ mustEnroll: false })
    expect((await user.users.list()).total).toBeGreaterThan(0)
    const { challenge } = await challengeOf()
    expect(await answer(challenge, { code: codeIn(secret) })).toMatchObject({ mustEnroll: false })
    await shop.withToken(session.token).auth.logout()
  })

  test('of sellers is a rule of its own, and customers are never asked', async () => {
    await require(await boss(), { sellerSecondFactor: true })
    const [seller, customer, staff] = [await shop.signIn('business_admin'), await shop.signIn('customer'), await tina()]
    await expect(seller.earnings.read()).rejects.toMatchObject(REQUIRED)
    expect((await customer.auth.me()).user).toMatchObject({ mustEnroll: false })
    expect((await staff.users.list()).total).toBeGreaterThan(0)
  })

  test('the minutes of step-up follow the settings', async () => {
    await require(await boss(), { stepUpMinutes: 2 })
    const user = await tina()
    const stepUpAt = () => shop.deps.db.update(sessions).set({ stepUpAt: now() }).where(eq(sessions.userId, user.user.id))
    await stepUpAt()
    shop.advance(2 * MINUTE - 5 * SECOND)
    expect(await user.payouts.prepare()).toEqual([])
    shop.advance(5 * SECOND)
    await expect(user.payouts.prepare()).rejects.toMatchObject({ problem: { code: 'step_up_required' } })
  })
})

describe('a lost second factor', () => {
  test('is reset by another super admin; user and super admins are notified', async () => {
    const [boss, user] = [await shop.signIn('super_admin', { name: 'Bella Boss' }), await tina()]
    await withApp(user)
    await withPasskey(user)
    await user.security.createRecoveryCodes()
    const params = { id: user.user.id }
    await expect(user.users.removeSecondFactor({ params })).rejects.toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    await expect(boss.users.removeSecondFactor({ params: { id: boss.user.id } })).rejects.toMatchObject({
      status: 403,
      problem: { code: 'own_second_factor' },
    })
    expect(await boss.users.removeSecondFactor({ params })).toEqual({ ok: true, removed: true })
    expect(await boss.users.removeSecondFactor({ params })).toEqual({ ok: true, removed: false })
    expect(await user.security.read()).toMatchObject({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
    expect(sessionOf(await login()).email).toBe(EMAIL)
    const sent = (await mails()).slice(-2)
    expect(sent).toMatchObject([
      { template: 'factor-removed', to: EMAIL },
      { template: 'staff-account-changed', to: boss.user.email, facts: { what: 'Two-factor sign-in: removed', by: 'Bella Boss' } },
    ])
  })
})
