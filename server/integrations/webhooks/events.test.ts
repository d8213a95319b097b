import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { WebhookEvent } from '#domain/webhook.ts'
import { WEBHOOK_EVENTS } from '#domain/webhook.ts'
import { importCatalog } from '#server/catalog/imports/import-catalog.ts'
import { changeSales } from '#server/catalog/products/sale-jobs.ts'
import { watchUnconfirmed } from '#server/fulfillment/transitions/watch-unconfirmed.ts'
import { expireHolds } from '#server/payments/cards/expire-holds.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { checkOut, customerForm, orderOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { deliver, giveAccount } from '#server/testing/earners.ts'
import { accept, ask, offer, offerOf } from '#server/testing/quoted-offers.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'
import {
  addStaffWebhook,
  addWebhook,
  ageStockEvents,
  messages,
  openWebhookShop,
  receiver,
  sendDue,
  shop,
  WEBHOOK_SETTINGS,
} from '#server/testing/webhook-shop.ts'

/* Each way by which something changes, and what a seller and the platform are notified of. */

const PASSWORD = 'corrugated-board-7'
let cards: CardShop
openWebhookShop(async () => {
  cards = await openCardShop(WEBHOOK_SETTINGS)
  return cards
})

/** A seller with a product, another seller, a buyer and staff, whose webhooks want every event. */
async function open() {
  const product = await shop.make.product({ category: 'accessories', stock: 50, priceUsdCents: 100_00, priceEurCents: 90_00 })
  const seller = await shop.signIn('business_admin', { businessId: product.businessId })
  const [other, buyer, boss] = [
    await shop.signIn('business_admin'),
    await shop.signIn('customer'),
    await shop.signIn('super_admin', { passwordHash: await hashPassword(PASSWORD) }),
  ]
  await addWebhook(seller, [...WEBHOOK_EVENTS], '/seller')
  await addWebhook(other, [...WEBHOOK_EVENTS], '/other')
  await addStaffWebhook(boss, [...WEBHOOK_EVENTS])
  const order = async (quantity = 1) => {
    await buyer.cart.addItem({ body: { productId: product.id, quantity } })
    return checkOut(buyer)
  }
  return { product, seller, other, buyer, boss, order }
}
type Scene = Awaited<ReturnType<typeof open>>

/** Does something and returns what the seller and the platform were notified of; nobody else may hear of it. */
async function notifiedBy(work: () => Promise<unknown>): Promise<{ seller: string[]; staff: string[] }> {
  await sendDue()
  await ageStockEvents()
  await sendDue()
  await shop.database.pool.query("update webhook_deliveries set created_at = created_at - interval '11 seconds'")
  receiver.received.length = 0
  await work()
  await ageStockEvents()
  await sendDue()
  const all = messages()
  expect(all.filter(({ path }) => path === '/other')).toEqual([])
  const to = (path: string) => [...new Set(all.filter((message) => message.path === path).map(({ type }) => type))].toSorted()
  return { seller: to('/seller'), staff: to('/staff') }
}

const params = ({ id }: { id: string }) => ({ params: { id } })
const both = (...types: WebhookEvent[]) => ({ seller: types.toSorted(), staff: types.toSorted() })
const status = (by: SignedInUser, id: string, to: 'processing' | 'shipped' | 'delivered' | 'cancelled') =>
  by.orders.setStatus({ params: { id }, body: { status: to } })
/** Records a part of the payment of an order, in its currency. */
const record = (by: SignedInUser, id: string, amount: number) => {
  const paidAt = new Date().toISOString().slice(0, 10)
  const body = { method: 'bank_transfer' as const, reference: `T ${amount}`, paidAt, amount, password: PASSWORD }
  return by.orderMoney.markPaid({ params: { id }, body })
}
const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))

