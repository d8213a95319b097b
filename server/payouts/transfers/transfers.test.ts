import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/auth/password.ts'
import { workKinds } from '#server/jobs.ts'
import { listLedgerDisagreements } from '#server/orders/ledger-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { auditEntries, businesses, notifications, orders, outbox, payoutAccounts, payouts } from '#server/platform/db/schema.ts'
import { createQueue } from '#server/platform/vendors/queue.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { balanceOf, deliver, endHold, giveAccount, payOrder, refundPart } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import type { Trouble } from '#server/testing/stripe-fake.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'
import { hasDueTransfer, sendTransfers } from './send-transfers.ts'

const PASSWORD = 'slit-cardboard-42'
const MINUTE = 60_000

let shop: CardShop
let ann: SignedInUser
let boss: SignedInUser
let seller: SignedInUser
let ownId: string
let passwordHash: string

beforeAll(async () => {
  shop = await openCardShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  boss = await shop.signIn('super_admin', { name: 'Bo Boss', passwordHash })
  seller = await shop.signIn('business_admin', { name: 'Sam Seller', passwordHash })
  ownId = seller.user.businessId ?? ''
})
afterEach(async () => {
  expect(await listLedgerDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
})

const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))
const sendOut = () => sendTransfers(shop.deps, provider())
const balance = () => balanceOf(shop.deps.db, ownId, 'USD')
const askBody = { currentPassword: PASSWORD }
const accountRow = async () => (await shop.deps.db.select().from(payoutAccounts).where(eq(payoutAccounts.businessId, ownId)))[0]
const payoutRow = async (id: string) => (await shop.deps.db.select().from(payouts).where(eq(payouts.id, id)))[0]
const asks = () => shop.provider.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/transfers')
const countStaffNotifications = (kind: string) =>
  shop.deps.db.$count(notifications, and(eq(notifications.kind, kind), eq(notifications.userId, boss.user.id)))

/** A seller whose account at the provider is finished, and connected for longer than payouts wait. */
async function connect(): Promise<string> {
  await seller.earnings.connectStripe({ body: askBody })
  const id = (await accountRow())?.stripeAccountId ?? expect.fail('no account')
  shop.provider.finishAccount(id)
  await seller.earnings.readStripe()
  await endHold(shop, ownId)
  return id
}

/** $90.00 for the seller, free to leave. */
async function earn(): Promise<string> {
  const product = await shop.make.product({ businessId: ownId, category: 'accessories', priceUsdCents: 100_00 })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id } = await checkOut(ann)
  await payOrder(shop, id)
  await deliver(shop, id)
  await shop.deps.db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, id))
  await shop.deps.db.execute(sql`update seller_orders set delivered_at = delivered_at - interval '31 days'`)
  return id
}

async function prepareOne() {
  await earn()
  const [payout] = await boss.payouts.prepare()
  return payout ?? expect.fail('nothing to pay')
}

type Move = Omit<Parameters<typeof boss.payouts.move>[0]['body'], 'currentPassword'>
const move = (id: string, body: Move, who = boss) => who.payouts.move({ params: { id }, body: { ...body, ...askBody } })

/** A payout by Stripe whose transfer waits in the outbox. */
async function sentOne(): Promise<string> {
  const { id } = await prepareOne()
  await move(id, { status: 'sent' })
  return id
}

