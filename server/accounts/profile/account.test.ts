import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { contract } from '#contract/index.ts'
import { auditEntries, outbox, sessions, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

const HOUR = 3_600_000
const PASSWORD = 'a box of old boxes'
const NEW_PASSWORD = 'a stack of new sheets'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

let shop: TestShop
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

interface SentMail {
  template: string
  to: string
  facts: Record<string, string>
}
const mailsOf = async (template: string) => {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  return rows.map((row) => row.payload as SentMail).filter((mail) => mail.template === template)
}
const tokenOf = (mail: SentMail | undefined) => new URL(mail?.facts.link ?? 'http://none').searchParams.get('token') ?? ''
const customer = (input: Partial<typeof users.$inferInsert> = {}) => shop.signIn('customer', { passwordHash, ...input })
const login = (email: string, password = PASSWORD) => shop.visitor.auth.login({ body: { email, password } }).then(sessionOf)
const verify = (token: string) => shop.visitor.auth.verifyEmail({ body: { token } })
const audit = async () => shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)
const rowOf = async (id: string) => (await shop.deps.db.select().from(users).where(eq(users.id, id)))[0]

// Name

test('a name is changed at once; role, status, business and the rest of the body change nothing', async () => {
  const { id: businessId } = await shop.make.business()
  const ann = await customer({ name: 'Ann Example' })
  const more = { role: 'super_admin', status: 'Suspended', businessId, id: businessId, emailVerified: false, mustChangePassword: true }
  const changed = await ann.account.change({ body: { name: '  Ann Other  ', ...more } })
  expect(changed).toMatchObject({
    id: ann.user.id,
    name: 'Ann Other',
    role: 'customer',
    status: 'Active',
    businessId: null,
    pendingEmail: null,
  })
  expect((await ann.auth.me()).user).toMatchObject({ name: 'Ann Other', role: 'customer', businessId: null, emailVerified: true })
  expect(await audit()).toMatchObject([
    { action: 'name_changed', actorId: ann.user.id, before: { name: 'Ann Example' }, after: { name: 'Ann Other' } },
  ])
  await expect(ann.account.change({ body: { name: '  ' } })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'name', message: 'Please enter your name' }],
  })
})

// Email

test('a new address counts once it is confirmed by its mail, and the old one is notified', async () => {
  const ann = await customer({ email: 'ann@example.com' })
  const changed = await ann.account.change({ body: { email: ' Ann@New.example ', currentPassword: PASSWORD } })
  expect(changed).toMatchObject({ email: 'ann@example.com', pendingEmail: 'ann@new.example' })
  const [mail] = await mailsOf('confirm-new-email')
  expect(mail).toMatchObject({ to: 'ann@new.example', facts: { minutes: 60 } })
  expect(mail?.facts.link).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=rf_[\w-]{43}$/)
  await expect(login('ann@new.example')).rejects.toMatchObject({ status: 401 })
  await verify(tokenOf(mail))
  expect(await login('ann@new.example')).toMatchObject({ id: ann.user.id, emailVerified: true })
  await expect(login('ann@example.com')).rejects.toMatchObject({ status: 401 })
  expect(await ann.account.read()).toMatchObject({ email: 'ann@new.example', pendingEmail: null })
  expect(await mailsOf('email-changed')).toMatchObject([{ to: 'ann@example.com', facts: { newEmail: 'a***@new.example' } }])
  await expect(verify(tokenOf(mail))).rejects.toMatchObject({ code: 'link_invalid' })
})

test('another address needs the password; the current one, in any case, does not and changes nothing', async () => {
  const ann = await customer({ email: 'ann@example.com' })
  const cases: [Record<string, string>, string][] = [
    [{}, 'Please enter your current password'],
    [{ currentPassword: 'wrong one' }, 'This is not your current password'],
  ]
  for (const [more, message] of cases) {
    await expect(ann.account.change({ body: { email: 'ann@new.example', ...more } })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'currentPassword', message }],
    })
  }
  expect(await ann.account.change({ body: { email: 'ANN@example.com' } })).toMatchObject({ email: 'ann@example.com', pendingEmail: null })
  expect(await shop.deps.db.select().from(outbox).orderBy(outbox.id)).toEqual([])
})

test("somebody else's address is refused, also when it was taken while the mail was under way", async () => {
  await shop.make.user('customer', { email: 'bea@example.com' })
  const ann = await customer({ email: 'ann@example.com' })
  const ask = (email: string) => ann.account.change({ body: { email, currentPassword: PASSWORD } })
  await expect(ask('Bea@example.com')).rejects.toMatchObject({ status: 409, errors: [{ field: 'email' }] })
  await ask('cleo@example.com')
  const [mail] = await mailsOf('confirm-new-email')
  await shop.make.user('customer', { email: 'cleo@example.com' })
  await expect(verify(tokenOf(mail))).rejects.toMatchObject({ status: 409, code: 'email_taken' })
  expect((await rowOf(ann.user.id))?.email).toBe('ann@example.com')
})

