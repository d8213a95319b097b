import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { auditEntries, outbox, sessions, users, userTokens } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { outcomeOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const HOUR = 3_600_000
const PASSWORD = 'slit-cardboard-42'

let shop: TestShop
let passwordHash: string
let staff: SignedInUser
let ann: SignedInUser

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin', { name: 'Stella Staff' })
  ann = await shop.signIn('customer', { name: 'Ann Example', email: 'old@people.test', passwordHash })
})
afterAll(() => shop.close())

interface SentMail {
  template: string
  to: string
  facts: Record<string, string>
}
const mailsOf = async (template: string) =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id))
    .map(({ payload }) => payload as SentMail)
    .filter((mail) => mail.template === template)
const tokenOf = (mail: SentMail | undefined) => new URL(mail?.facts.link ?? 'http://none').searchParams.get('token') ?? ''
const enter = (email: string, id = ann.user.id) => staff.users.update({ params: { id }, body: { email } })
const login = (email: string, password = PASSWORD) => shop.visitor.auth.login({ body: { email, password } }).then(sessionOf)
const verify = (token: string) => shop.visitor.auth.verifyEmail({ body: { token } })
const undo = (token: string) => shop.visitor.auth.undoEmail({ body: { token } })
const confirmToken = async (index = 0) => tokenOf((await mailsOf('confirm-new-email'))[index])
const undoToken = async (index = 0) => tokenOf((await mailsOf('email-change-asked'))[index])
const rowOf = async (id: string) => (await shop.deps.db.select().from(users).where(eq(users.id, id)))[0]
const actions = async () => (await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action)