/** Each way: what it is called, what comes before it, and what is got. */
const WAYS: [name: string, got: { seller: string[]; staff: string[] }, before: (scene: Scene) => Promise<() => Promise<unknown>>][] = [
  [
    'an order placed online',
    both('order.placed', 'stock.changed'),
    async ({ order }) =>
      () =>
        order(),
  ],
  [
    'an order placed by phone',
    both('order.placed', 'stock.changed'),
    async ({ boss, buyer, product }) => {
      const wish = {
        items: [{ id: product.id, quantity: 1 }],
        currency: 'USD',
        shippingMethod: 'standard',
        promoCode: null,
        userId: buyer.user.id,
      } as const
      const { cart } = await boss.phoneOrders.preview({ body: { ...wish, items: [...wish.items] } })
      const { items, amount } = orderOf(cart)
      return () => boss.phoneOrders.place({ body: { ...wish, items, amount, customer: customerForm } })
    },
  ],
  [
    'an order by accepting an offer',
    both('order.placed', 'stock.changed'),
    async ({ seller, buyer, product }) => {
      const [{ id = '' } = {}] = await ask(buyer, [product.id])
      await offer(seller, id, offerOf(shop, product.id))
      return () => accept(buyer, id)
    },
  ],
  [
    'a card order before its payment',
    { seller: ['stock.changed'], staff: ['order.placed', 'stock.changed'] },
    async ({ product }) =>
      () =>
        cards.beginOf(product),
  ],
  [
    'a card order that is paid',
    { seller: ['order.paid', 'order.placed'], staff: ['order.paid'] },
    async ({ product }) => {
      const { intentId } = await cards.beginOf(product)
      return () => cards.notifyPaid(intentId)
    },
  ],
  [
    'a card order that nobody pays',
    { seller: ['stock.changed'], staff: ['order.canceled', 'stock.changed'] },
    async ({ product }) => {
      await cards.beginOf(product)
      return async () => {
        shop.advance(HOUR_MS)
        await expireHolds(shop.deps, provider())
      }
    },
  ],
  [
    'a payment that staff record',
    both('order.paid'),
    async ({ boss, order }) => {
      const { id, totalAmount } = await order()
      return () => record(boss, id, totalAmount)
    },
  ],
  [
    'a part of a payment',
    both(),
    async ({ boss, order }) => {
      const { id } = await order()
      return () => record(boss, id, 40)
    },
  ],
  [
    'the rest of a payment, after some of it was refunded',
    both('order.paid'),
    async ({ boss, order }) => {
      const { id, totalAmount } = await order()
      await record(boss, id, 40)
      await boss.orderMoney.refund({
        params: { id },
        body: { amount: 10, reason: 'Scratched', password: PASSWORD },
        idempotencyKey: randomUUID(),
      })
      return () => record(boss, id, totalAmount - 40)
    },
  ],
  [
    'an order that its buyer cancels',
    both('order.canceled', 'stock.changed'),
    async ({ buyer, order }) => {
      const placed = await order()
      return () => buyer.orders.cancel({ ...params(placed), body: {} })
    },
  ],
  [
    'an order that staff cancel',
    both('order.canceled', 'stock.changed'),
    async ({ boss, order }) => {
      const { id } = await order()
      return () => status(boss, id, 'cancelled')
    },
  ],
  [
    'an order that its only seller cancels',
    both('order.canceled', 'stock.changed'),
    async ({ seller, order }) => {
      const placed = await order()
      return () => seller.sellerOrders.move({ ...params(placed), body: { status: 'cancelled', reason: 'Out of board' } })
    },
  ],
  [
    'an order whose email nobody confirms',
    both('order.canceled', 'stock.changed'),
    async ({ buyer, order }) => {
      await shop.database.pool.query('update users set email_verified_at = null where id = $1', [buyer.user.id])
      await order()
      for (const days of [3, 3]) {
        shop.advance(days * DAY_MS)
        await watchUnconfirmed(shop.deps)
      }
      return async () => {
        shop.advance(DAY_MS)
        await watchUnconfirmed(shop.deps)
      }
    },
  ],
  [
    'a seller order that ships whole',
    both('seller_order.shipped'),
    async ({ seller, boss, order }) => {
      const placed = await order()
      await status(boss, placed.id, 'processing')
      return () => seller.sellerOrders.move({ ...params(placed), body: { status: 'shipped' } })
    },
  ],
  [
    'an order that staff ship',
    both('seller_order.shipped'),
    async ({ boss, order }) => {
      const { id } = await order()
      await status(boss, id, 'processing')
      return () => status(boss, id, 'shipped')
    },
  ],
  [
    'a parcel with a part of a seller order',
    both('seller_order.shipped'),
    async ({ seller, boss, order }) => {
      const placed = await order(3)
      await status(boss, placed.id, 'processing')
      const [line] = (await seller.sellerOrders.byId(params(placed))).items
      return () =>
        seller.shipments.ship({ ...params(placed), body: { lines: [{ id: line?.id ?? '', quantity: 1 }], trackingNumber: 'T-1' } })
    },
  ],
  [
    'a file of tracking numbers',
    both('seller_order.shipped'),
    async ({ seller, boss, order }) => {
      const placed = await order()
      await status(boss, placed.id, 'processing')
      const form = new FormData()
      form.set('file', new File([`Order;Carrier;Tracking number\n${placed.number};UPS;1Z999AA10123456784`], 'tracking.csv'))
      return () => seller.shipments.importTracking({ form })
    },
  ],
  [
    'a return that is requested and approved',
    both('return.updated'),
    async ({ seller, buyer, boss, product, order }) => {
      const placed = await order()
      for (const to of ['processing', 'shipped', 'delivered'] as const) await status(boss, placed.id, to)
      const body = {
        businessId: product.businessId,
        lines: [{ productId: product.id, quantity: 1 }],
        reason: 'unsuitable' as const,
        note: '',
        photos: [],
      }
      return async () => {
        const { id } = await buyer.returns.request({ ...params(placed), body })
        await sendDue()
        const before = receiver.received.length
        await seller.returns.moveAsSeller({ params: { id }, body: { status: 'approved' } })
        await sendDue()
        expect([before, receiver.received.length]).toEqual([2, 4])
      }
    },
  ],
  [
    'a new product',
    both('product.changed'),
    async ({ seller }) =>
      () =>
        seller.productEdits.create({
          body: { name: 'New mat', description: 'A mat.', category: 'mat', type: 'material', priceUSD: 40, priceEUR: 36, stock: 10 },
        }),
  ],
  [
    'an edit, also of what the public does not see',
    both('product.changed'),
    async ({ seller, product }) =>
      () =>
        seller.productEdits.update({ params: { id: product.id }, body: { hsCode: '4823.90' } }),
  ],
  [
    'prices of many products',
    both('product.changed'),
    async ({ seller, product }) =>
      () =>
        seller.productEdits.bulkPrices({ body: { updates: [{ id: product.id, priceUSD: 120, priceEUR: 110 }] } }),
  ],
  [
    'stocks of many products',
    both('stock.changed'),
    async ({ seller, product }) =>
      () =>
        seller.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock: 7 }] } }),
  ],
  [
    'an import',
    both('product.changed', 'stock.changed'),
    async ({ product }) =>
      async () => {
        const file = `slug,stock\n${product.slug},33`
        await importCatalog(shop.deps, { name: 'stock.csv', bytes: Buffer.from(file) }, null, { dryRun: false })
      },
  ],
  [
    'a sale that begins',
    both('product.changed'),
    async ({ seller, product }) => {
      const from = new Date(shop.deps.now().getTime() + HOUR_MS).toISOString()
      await seller.productEdits.update({ params: { id: product.id }, body: { saleUSD: 80, saleEUR: 70, saleFrom: from } })
      return async () => {
        shop.advance(2 * HOUR_MS)
        await changeSales(shop.deps)
      }
    },
  ],
  [
    'a recall',
    both('product.changed'),
    async ({ boss, product }) =>
      () =>
        boss.recalls.change({ params: { productId: product.id }, body: { text: 'Stop using this product.' } }),
  ],
  [
    'a product that is deleted',
    both('product.changed'),
    async ({ seller, product }) =>
      () =>
        seller.productEdits.remove({ params: { id: product.id } }),
  ],
  [
    'a payout that is prepared and sent',
    both('payout.updated'),
    async ({ boss, product, order }) => {
      const placed = await order()
      const body = {
        method: 'bank_transfer' as const,
        reference: 'T 1',
        paidAt: new Date().toISOString().slice(0, 10),
        amount: placed.totalAmount,
        password: PASSWORD,
      }
      await boss.orderMoney.markPaid({ ...params(placed), body })
      await deliver(shop, placed.id)
      await giveAccount(shop, product.businessId)
      await shop.database.pool.query("update seller_orders set delivered_at = delivered_at - interval '31 days'")
      return async () => {
        const [payout] = await boss.payouts.prepare()
        await boss.payouts.move({ params: { id: payout?.id ?? '' }, body: { status: 'sent', reference: 'B 1', currentPassword: PASSWORD } })
      }
    },
  ],
]

