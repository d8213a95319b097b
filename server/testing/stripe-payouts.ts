import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { sendTransfers } from '#server/payouts/transfers/send-transfers.ts'
import { notifications, orders, payoutAccounts, payouts } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { balanceOf, deliver, endHold, payOrder } from '#server/testing/earners.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

export const PASSWORD = 'slit-cardboard-42'
export const MINUTE = 60_000
export let shop: CardShop
export let ann: SignedInUser
export let boss: SignedInUser
export let seller: SignedInUser
export let ownId: string
export let passwordHash: string

/** Opens a shop with a buyer, a super admin and a seller for the tests of a file; after each of them the books add up. */
export function openPayoutShop(): void {
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
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
    expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
  })
}

const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))
export const sendOut = () => sendTransfers(shop.deps, provider())
export const balance = () => balanceOf(shop.deps.db, ownId, 'USD')
export const askBody = { currentPassword: PASSWORD }
export const accountRow = async () => (await shop.deps.db.select().from(payoutAccounts).where(eq(payoutAccounts.businessId, ownId)))[0]
export const payoutRow = async (id: string) => (await shop.deps.db.select().from(payouts).where(eq(payouts.id, id)))[0]

export const countStaffNotifications = (kind: string) =>
  shop.deps.db.$count(notifications, and(eq(notifications.kind, kind), eq(notifications.userId, boss.user.id)))

/** A seller whose account at the provider is finished, and connected for longer than payouts wait. */
export async function connect(): Promise<string> {
  await seller.earnings.connectStripe({ body: askBody })
  const id = (await accountRow())?.stripeAccountId ?? expect.fail('no account')
  shop.provider.finishAccount(id)
  await seller.earnings.readStripe()
  await endHold(shop, ownId)
  return id
}

/** $90.00 for the seller, free to leave. */
export async function earn(): Promise<string> {
  const product = await shop.make.product({ businessId: ownId, category: 'accessories', priceUsdCents: 100_00 })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  const { id } = await checkOut(ann)
  await payOrder(shop, id)
  await deliver(shop, id)
  await shop.deps.db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, id))
  await shop.deps.db.execute(sql`update seller_orders set delivered_at = delivered_at - interval '31 days'`)
  return id
}

export async function prepareOne() {
  await earn()
  const [payout] = await boss.payouts.prepare()
  return payout ?? expect.fail('nothing to pay')
}

type Move = Omit<Parameters<typeof boss.payouts.move>[0]['body'], 'currentPassword'>
export const move = (id: string, body: Move, who = boss) => who.payouts.move({ params: { id }, body: { ...body, ...askBody } })

/** A payout by Stripe whose transfer waits in the outbox. */
export async function sentOne(): Promise<string> {
  const { id } = await prepareOne()
  await move(id, { status: 'sent' })
  return id
}
