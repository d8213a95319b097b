import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callLines, createApi } from '#contract/client.ts'
import { sessionOf } from '#contract/identity/auth.ts'
import { type Contract, contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { auditEntries, businesses, notifications, outbox, payoutAccounts, payouts, userTokens } from '#server/platform/db/schema.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { days, endHold, giveAccount } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const PASSWORD = 'slit-cardboard-42'
const NEW_PASSWORD = 'corrugated-cardboard-43'
const HOUR = days(1) / 24
const A = '000123456789'
const B = '000987654321'

let shop: TestShop
let boss: SignedInUser
let staff: SignedInUser
let seller: SignedInUser
let ownId: string
let businessEmail: string
let passwordHash: string

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin', { name: 'Bo Boss', passwordHash })
  staff = await shop.signIn('application_admin')
  seller = await shop.signIn('business_admin', { name: 'Sam Seller', passwordHash })
  ownId = seller.user.businessId ?? ''
  businessEmail = (await ownBusiness())?.email ?? ''
})

const ownBusiness = async () => (await shop.deps.db.select().from(businesses).where(eq(businesses.id, ownId)))[0]

/** $90.00 for the seller, free to leave. */
const earn = (businessId = ownId) =>
  inTransaction(shop.deps.db, (tx) =>
    postTransaction(tx, {
      reason: 'adjustment',
      reference: randomUUID(),
      orderId: null,
      currency: 'USD',
      at: shop.deps.now(),
      entries: [
        { account: 'adjustment', debitCents: 90_00 },
        { account: 'seller', businessId, debitCents: -90_00 },
      ],
    }),
  )

const setAccount = (accountNumber: string) =>
  seller.earnings.saveAccount({
    body: { holder: 'Seller Ltd', iban: '', routingNumber: '021000021', accountNumber, currentPassword: PASSWORD },
  })

/** Lines of the bank file without the titles, and how many payouts it leaves out. */
async function bankFile() {
  const answer = await shop.app.inject({ url: '/api/admin/payouts/file', headers: { authorization: `Bearer ${boss.token}` } })
  expect(answer.statusCode).toBe(200)
  return { lines: answer.body.trim().split('\r\n').slice(1), held: Number(answer.headers['x-held-count']) }
}

const fail = (id: string) =>
  boss.payouts.move({ params: { id }, body: { status: 'failed', problem: 'Account changed', currentPassword: PASSWORD } })
