import { desc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { auditEntries, outbox, userTokens } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { insertUserToken } from './one-use-links.ts'

const MINUTE = 60_000
const PASSWORD = 'a box of old boxes'
const NEW_PASSWORD = 'a stack of new sheets'

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
const mails = async () => (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map((row) => row.payload as SentMail)
const mailsOf = async (template: string) => (await mails()).filter((mail) => mail.template === template)
const tokenOf = (mail: SentMail | undefined) => new URL(mail?.facts.link ?? 'http://none').searchParams.get('token') ?? ''
const actions = async () => (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map((entry) => entry.action)
const forgot = (email: string) => shop.visitor.auth.forgotPassword({ body: { email } })
const verify = (token: string) => shop.visitor.auth.verifyEmail({ body: { token } })
const login = (email: string, password = PASSWORD) => shop.visitor.auth.login({ body: { email, password } }).then(sessionOf)
const ann = { name: 'Ann Example', email: 'ann@example.com', password: PASSWORD }

/** Asks for a link and waits until the work behind the answer is done. */
async function askFor(email: string): Promise<void> {
  const before = (await actions()).length
  await forgot(email)
  await expect.poll(async () => (await actions()).length).toBe(before + 1)
}

test('D126: a forgotten password is set by the link of the mail, once, within 30 minutes', async () => {
  const user = await shop.make.user('customer', { passwordHash, email: 'ann@example.com', mustChangePassword: true })
  await askFor(' ANN@Example.com ')
  const [mail] = await mailsOf('reset-password')
  expect(mail).toMatchObject({ to: 'ann@example.com', facts: { userId: user.id, minutes: 30 } })
  expect(mail?.facts.link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=rf_[\w-]{43}$/)
  expect(JSON.stringify(await shop.deps.db.select().from(userTokens))).not.toContain(tokenOf(mail))
  shop.advance(29 * MINUTE)
  await shop.visitor.auth.resetPassword({ body: { token: tokenOf(mail), password: NEW_PASSWORD } })
  expect((await login('ann@example.com', NEW_PASSWORD)).mustChangePassword).toBe(false)
  expect(await mailsOf('password-changed')).toMatchObject([{ to: 'ann@example.com' }])
  await expect(shop.visitor.auth.resetPassword({ body: { token: tokenOf(mail), password: 'something else again' } })).rejects.toMatchObject(
    {
      status: 422,
      code: 'link_invalid',
    },
  )
})

test('the link that sets a password ends after 30 minutes', async () => {
  await shop.make.user('customer', { passwordHash, email: 'ann@example.com' })
  await askFor('ann@example.com')
  const [mail] = await mailsOf('reset-password')
  shop.advance(30 * MINUTE + 1000)
  await expect(shop.visitor.auth.resetPassword({ body: { token: tokenOf(mail), password: NEW_PASSWORD } })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('only the newest link sets a password: asking again ends the older ones, whether the person asks or staff', async () => {
  const user = await shop.make.user('customer', { passwordHash, email: 'ann@example.com' })
  const other = await shop.make.user('customer', { passwordHash, email: 'ben@example.com' })
  await askFor('ben@example.com')
  await askFor('ann@example.com')
  await askFor('ann@example.com')
  const staff = await shop.signIn('application_admin')
  await staff.users.sendResetLink({ params: { id: user.id } })
  const [bens, first, second, third] = await mailsOf('reset-password')
  const reset = (mail: SentMail | undefined) => shop.visitor.auth.resetPassword({ body: { token: tokenOf(mail), password: NEW_PASSWORD } })
  for (const older of [first, second]) await expect(reset(older)).rejects.toMatchObject({ status: 422, code: 'link_invalid' })
  expect((await login('ann@example.com')).email).toBe('ann@example.com')
  await reset(third)
  expect((await login('ann@example.com', NEW_PASSWORD)).email).toBe('ann@example.com')
  await reset(bens)
  expect((await login(other.email, NEW_PASSWORD)).email).toBe('ben@example.com')
})

test('a new reset link leaves an invitation and the link that confirms an address alone', async () => {
  const { id: userId } = await shop.visitor.auth.register({ body: ann })
  const invitation = newToken()
  const expiresAt = new Date(Date.now() + 60 * MINUTE)
  await insertUserToken(shop.deps.db, { tokenHash: hashToken(invitation), userId, purpose: 'invite', createdAt: new Date(), expiresAt })
  await askFor('ann@example.com')
  const [mail] = await mailsOf('verify-email')
  expect(await verify(tokenOf(mail))).toEqual({ ok: true })
  expect(await shop.visitor.auth.resetPassword({ body: { token: invitation, password: NEW_PASSWORD } })).toEqual({ ok: true })
})

test('of links asked for at the same moment one works', async () => {
  await shop.make.user('customer', { passwordHash, email: 'ann@example.com' })
  await Promise.all(Array.from({ length: 4 }, () => forgot('ann@example.com')))
  await expect.poll(actions).toHaveLength(4)
  const sent = await mailsOf('reset-password')
  expect(sent).toHaveLength(4)
  const open = await shop.deps.db.select().from(userTokens).where(isNull(userTokens.usedAt))
  expect(open).toHaveLength(1)
})

test('who asks for a link learns nothing of who has an account: same status, same text, mails to Active users only', async () => {
  await shop.make.user('customer', { passwordHash, email: 'ann@example.com' })
  await shop.make.user('customer', { passwordHash, email: 'off@example.com', status: 'Suspended' })
  const answers = []
  for (const email of ['ann@example.com', 'off@example.com', 'nobody@example.com']) {
    const done = (await actions()).length + 1
    answers.push(await shop.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } }))
    await expect.poll(async () => (await actions()).length).toBe(done)
  }
  for (const answer of answers) {
    expect(answer.statusCode).toBe(202)
    expect(answer.body).toBe('{"ok":true}')
  }
  expect((await mailsOf('reset-password')).map(({ to }) => to)).toEqual(['ann@example.com'])
  await expect(forgot('no address')).rejects.toMatchObject({ status: 422, errors: [{ field: 'email' }] })
})

test('the answer waits for nothing that differs: it comes while nobody can read who has an account', async () => {
  await shop.make.user('customer', { passwordHash, email: 'ann@example.com' })
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`lock table users in access exclusive mode`)
    for (const email of ['ann@example.com', 'nobody@example.com']) expect(await forgot(email)).toEqual({ ok: true })
  })
  await expect.poll(actions).toHaveLength(2)
  expect(await mailsOf('reset-password')).toHaveLength(1)
})

