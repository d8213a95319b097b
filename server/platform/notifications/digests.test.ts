import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { MailTemplate, NotificationChoice, NotificationKind } from '#domain/notification-kinds.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { heldMails, notificationChoices, outbox, users } from '#server/platform/db/schema.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { hasDueDigest, sendDigests } from '#server/platform/mail/send-digests.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const HOUR_MS = 3_600_000
const PASSWORD = 'a box of old boxes'
let shop: TestShop
let passwordHash: string
let ann: SignedInUser
let sent: OutgoingMail[]

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann', email: 'ann@test.test', passwordHash })
  sent = []
})

const mailer = {
  send: async (mail: OutgoingMail) => {
    sent.push(mail)
  },
  close: () => undefined,
}
let counter = 0
async function queue(template: MailTemplate, facts: Record<string, unknown> = {}, to = ann.user.email): Promise<void> {
  counter += 1
  await queueMail(shop.deps.db, { dedupeKey: `${template}:${counter}`, template, to, facts, at: shop.deps.now() })
}
const deliver = () => deliverDueMails(shop.deps, mailer)
const digest = () => sendDigests(shop.deps, new AbortController().signal)
const subjects = () => sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`)
const choose = (choices: Partial<Record<NotificationKind, NotificationChoice>>, timeZone: string | null = 'America/Chicago', user = ann) =>
  user.notificationChoices.save({
    body: { timeZone, choices: Object.entries(choices).map(([kind, choice]) => ({ kind: kind as NotificationKind, choice })) }, // its keys
  })
/** Moves the clock. */
async function until(iso: string): Promise<void> {
  shop.advance(new Date(iso).getTime() - shop.deps.now().getTime())
}
async function listed(): Promise<string[]> {
  const { items } = await (await shop.signIn('application_admin')).mails.list()
  return items.map(({ subject, state }) => `${state}: ${subject}`).toSorted()
}

test('everybody sees the kinds of their role, emailed at once until they choose', async () => {
  const kinds = async (user: SignedInUser) => (await user.notificationChoices.read()).choices.map(({ kind, choice }) => `${kind} ${choice}`)
  expect(await kinds(ann)).toEqual(['order_status at_once', 'shipping at_once', 'returns at_once', 'quotes at_once'])
  expect(await kinds(await shop.signIn('business_admin'))).toContain('new_orders at_once')
  expect(await kinds(await shop.signIn('application_admin'))).toEqual(['quotes at_once', 'messages at_once'])
  await choose({ shipping: 'daily' })
  expect(await choose({ quotes: 'bell' }, null)).toMatchObject({
    timeZone: null,
    shopTimeZone: 'UTC',
    choices: [{ choice: 'at_once' }, { kind: 'shipping', choice: 'daily' }, { choice: 'at_once' }, { kind: 'quotes', choice: 'bell' }],
  })
  expect(await kinds(await shop.signIn('customer'))).not.toContain('shipping daily')
})

test('kinds of another role, unknown ones and unknown time zones are refused, and nothing is saved', async () => {
  await expect(choose({ shipping: 'daily', new_orders: 'bell' })).rejects.toMatchObject({ status: 422 })
  await expect(choose({ shipping: 'daily' }, 'Mars/Olympus')).rejects.toMatchObject({ status: 422 })
  const body = { timeZone: null, choices: [{ kind: 'security', choice: 'bell' }] } as never // not a kind to choose for
  await expect(ann.notificationChoices.save({ body })).rejects.toMatchObject({ status: 422 })
  await expect(shop.visitor.notificationChoices.read()).rejects.toMatchObject({ status: 401 })
  expect(await shop.deps.db.$count(notificationChoices)).toBe(0)
})

test('what is chosen daily comes in one email at 7:00, what is chosen for the bell in none, and everything else at once', async () => {
  await until('2026-12-10T18:00:00Z') // noon
  await choose({ shipping: 'daily', order_status: 'daily', quotes: 'bell' })
  await queue('order-shipped', { number: 'RF-1', orderId: 'one' })
  await queue('quote-message', { reference: 'Q-1' })
  await queue('order-refunded', { number: 'RF-1' })
  await queue('order-placed', { number: 'RF-2' })
  await deliver()
  expect(subjects().toSorted()).toEqual(['ann@test.test: We received your order RF-2', 'ann@test.test: Your refund for order RF-1'])
  await until('2026-12-11T04:30:00Z')
  await queue('order-processing', { number: 'RF-2', orderId: 'two' })
  await deliver()
  await until('2026-12-11T12:59:00Z')
  expect([await hasDueDigest(shop.deps), await digest()]).toEqual([false, 'Nothing was due.'])
  await until('2026-12-11T13:00:00Z')
  expect(await hasDueDigest(shop.deps)).toBe(true)
  expect(await digest()).toBe('1 daily email sent.')
  await deliver()
  expect(sent).toHaveLength(1)
  const [mail] = sent
  expect(mail).toMatchObject({ to: 'ann@test.test', subject: '2 new notifications from Reflute' })
  const { publicUrl } = shop.deps.config
  for (const words of [
    'December 10, 2026',
    `12:00 PM: Your order RF-1 has shipped: ${publicUrl}/account/orders/one`,
    `10:30 PM: We're preparing your order RF-2: ${publicUrl}/account/orders/two`,
    `Choose what we email you: ${publicUrl}/account/notifications/choices`,
    '7:00 AM (America/Chicago)',
  ])
    expect(mail?.text).toContain(words)
  expect(mail?.text).not.toContain('Q-1')
  sent = []
  await until('2026-12-12T13:00:00Z')
  expect(await digest(), 'nothing came since').toBe('Nothing was due.')
  expect(await listed()).toEqual([
    'bell: New message about quote Q-1',
    "digest: We're preparing your order RF-2",
    'digest: Your order RF-1 has shipped',
    'sent: 2 new notifications from Reflute',
    'sent: We received your order RF-2',
    'sent: Your refund for order RF-1',
  ])
})