const mails = async (template: string) =>
  (await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')))
    .map(({ payload }) => payload as { template: string; to: string; facts: Record<string, string> })
    .filter((mail) => mail.template === template)
const obstacle = async () => (await staff.payouts.preview()).proposals.find(({ businessId }) => businessId === ownId)?.obstacle

describe('a changed payout account', () => {
  test('F12 prepared Monday for A, set to B Tuesday: the file of Tuesday leaves it out; from Friday it is prepared again, for B', async () => {
    await giveAccount(shop, ownId)
    await earn()
    const prepared = await staff.payouts.prepare() // Monday
    expect(prepared).toMatchObject([{ held: null }])
    const number = prepared[0]?.number
    expect((await bankFile()).lines).toEqual([expect.stringContaining(A)])

    shop.advance(days(1)) // Tuesday
    await setAccount(B)
    expect(await bankFile()).toEqual({ lines: [], held: 1 })
    const { sellers, payouts: held } = await staff.payouts.held()
    expect(sellers).toMatchObject([{ businessId: ownId, hold: { reason: 'account_changed' } }])
    const until = sellers[0]?.hold.until ?? ''
    expect(held).toMatchObject([{ number, held: { cause: 'account_changed', until } }])
    expect((await staff.payouts.list()).items).toMatchObject([{ number, held: { cause: 'account_changed' } }])
    const log = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'payouts.file')).orderBy(auditEntries.id)
    expect(log.at(-1)).toMatchObject({ after: { numbers: [], held: [number] } })

    await fail(held[0]?.id ?? '')
    expect(await obstacle()).toBe('on_hold')
    expect((await staff.payouts.preview()).proposals).toMatchObject([{ amount: 0, hold: { reason: 'account_changed', until } }])
    shop.advance(72 * HOUR - 60_000) // Friday, a minute too early
    expect(await staff.payouts.prepare()).toEqual([])
    shop.advance(60_000)
    expect(await staff.payouts.prepare()).toMatchObject([{ amount: 90, held: null }])
    const file = await bankFile()
    expect(file).toEqual({ lines: [expect.stringContaining(B)], held: 0 })
    expect(await staff.payouts.held()).toEqual({ sellers: [], payouts: [] })
  })

  test('F12 a payout that nobody prepares again stays out of the file after 72 hours too', async () => {
    await giveAccount(shop, ownId)
    await earn()
    await staff.payouts.prepare()
    await setAccount(B)
    shop.advance(days(4))
    expect(await bankFile()).toEqual({ lines: [], held: 1 })
    expect((await staff.payouts.held()).payouts).toMatchObject([{ held: { cause: 'account_changed', until: null } }])
    await setAccount(A) // as it was prepared: that account waits its 72 hours too
    expect(await bankFile()).toEqual({ lines: [], held: 1 })
  })

  test('F12 the first account of a seller waits too; other sellers are paid meanwhile', async () => {
    const other = await shop.make.business({ name: 'Other' })
    await giveAccount(shop, other.id)
    await earn(other.id)
    await earn()
    await setAccount(A)
    expect(await obstacle()).toBe('on_hold')
    expect(await staff.payouts.prepare()).toMatchObject([{ businessName: 'Other' }])
    expect(await bankFile()).toMatchObject({ lines: [expect.stringContaining('Other')], held: 0 })
    shop.advance(72 * HOUR)
    expect(await staff.payouts.prepare()).toMatchObject([{ businessId: ownId }])
  })

  test('F12 a payout from before accounts were kept goes to the account of today, unless that was changed since', async () => {
    await giveAccount(shop, ownId)
    await earn()
    shop.advance(60_000)
    await staff.payouts.prepare()
    await shop.deps.db.update(payouts).set({ accountSnapshot: null })
    expect(await bankFile()).toMatchObject({ lines: [expect.stringContaining(A)], held: 0 })
    shop.advance(60_000)
    await setAccount(B)
    await endHold(shop, ownId)
    expect(await bankFile()).toEqual({ lines: [], held: 1 })
    await shop.deps.db.delete(payoutAccounts)
    expect(await bankFile()).toEqual({ lines: [], held: 1 })
  })

  test('F12 all admins and the business are notified once each, with the date; the seller sees why, and the log keeps it', async () => {
    const colleague = await shop.signIn('business_admin', { businessId: ownId })
    await shop.make.user('business_admin', { businessId: ownId, status: 'Suspended' })
    await setAccount(A)
    const { hold } = await seller.earnings.read()
    expect(hold).toMatchObject({ reason: 'account_changed' })
    expect(new Date(hold?.until ?? 0).getTime() - shop.deps.now().getTime()).toBeGreaterThan(72 * HOUR - 60_000)
    const sent = await mails('payout-account-changed')
    expect(sent.map(({ to }) => to).sort()).toEqual([seller.user.email, colleague.user.email, businessEmail].sort())
    expect(sent[0]?.facts).toMatchObject({
      account: '•••• 6789',
      by: 'Sam Seller',
      until: expect.stringMatching(/^\w+ \d+, \d{4} at \d+:\d\d [AP]M UTC$/),
    })
    const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, colleague.user.id))
    expect(notified).toMatchObject([{ kind: 'payout-account-changed', text: expect.stringContaining('on hold until') }])
    const log = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'payouts.hold'))
    expect(log).toMatchObject([{ actorName: 'Sam Seller', targetId: ownId, after: { reason: 'account_changed' } }])
    await setAccount(A) // the same again
    expect(await mails('payout-account-changed')).toHaveLength(3)
    expect((await seller.earnings.read()).hold).toEqual(hold)
  })
})