describe('the account of a seller', () => {
  test('D290 a seller connects Stripe after the password; Stripe says when it is ready; the business is notified and the log keeps it', async () => {
    expect(await seller.earnings.readStripe()).toEqual({ stripe: null })
    expect(await refusalOf(seller.earnings.connectStripe({ body: { currentPassword: 'wrong-password-1' } }))).toMatchObject({
      code: 'wrong_password',
    })
    expect(shop.provider.accounts.size).toBe(0)
    await shop.deps.db.update(businesses).set({ country: 'Germany' }).where(eq(businesses.id, ownId))
    const { url } = await seller.earnings.connectStripe({ body: askBody })
    const [account] = shop.provider.accounts.values()
    expect(url).toContain(account?.id)
    expect(account).toMatchObject({ country: 'DE', metadata: { business_id: ownId } })
    expect(shop.provider.requests.at(-1)?.form.get('return_url')).toBe(`${shop.deps.config.publicUrl}/business/earnings`)
    expect(await seller.earnings.readStripe()).toEqual({ stripe: { ready: false, missing: 'details' } })
    Object.assign(account ?? {}, { details_submitted: true, requirements: { currently_due: [] } })
    expect((await seller.earnings.readStripe()).stripe).toEqual({ ready: false, missing: 'review' })
    await seller.earnings.connectStripe({ body: askBody })
    expect(shop.provider.accounts.size).toBe(1)
    shop.provider.finishAccount(account?.id ?? '')
    expect((await seller.earnings.readStripe()).stripe).toEqual({ ready: true, missing: null })
    expect(await accountRow()).toMatchObject({ stripeAccountId: account?.id, stripeReady: true })
    expect((await seller.earnings.read()).account).toMatchObject({ offersStripe: true, isConnected: true, currencies: ['USD', 'EUR'] })
    const mails = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail'))
    const facts = { stripe: 'Your Stripe account, as soon as it is ready', by: 'Sam Seller' }
    const expected = { template: 'payout-account-changed', facts }
    expect(mails.map(({ payload }) => payload)).toMatchObject([{ ...expected, to: seller.user.email }, expected])
    const log = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, ownId)).orderBy(auditEntries.id)
    expect(log.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['payout_account.connect', 'Sam Seller'],
      ['payouts.hold', 'Sam Seller'],
      ['payout_account.stripe', 'System'],
    ])
  })

  test('D290 two who connect at once, or again after a lost answer, make one account', async () => {
    shop.provider.trouble('POST /v1/accounts', 'fail-after', 3)
    expect(await refusalOf(seller.earnings.connectStripe({ body: askBody }))).toMatchObject({ code: 'stripe_unavailable' })
    expect(await accountRow()).toBeUndefined()
    const answers = await Promise.all([1, 2, 3].map(() => outcomeOf(seller.earnings.connectStripe({ body: askBody }))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(shop.provider.accounts.size).toBe(1)
  })

  test('D290 a message makes the shop ask anew: an old one cannot bring an old state back; without an answer the message comes again', async () => {
    await seller.earnings.connectStripe({ body: askBody })
    const id = (await accountRow())?.stripeAccountId ?? ''
    const old = shop.message('account.updated', structuredClone(shop.provider.accounts.get(id) ?? {}))
    shop.provider.finishAccount(id)
    shop.provider.trouble('GET /v1/accounts', 'fail', 3)
    expect(await shop.send(old)).toBe(503)
    expect(await shop.send(old)).toBe(200)
    expect((await accountRow())?.stripeReady).toBe(true)
    Object.assign(shop.provider.accounts.get(id) ?? {}, { payouts_enabled: false })
    expect(await shop.send(shop.message('account.updated', { id, object: 'account' }))).toBe(200)
    expect((await accountRow())?.stripeReady).toBe(false)
    expect(await shop.send(shop.message('account.updated', { id: 'acct_of_somebody', object: 'account' }))).toBe(200)
    shop.provider.trouble('GET /v1/accounts', 'fail', 3)
    expect((await seller.earnings.readStripe()).stripe).toEqual({ ready: false, missing: 'answer' })
  })

  test('D290 disconnecting takes the account away, the bank account stays; a change of the bank account leaves Stripe as it is', async () => {
    await giveAccount(shop, ownId)
    await connect()
    await seller.earnings.saveAccount({ body: { holder: 'New Name', ...askBody } })
    expect(await accountRow()).toMatchObject({ stripeReady: true, holder: 'New Name', iban: 'DE89370400440532013000' })
    const wrong = { currentPassword: 'wrong-password-1' }
    expect(await refusalOf(seller.earnings.disconnectStripe({ body: wrong }))).toMatchObject({ code: 'wrong_password' })
    expect(await seller.earnings.disconnectStripe({ body: askBody })).toEqual({ stripe: null })
    expect(await accountRow()).toMatchObject({ stripeAccountId: null, stripeReady: false, iban: 'DE89370400440532013000' })
    await endHold(shop, ownId)
    expect((await prepareOne()).method).toBe('manual')
  })

  test('a customer and staff have no such account; a suspended or unapproved seller opens none; Stripe may refuse a country', async () => {
    for (const who of [ann, boss]) expect(await refusalOf(who.earnings.connectStripe({ body: askBody }))).toMatchObject({ status: 403 })
    await shop.deps.db.update(businesses).set({ country: 'North Korea' }).where(eq(businesses.id, ownId))
    expect(await refusalOf(seller.earnings.connectStripe({ body: askBody }))).toMatchObject({ code: 'stripe_refused' })
    await shop.deps.db.update(businesses).set({ businessStatus: 'suspended' }).where(eq(businesses.id, ownId))
    expect(await refusalOf(seller.earnings.connectStripe({ body: askBody }))).toMatchObject({ code: 'business_suspended' })
    expect(shop.provider.accounts.size).toBe(0)
  })
})

