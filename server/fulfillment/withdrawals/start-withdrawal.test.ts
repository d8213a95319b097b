import { expect, test } from 'vitest'
import { outcomeOf } from '#server/testing/buyers.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

test('L1 five statements an hour come from one network', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  try {
    const outcomes: number[] = []
    for (let at = 0; at < 6; at += 1) {
      const body = { orderNumber: `ORD-${at}`, name: 'Eva', email: 'eva@test.test', items: '' }
      outcomes.push((await outcomeOf(limited.visitor.withdrawals.start({ body }))).status)
    }
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await limited.close()
  }
})