test('the last new address counts, it can be taken back, and links to the old mailbox set nothing after the change', async () => {
  const ann = await customer({ email: 'ann@example.com' })
  const ask = (email: string) => ann.account.change({ body: { email, currentPassword: PASSWORD } })
  await ask('first@example.com')
  await ask('second@example.com')
  const [first, second] = await mailsOf('confirm-new-email')
  await expect(verify(tokenOf(first))).rejects.toMatchObject({ code: 'link_invalid' })
  expect(await ann.account.cancelNewEmail()).toMatchObject({ pendingEmail: null })
  await expect(verify(tokenOf(second))).rejects.toMatchObject({ code: 'link_invalid' })
  await shop.visitor.auth.forgotPassword({ body: { email: 'ann@example.com' } })
  await expect.poll(async () => (await mailsOf('reset-password')).length).toBe(1)
  await ask('third@example.com')
  await verify(tokenOf((await mailsOf('confirm-new-email'))[2]))
  const [reset] = await mailsOf('reset-password')
  await expect(shop.visitor.auth.resetPassword({ body: { token: tokenOf(reset), password: NEW_PASSWORD } })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('a change of the password takes back a new address that a thief asked for', async () => {
  const ann = await customer({ email: 'ann@example.com' })
  await ann.account.change({ body: { email: 'thief@example.com', currentPassword: PASSWORD } })
  const [mail] = await mailsOf('confirm-new-email')
  await ann.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
  await expect(verify(tokenOf(mail))).rejects.toMatchObject({ code: 'link_invalid' })
  expect((await rowOf(ann.user.id))?.email).toBe('ann@example.com')
})

test('the email that confirms an address is sent again: to the current one until it is confirmed, to the new one while it is pending', async () => {
  const ann = await customer({ email: 'ann@example.com', emailVerifiedAt: null })
  expect(await ann.account.sendVerification()).toEqual({ ok: true })
  const [mail] = await mailsOf('verify-email')
  expect(mail?.to).toBe('ann@example.com')
  await verify(tokenOf(mail))
  await expect(ann.account.sendVerification()).rejects.toMatchObject({ status: 409, message: 'Your email address is already confirmed.' })
  await ann.account.change({ body: { email: 'new@example.com', currentPassword: PASSWORD } })
  await ann.account.sendVerification()
  const [, again] = await mailsOf('confirm-new-email')
  await verify(tokenOf(again))
  expect((await ann.account.read()).email).toBe('new@example.com')
})

// Password

test('a new password ends the other sessions and links, keeps this one, and its owner is notified', async () => {
  const ann = await customer({ email: 'ann@example.com', emailVerifiedAt: null })
  const other = await login('ann@example.com')
  expect(await ann.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })).toEqual({ ok: true })
  expect((await shop.withToken(other.token).auth.me()).user).toBeNull()
  expect((await ann.auth.me()).user).toMatchObject({ emailVerified: false })
  expect((await login('ann@example.com', NEW_PASSWORD)).id).toBe(ann.user.id)
  await expect(login('ann@example.com')).rejects.toMatchObject({ status: 401 })
  expect(await mailsOf('password-changed')).toMatchObject([{ to: 'ann@example.com' }])
  const entries = await audit()
  expect(entries.map(({ action }) => action)).toContain('password_changed')
  expect(JSON.stringify(entries)).not.toMatch(/argon2|old boxes|new sheets/)
})

test('a password is changed with the current one only, to another one that the rules of the shop accept', async () => {
  const ann = await customer({ email: 'ann@example.com' })
  const cases: [string, string, string, string][] = [
    ['', NEW_PASSWORD, 'currentPassword', 'Please enter your current password'],
    ['wrong one', NEW_PASSWORD, 'currentPassword', 'This is not your current password'],
    [PASSWORD, 'short', 'newPassword', 'Password must be at least 8 characters long'],
    [PASSWORD, 'password123', 'newPassword', 'This password is too common. Choose another one.'],
    [PASSWORD, 'ann@example.com', 'newPassword', 'This password is too common. Choose another one.'],
    [PASSWORD, PASSWORD, 'newPassword', 'Please choose a password that differs from your current one'],
  ]
  for (const [currentPassword, newPassword, field, message] of cases) {
    await expect(ann.account.changePassword({ body: { currentPassword, newPassword } })).rejects.toMatchObject({
      status: 422,
      errors: [{ field, message }],
    })
  }
  expect((await login('ann@example.com')).id).toBe(ann.user.id)
  expect((await audit()).map(({ action }) => action)).toContain('password_check_failed')
})

test('two changes of a password at once from the same one: one of them counts', async () => {
  const ann = await customer({ email: 'ann@example.com' })
  const results = await Promise.allSettled(
    ['first new phrase', 'second new phrase'].map((newPassword) =>
      ann.account.changePassword({ body: { currentPassword: PASSWORD, newPassword } }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('with limits on, an open screen cannot be used to guess the password', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on' })
  const ann = await limited.signIn('customer', { passwordHash })
  const guess = () => ann.account.changePassword({ body: { currentPassword: 'wrong one', newPassword: NEW_PASSWORD } })
  for (let at = 0; at < 5; at += 1) await expect(guess()).rejects.toMatchObject({ status: 422 })
  await expect(guess()).rejects.toMatchObject({ status: 429 })
  await expect(ann.account.exportAll({ body: { currentPassword: PASSWORD } })).rejects.toMatchObject({ status: 429 })
  await limited.close()
})

test('ruling 15: who must choose a new password may do nothing else but sign out, and counts as a visitor where anyone may call', async () => {
  const { id: businessId } = await shop.make.business({ businessStatus: 'pending' })
  const hidden = await shop.make.product({ businessId, name: 'Hidden machine' })
  const staff = await shop.signIn('application_admin', { passwordHash, mustChangePassword: true })
  const calls = Object.values(contract).flatMap((noun) => Object.values(noun))
  const open = calls.filter((call) => call.beforeNewPassword).map(({ path }) => path)
  // the last two look at no token
  expect(open).toEqual(['/api/auth/me', '/api/auth/logout', '/api/account/password', '/api/webhooks/stripe', '/api/csp-report'])
  for (const { method, path } of calls.filter(({ access, beforeNewPassword }) => access !== 'anyone' && !beforeNewPassword)) {
    const answer = await shop.app.inject({ method, url: path, headers: { authorization: `Bearer ${staff.token}` } })
    expect([path, answer.statusCode, answer.json().detail]).toEqual([path, 403, 'Please choose a new password first.'])
  }
  await expect(staff.products.byId({ params: { id: hidden.id } })).rejects.toMatchObject({ status: 404 })
  expect((await staff.auth.me()).user?.mustChangePassword).toBe(true)
  await staff.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
  expect((await staff.auth.me()).user?.mustChangePassword).toBe(false)
  expect((await staff.products.byId({ params: { id: hidden.id } })).name).toBe('Hidden machine')
})

// Devices

async function signInFrom(userAgent: string, email: string) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'user-agent': userAgent },
    payload: { email, password: PASSWORD },
  })
  return shop.withToken(answer.json().token)
}

test('the devices that are signed in are listed, the one that asks is marked, and ended ones are not there', async () => {
  await shop.make.user('customer', { passwordHash, email: 'ann@example.com' })
  const laptop = await signInFrom(FIREFOX, 'ann@example.com')
  shop.advance(HOUR)
  const script = await signInFrom('curl/8.5.0', 'ann@example.com')
  const { items, total } = await script.account.listSessions()
  expect(total).toBe(2)
  expect(items.map(({ device, current }) => [device, current])).toEqual([
    ['Unknown device', true],
    ['Firefox on Windows', false],
  ])
  expect(Object.keys(items[0] ?? {}).sort()).toEqual(['createdAt', 'current', 'device', 'id', 'lastSeenAt', 'method', 'network'])
  shop.advance(7 * 24 * HOUR - HOUR / 2) // the laptop was not used for a week
  const again = await script.account.listSessions()
  expect(again.items.map(({ device }) => device)).toEqual(['Unknown device'])
  expect((await laptop.auth.me()).user).toBeNull()
})

test("one device is signed out, or all others; a stranger's is not there", async () => {
  await shop.make.user('customer', { passwordHash, email: 'ann@example.com' })
  const [here, phone] = [await signInFrom('here', 'ann@example.com'), await signInFrom(FIREFOX, 'ann@example.com')]
  const stranger = await customer()
  const { items } = await here.account.listSessions()
  const id = items.find(({ current }) => !current)?.id ?? ''
  await expect(stranger.account.endSession({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(here.account.endSession({ params: { id: 'nonsense' } })).rejects.toMatchObject({ status: 404 })
  expect((await phone.auth.me()).user).not.toBeNull()
  expect(await here.account.endSession({ params: { id } })).toEqual({ ok: true })
  expect((await phone.auth.me()).user).toBeNull()
  await expect(here.account.endSession({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await signInFrom(FIREFOX, 'ann@example.com')
  await signInFrom(FIREFOX, 'ann@example.com')
  expect(await here.account.endOtherSessions()).toEqual({ ok: true, ended: 2 })
  expect((await here.account.listSessions()).total).toBe(1)
  expect((await stranger.auth.me()).user).not.toBeNull()
  expect(await shop.deps.db.select().from(sessions)).toHaveLength(2)
})
