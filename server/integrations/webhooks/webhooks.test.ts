import { eq } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { MAX_WEBHOOKS, WEBHOOK_EVENTS } from '#domain/webhook.ts'
import { auditEntries, businesses, businessMembers, notifications, outbox, webhooks } from '#server/platform/db/schema.ts'
import { checkOut, pay, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser } from '#server/testing/test-shop.ts'
import { addStaffWebhook, addWebhook, messages, openWebhookShop, receiver, sendDue, shop } from '#server/testing/webhook-shop.ts'
import { updateWebhookSecrets } from './update-webhook-secrets.ts'

openWebhookShop()

const seller = () => shop.signIn('business_admin')
const params = ({ id }: { id: string }) => ({ params: { id } })
const log = async (by: SignedInUser, hook: { id: string }) => (await by.webhooks.deliveries(params(hook))).items
const businessOf = ({ user }: SignedInUser) => user.businessId ?? expect.fail('no business')

async function order(businessIds: readonly string[]) {
  const buyer = await shop.signIn('customer', { email: `secret-buyer-${crypto.randomUUID()}@test.test` })
  for (const businessId of businessIds) {
    const { id } = await shop.make.product({ category: 'accessories', businessId, name: `Of ${businessId} ${crypto.randomUUID()}` })
    await buyer.cart.addItem({ body: { productId: id, quantity: 1 } })
  }
  return checkOut(buyer)
}

/** Tables with a row that has this text: what a backup has. */
async function listHolders(text: string): Promise<string[]> {
  const { pool } = shop.database
  const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'")
  const holds = async (name: string) =>
    (await pool.query(`select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`, [text])).rows.length > 0
  const holders: string[] = []
  for (const { name } of rows) if (await holds(name)) holders.push(name)
  return holders
}

test('the secret is shown once, stored encrypted, and in no list, log, answer, audit entry or backup', async () => {
  const owner = await seller()
  const url = `${receiver.url}?token=in-the-address`
  const { secret, ...hook } = await owner.webhooks.create({ body: { url, events: ['order.paid', 'order.placed'] } })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(hook).toMatchObject({ url, events: ['order.placed', 'order.paid'], isActive: true, offReason: null })
  expect(await owner.webhooks.list()).toEqual([hook])
  expect(await owner.webhooks.byId(params(hook))).toEqual(hook)
  await order([businessOf(owner)])
  await sendDue()
  receiver.answer((response, { headers, body }) => void response.writeHead(500).end(JSON.stringify({ headers, body })))
  await owner.webhooks.test(params(hook))
  await sendDue()
  const rotated = await owner.webhooks.rotate(params(hook))
  const audited = JSON.stringify(await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetType, 'webhook')))
  expect(audited).toContain('127.0.0.1')
  for (const hidden of [secret.slice(6), rotated.secret.slice(6), 'in-the-address']) expect(audited).not.toContain(hidden)
  for (const shown of [secret, rotated.secret]) {
    const bytes = Buffer.from(shown.slice(6), 'base64')
    expect(JSON.stringify([await log(owner, hook), await owner.webhooks.list()])).not.toContain(shown.slice(6))
    for (const form of [shown.slice(6), bytes.toString('hex')]) expect(await listHolders(form)).toEqual([])
  }
  expect(await listHolders('in-the-address')).toEqual(['webhooks'])
})

test('standardwebhooks verifies a message, and no changed one', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  await order([businessOf(owner)])
  await sendDue()
  const [message] = receiver.received
  const headers = message?.headers as Record<string, string>
  const verifier = new Verifier(hook.secret)
  expect(verifier.verify(message?.body ?? '', headers)).toMatchObject({ type: 'order.placed', businessId: businessOf(owner) })
  expect(() => verifier.verify(`${message?.body} `, headers)).toThrow()
  expect(headers['webhook-id']).toBe((await log(owner, hook))[0]?.id)
  expect(headers['content-type']).toBe('application/json')
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  const { secret, oldSecretUntil } = await owner.webhooks.rotate(params(hook))
  expect(Date.parse(oldSecretUntil ?? '') - shop.deps.now().getTime()).toBeGreaterThan(23 * HOUR_MS)
  const verifies = (known: string) => {
    const { body = '', headers } = receiver.received.at(-1) ?? {}
    try {
      return Boolean(new Verifier(known).verify(body, { ...(headers as Record<string, string>) }))
    } catch {
      return false
    }
  }
  const again = await Promise.all([owner.webhooks.rotate(params(hook)), owner.webhooks.rotate(params(hook))].map(refusalOf))
  expect(again).toMatchObject([{ code: 'old_secret_in_use' }, { code: 'old_secret_in_use' }])
  await owner.webhooks.test(params(hook))
  await sendDue()
  expect([verifies(hook.secret), verifies(secret)], 'another rotation cuts off no receiver').toEqual([true, true])
  await shop.deps.db.update(webhooks).set({ oldSecretUntil: new Date(Date.now() - 1) })
  await owner.webhooks.test(params(hook))
  await sendDue()
  expect([verifies(hook.secret), verifies(secret)]).toEqual([false, true])
  expect((await owner.webhooks.byId(params(hook))).oldSecretUntil).toBeNull()
  expect((await owner.webhooks.rotate(params(hook))).secret).not.toBe(secret)
})