describe('a changed sign-in of an admin', () => {
  const changeEmail = async (who: SignedInUser, email: string) => {
    await who.account.change({ body: { email, currentPassword: PASSWORD } })
    const [mail] = await mails('confirm-new-email')
    await shop.visitor.auth.verifyEmail({ body: { token: new URL(mail?.facts.link ?? '').searchParams.get('token') ?? '' } })
  }
  const reset = async (userId: string) => {
    const token = newToken()
    const expiresAt = new Date(shop.deps.now().getTime() + HOUR)
    await shop.deps.db.insert(userTokens).values({ tokenHash: hashToken(token), userId, purpose: 'reset', expiresAt })
    await shop.visitor.auth.resetPassword({ body: { token, password: NEW_PASSWORD } })
  }
  const CHANGES = [
    {
      name: 'their own password',
      reason: 'password_changed',
      change: (who: SignedInUser) => who.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } }),
    },
    { name: 'the password by a link', reason: 'password_changed', change: (who: SignedInUser) => reset(who.user.id) },
    { name: 'their own email', reason: 'email_changed', change: (who: SignedInUser) => changeEmail(who, 'new@example.com') },
    {
      name: 'the email by staff',
      reason: 'email_changed',
      change: async (who: SignedInUser) => {
        await staff.users.update({ params: { id: who.user.id }, body: { email: 'unconfirmed@example.com' } })
      },
    },
  ] as const

  test.for(CHANGES)(
    'F12 $name: payouts wait 72 hours, those prepared too; all admins and the old address are notified',
    async ({ name, change, reason }) => {
      const colleague = await shop.signIn('business_admin', { businessId: ownId })
      await giveAccount(shop, ownId)
      await earn()
      await staff.payouts.prepare()
      await earn()
      await change(seller)
      expect(await obstacle()).toBe('on_hold')
      expect(await staff.payouts.prepare()).toEqual([])
      expect(await bankFile()).toEqual({ lines: [], held: 1 })
      expect((await staff.payouts.held()).payouts).toMatchObject([{ held: { cause: 'seller_on_hold' } }])
      expect((await colleague.earnings.read()).hold).toMatchObject({ reason })
      const isNew = name === 'their own email' // one that staff enter gets no mail of the account before it is confirmed
      const expected = [seller.user.email, colleague.user.email, businessEmail, ...(isNew ? ['new@example.com'] : [])]
      expect((await mails('payouts-held')).map(({ to }) => to).sort()).toEqual(expected.sort())
      shop.advance(72 * HOUR)
      expect((await bankFile()).lines).toEqual([expect.stringContaining(A)])
      expect(await staff.payouts.prepare()).toHaveLength(1)
    },
  )

  test('F12 a newcomer without a payout account is not held; nor is anybody for a changed name, or a customer', async () => {
    await seller.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
    await reset(seller.user.id)
    await reset((await shop.signIn('customer', { passwordHash })).user.id)
    const named = await shop.signIn('business_admin', { businessId: ownId })
    await giveAccount(shop, ownId)
    await named.account.change({ body: { name: 'Sam Other' } })
    expect(await mails('payouts-held')).toEqual([])
    expect((await named.earnings.read()).hold).toBeNull()
  })
})

describe('releasing', () => {
  const release = (who: SignedInUser, note = 'Called them: it was Sam', id = ownId) =>
    who.payouts.release({ params: { id }, body: { note } })

  test('F12 a super admin ends a hold with a note, which the log keeps and the seller does not read; the admins are notified', async () => {
    await earn()
    await setAccount(A)
    expect(await release(boss)).toEqual({ ok: true })
    expect((await seller.earnings.read()).hold).toBeNull()
    expect(await staff.payouts.prepare()).toMatchObject([{ amount: 90 }])
    expect((await bankFile()).lines).toEqual([expect.stringContaining(A)])
    const log = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'payouts.release'))
    expect(log).toMatchObject([
      { actorName: 'Bo Boss', targetId: ownId, before: { reason: 'account_changed' }, after: { note: 'Called them: it was Sam' } },
    ])
    const sent = await mails('payouts-released')
    expect(sent.map(({ to }) => to).sort()).toEqual([seller.user.email, businessEmail].sort())
    expect(JSON.stringify(sent)).not.toContain('Called them')
    expect(await refusalOf(release(boss))).toMatchObject({ status: 409, code: 'payouts_not_on_hold' })
  })

  test('F12 a release does not send a prepared payout to an account that was set after it', async () => {
    await giveAccount(shop, ownId)
    await earn()
    const [payout] = await staff.payouts.prepare()
    await setAccount(B)
    await release(boss)
    expect(await bankFile()).toEqual({ lines: [], held: 1 })
    await fail(payout?.id ?? '')
    await staff.payouts.prepare()
    expect((await bankFile()).lines).toEqual([expect.stringContaining(B)])
  })

  test('F12 only super admins release, with a note of 1 to 500 characters, and a business that is there', async () => {
    await setAccount(A)
    for (const who of [staff, seller, await shop.signIn('customer')]) {
      expect(await refusalOf(release(who))).toMatchObject({ status: 403 })
    }
    expect(await refusalOf(shop.visitor.payouts.release({ params: { id: ownId }, body: { note: 'x' } }))).toMatchObject({ status: 401 })
    for (const note of ['', '   ', 'x'.repeat(501)]) {
      expect((await refusalOf(release(boss, note))).errors?.map(({ field }) => field)).toEqual(['note'])
    }
    expect(await refusalOf(release(boss, 'x', randomUUID()))).toMatchObject({ status: 404 })
    expect((await seller.earnings.read()).hold).not.toBeNull()
    expect(await refusalOf(seller.payouts.held())).toMatchObject({ status: 403 })
  })
})