describe('paying', () => {
  test('D290 a payout by Stripe is sent by the shop itself and marked paid with its transfer; the bank file does not have it', async () => {
    await giveAccount(shop, ownId)
    const destination = await connect()
    await earn()
    expect((await boss.payouts.preview()).proposals).toMatchObject([{ method: 'stripe', amount: 90, obstacle: null }])
    const [payout] = await boss.payouts.prepare()
    const id = payout?.id ?? ''
    expect(payout).toMatchObject({ method: 'stripe', status: 'draft' })
    const headers = { authorization: `Bearer ${boss.token}` }
    const file = await shop.app.inject({ url: '/api/admin/payouts/file', headers })
    expect(file.body.trim().split('\r\n')).toHaveLength(1)
    expect(await refusalOf(move(id, { status: 'paid' }))).toMatchObject({ code: 'payout_by_stripe' })
    await move(id, { status: 'sent' })
    for (const body of [{ status: 'paid' }, { status: 'failed', problem: 'no' }] as const) {
      expect(await refusalOf(move(id, body))).toMatchObject({ code: 'payout_by_stripe' })
    }
    expect(await sendOut()).toBe('1 done.')
    const [transfer] = shop.provider.transfers
    expect(transfer).toMatchObject({ amount: 90_00, currency: 'usd', destination, transfer_group: id, metadata: { payout_id: id } })
    expect(asks().map(({ key }) => key)).toEqual([`payout:${id}`])
    expect(await payoutRow(id)).toMatchObject({ status: 'paid', reference: transfer?.id, problem: null })
    expect(await refusalOf(move(id, { status: 'failed', problem: 'no' }))).toMatchObject({ code: 'payout_by_stripe' })
    expect(await seller.earnings.read()).toMatchObject({ balances: [{ paidOut: 90, onTheWay: 0, balance: 0 }] })
    const mails = (
      await shop.deps.db
        .select()
        .from(outbox)
        .where(eq(outbox.dedupeKey, `payout-sent:${id}`))
    ).map(({ payload }) => payload)
    expect(mails).toMatchObject([{ facts: { to: 'Your Stripe account' } }])
    expect(await hasDueTransfer(shop.deps)).toBe(false)
  })

  test('D290 a refusal of Stripe fails the payout with its reason, and the money is back in the balance once', async () => {
    await connect()
    shop.provider.fundsCents = 10
    const id = await sentOne()
    await sendOut()
    expect(await payoutRow(id)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('insufficient available funds'),
      reference: null,
    })
    expect(await balance()).toBe(90_00)
    expect(await countStaffNotifications('payout-failed')).toBe(1)
    shop.provider.fundsCents = 1000_00
    const [again] = await boss.payouts.prepare()
    await move(again?.id ?? '', { status: 'sent' })
    await sendOut()
    expect(shop.provider.transfers).toHaveLength(1)
    expect(await balance()).toBe(0)
  })

  test.for<Trouble>(['fail', 'fail-after', 'reset', 'reset-after'])(
    'D290 B9 %s: no answer is no refusal, and the next try pays once',
    async (trouble) => {
      await connect()
      const id = await sentOne()
      shop.provider.trouble('POST /v1/transfers', trouble, 3)
      expect(await sendOut()).toBe('0 done, 1 to be tried again.')
      expect(await payoutRow(id)).toMatchObject({ status: 'sent' })
      expect(await balance()).toBe(0)
      expect(await refusalOf(move(id, { status: 'failed', problem: 'gave up' }))).toMatchObject({ code: 'payout_by_stripe' })
      shop.advance(MINUTE)
      expect(await sendOut()).toBe('1 done.')
      expect(shop.provider.transfers).toHaveLength(1)
      expect(new Set(asks().map(({ key }) => key))).toEqual(new Set([`payout:${id}`]))
      expect(await payoutRow(id)).toMatchObject({ status: 'paid', reference: shop.provider.transfers[0]?.id })
    },
  )

  test('D290 an answer lost for longer than Stripe knows its keys: the transfer is found, not made again; staff are notified of the silence', async () => {
    await connect()
    const id = await sentOne()
    shop.provider.trouble('POST /v1/transfers', 'fail-after', 3)
    await sendOut()
    shop.provider.forgetKeys()
    await shop.deps.db.update(outbox).set({ attempts: 8 }).where(eq(outbox.kind, 'transfer'))
    shop.advance(30 * 60 * MINUTE)
    shop.provider.trouble('GET /v1/transfers', 'fail', 3)
    await sendOut()
    expect(await payoutRow(id)).toMatchObject({ status: 'sent' })
    expect(await countStaffNotifications('payout-waiting')).toBe(1)
    shop.advance(5 * 60 * MINUTE)
    await sendOut()
    expect(shop.provider.transfers).toHaveLength(1)
    expect(await payoutRow(id)).toMatchObject({ status: 'paid' })
    shop.advance(-35 * 60 * MINUTE)
  })

  test('D290 where the account changes while a transfer is on its way, the same request is repeated', async () => {
    const destination = await connect()
    const id = await sentOne()
    shop.provider.trouble('POST /v1/transfers', 'fail-after', 3)
    await sendOut()
    await seller.earnings.disconnectStripe({ body: askBody })
    shop.advance(MINUTE)
    await sendOut()
    expect(shop.provider.transfers).toMatchObject([{ destination }])
    expect(await payoutRow(id)).toMatchObject({ status: 'paid' })
  })

  test('D290 a prepared payout whose account is gone is not sent; failed by hand, the next goes by bank', async () => {
    await connect()
    const { id } = await prepareOne()
    await seller.earnings.disconnectStripe({ body: askBody })
    expect(await refusalOf(move(id, { status: 'sent' }))).toMatchObject({ code: 'stripe_not_ready', status: 409 })
    await move(id, { status: 'failed', problem: 'Disconnected' })
    expect(await balance()).toBe(90_00)
    expect(await sendOut()).toBe('0 done.')
    await shop.deps.db.update(payoutAccounts).set({ iban: 'DE89370400440532013000' })
    await endHold(shop, ownId)
    expect(await boss.payouts.prepare()).toMatchObject([{ method: 'manual', amount: 90 }])
  })

  test('F12 a payout prepared for one Stripe account is never sent to another; while the seller is on hold none is sent', async () => {
    const destination = await connect()
    const { id } = await prepareOne()
    await shop.deps.db.update(payoutAccounts).set({ stripeAccountId: 'acct_other', stripeReady: true })
    expect(await refusalOf(move(id, { status: 'sent' }))).toMatchObject({
      code: 'payout_account_changed',
      detail: expect.stringContaining('Mark PAY-000001 as failed and prepare it again.'),
    })
    await shop.deps.db.update(payoutAccounts).set({ stripeAccountId: destination })
    await seller.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: 'corrugated-cardboard-43' } })
    expect(await refusalOf(move(id, { status: 'sent' }))).toMatchObject({
      code: 'payouts_on_hold',
      status: 409,
      detail: expect.stringMatching(/until \w+ \d+, \d{4}, \d\d:\d\d UTC, because the password of an admin was changed/),
    })
    expect(await sendOut()).toBe('0 done.')
    await endHold(shop, ownId)
    await move(id, { status: 'sent' })
    await sendOut()
    expect(shop.provider.transfers).toMatchObject([{ destination }])
  })

  test('D290 a refund after a payout by Stripe is owed, as after any other', async () => {
    await connect()
    const orderId = await earn()
    const [payout] = await boss.payouts.prepare()
    await move(payout?.id ?? '', { status: 'sent' })
    await sendOut()
    await refundPart(shop, orderId, { businessId: ownId, amountCents: 108_00 }, 'all')
    expect(await balance()).toBe(-90_00)
    expect(await boss.payouts.prepare()).toEqual([])
  })
})