test('secrets are encrypted anew with another key, and without a key that opens them nothing is sent', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  await owner.webhooks.rotate(params(hook))
  const { secretsKeys } = shop.deps.config
  const renewed = [Buffer.alloc(32, 9), ...secretsKeys]
  expect(await updateWebhookSecrets(shop.deps.db, renewed)).toEqual({ changed: 2, current: 0, failed: 0 })
  expect(await updateWebhookSecrets(shop.deps.db, renewed)).toEqual({ changed: 0, current: 2, failed: 0 })
  await order([businessOf(owner)])
  await sendDue()
  expect(receiver.received).toEqual([])
  expect((await log(owner, hook))[0]).toMatchObject({
    state: 'waiting',
    status: null,
    answer: "SECRETS_KEYS of the server doesn't open the secret.",
  })
  shop.advance(MINUTE_MS)
  await sendDue({ ...shop.deps, config: { ...shop.deps.config, secretsKeys: renewed } })
  const [message] = receiver.received
  expect(new Verifier(hook.secret).verify(message?.body ?? '', message?.headers as Record<string, string>)).toMatchObject({
    type: 'order.placed',
  })
})

test("a seller's webhook gets its part of an order as its own page reads it, nothing of another seller, and no email of the buyer", async () => {
  const [one, other] = [await seller(), await seller()]
  const staff = await shop.signIn('super_admin')
  await addWebhook(one, ['order.placed', 'order.paid'], '/one')
  await addWebhook(other, ['order.paid'], '/other')
  await addStaffWebhook(staff, ['order.placed', 'order.paid'])
  const placed = await order([businessOf(one), businessOf(other)])
  await pay(shop, placed.id)
  await sendDue()
  const got = messages()
  expect(got.map(({ path, type }) => `${path} ${type}`).toSorted()).toEqual([
    '/one order.paid',
    '/one order.placed',
    '/other order.paid',
    '/staff order.paid',
    '/staff order.placed',
  ])
  const { path: _path, ...own } = got.find(({ path, type }) => path === '/one' && type === 'order.paid') ?? expect.fail('nothing')
  expect(own.data).toEqual(await one.sellerOrders.byId(params(placed)))
  const text = JSON.stringify(own)
  for (const hidden of ['secret-buyer', businessOf(other), `Of ${businessOf(other)}`]) expect(text).not.toContain(hidden)
  const all = got.find(({ path, type }) => path === '/staff' && type === 'order.paid')
  expect(all?.data).toEqual(await staff.orders.byId(params(placed)))
})

test('a card order reaches its seller once it is paid, and the platform at once', async () => {
  const owner = await seller()
  const staff = await shop.signIn('super_admin')
  await addWebhook(owner, ['order.placed', 'order.canceled'])
  await addStaffWebhook(staff, ['order.placed'])
  const placed = await order([businessOf(owner)])
  const pool = shop.database.pool
  // as a card order is stored before its payment
  await pool.query("update orders set payment_method = 'card' where id = $1", [placed.id])
  await pool.query('update seller_orders set is_shown = false where order_id = $1', [placed.id])
  await sendDue()
  expect(messages().map(({ path }) => path)).toEqual(['/staff'])
  await pool.query('update seller_orders set is_shown = true where order_id = $1', [placed.id])
  await sendDue()
  expect(messages().map(({ path, type }) => [path, type])).toEqual([
    ['/staff', 'order.placed'],
    ['/hook', 'order.placed'],
  ])
})

