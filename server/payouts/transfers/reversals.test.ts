import { describe, expect, test } from 'vitest'
import {
  balance,
  connect,
  countStaffNotifications,
  MINUTE,
  openPayoutShop,
  payoutRow,
  sendOut,
  sentOne,
  shop,
} from '#server/testing/stripe-payouts.ts'

openPayoutShop()

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
