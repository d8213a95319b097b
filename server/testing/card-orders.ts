import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sendRequests } from '#server/payments/cards/send-provider-requests.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'

export let shop: CardShop

/** Opens a shop that charges cards for the tests of a file; after each of them the books add up. */
export function openPaymentShop(): void {
  beforeAll(async () => {
    shop = await openCardShop()
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.reset())
  afterEach(async () => {
    expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
    expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
  })
}

export const MINUTE = 60_000
export const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))
export const countMails = (template: string) => shop.deps.db.$count(outbox, eq(outbox.dedupeKey, template))
export const sendOut = () => sendRequests(shop.deps, provider())