test('an event is noted only where a webhook wants it, and goes with its change', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['payout.updated'])
  const count = async () => (await shop.database.pool.query('select 1 from webhook_events')).rows.length
  await order([businessOf(owner)])
  expect(await count()).toBe(0)
  await owner.webhooks.update({ ...params(hook), body: { url: receiver.url, events: ['order.placed'], isActive: true } })
  await order([businessOf(await seller())])
  expect(await count()).toBe(0)
  await shop.deps.db
    .transaction(async (tx) => {
      await tx.update(businesses).set({ name: 'Renamed' })
      await tx.execute('update seller_orders set is_shown = false; update seller_orders set is_shown = true')
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await count()).toBe(0)
  await order([businessOf(owner)])
  expect(await count()).toBe(1)
})

test('the log has what a receiver answers; of a private host that the operator opened, a seller reads the status only', async () => {
  const [owner, boss] = [await seller(), await shop.signIn('super_admin')]
  const [own, ours] = [await addWebhook(owner, ['order.placed']), await addStaffWebhook(boss, ['order.placed'])]
  receiver.answer((response) => void response.writeHead(500).end('come\nback \u0007later'))
  await order([businessOf(owner)])
  await sendDue()
  const answer = 'Answers of hosts in private networks are not stored.'
  expect(await log(owner, own)).toMatchObject([{ status: 500, answer }])
  expect((await boss.staffWebhooks.deliveries(params(ours))).items).toMatchObject([{ status: 500, answer: 'come back later' }])
  expect(await listHolders('come back later')).toEqual(['webhook_deliveries'])
})

test('a refusal is tried again as the receiver asks, with the same id, and the log has its answer', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  receiver.answer((response) => void response.writeHead(503, { 'retry-after': '600' }).end())
  await order([businessOf(owner)])
  await sendDue()
  const [delivery] = await log(owner, hook)
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, status: 503, deliveredAt: null })
  const pause = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(delivery?.attemptedAt ?? '')
  expect(pause).toBeGreaterThanOrEqual(10 * MINUTE_MS)
  expect((await owner.webhooks.byId(params(hook))).failingSince).not.toBeNull()
  await sendDue()
  expect(receiver.received).toHaveLength(1)
  receiver.answer((response) => void response.writeHead(200).end('ok'))
  shop.advance(11 * MINUTE_MS)
  await sendDue()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id, delivery?.id])
  expect((await log(owner, hook))[0]).toMatchObject({ state: 'delivered', attempts: 2, status: 200, nextAttemptAt: null })
  expect((await owner.webhooks.byId(params(hook))).failingSince).toBeNull()
})

test('a delivery is given up after three days, and sent again on request', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  receiver.answer((response) => void response.writeHead(302, { location: receiver.url }).end())
  await order([businessOf(owner)])
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await sendDue()
    shop.advance(27 * HOUR_MS) // more than the longest pause
    await shop.deps.db.update(webhooks).set({ failingSince: null }) // so that it is not turned off
  }
  expect(receiver.received).toHaveLength(10)
  const again = await shop.signIn('business_admin', { businessId: businessOf(owner) })
  const [given] = await log(again, hook)
  expect(given).toMatchObject({ state: 'failed', attempts: 10, status: 302, answer: 'Redirects are not followed.', nextAttemptAt: null })
  receiver.answer((response) => void response.writeHead(200).end())
  expect(await again.webhooks.resend({ params: { id: given?.id ?? '' } })).toMatchObject({ state: 'waiting', attempts: 0 })
  await sendDue()
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(given?.id)
  expect((await log(again, hook))[0]).toMatchObject({ state: 'delivered', attempts: 1 })
})