test('a server that stops finishes what it promised behind an answer', async () => {
  const other = await openTestShop()
  await other.make.user('customer', { passwordHash, email: 'ann@example.com' })
  await other.visitor.auth.forgotPassword({ body: { email: 'ann@example.com' } })
  await other.app.close()
  expect(await other.deps.db.select().from(outbox).orderBy(outbox.id)).toHaveLength(1)
  await other.database.close()
})

test('4.3 with limits on, a mailbox gets three links an hour, from any network and from staff, and whether or not somebody has it', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  const ask = (email: string, address: string) =>
    limited.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'x-forwarded-for': address },
      payload: { email },
    })
  await limited.make.user('customer', { passwordHash, email: 'ann@example.com' })
  for (const email of ['ann@example.com', 'nobody@example.com']) {
    for (let at = 0; at < 3; at += 1) expect((await ask(email, '203.0.113.1')).statusCode).toBe(202)
    const refused = await ask(email.toUpperCase(), '203.0.113.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  }
  const mailed = () => limited.deps.db.$count(outbox, sql`${outbox.payload}->>'template' = 'reset-password'`)
  const requested = () => limited.deps.db.$count(auditEntries, eq(auditEntries.action, 'password_reset_requested'))
  const staff = await limited.signIn('super_admin')
  const [ann] = (await staff.users.list({ query: { search: 'ann@example.com' } })).items
  const params = { id: ann?.id ?? '' }
  await Promise.all(['203.0.113.2', '2001:db8::1', '198.51.100.7', '192.0.2.9'].map((address) => ask('ann@example.com', address)))
  await expect.poll(requested).toBe(10)
  expect(await mailed()).toBe(3) // the mailbox of a victim is not flooded from many places
  const refused = await staff.users.sendResetLink({ params }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
  const link = tokenOf((await limited.deps.db.select().from(outbox).orderBy(desc(outbox.id)))[0]?.payload as SentMail)
  await limited.visitor.auth.resetPassword({ body: { token: link, password: NEW_PASSWORD } })
  await ask('ann@example.com', '203.0.113.77')
  await expect.poll(requested).toBe(11)
  expect(await mailed()).toBe(3) // also after one of them was used
  limited.advance(61 * MINUTE)
  await staff.users.sendResetLink({ params })
  expect(await mailed()).toBe(4)
  await limited.close()
})

// Confirming an address

test('D126: the link of the first mail confirms the address, once, within an hour; looking at the page changes nothing', async () => {
  const { token: session } = await shop.visitor.auth.register({ body: ann })
  const me = async () => (await shop.withToken(session).auth.me()).user
  const [mail] = await mailsOf('verify-email')
  const looked = await shop.app.inject({ url: `/api/auth/verify-email?token=${tokenOf(mail)}` })
  expect(looked.statusCode).toBe(405)
  expect(await me()).toMatchObject({ emailVerified: false })
  expect(await verify(tokenOf(mail))).toEqual({ ok: true })
  expect(await me()).toMatchObject({ emailVerified: true, email: 'ann@example.com' })
  await expect(verify(tokenOf(mail))).rejects.toMatchObject({ status: 422, code: 'link_invalid' })
  expect(await actions()).toEqual(['register', 'email_verified'])
})

test('an unknown, ended or other link confirms nothing', async () => {
  const { token: session } = await shop.visitor.auth.register({ body: ann })
  await askFor(ann.email)
  const [reset] = await mailsOf('reset-password')
  for (const token of ['', 'nonsense', tokenOf(reset)]) await expect(verify(token)).rejects.toMatchObject({ code: 'link_invalid' })
  shop.advance(60 * MINUTE + 1000)
  const [mail] = await mailsOf('verify-email')
  await expect(verify(tokenOf(mail))).rejects.toMatchObject({ code: 'link_invalid' })
  expect((await shop.withToken(session).auth.me()).user?.emailVerified).toBe(false)
})

test('a link used many times at once confirms once', async () => {
  await shop.visitor.auth.register({ body: ann })
  const [mail] = await mailsOf('verify-email')
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => verify(tokenOf(mail))))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.deps.db.select().from(userTokens)).toMatchObject([{ tokenHash: hashToken(tokenOf(mail)) }])
})
