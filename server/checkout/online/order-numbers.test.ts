import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOrderNumber } from '#domain/order.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('S324 64 orders of one millisecond, placed by eight at once, have numbers of one form, all different, in no order', async () => {
  const { id: productId } = await shop.make.product({ stock: 1000 })
  await shop.withStillClock(async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.signIn('customer')))
    const placed = await Promise.all(
      buyers.map(async (buyer) => {
        const numbers: string[] = []
        for (let count = 0; count < 8; count += 1) {
          await buyer.cart.addItem({ body: { productId, quantity: 1 } })
          numbers.push((await checkOut(buyer)).number)
        }
        return numbers
      }),
    )
    const all = placed.flat()
    expect(new Set(all).size).toBe(64)
    expect(all.every(isOrderNumber)).toBe(true)
    expect(new Set(all.map((number) => number.slice(0, 12))).size).toBe(1) // the time
    expect(placed.some((numbers) => numbers.join() !== numbers.toSorted().join())).toBe(true)
    const steps = placed.flatMap((numbers) => numbers.slice(1).map((number, at) => valueOf(number) - valueOf(numbers[at] ?? '')))
    expect(new Set(steps).size).toBeGreaterThan(20) // a counter would take few
  })
})

const valueOf = (number: string) => Number.parseInt(number.slice(12, 14), 36)