test('410 turns a webhook off at once, with an email to its owners; turned on again, what waited is sent', async () => {
  const owner = await seller()
  const { user } = await shop.signIn('business_admin', { businessId: businessOf(owner) })
  await shop.deps.db.update(businessMembers).set({ kind: 'member' }).where(eq(businessMembers.userId, user.id))
  const hook = await addWebhook(owner, ['order.placed'], '/hook?token=in-the-query')
  receiver.answer((response) => void response.writeHead(410).end())
  await order([businessOf(owner)])
  await sendDue()
  expect(await owner.webhooks.byId(params(hook))).toMatchObject({ isActive: false, offReason: 'gone' })
  const name = `${new URL(receiver.url).host}/hook`
  const notices = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'webhook-off'))
  expect(notices).toMatchObject([{ userId: owner.user.id, title: `The webhook to ${name} was turned off` }])
  const mails = await shop.deps.db.select().from(outbox)
  expect(mails.filter(({ dedupeKey }) => dedupeKey.startsWith('webhook-off')).map(({ payload }) => payload)).toMatchObject([
    { to: owner.user.email, facts: { webhook: name, offReason: 'gone' } },
  ])
  expect(JSON.stringify([notices, mails])).not.toContain('in-the-query')
  await order([businessOf(owner)])
  await sendDue()
  expect(receiver.received).toHaveLength(1)
  receiver.answer((response) => void response.writeHead(204).end())
  const { version } = await owner.webhooks.byId(params(hook))
  await owner.webhooks.update({ ...params(hook), body: { url: receiver.url, events: ['order.placed'], isActive: true, version } })
  shop.advance(MINUTE_MS)
  await sendDue()
  expect((await log(owner, hook)).map(({ state }) => state)).toEqual(['delivered'])
})

test('five days of failure turn a webhook off; four do not', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  receiver.answer((response) => void response.writeHead(500).end())
  const state = async (days: number) => {
    await shop.deps.db.update(webhooks).set({ failingSince: new Date(shop.deps.now().getTime() - days * DAY_MS) })
    await owner.webhooks.test(params(hook))
    await sendDue()
    return (await owner.webhooks.byId(params(hook))).offReason
  }
  expect(await state(4)).toBeNull()
  expect(await state(5)).toBe('failing')
})

test('a test reaches a webhook that is off', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  await owner.webhooks.update({ ...params(hook), body: { url: receiver.url, events: ['order.placed'], isActive: false } })
  expect(await owner.webhooks.test(params(hook))).toMatchObject({ type: 'webhook.test', state: 'waiting', objectId: null })
  await sendDue()
  expect(messages()).toMatchObject([{ type: 'webhook.test', businessId: businessOf(owner), data: {} }])
})

test('a test is tried once, whatever the answer, and again on request', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  for (const status of [410, 503, 302]) {
    receiver.received.length = 0
    receiver.answer((response) => void response.writeHead(status).end())
    await owner.webhooks.test(params(hook))
    await sendDue()
    shop.advance(HOUR_MS)
    await sendDue()
    expect(receiver.received, String(status)).toHaveLength(1)
    expect((await log(owner, hook))[0]).toMatchObject({ state: 'failed', attempts: 1, status, nextAttemptAt: null })
  }
  receiver.answer((response) => void response.writeHead(204).end())
  const [last] = await log(owner, hook)
  await owner.webhooks.resend({ params: { id: last?.id ?? '' } })
  await sendDue()
  expect((await log(owner, hook))[0]).toMatchObject({ state: 'delivered', attempts: 1 })
})

test('what a suspended or deleted business would get is not sent, tests neither', async () => {
  const owner = await seller()
  const hook = await addWebhook(owner, ['order.placed'])
  for (const change of [{ businessStatus: 'suspended' }, { status: 'Deleted' }] as const) {
    await order([businessOf(owner)])
    await owner.webhooks.test(params(hook))
    await shop.deps.db.update(businesses).set(change)
    await sendDue()
    expect(receiver.received).toEqual([])
    await shop.deps.db.update(businesses).set({ businessStatus: 'approved', status: 'Active' })
    await sendDue()
    expect(messages().map(({ type }) => type)).toEqual(['webhook.test']) // what happened meanwhile is gone
    receiver.received.length = 0
  }
})

test('only owners manage the webhooks of a business, and only their own', async () => {
  const [owner, stranger] = [await seller(), await seller()]
  const hook = await addWebhook(owner, ['order.placed'])
  await owner.webhooks.test(params(hook))
  const [delivery] = await log(owner, hook)
  const body = { url: receiver.url, events: ['order.placed' as const], isActive: true }
  for (const call of [
    () => stranger.webhooks.byId(params(hook)),
    () => stranger.webhooks.update({ ...params(hook), body }),
    () => stranger.webhooks.remove(params(hook)),
    () => stranger.webhooks.test(params(hook)),
    () => stranger.webhooks.rotate(params(hook)),
    () => stranger.webhooks.deliveries(params(hook)),
    () => stranger.webhooks.resend(params(delivery ?? hook)),
  ])
    expect(await refusalOf(call())).toMatchObject({ code: 'not_found' })
  expect(await stranger.webhooks.list()).toEqual([])
  const boss = await shop.signIn('super_admin')
  expect(await refusalOf(boss.staffWebhooks.rotate(params(hook)))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(boss.staffWebhooks.resend(params(delivery ?? hook)))).toMatchObject({ code: 'not_found' })
  await shop.deps.db.update(businessMembers).set({ kind: 'member' }).where(eq(businessMembers.userId, owner.user.id))
  expect(await refusalOf(owner.webhooks.list())).toMatchObject({ code: 'owners_only' })
})

