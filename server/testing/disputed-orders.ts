import { like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sendRequests } from '#server/payments/cards/send-provider-requests.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listFunds } from '#server/payouts/available-funds.ts'
import { ledgerEntries, outbox } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { balanceOf, days, giveAccount } from '#server/testing/earners.ts'
import { closeDispute } from '#server/testing/stripe-disputes.ts'
import type { DisputeShape } from '#server/testing/stripe-shapes.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'

export const PASSWORD = 'a box of old boxes'
export let shop: CardShop
export let boss: SignedInUser
let offset = 0

/** Opens a shop that charges cards for the tests of a file; after each of them the books add up. */
export function openDisputeShop(): void {
  beforeAll(async () => {
    shop = await openCardShop()
    offset = 0
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.reset()
    shop.advance(-offset)
    offset = 0
    boss = await shop.signIn('super_admin', { name: 'Bea Boss', passwordHash: await hashPassword(PASSWORD) })
    await boss.settings.update({ body: { tax: { percent: 0 } } })
  })
  afterEach(async () => {
    expect(await disagreements()).toEqual([])
    const { rows } = await shop.deps.db.execute<{ cents: string }>(
      sql`select coalesce(sum(debit_cents), 0)::text as cents from ledger_entries`,
    )
    expect(rows).toEqual([{ cents: '0' }])
  })
}

export const disagreements = async () => [...(await listOrderDisagreements(shop.deps.db)), ...(await listMoneyDisagreements(shop.deps.db))]
export const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))
export const sendOut = () => sendRequests(shop.deps, provider())
export const tell = (type: string, about: object) => shop.send(shop.message(type, structuredClone(about)))

export const advance = (ms: number) => {
  shop.advance(ms)
  offset += ms
}

export const goOn = (count: number) => advance(days(count))

/** An order of these sellers' products at these prices, paid by card. */
export async function paidOrder(...prices: number[]) {
  const buyer = await shop.signIn('customer', { name: 'Ann Buyer' })
  const sellers = []
  for (const priceUsdCents of prices) {
    const seller = await shop.signIn('business_admin', { passwordHash: await hashPassword(PASSWORD) })
    const businessId = seller.user.businessId ?? ''
    await giveAccount(shop, businessId)
    const product = await shop.make.product({ businessId, category: 'accessories', priceUsdCents, stock: 50 })
    await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    sellers.push({ ...seller, businessId, productId: product.id })
  }
  const { orderId, clientSecret } = await shop.begin(buyer)
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  expect(await shop.notifyPaid(intentId)).toBe(200)
  const [first] = sellers
  if (!first) throw new Error('no seller')
  return { buyer, orderId, intentId, sellers, first }
}

export async function deliver(id: string): Promise<void> {
  for (const status of ['shipped', 'delivered'] as const) await boss.orders.setStatus({ params: { id }, body: { status } })
}

/** As `paidOrder`, and its sellers could be paid out. */
export async function ripeOrder(...prices: number[]) {
  const order = await paidOrder(...prices)
  await deliver(order.orderId)
  goOn(31)
  return order
}

export async function fundsOf(businessId: string) {
  const [row] = await listFunds(shop.deps.db, shop.deps.now(), businessId)
  const { balanceCents = 0, pendingCents = 0, disputedCents = 0 } = row ?? {}
  return { balance: balanceCents, available: Math.max(0, balanceCents - Math.max(0, pendingCents)), disputed: disputedCents }
}

/** Cents on each account of the platform's, credits above 0, beside the one of the seller. */
export async function accounts(businessId: string) {
  const rows = await shop.deps.db
    .select({ account: ledgerEntries.account, cents: sql<string>`-sum(${ledgerEntries.debitCents})` })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.account)
  const sums = Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]))
  return { seller: await balanceOf(shop.deps.db, businessId, 'USD'), commission: sums.commission ?? 0, fee: sums.adjustment ?? 0 }
}

export const open = async (intentId: string, how: { amount?: number; reason?: string } = {}) => {
  const dispute = shop.provider.dispute(intentId, { at: shop.deps.now(), ...how })
  expect(await tell('charge.dispute.created', dispute)).toBe(200)
  return dispute
}

export const close = async (dispute: DisputeShape, status: 'won' | 'lost') => {
  expect(await tell('charge.dispute.closed', closeDispute(dispute, status))).toBe(200)
}

export const mailsOf = async (template: string) => {
  const rows = await shop.deps.db
    .select()
    .from(outbox)
    .where(like(outbox.dedupeKey, `${template}:%`))
  return rows.map(({ payload }) => payload as { to: string; facts: Record<string, unknown> })
}
