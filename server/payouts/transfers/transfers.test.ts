import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { workKinds } from '#server/jobs.ts'
import { outbox, payoutAccounts } from '#server/platform/db/schema.ts'
import { createQueue } from '#server/platform/vendors/queue.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { endHold, giveAccount, refundPart } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import type { Trouble } from '#server/testing/stripe-fake.ts'
import {
  askBody,
  balance,
  boss,
  connect,
  countStaffNotifications,
  earn,
  MINUTE,
  move,
  openPayoutShop,
  ownId,
  PASSWORD,
  passwordHash,
  payoutRow,
  prepareOne,
  seller,
  sendOut,
  sentOne,
  shop,
} from '#server/testing/stripe-payouts.ts'
import { hasDueTransfer } from './send-transfers.ts'

openPayoutShop()

const asks = () => shop.provider.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/transfers')

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
      expect(await sendOut()).toBe('0 done, 1 to retry.')
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
    const { id, number } = await prepareOne()
    await shop.deps.db.update(payoutAccounts).set({ stripeAccountId: 'acct_other', stripeReady: true })
    expect(await refusalOf(move(id, { status: 'sent' }))).toMatchObject({
      code: 'payout_account_changed',
      detail: expect.stringContaining(`Mark ${number} as failed and prepare it again.`),
    })
    await shop.deps.db.update(payoutAccounts).set({ stripeAccountId: destination })
    await seller.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: 'corrugated-cardboard-43' } })
    expect(await refusalOf(move(id, { status: 'sent' }))).toMatchObject({
      code: 'payouts_on_hold',
      status: 409,
      detail: expect.stringMatching(/until \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC, because the password of an admin was changed/),
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

test('D290 R-B1 two super admins send at once while two servers do the work and answers are lost: one transfer for each payout', {
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

test('D290 by itself the shop sends what a super admin has sent', async () => {
  await connect()
  const id = await sentOne()
  const queue = createQueue(shop.database)
  try {
    await queue.start(workKinds(shop.deps), () => {})
    await expect.poll(async () => (await payoutRow(id))?.status).toBe('paid')
  } finally {
    await queue.stop(2000)
  }
  expect(shop.provider.transfers).toHaveLength(1)
})