test('the bell has every notification, and a seller gets new orders once a day', async () => {
  const seller = await shop.signIn('business_admin')
  await choose({ new_orders: 'daily' }, 'UTC', seller)
  const product = await shop.make.product({ businessId: seller.user.businessId ?? '', category: 'accessories', stock: 90 })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const order = await checkOut(ann)
  await deliver()
  expect(subjects().filter((subject) => subject.startsWith(seller.user.email))).toEqual([])
  expect((await seller.notifications.list()).items.map(({ title }) => title)).toContain(`New order ${order.number}`)
  shop.advance(24 * HOUR_MS)
  await digest()
  await deliver()
  expect(sent.map(({ to, text }) => [to, text.includes(`You have a new order ${order.number}`)])).toContainEqual([seller.user.email, true])
})

test('the clock of the person decides: 7:00 in Auckland, and once on a day with 25 hours', async () => {
  await choose({ shipping: 'daily' }, 'Pacific/Auckland')
  await until('2026-12-10T12:00:00Z')
  await queue('order-shipped', { number: 'RF-1' })
  await deliver()
  await until('2026-12-10T18:00:00Z') // 7:00 of the 11th
  expect(await digest()).toBe('1 daily email sent.')
  await choose({ shipping: 'daily' }, 'America/Chicago')
  await until('2027-11-06T20:00:00Z') // the night in which clocks go back
  await queue('order-shipped', { number: 'RF-2' })
  await deliver()
  await until('2027-11-07T12:59:00Z')
  expect(await digest()).toBe('Nothing was due.')
  await until('2027-11-07T13:00:00Z')
  expect(await digest()).toBe('1 daily email sent.')
})

test('after a change to at once, what waits comes with the next daily email, at 7:00 of a new time zone', async () => {
  await until('2026-12-10T18:00:00Z')
  await choose({ shipping: 'daily' })
  await queue('order-shipped', { number: 'RF-1' })
  await deliver()
  await choose({ shipping: 'at_once' }, 'Europe/Dublin')
  await queue('order-shipped', { number: 'RF-2' })
  await deliver()
  expect(subjects()).toEqual(['ann@test.test: Your order RF-2 has shipped'])
  await until('2026-12-11T07:00:00Z')
  await digest()
  await deliver()
  expect(sent[0]?.text).toContain('Your order RF-1 has shipped')
  expect(sent[0]?.text).not.toContain('RF-2')
})

test('a choice counts for nobody else, for no unconfirmed address and for nobody who may not sign in', async () => {
  await choose({ shipping: 'bell', quotes: 'bell' })
  await queue('order-shipped', { number: 'RF-1' }, 'guest@test.test')
  await queue('quote-received', { reference: 'Q-1' }, 'ANN@test.test')
  await deliver()
  expect(subjects()).toEqual(['guest@test.test: Your order RF-1 has shipped'])
  await shop.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ann.user.id))
  await queue('order-shipped', { number: 'RF-2' })
  await deliver()
  await shop.deps.db.update(users).set({ emailVerifiedAt: shop.deps.now(), status: 'Suspended' }).where(eq(users.id, ann.user.id))
  await queue('order-shipped', { number: 'RF-3' })
  await deliver()
  expect(subjects()).toEqual(['ann@test.test: Your order RF-2 has shipped', 'ann@test.test: Your order RF-3 has shipped'])
})

