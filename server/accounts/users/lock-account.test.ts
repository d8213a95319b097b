import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import { PAYOUT_HOLD_HOURS } from '#domain/payout-hold.ts'
import { HOUR_MS } from '#domain/time.ts'
import { auditEntries, businesses, outbox } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { codeAt } from '#server/testing/authenticator.ts'
import { giveAccount } from '#server/testing/earners.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { lockAccount } from './lock-account.ts'

const PASSWORD = 'slit-cardboard-42'

let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop({ SECRETS_KEYS: Buffer.alloc(32, 5).toString('base64') })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const logIn = (email: string, password = PASSWORD) => shop.visitor.auth.login({ body: { email, password } })
const mails = async () =>
  (await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; to: string; facts: Record<string, string> },
  )
const held = async () =>
  (await shop.deps.db.select().from(businesses).orderBy(businesses.name)).flatMap(({ name, payoutsHeldUntil }) =>
    payoutsHeldUntil && payoutsHeldUntil > shop.deps.now() ? [name] : [],
  )
const tokenOf = async () => /token=(\S+)/.exec((await mails()).find(({ template }) => template === 'reset-password')?.facts.link ?? '')?.[1]

/** A seller who can be paid out, with an admin of this name. */
async function seller(name: string) {
  const admin = await shop.signIn('business_admin', { name: `${name} Admin`, passwordHash })
  const id = admin.user.businessId ?? ''
  await shop.deps.db.update(businesses).set({ name }).where(eq(businesses.id, id))
  await giveAccount(shop, id)
  return { ...admin, id }
}

test('locking a seller’s account shuts out a thief with session, password or link, and its payouts wait 72 hours', async () => {
  const sam = await seller('Pier Boxes')
  const other = await logIn(sam.user.email).then(sessionOf)
  await shop.visitor.auth.forgotPassword({ body: { email: sam.user.email } })
  await expect.poll(tokenOf).toBeDefined()
  const token = (await tokenOf()) ?? ''
  const before = (await mails()).length

  const at = shop.deps.now()
  expect(await lockAccount(shop.deps, sam.user.email)).toMatchObject({
    user: { id: sam.user.id, email: sam.user.email },
    sessions: 2,
    held: ['Pier Boxes'],
    factors: [],
  })
  for (const thief of [sam, shop.withToken(other.token)]) await expect(thief.account.read()).rejects.toMatchObject({ status: 401 })
  await expect(logIn(sam.user.email)).rejects.toMatchObject({ problem: { code: 'invalid_credentials' } })
  const body = { token, password: 'the box of a thief' }
  await expect(shop.visitor.auth.resetPassword({ body })).rejects.toMatchObject({ problem: { code: 'link_invalid' } })

  const [business] = await shop.deps.db.select().from(businesses).where(eq(businesses.id, sam.id))
  const hours = ((business?.payoutsHeldUntil?.getTime() ?? 0) - at.getTime()) / HOUR_MS
  expect(Math.round(hours)).toBe(PAYOUT_HOLD_HOURS)
  expect((await mails()).slice(before).map(({ template, to }) => [template, to])).toEqual([
    ['password-changed', sam.user.email],
    ['payouts-held', sam.user.email],
    ['payouts-held', business?.email],
  ])
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'user.lockdown'))
  expect(entry).toMatchObject({ actorName: 'System', targetId: sam.user.id, after: { sessions: 2, held: 1 } })

  // the owner comes back by the mailbox
  await shop.deps.db.delete(outbox)
  await shop.visitor.auth.forgotPassword({ body: { email: sam.user.email } })
  await expect.poll(tokenOf).toBeDefined()
  await shop.visitor.auth.resetPassword({ body: { token: (await tokenOf()) ?? '', password: 'corrugated-43-boxes' } })
  expect(await logIn(sam.user.email, 'corrugated-43-boxes')).toHaveProperty('token')
})

test('of a staff account, the payouts wait of whom it touched in the last 72 hours, and super admins are notified', async () => {
  const boss = await shop.signIn('super_admin', { email: 'boss@people.test' })
  const staff = await shop.signIn('application_admin')
  const [edited, taken, long] = [await seller('Edited'), await seller('Taken'), await seller('Long ago')]
  await seller('Untouched')
  const withoutAccount = await shop.make.business({ name: 'Without account' })
  for (const id of [edited.id, withoutAccount.id]) await staff.applications.update({ params: { id }, body: { phone: '+1 555 0199' } })
  await staff.users.update({ params: { id: taken.user.id }, body: { name: 'Somebody Else' } })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, edited.id))
  if (!entry) expect.fail('the edit is in no audit entry')
  const { id: _id, ...edit } = entry
  const at = new Date(shop.deps.now().getTime() - (PAYOUT_HOLD_HOURS + 1) * HOUR_MS)
  await shop.deps.db.insert(auditEntries).values({ ...edit, targetId: long.id, at })
  await shop.deps.db.delete(outbox)

  expect((await lockAccount(shop.deps, staff.user.id))?.held.toSorted()).toEqual(['Edited', 'Taken'])
  expect(await held()).toEqual(['Edited', 'Taken'])
  expect((await mails()).filter(({ template }) => template === 'staff-account-changed')).toMatchObject([
    { to: boss.user.email, facts: { what: 'Signed out everywhere, password expired', by: 'the operator of the server' } },
  ])
  expect((await mails()).find(({ template }) => template === 'payouts-held')?.facts.reason).toBe(
    'a staff account that had changed your records was locked as a precaution',
  )
  await expect(staff.users.list()).rejects.toMatchObject({ status: 401 })
})

test('a sign-in that waits for its code ends too; the factors that stay are named, a thief may have added them', async () => {
  const ann = await shop.signIn('customer', { email: 'ann@people.test', passwordHash })
  const { address } = await ann.security.addTotp()
  await ann.security.confirmTotp({ body: { code: codeAt(address, shop.deps.now()) } })
  const waiting = await logIn('ann@people.test')
  expect(await lockAccount(shop.deps, 'Ann@people.test')).toMatchObject({ sessions: 1, held: [], factors: ['code'] })
  shop.advance(60_000)
  const challenge = 'secondFactor' in waiting ? waiting.secondFactor.challenge : ''
  const body = { challenge, code: codeAt(address, shop.deps.now()) }
  await expect(shop.visitor.auth.secondFactor({ body })).rejects.toMatchObject({ problem: { code: 'challenge_expired' } })
})

test('an unknown account changes nothing', async () => {
  for (const who of ['nobody@people.test', '00000000-0000-4000-8000-000000000000', 'x'])
    expect(await lockAccount(shop.deps, who)).toBeNull()
  expect(await shop.deps.db.$count(auditEntries)).toBe(0)
})