test.each(someOf(WAYS, 8))('%s', async (_name, got, before) => {
  const work = await before(await open())
  expect(await notifiedBy(work)).toEqual(got)
})

test('changes of a stock within ten seconds are one message, with the stock as it is then', async () => {
  const { order, product } = await open()
  const got = await notifiedBy(async () => {
    for (let at = 0; at < 3; at += 1) await order()
  })
  expect(got.seller).toContain('stock.changed')
  const stocks = messages().filter(({ type, path }) => type === 'stock.changed' && path === '/seller')
  expect(stocks.map(({ data }) => [data.id, data.stock])).toEqual([[product.id, 47]])
  await order()
  await ageStockEvents()
  await sendDue()
  const more = () => messages().filter(({ type, path }) => type === 'stock.changed' && path === '/seller').length
  expect(more(), 'the one before was not ten seconds ago').toBe(1)
  await shop.database.pool.query("update webhook_deliveries set created_at = created_at - interval '11 seconds'")
  await sendDue()
  expect(more()).toBe(2)
})

test('a product that moves to another seller is gone for the one before', async () => {
  const { product, other } = await open()
  await notifiedBy(async () => {})
  await shop.database.pool.query('update products set business_id = $1 where id = $2', [other.user.businessId, product.id])
  await sendDue()
  expect(
    messages()
      .map(({ path, data }) => `${path} ${String(data.status)}`)
      .toSorted(),
  ).toEqual(['/other Active', '/seller Deleted', '/staff Active'])
  const gone = messages().find(({ path }) => path === '/seller')
  expect(gone?.data, 'nothing else, as the description says').toEqual({ id: product.id, status: 'Deleted' })
})

test('a statement that changes several products notifies of each that changed', async () => {
  const { product } = await open()
  const { businessId } = product
  const ids = [product.id, (await shop.make.product({ businessId })).id]
  const still = await shop.make.product({ businessId })
  await notifiedBy(async () => {})
  await shop.database.pool.query('update products set stock = stock + case when id = $2 then 0 else 1 end where business_id = $1', [
    businessId,
    still.id,
  ])
  await ageStockEvents()
  await sendDue()
  const heard = messages().map(({ path, type, data }) => `${path} ${type} ${String(data.id)}`)
  expect(heard.toSorted()).toEqual(['/seller', '/staff'].flatMap((path) => ids.map((id) => `${path} stock.changed ${id}`)).toSorted())
})