describe('an address that staff entered', () => {
  test('B242 is shown at once and not confirmed, while the old one counts for sign-in, reset links and mails until it is confirmed', async () => {
    const answer = await enter(' New@People.test ')
    const shown = { email: 'new@people.test', signInEmail: 'old@people.test', emailVerified: false }
    expect(answer).toMatchObject(shown)
    for (const search of ['new@people', 'old@people'])
      expect((await staff.users.list({ query: { search } })).items).toMatchObject([{ id: ann.user.id, ...shown }])
    await expect(login('new@people.test')).rejects.toMatchObject({ status: 401 })
    expect(await login('old@people.test')).toMatchObject({ email: 'old@people.test', emailVerified: true })
    await staff.users.sendResetLink({ params: { id: ann.user.id } })
    await shop.visitor.auth.forgotPassword({ body: { email: 'new@people.test' } })
    await expect.poll(actions).toContain('password_reset_requested')
    expect(await mailsOf('reset-password')).toMatchObject([{ to: 'old@people.test' }])

    await verify(await confirmToken())
    expect((await staff.users.list({ query: { search: 'new@people' } })).items).toMatchObject([
      { email: 'new@people.test', signInEmail: 'new@people.test', emailVerified: true },
    ])
    expect(await login('new@people.test')).toMatchObject({ id: ann.user.id, emailVerified: true })
    await expect(login('old@people.test')).rejects.toMatchObject({ status: 401 })
    expect(await mailsOf('email-changed')).toMatchObject([{ to: 'old@people.test' }])
  })

  test('is asked for at the new one; the old one is notified and may undo it for 72 hours; nobody else reads either address', async () => {
    await enter('new@people.test')
    expect(await mailsOf('confirm-new-email')).toMatchObject([{ to: 'new@people.test', facts: { by: 'staff', minutes: 72 * 60 } }])
    const [mail] = await mailsOf('email-change-asked')
    expect(mail).toMatchObject({ to: 'old@people.test', facts: { newEmail: 'n***@people.test', minutes: 72 * 60 } })
    expect(mail?.facts.link).toMatch(/^http:\/\/localhost:3000\/undo-email\?token=rf_[\w-]{43}$/)
    expect(JSON.stringify(await shop.deps.db.select().from(userTokens))).not.toContain(tokenOf(mail))
    const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'user.edit'))
    expect(entry).toMatchObject({ before: { email: 'o***@people.test' }, after: { email: 'n***@people.test' } })
  })

  test('entered again changes nothing; the one that counts, entered again, ends the waiting', async () => {
    await enter('new@people.test')
    const { version } = await enter('new@people.test')
    expect(await mailsOf('confirm-new-email')).toHaveLength(1)
    const asked = await confirmToken()
    expect(await enter('old@people.test')).toMatchObject({ email: 'old@people.test', emailVerified: true, version: version + 1 })
    await expect(verify(asked)).rejects.toMatchObject({ code: 'link_invalid' })
    expect(await mailsOf('confirm-new-email')).toEqual([])
  })

  test('takes the place of one that waits; only the newest can be confirmed', async () => {
    await enter('first@people.test')
    const first = await confirmToken()
    await enter('second@people.test')
    expect(await mailsOf('confirm-new-email')).toMatchObject([{ to: 'second@people.test' }])
    await expect(verify(first)).rejects.toMatchObject({ code: 'link_invalid' })
    await verify(await confirmToken())
    expect((await rowOf(ann.user.id))?.email).toBe('second@people.test')
  })

  test('is seen by the user, who may have the mail sent again, cancel it, or ask for another one', async () => {
    await enter('new@people.test')
    shop.advance(73 * HOUR)
    expect(await ann.account.read()).toMatchObject({ email: 'old@people.test', pendingEmail: 'new@people.test' })
    await ann.account.sendVerification()
    expect(await mailsOf('confirm-new-email')).toHaveLength(2)
    expect(await ann.account.cancelNewEmail()).toMatchObject({ pendingEmail: null })
    expect((await staff.users.list({ query: { search: ann.user.id } })).items).toMatchObject([{ email: 'old@people.test' }])
    await enter('new@people.test')
    await ann.account.change({ body: { email: 'own@people.test', currentPassword: PASSWORD } })
    expect((await staff.users.list({ query: { search: ann.user.id } })).items).toMatchObject([{ email: 'old@people.test' }])
    await verify(tokenOf((await mailsOf('confirm-new-email')).at(-1)))
    expect(await rowOf(ann.user.id)).toMatchObject({ email: 'own@people.test', pendingEmail: null })
  })

  test('of somebody else is refused when it is entered, and when it is confirmed; who registers with it first has it', async () => {
    await expect(enter(staff.user.email)).rejects.toMatchObject({ status: 409, code: 'email_taken' })
    await enter('new@people.test')
    await shop.visitor.auth.register({ body: { name: 'Bea', email: 'new@people.test', password: PASSWORD } })
    await expect(verify(await confirmToken())).rejects.toMatchObject({ status: 409, code: 'email_taken' })
    expect(await rowOf(ann.user.id)).toMatchObject({ email: 'old@people.test', pendingEmail: 'new@people.test' })
    expect(await login('old@people.test')).toMatchObject({ id: ann.user.id })
  })

  test('waits at two accounts at once: the first to confirm has it, of both at the same moment just one', async () => {
    const bea = await shop.signIn('customer', { email: 'bea@people.test' })
    await enter('new@people.test')
    await enter('new@people.test', bea.user.id)
    const mails = await mailsOf('confirm-new-email')
    expect(mails).toHaveLength(2)
    const answers = await Promise.all(mails.map((mail) => outcomeOf(verify(tokenOf(mail)))))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const owners = (await shop.deps.db.select().from(users)).filter(({ email }) => email === 'new@people.test')
    expect(owners).toHaveLength(1)
  })

  test('and a change that was made before still sets no password and opens nothing by its undo link', async () => {
    await enter('new@people.test')
    const token = await undoToken()
    await expect(shop.visitor.auth.resetPassword({ body: { token, password: 'another box of boxes' } })).rejects.toMatchObject({
      code: 'link_invalid',
    })
    await expect(verify(token)).rejects.toMatchObject({ code: 'link_invalid' })
    await expect(undo(await confirmToken())).rejects.toMatchObject({ code: 'link_invalid' })
    expect((await rowOf(ann.user.id))?.pendingEmail).toBe('new@people.test')
  })
})