test('F12 an account that changes while payouts are prepared and files are written: no file names an account set after preparation, or a young one', {
  timeout: raceTimeout(50) * 2,
}, async () => {
  const rounds = raceRounds(shop.database.kind === 'postgres' ? 50 : 5)
  await giveAccount(shop, ownId)
  let before = A
  let prepared = 0
  for (let round = 0; round < rounds; round += 1) {
    const after = `77${String(round).padStart(7, '0')}`
    const saved = { isDone: false }
    const lines: string[] = []
    const prepareAll = async () => {
      while (!saved.isDone) {
        await earn()
        await staff.payouts.prepare()
      }
    }
    const takeFiles = async () => {
      while (!saved.isDone) lines.push(...(await bankFile()).lines)
    }
    const save = setAccount(after).finally(() => {
      saved.isDone = true
    })
    await Promise.all([prepareAll(), prepareAll(), takeFiles(), takeFiles(), save])
    expect(lines.filter((line) => !line.includes(before))).toEqual([])
    expect(await staff.payouts.prepare(), 'on hold').toEqual([])
    expect((await bankFile()).lines, 'on hold, and prepared for another account').toEqual([])
    await endHold(shop, ownId)
    expect((await bankFile()).lines, 'prepared for another account').toEqual([])
    const drafts = await shop.deps.db.select().from(payouts).where(eq(payouts.status, 'draft'))
    prepared += drafts.length // none in a round in which the account was first
    expect(drafts.filter(({ accountSnapshot }) => accountSnapshot?.accountNumber !== before)).toEqual([])
    await shop.deps.db.update(payouts).set({ status: 'failed' })
    before = after
  }
  expect(prepared).toBeGreaterThan(0)
})

test('F12 the whole chain (email, reset, payout account, bank file) by turns on two servers, with the password of staff: 0 lines in the file of either', async () => {
  const other = await buildApp(shop.deps)
  const onOther = (token: string | null) => createApi<Contract>(callLines(contract), sendInProcess(other, { token }))
  try {
    await giveAccount(shop, ownId)
    await earn()
    await staff.payouts.prepare()
    await earn()
    // the thief has just signed in as staff
    await onOther(staff.token).users.update({ params: { id: seller.user.id }, body: { email: 'thief@evil.test' } })
    const token = (mail: { facts: Record<string, string> } | undefined) => new URL(mail?.facts.link ?? '').searchParams.get('token') ?? ''
    await shop.visitor.auth.verifyEmail({ body: { token: token((await mails('confirm-new-email'))[0]) } })
    await onOther(null).auth.forgotPassword({ body: { email: 'thief@evil.test' } })
    await expect.poll(async () => (await mails('reset-password')).length).toBe(1)
    await shop.visitor.auth.resetPassword({ body: { token: token((await mails('reset-password'))[0]), password: NEW_PASSWORD } })
    const thief = sessionOf(await onOther(null).auth.login({ body: { email: 'thief@evil.test', password: NEW_PASSWORD } }))
    await shop.withToken(thief.token).earnings.saveAccount({
      body: { holder: 'Thief', iban: '', routingNumber: '021000021', accountNumber: B, currentPassword: NEW_PASSWORD },
    })
    for (const by of [staff, onOther(staff.token)]) expect(await by.payouts.prepare()).toEqual([])
    for (const app of [shop.app, other]) {
      const answer = await app.inject({ url: '/api/admin/payouts/file', headers: { authorization: `Bearer ${boss.token}` } })
      expect([answer.statusCode, answer.body.trim().split('\r\n').slice(1), answer.headers['x-held-count']]).toEqual([200, [], '1'])
    }
    expect((await mails('payouts-held')).map(({ to }) => to)).toContain(seller.user.email) // the owner, at the old address
  } finally {
    await other.close()
  }
})