describe('a transfer that is taken back', () => {
  test('D290 fails its payout and returns the money once, however often it is reported; staff are notified', async () => {
    await connect()
    const id = await sentOne()
    await sendOut()
    const back = shop.provider.reverse(shop.provider.transfers[0] ?? expect.fail('no transfer'))
    const once = shop.message('transfer.reversed', back)
    const others = [1, 2, 3].map(() => shop.message('transfer.reversed', back))
    expect(await Promise.all([once, once, ...others].map(shop.send))).toEqual(Array(5).fill(200))
    expect(await payoutRow(id)).toMatchObject({ status: 'failed', problem: 'The transfer was reversed.', reference: back.id })
    expect(await balance()).toBe(90_00)
    expect(await countStaffNotifications('payout-failed')).toBe(1)
  })

  test('D290 reported before its answer has come: the payout fails once, and nothing is sent again', async () => {
    await connect()
    const id = await sentOne()
    shop.provider.trouble('POST /v1/transfers', 'fail-after', 3)
    await sendOut()
    const back = shop.provider.reverse(shop.provider.transfers[0] ?? expect.fail('no transfer'))
    await shop.send(shop.message('transfer.reversed', back))
    shop.advance(MINUTE)
    expect(await sendOut()).toBe('1 done.')
    expect(shop.provider.transfers).toHaveLength(1)
    expect(await payoutRow(id)).toMatchObject({ status: 'failed' })
    expect(await balance()).toBe(90_00)
  })

  test('D290 found taken back at the next try: not paid', async () => {
    await connect()
    const id = await sentOne()
    shop.provider.trouble('POST /v1/transfers', 'fail-after', 3)
    await sendOut()
    shop.provider.reverse(shop.provider.transfers[0] ?? expect.fail('no transfer'))
    shop.advance(MINUTE)
    await sendOut()
    expect(await payoutRow(id)).toMatchObject({ status: 'failed' })
    expect(await balance()).toBe(90_00)
  })

  test('D290 a part of it is left for staff; transfers of others and of other amounts are none of ours', async () => {
    await connect()
    const id = await sentOne()
    await sendOut()
    const [sent] = shop.provider.transfers
    if (!sent) expect.fail('no transfer')
    const stranger = { ...sent, metadata: {}, amount_reversed: 90_00, reversed: true }
    const other = { ...sent, amount: 1, amount_reversed: 1, reversed: true }
    for (const object of [stranger, other, shop.provider.reverse(sent, 10_00)]) {
      expect(await shop.send(shop.message('transfer.reversed', object))).toBe(200)
    }
    expect(await payoutRow(id)).toMatchObject({ status: 'paid' })
    expect(await countStaffNotifications('payout-part-back')).toBe(1)
  })
})