describe('undoing', () => {
  test('before it is confirmed: the old address stays, the new one cannot be confirmed any more, all sessions end', async () => {
    await enter('new@people.test')
    const [asked, token] = [await confirmToken(), await undoToken()]
    expect(await undo(token)).toEqual({ ok: true })
    expect(await rowOf(ann.user.id)).toMatchObject({ email: 'old@people.test', pendingEmail: null })
    await expect(verify(asked)).rejects.toMatchObject({ code: 'link_invalid' })
    await expect(ann.account.read()).rejects.toMatchObject({ status: 401 })
    expect(await shop.deps.db.$count(sessions, eq(sessions.userId, ann.user.id))).toBe(0)
    expect(await actions()).toContain('email_change_undone')
    await expect(undo(token)).rejects.toMatchObject({ code: 'link_invalid' })
    expect(await login('old@people.test')).toMatchObject({ emailVerified: true })
  })

  test('after it was confirmed: the old address counts again, and links that the other one got open nothing', async () => {
    await enter('thief@evil.test')
    const token = await undoToken()
    await verify(await confirmToken())
    const thief = await login('thief@evil.test')
    await shop.visitor.auth.forgotPassword({ body: { email: 'thief@evil.test' } })
    await expect.poll(async () => (await mailsOf('reset-password')).length).toBe(1)
    const [reset] = await mailsOf('reset-password')
    await undo(token)
    await expect(shop.withToken(thief.token).account.read()).rejects.toMatchObject({ status: 401 })
    const body = { token: tokenOf(reset), password: 'another box of boxes' }
    await expect(shop.visitor.auth.resetPassword({ body })).rejects.toMatchObject({ code: 'link_invalid' })
    expect(await login('old@people.test')).toMatchObject({ id: ann.user.id })
    await expect(login('thief@evil.test')).rejects.toMatchObject({ status: 401 })
  })

  test('works by the mail of the confirmation too, 72 hours from then, also after the thief set another password', async () => {
    await enter('thief@evil.test')
    shop.advance(71 * HOUR)
    await verify(await confirmToken())
    await shop.visitor.auth.forgotPassword({ body: { email: 'thief@evil.test' } })
    await expect.poll(async () => (await mailsOf('reset-password')).length).toBe(1)
    const reset = { token: tokenOf((await mailsOf('reset-password'))[0]), password: 'the box of a thief' }
    await shop.visitor.auth.resetPassword({ body: reset })
    shop.advance(2 * HOUR)
    await expect(undo(await undoToken())).rejects.toMatchObject({ code: 'link_invalid' })
    const [changed] = await mailsOf('email-changed')
    expect(changed).toMatchObject({ to: 'old@people.test', facts: { minutes: 72 * 60 } })
    await undo(tokenOf(changed))
    expect((await rowOf(ann.user.id))?.email).toBe('old@people.test')
  })

  test('by who was there first ends the undo links of those who came later; later ones do not end the first', async () => {
    await enter('thief@evil.test')
    const first = await undoToken()
    await verify(await confirmToken())
    shop.advance(1000)
    await enter('thief2@evil.test')
    const second = await undoToken(1)
    expect((await mailsOf('email-change-asked'))[1]).toMatchObject({ to: 'thief@evil.test' })
    await undo(second)
    expect((await rowOf(ann.user.id))?.email).toBe('thief@evil.test')
    await enter('thief3@evil.test')
    const third = await undoToken(2)
    await undo(first)
    expect((await rowOf(ann.user.id))?.email).toBe('old@people.test')
    await expect(undo(third)).rejects.toMatchObject({ code: 'link_invalid' })
    await expect(undo(tokenOf((await mailsOf('email-changed'))[0]))).rejects.toMatchObject({ code: 'link_invalid' })
  })

  test('after 72 hours it is too late, and an address that somebody else has by then stays with them', async () => {
    await enter('new@people.test')
    await verify(await confirmToken())
    const bea = await shop.visitor.auth.register({ body: { name: 'Bea', email: 'old@people.test', password: PASSWORD } })
    await expect(undo(await undoToken())).rejects.toMatchObject({ status: 409, code: 'email_taken' })
    expect((await rowOf(bea.id))?.email).toBe('old@people.test')
    expect((await rowOf(ann.user.id))?.email).toBe('new@people.test')
    shop.advance(72 * HOUR)
    await expect(undo(await undoToken())).rejects.toMatchObject({ code: 'link_invalid' })
  })

  test('at the same moment as the confirmation, the old address counts in the end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await shop.signIn('customer', { email: `old${round}@people.test` })
      await enter(`new${round}@people.test`, user.user.id)
      const [asked, token] = [await confirmToken((await mailsOf('confirm-new-email')).length - 1), await undoToken(round)]
      const [, undone] = await Promise.all([outcomeOf(verify(asked)), outcomeOf(undo(token))])
      expect(undone.status).toBe(200)
      expect(await rowOf(user.user.id)).toMatchObject({ email: `old${round}@people.test`, pendingEmail: null })
    }
  })

  test('of a staff account notifies super admins', async () => {
    const boss = await shop.signIn('super_admin', { email: 'boss@people.test' })
    const clerk = await shop.make.user('application_admin', { email: 'clerk@people.test', name: 'Cleo Clerk' })
    await boss.users.update({ params: { id: clerk.id }, body: { email: 'thief@evil.test' } })
    await undo(await undoToken())
    expect((await mailsOf('staff-account-changed')).map(({ to, facts }) => [to, facts.what])).toEqual([
      ['boss@people.test', 'Email: clerk@people.test → thief@evil.test (not confirmed yet)'],
      ['boss@people.test', 'Email: thief@evil.test → clerk@people.test (change undone by the old address)'],
    ])
  })
})

