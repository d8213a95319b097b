import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { MailTemplate } from '#domain/notification-kinds.ts'
import { auditEntries, outbox } from '#server/platform/db/schema.ts'
import type { Mailer } from '#server/platform/vendors/mailer.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { deliverDueMails } from './deliver-mails.ts'
import { queueMail } from './queued-mails.ts'

let shop: TestShop
let staff: SignedInUser
let sent: { to: string; subject: string; messageId: string; text: string }[]

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
  sent = []
})

const mailer: Mailer = {
  send: async ({ messageId, subject, text, to }) => {
    sent.push({ messageId, subject, text, to })
  },
  close: () => undefined,
}
const broken: Mailer = { send: () => Promise.reject(new Error('550 no such mailbox')), close: () => undefined }

let counter = 0
async function queue(template: MailTemplate, facts: Record<string, unknown> = {}, to = 'Ann@Test.test'): Promise<number> {
  counter += 1
  await queueMail(shop.deps.db, { dedupeKey: `${template}:${counter}`, template, to, facts, at: shop.deps.now() })
  const [row] = await shop.deps.db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  return row?.id ?? 0
}
const deliver = () => deliverDueMails(shop.deps, mailer)
const giveUp = (id: number) => shop.deps.db.update(outbox).set({ attempts: 10, lastError: '550 no such mailbox' }).where(eq(outbox.id, id))
const byId = (id: number) => staff.mails.byId({ params: { id: String(id) } })
const resend = (id: number) => staff.mails.resend({ params: { id: String(id) } })
const ids = async (query: { state?: 'waiting' | 'sent' | 'failed'; search?: string }) =>
  (await staff.mails.list({ query })).items.map(({ id }) => id)

test('every mail is listed with its subject, the newest first, by state and by address in any case', async () => {
  const first = await queue('order-shipped', { name: 'Ann', number: 'RF-1' })
  await deliver()
  const failed = await queue('password-changed', {}, 'bo@test.test')
  await deliverDueMails(shop.deps, broken)
  await giveUp(failed)
  const waiting = await queue('account-deleted', {}, 'cy@other.test')
  const { items, total } = await staff.mails.list()
  expect([total, items.map(({ id }) => id)]).toEqual([3, [waiting, failed, first]])
  expect(items[2]).toMatchObject({
    to: 'Ann@Test.test',
    template: 'order-shipped',
    state: 'sent',
    attempts: 1,
    lastError: null,
    dueAt: null,
  })
  expect(items[2]?.subject).toContain('RF-1')
  expect(items[1]).toMatchObject({ state: 'failed', lastError: '550 no such mailbox', dueAt: null, sentAt: null })
  expect(items[0]).toMatchObject({ state: 'waiting', subject: 'Your account was deleted' })
  expect(await ids({ state: 'sent' })).toEqual([first])
  expect(await ids({ state: 'failed' })).toEqual([failed])
  expect(await ids({ state: 'waiting' })).toEqual([waiting])
  expect(await ids({ search: 'TEST.test' })).toEqual([failed, first])
  expect(await ids({ search: '%' })).toEqual([])
})

test('sellers, customers and visitors read no mail', async () => {
  const id = await queue('password-changed')
  for (const role of ['business_admin', 'customer'] as const) {
    const other = await shop.signIn(role)
    const params = { id: String(id) }
    for (const call of [() => other.mails.list(), () => other.mails.byId({ params }), () => other.mails.resend({ params })]) {
      expect(await refusalOf(call())).toMatchObject({ status: 403 })
    }
  }
  expect(await refusalOf(byId(id + 99))).toMatchObject({ status: 404 })
})

test('the text of a mail is shown without the keys of its links, before and after it has left', async () => {
  const key = 'rf_0123456789abcdefghijklmnopqrstuvwxyz'
  const link = `https://shop.test/reset-password?token=${key}`
  const reset = await queue('reset-password', { name: 'Ann', link, minutes: 30 })
  const invitation = await queue('business-approved', { name: 'Pier Boxes', link: `https://shop.test/new-password?token=${key}` })
  const letter = await queue('newsletter-confirm', { link, unsubscribeLink: `https://shop.test/newsletter?x=1&token=${key}` })
  for (const step of ['waiting', 'sent'] as const) {
    for (const id of [reset, invitation, letter]) {
      const mail = await byId(id)
      expect(mail.state).toBe(step)
      expect(JSON.stringify(mail)).not.toContain(key)
    }
    expect((await byId(reset)).text).toContain('Hello Ann')
    await deliver()
  }
  expect(
    sent.every(({ text }) => text.includes(key)),
    'the readers themselves got their keys',
  ).toBe(true)
})