test('what waits for somebody who is suspended is sent by itself, to the address of today; of an erased account nothing is left', async () => {
  await choose({ shipping: 'daily' })
  const bo = await shop.signIn('customer', { email: 'bo@test.test' })
  await choose({ shipping: 'daily' }, null, bo)
  const cy = await shop.signIn('customer', { email: 'cy@test.test', passwordHash })
  await choose({ shipping: 'daily' }, null, cy)
  for (const user of [ann, bo, cy]) await queue('order-shipped', { number: user.user.email }, user.user.email)
  await deliver()
  await shop.deps.db.update(users).set({ status: 'Suspended' }).where(eq(users.id, ann.user.id))
  await shop.deps.db.update(users).set({ email: 'new-bo@test.test' }).where(eq(users.id, bo.user.id))
  await cy.account.remove({ body: { currentPassword: PASSWORD } })
  shop.advance(24 * HOUR_MS)
  expect(await digest()).toBe('1 daily email sent.')
  await deliver()
  expect(subjects().toSorted()).toEqual([
    'ann@test.test: Your order ann@test.test has shipped',
    'cy@test.test: Your account was deleted',
    'new-bo@test.test: 1 new notification from Reflute',
  ])
  expect(await shop.deps.db.$count(heldMails)).toBe(0)
  expect(await shop.deps.db.$count(notificationChoices, eq(notificationChoices.userId, cy.user.id))).toBe(0)
})

test('staff send an email that was withheld by itself, and a sent daily email keeps no list of what others wrote', async () => {
  const staff = await shop.signIn('application_admin')
  await choose({ shipping: 'bell', quotes: 'daily' })
  await queue('order-shipped', { number: 'RF-1' })
  await queue('quote-request', { reference: 'Q-1', buyer: 'Paula Pack' })
  await deliver()
  const [, shipped] = (await staff.mails.list()).items
  expect(shipped).toMatchObject({ state: 'bell', sentAt: null, notAgain: null })
  await staff.mails.resend({ params: { id: String(shipped?.id) } })
  await deliver()
  expect(subjects()).toEqual(['ann@test.test: Your order RF-1 has shipped'])
  shop.advance(24 * HOUR_MS)
  await digest()
  await deliver()
  expect(sent[0]?.text).toContain('Paula Pack')
  const [row] = await shop.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, sentKey(ann.user.id, await newest())))
  expect(JSON.stringify(row?.payload)).not.toContain('Paula')
  const [first] = (await staff.mails.list({ query: { state: 'sent', search: ann.user.email } })).items
  expect(first).toMatchObject({ template: 'daily-digest', notAgain: expect.stringContaining("isn't stored") })
})

const sentKey = (userId: string, mailId: number) => `daily-digest:${userId}:${mailId}`
async function newest(): Promise<number> {
  const [row] = await shop.deps.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.kind, 'mail-daily')).orderBy(outbox.id)
  return row?.id ?? 0
}

test('the export of a person has the choices', async () => {
  await choose({ shipping: 'daily' }, 'Europe/Dublin')
  const all = await ann.account.exportAll({ body: { currentPassword: PASSWORD } })
  expect(all.notificationChoices).toEqual({ timeZone: 'Europe/Dublin', choices: { shipping: 'daily' } })
})

const isPostgres = inject('database').kind === 'postgres'

test.runIf(isPostgres)(
  'two servers list each notification once, also where one is killed in the middle',
  async () => {
    await choose({ shipping: 'daily' }, 'UTC')
    const rounds = raceRounds(50)
    for (let round = 0; round < rounds; round += 1) {
      for (let number = 0; number < 3; number += 1) await queue('order-shipped', { number: `RF-${round}-${number}` })
      await Promise.all([deliver(), deliver()])
      shop.advance(24 * HOUR_MS)
      if (round % 2 === 0) {
        const killed = inTransaction(shop.deps.db, async (tx) => {
          await sendDigests({ ...shop.deps, db: tx }, new AbortController().signal)
          throw new Error('killed')
        })
        await expect(killed).rejects.toThrow('killed')
      }
      await Promise.all([digest(), digest(), queue('order-shipped', { number: `RF-${round}-late` }).then(deliver)])
      await deliver()
      await deliver()
    }
    const lines = sent.flatMap(({ text }) => text.match(/RF-\d+-\w+/g) ?? [])
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThanOrEqual(rounds * 3)
    expect(sent.length).toBe(rounds)
  },
  raceTimeout(50),
)