describe('a first password set by staff', () => {
  const FORM = { name: 'Nora New', email: 'nora@people.test', password: 'abc123', role: 'customer', status: 'Active' } as const

  test('F7.3.20 opens the account for 72 hours; after that its sentence leads to a link, which works', async () => {
    await staff.users.create({ body: FORM })
    shop.advance(72 * HOUR - 1000)
    expect(await login(FORM.email, FORM.password)).toMatchObject({ mustChangePassword: true })
    shop.advance(1000)
    await expect(login(FORM.email, FORM.password)).rejects.toMatchObject({
      status: 403,
      problem: {
        code: 'first_password_expired',
        detail: 'This first password expired after 72 hours. Use "Forgot your password?" to set a new one.',
      },
    })
    await expect(login(FORM.email, 'abc124')).rejects.toMatchObject({ status: 401, problem: { code: 'invalid_credentials' } })
    await shop.visitor.auth.forgotPassword({ body: { email: FORM.email } })
    await expect.poll(async () => (await mailsOf('reset-password')).length).toBe(1)
    await shop.visitor.auth.resetPassword({ body: { token: tokenOf((await mailsOf('reset-password'))[0]), password: PASSWORD } })
    expect(await login(FORM.email)).toMatchObject({ mustChangePassword: false })
  })

  test('that was replaced in time is no first password any more', async () => {
    await staff.users.create({ body: FORM })
    const session = await login(FORM.email, FORM.password)
    await shop.withToken(session.token).account.changePassword({ body: { currentPassword: FORM.password, newPassword: PASSWORD } })
    shop.advance(1000 * HOUR)
    expect(await login(FORM.email)).toMatchObject({ mustChangePassword: false })
  })
})