describe('once more', () => {
  test('a copy of a sent mail leaves once, under its own Message-ID; who asked for it is written down', async () => {
    const id = await queue('order-shipped', { name: 'Ann', number: 'RF-1' })
    await deliver()
    const copy = await resend(id)
    expect(copy).toMatchObject({ to: 'Ann@Test.test', state: 'waiting', template: 'order-shipped' })
    expect(await refusalOf(resend(id))).toMatchObject({
      status: 409,
      code: 'mail_not_again',
      detail: 'A copy of this email is already being sent.',
    })
    await deliver()
    await deliver()
    expect(sent.map(({ subject }) => subject)).toEqual([sent[0]?.subject, sent[0]?.subject])
    expect(sent[0]?.messageId).not.toBe(sent[1]?.messageId)
    expect(await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'mail.resend'))).toMatchObject([
      { targetType: 'mail', targetId: String(id), after: { to: 'Ann@Test.test', mail: copy.id } },
    ])
  })

  test('many clicks at once send one copy', async () => {
    const id = await queue('password-changed')
    await deliver()
    const outcomes = await Promise.allSettled([resend(id), resend(id), resend(id)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await deliver()
    expect(sent).toHaveLength(2)
  })

  test('a mail that failed is tried again; one that waits is not, for it leaves by itself', async () => {
    const id = await queue('password-changed')
    expect(await refusalOf(resend(id))).toMatchObject({ status: 409 })
    await giveUp(id)
    expect(await resend(id)).toMatchObject({ id, state: 'waiting' })
    await deliver()
    expect(sent).toHaveLength(1)
    expect(await byId(id)).toMatchObject({ state: 'sent', notAgain: null })
  })

  test('a link that works once is never sent twice; an invitation that failed may go out while it still works', async () => {
    const link = 'https://shop.test/new-password?token=rf_0123456789'
    const reset = await queue('reset-password', { link, minutes: 30 })
    await deliver()
    const refusal = await refusalOf(resend(reset))
    expect(refusal).toMatchObject({ status: 409, code: 'mail_not_again' })
    expect(refusal.detail).toContain('works once')
    expect(await byId(reset)).toMatchObject({ notAgain: refusal.detail })
    const [late, invitation] = [await queue('verify-email', { link, minutes: 60 }), await queue('business-approved', { link })]
    await giveUp(late)
    await giveUp(invitation)
    shop.advance(2 * 3_600_000)
    expect((await refusalOf(resend(late))).detail).toContain('has expired')
    expect(await resend(invitation)).toMatchObject({ state: 'waiting' })
    await deliver()
    expect(sent.at(-1)?.text).toContain('rf_0123456789')
  })
})

test('D233 the emails of one order, to any recipient, and one that was sent is sent again', async () => {
  const ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@order.test' })
  const product = await shop.make.product({ category: 'accessories' })
  const placed: Order[] = []
  for (let count = 0; count < 2; count += 1) {
    await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    placed.push(await checkOut(ann))
  }
  const orderId = placed[0]?.id ?? ''
  const read = () => staff.mails.list({ query: { orderId } })
  expect((await read()).items.every(({ notAgain }) => notAgain?.startsWith("This email hasn't been sent yet"))).toBe(true)
  await deliver()
  const { items, total } = await read()
  expect(total).toBe(2)
  expect(items.map(({ template, state, notAgain }) => `${template} ${state} ${notAgain}`).sort()).toEqual([
    'order-placed sent null',
    'seller-new-order sent null',
  ])
  const first = items.find(({ template }) => template === 'order-placed')
  sent = []
  await resend(first?.id ?? 0)
  await deliver()
  expect(sent).toMatchObject([{ to: 'ann@order.test', subject: `We received your order ${placed[0]?.number}` }])
  expect((await read()).total).toBe(3)
  const audits = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'mail.resend'))
  expect(audits).toMatchObject([{ actorId: staff.user.id, targetId: String(first?.id) }])
  expect(await refusalOf(staff.mails.list({ query: { orderId: "' or 1=1" } }))).toMatchObject({ status: 422 })
  expect(await refusalOf(ann.mails.list({ query: { orderId } }))).toMatchObject({ status: 403 })
})
