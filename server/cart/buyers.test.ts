import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import { orderOf } from '#server/testing/buyers.ts'
import { goldenForm, openGoldenShop } from '#server/testing/golden-orders.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* The cart page knows country and kind of the buyer, the checkout the whole address: both name one total, and the order costs it. */

let shop: TestShop
let ann: SignedInUser
let golden: Awaited<ReturnType<typeof openGoldenShop>>
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  golden = await openGoldenShop(shop, { buyer: ann, staff: await shop.signIn('super_admin') })
})

interface Buyer {
  to: string
  buyer: BuyerKind
  vatId?: string
}

const VAT_IDS = { DE: 'DE136695976', FR: 'FR40303265045', IE: 'IE6388047V' } as const

/** Private persons and businesses in each market, and businesses with a VAT id that counts. */
const BUYERS: Buyer[] = [
  ...['DE', 'FR', 'IE', 'SE', 'GB', 'CH', 'FI', 'HU'].flatMap((to): Buyer[] => [
    { to, buyer: 'consumer' },
    { to, buyer: 'business' },
  ]),
  ...Object.entries(VAT_IDS).map(([to, vatId]): Buyer => ({ to, buyer: 'business', vatId })),
]

const save = (form: ReturnType<typeof goldenForm>, isDefault: boolean) => ann.addresses.add({ body: { ...form, isDefault } })
const totalsOf = ({ totals, tax, shippingCountry }: Awaited<ReturnType<SignedInUser['cart']['list']>>) => ({ totals, tax, shippingCountry })

describe.each(['DE', 'FR', 'IE'] as const)('with a default address and its VAT ID in %s', (home) => {
  test.each(someOf(BUYERS, 5))('1.4 cart, checkout and order of a $buyer in $to ($vatId) say one total', async (row) => {
    for (const vatId of Object.values(VAT_IDS)) await golden.answered(vatId, 'valid')
    await golden.addGoods({ P: 2 }, 'EUR')
    await save(goldenForm({ to: home, buyer: 'business', vatId: VAT_IDS[home] }), true)
    const form = goldenForm(row)
    if (row.to !== home || row.vatId === undefined) await save(form, false)
    const chosen = { currency: 'EUR', country: row.to, buyer: row.buyer } as const
    const vatId = row.to === home && row.buyer === 'business' ? VAT_IDS[home] : (row.vatId ?? '') // the form begins with the address
    const inCart = await ann.cart.list({ query: chosen })
    const inCheckout = await ann.cart.list({ query: { ...chosen, state: form.state, zip: form.zipCode, vatId } })
    expect(totalsOf(inCheckout)).toEqual(totalsOf(inCart))
    if (!inCart.canCheckOut) return
    const body = { ...orderOf(inCart), expectedTotal: inCart.totals.total, customer: { ...form, ...(vatId && { vatId }) } }
    expect(await ann.checkout.placeOrder({ body })).toMatchObject({ totalAmount: inCart.totals.total })
  })
})

test('1.4 the kind of buyer that is chosen counts, whatever the addresses say; without one that of the default address', async () => {
  await golden.addGoods({ P: 2 }, 'EUR')
  await save(goldenForm({ to: 'DE', buyer: 'business' }), true)
  const ask = (buyer?: BuyerKind) => ann.cart.list({ query: { currency: 'EUR', country: 'DE', ...(buyer && { buyer }) } })
  expect(await ask('consumer')).toMatchObject({ buyerKind: 'consumer', tax: { mode: 'included' } })
  expect(await ask('business')).toMatchObject({ buyerKind: 'business', tax: { mode: 'added' } })
  expect(await ask()).toMatchObject({ buyerKind: 'business', tax: { mode: 'added' } })
  expect(await ann.cart.list({ query: { currency: 'EUR' } })).toMatchObject({ shippingCountry: 'DE', buyerKind: 'business' })
})