test('D290 B1 two super admins send at once while two servers do the work and answers are lost: one transfer for each payout', {
  timeout: raceTimeout(8),
}, async () => {
  await connect()
  const other = await shop.signIn('super_admin', { passwordHash })
  for (let round = 0; round < raceRounds(8); round += 1) {
    const { id } = await prepareOne()
    const before = shop.provider.transfers.length
    const trouble = (['fail-after', 'reset-after', 'fail', 30] as const)[round % 4] ?? 'fail'
    shop.provider.trouble('POST /v1/transfers', trouble, round % 3)
    const outcomes = await Promise.all([
      ...[boss, other, boss].map((who) => outcomeOf(move(id, { status: 'sent' }, who))),
      outcomeOf(move(id, { status: 'failed', problem: 'Held back' }, other)),
      sendOut().then(() => ({ status: 0 })),
    ])
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    await Promise.all([sendOut(), sendOut(), sendOut()])
    shop.advance(5 * MINUTE)
    await Promise.all([sendOut(), sendOut()])
    const row = await payoutRow(id)
    const made = shop.provider.transfers.length - before
    expect([row?.status, made]).toEqual(row?.status === 'failed' ? ['failed', 0] : ['paid', 1])
    if (row?.status === 'failed') await boss.payouts.prepare().then(([again]) => again && move(again.id, { status: 'sent' }).then(sendOut))
    expect(await balance()).toBe(0)
  }
})

test('D290 by itself the shop sends what a super admin has sent', { timeout: 60_000 }, async () => {
  await connect()
  const id = await sentOne()
  const queue = createQueue(shop.database.pool, shop.database.kind === 'embedded')
  try {
    await queue.start(workKinds(shop.deps), () => {})
    await expect.poll(async () => (await payoutRow(id))?.status, { timeout: 30_000 }).toBe('paid')
  } finally {
    await queue.stop(2000)
  }
  expect(shop.provider.transfers).toHaveLength(1)
})