test('the platform has webhooks of its own, for staff with the duty', async () => {
  const boss = await shop.signIn('super_admin')
  const hook = await addStaffWebhook(boss, [...WEBHOOK_EVENTS])
  const reader = await shop.signIn('application_admin', { duties: ['read_only'] })
  expect(await reader.staffWebhooks.list()).toMatchObject([{ id: hook.id }])
  const body = { url: receiver.url, events: ['order.placed' as const] }
  expect(await refusalOf(reader.staffWebhooks.create({ body }))).toMatchObject({ code: 'forbidden' })
  const clerk = await shop.signIn('application_admin', { duties: ['orders'] })
  expect(await refusalOf(clerk.staffWebhooks.list())).toMatchObject({ code: 'forbidden' })
})

test('an address must be public and https, a webhook needs an event, and there are ten at most', async () => {
  const owner = await seller()
  const create = (url: string) => owner.webhooks.create({ body: { url, events: ['order.placed'] } })
  for (const url of [
    'http://example.com/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://0xa000001/',
    'nothing',
  ])
    expect(await refusalOf(create(url)), url).toMatchObject({ errors: [{ field: 'url' }] })
  const none = owner.webhooks.create({ body: { url: receiver.url, events: [] } })
  expect(await refusalOf(none)).toMatchObject({ errors: [{ field: 'events', message: 'Please choose an event.' }] })
  const tries = await Promise.allSettled(Array.from({ length: MAX_WEBHOOKS + 3 }, () => create(receiver.url)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOKS)
  expect(await refusalOf(create(receiver.url))).toMatchObject({ code: 'too_many_webhooks' })
  const { version, ...hook } = (await owner.webhooks.list())[0] ?? expect.fail('none')
  await owner.webhooks.update({ ...params(hook), body: { url: receiver.url, events: ['order.paid'], isActive: true, version } })
  const late = owner.webhooks.update({ ...params(hook), body: { url: receiver.url, events: ['order.placed'], isActive: true, version } })
  expect(await refusalOf(late)).toMatchObject({ code: 'edit_conflict' })
})

test('an address is stored as it is sent to, and one that nothing can be sent to is refused', async () => {
  const owner = await seller()
  const body = { events: ['order.placed' as const], isActive: true }
  const port = new URL(receiver.url).port
  for (const [typed, stored] of [
    [`https://exam\r\nple.com/a\tb`, 'https://example.com/ab'],
    ['HTTPS://Bücher.Example:443/Füllung', 'https://xn--bcher-kva.example/F%C3%BCllung'],
    ['https:\\\\example.com', 'https://example.com/'],
    [`http://127.0.0.1:${port}/a\r\nx`, `http://127.0.0.1:${port}/ax`],
  ]) {
    const { id, url } = await owner.webhooks.create({ body: { url: typed ?? '', events: body.events } })
    expect(url).toBe(stored)
    expect(await owner.webhooks.update({ params: { id }, body: { ...body, url: typed ?? '' } })).toMatchObject({ url: stored })
  }
  for (const url of [
    'https://example.com:0/',
    `http://127.0.0.1:0/`,
    'https://example.com:65536/',
    `https://example.com/${'ü'.repeat(200)}`,
  ])
    expect(await refusalOf(owner.webhooks.create({ body: { url, events: body.events } })), url).toMatchObject({
      errors: [{ field: 'url' }],
    })
})

test('without keys for secrets there are no webhooks', async () => {
  const plain = await openTestShop()
  const owner = await plain.signIn('business_admin')
  const create = owner.webhooks.create({ body: { url: 'https://example.com/', events: ['order.placed'] } })
  expect(await refusalOf(create)).toMatchObject({ code: 'webhooks_unconfigured' })
  await plain.close()
})
