import { eq } from 'drizzle-orm'
import { orders, products } from '#server/platform/db/schema.ts'
import { orderOf } from './buyers.ts'
import { StripeFake } from './stripe-fake.ts'
import { openTestShop, type SignedInUser, type TestShop } from './test-shop.ts'

/** A shop that charges cards, at a fake of the provider. */
export interface CardShop extends TestShop {
  provider: StripeFake
  /** Creates a product that is no freight, with `stock` units. */
  parcel: (stock?: number) => Promise<{ id: string; priceUsdCents: number; priceEurCents: number }>
  /** Asks for the payment of everything in the buyer's cart. */
  begin: (buyer: SignedInUser, idempotencyKey?: string) => ReturnType<SignedInUser['checkout']['createPaymentIntent']>
  /** Puts products into a new buyer's cart and asks for their payment. */
  beginOf: (product: { id: string }, quantity?: number) => Promise<{ buyer: SignedInUser; orderId: string; intentId: string }>
  /** A message of the provider, signed by the shop's clock. */
  message: StripeFake['message']
  /** Sends a signed message; answers the status. */
  send: (message: { payload: string | Buffer; headers: Record<string, string> }) => Promise<number>
  /** Sends what the provider says after a payment. */
  notifyPaid: (intentId: string) => Promise<number>
  orderRow: (id: string) => Promise<typeof orders.$inferSelect>
  stockOf: (id: string) => Promise<number>
}

/** Opens a shop whose payments go to a fake on this machine. */
export async function openCardShop(settings: Record<string, string> = {}): Promise<CardShop> {
  const provider = await StripeFake.open()
  const shop = await openTestShop({ ...provider.settings, ...settings })
  const begin: CardShop['begin'] = async (buyer, idempotencyKey) => {
    const { paymentMethod: _later, ...body } = { paymentMethod: null, ...orderOf(await buyer.cart.list()) }
    return buyer.checkout.createPaymentIntent({ body, ...(idempotencyKey && { idempotencyKey }) })
  }
  const orderRow: CardShop['orderRow'] = async (id) => {
    const [row] = await shop.deps.db.select().from(orders).where(eq(orders.id, id))
    if (!row) throw new Error('no order')
    return row
  }
  const send: CardShop['send'] = async ({ payload, headers }) =>
    (await shop.app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })).statusCode
  const message: CardShop['message'] = (type, object, more = {}) => provider.message(type, object, { at: shop.deps.now(), ...more })
  return {
    ...shop,
    provider,
    message,
    begin,
    orderRow,
    send,
    parcel: (stock = 100) => shop.make.product({ category: 'accessories', stock, priceUsdCents: 120_00, priceEurCents: 110_00 }),
    beginOf: async ({ id: productId }, quantity = 1) => {
      const buyer = await shop.signIn('customer')
      await buyer.cart.addItem({ body: { productId, quantity } })
      const { orderId, clientSecret } = await begin(buyer)
      return { buyer, orderId, intentId: clientSecret.split('_secret_')[0] ?? '' }
    },
    notifyPaid: (intentId) => send(message('payment_intent.succeeded', provider.pay(intentId))),
    stockOf: async (id) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock ?? -1,
    reset: async () => {
      await shop.reset()
      provider.reset()
    },
    close: async () => {
      await shop.close()
      await provider.close()
    },
  }
}
