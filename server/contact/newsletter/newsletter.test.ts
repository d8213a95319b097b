import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NEWSLETTER_CONSENT } from '#domain/newsletter.ts'
import { newsletterSubscribers, outbox } from '#server/platform/db/schema.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const DAY_MS = 24 * 3_600_000
const rows = () => shop.deps.db.select().from(newsletterSubscribers)
const mails = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { to: string; template: string; facts: { link: string; unsubscribeLink: string } },
  )
const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''
const ask = (email = 'ann@test.test') => shop.visitor.newsletter.subscribe({ body: { email } })
const lastMail = async () => (await mails()).at(-1)
const confirm = (token: string) => shop.visitor.newsletter.confirm({ body: { token } })
const unsubscribe = (token: string) => shop.visitor.newsletter.unsubscribe({ body: { token } })
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code

test('S118 S286 an address is on the list only after the link of its mail; consent and time are kept, the token is not', async () => {
  expect(await ask()).toEqual({ ok: true })
  const [row] = await rows()
  expect(row).toMatchObject({ status: 'pending', consentText: NEWSLETTER_CONSENT, createdAt: expect.any(Date), confirmedAt: null })
  const mail = await lastMail()
  expect(mail).toMatchObject({ to: 'ann@test.test', template: 'newsletter-confirm' })
  const token = tokenOf(mail?.facts.link)
  expect(mail?.facts.link).toContain('/newsletter/confirm?token=')
  expect(JSON.stringify(row)).not.toContain(token)
  expect(await confirm(token)).toEqual({ ok: true })
  expect(await rows()).toMatchObject([{ status: 'confirmed', confirmedAt: expect.any(Date) }])
  const [{ confirmedAt } = { confirmedAt: null }] = await rows()
  shop.advance(1000)
  expect(await confirm(token)).toEqual({ ok: true }) // a second click
  expect((await rows())[0]?.confirmedAt).toEqual(confirmedAt)
})

test('the answer is the same for every address, and a confirmed one gets no further mail', async () => {
  const answer = () => shop.app.inject({ method: 'POST', url: '/api/newsletter', payload: { email: 'Ann@Test.test' } })
  const first = await answer()
  expect(first.statusCode).toBe(202)
  await confirm(tokenOf((await lastMail())?.facts.link))
  shop.advance(DAY_MS)
  const second = await answer()
  expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
  expect(await ask('ann@test.test')).toEqual({ ok: true })
  expect(await mails()).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
})

test('a robot that fills in the hidden field hears of success, and nothing is stored or sent', async () => {
  expect(await shop.visitor.newsletter.subscribe({ body: { email: 'ann@test.test', website: 'https://robot.test' } })).toEqual({ ok: true })
  expect(await shop.deps.db.$count(newsletterSubscribers)).toBe(0)
  expect(await shop.deps.db.$count(outbox)).toBe(0)
})

test('a mailbox is not flooded: a second request on the same day sends no email, one on the next day a new link', async () => {
  await Promise.all([ask(), ask('ANN@test.test'), ask()])
  expect(await mails()).toHaveLength(1)
  const old = tokenOf((await lastMail())?.facts.link)
  shop.advance(DAY_MS - 60_000)
  expect(await ask()).toEqual({ ok: true })
  expect(await mails()).toHaveLength(1)
  shop.advance(120_000)
  await ask()
  expect(await mails()).toHaveLength(2)
  expect(await codeOf(confirm(old))).toBe('link_invalid')
  expect(await confirm(tokenOf((await lastMail())?.facts.link))).toEqual({ ok: true })
})

test('a link is good for seven days; a wrong one is refused', async () => {
  await ask()
  const token = tokenOf((await lastMail())?.facts.link)
  shop.advance(7 * DAY_MS + 1000)
  for (const wrong of [token, '', 'x', `rf_${'A'.repeat(43)}`]) expect(await codeOf(confirm(wrong)), wrong).toBe('link_invalid')
  expect(await rows()).toMatchObject([{ status: 'pending' }])
})

test('a subscription ends by its own link, once or often, and can begin anew', async () => {
  await ask()
  const { link, unsubscribeLink } = (await lastMail())?.facts ?? { link: '', unsubscribeLink: '' }
  await confirm(tokenOf(link))
  expect(await unsubscribe(tokenOf(unsubscribeLink))).toEqual({ ok: true })
  const [ended] = await rows()
  expect(ended).toMatchObject({ status: 'unsubscribed', unsubscribedAt: expect.any(Date) })
  shop.advance(1000)
  expect(await unsubscribe(tokenOf(unsubscribeLink))).toEqual({ ok: true })
  expect((await rows())[0]?.unsubscribedAt).toEqual(ended?.unsubscribedAt)
  expect(await codeOf(confirm(tokenOf(link)))).toBe('link_invalid')
  expect(await codeOf(unsubscribe(tokenOf(link)))).toBe('link_invalid')
  await ask()
  expect(await mails()).toHaveLength(1) // also for an address that has just left
  shop.advance(DAY_MS)
  await ask()
  await confirm(tokenOf((await lastMail())?.facts.link))
  expect(await rows()).toMatchObject([{ status: 'confirmed', unsubscribedAt: null }])
})

test('from one address five requests in ten minutes are taken', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on' })
  try {
    const asking = (number: number) => limited.visitor.newsletter.subscribe({ body: { email: `reader${number}@test.test` } })
    for (let number = 0; number < 5; number += 1) await asking(number)
    expect(await codeOf(asking(6))).toBe('too_many_requests')
  } finally {
    await limited.close()
  }
})
