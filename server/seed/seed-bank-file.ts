import { eq } from 'drizzle-orm'
import { toDecimal } from '#domain/money.ts'
import { setTerms } from '#server/accounts/users/set-terms.ts'
import { addBankFile } from '#server/fulfillment/bank-files/add-bank-file.ts'
import { orders } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { REQUEST_ID, type Step } from './play-steps.ts'

/** Writes a statement with what is open of partly paid orders by their numbers, and a transfer that nobody knows. */
async function statementOf({ db, now }: Deps): Promise<string> {
  const open = await db.select().from(orders).where(eq(orders.paymentStatus, 'partially_paid')).orderBy(orders.createdAt)
  const day = now().toISOString().slice(0, 10)
  const rows = open
    .filter(({ paymentPlan }) => paymentPlan === null)
    .map(({ number, totalCents, paidCents }) => `${day};D-1;Corner Goods;${number} rest;${toDecimal(totalCents - paidCents)}`)
  return ['Date;Transaction ID;Payer;Description;Amount (USD)', ...rows, `${day};D-2;Jane Doe;Thank you;125.50`].join('\n')
}

/** Gives a buyer of the demo 30 days to pay, and adds a bank statement that waits for staff. */
export const moneyStep = (staff: Actor, buyer: Actor | undefined): Step => ({
  daysAgo: 0.1,
  act: async (then) => {
    const body = { days: 30, limit: 20_000, reason: 'Orders every month and pays on time.' }
    if (buyer) await setTerms(then, staff, { id: buyer.userId, body, requestId: REQUEST_ID })
    const bytes = new TextEncoder().encode(await statementOf(then))
    await addBankFile(then, staff, { file: { name: 'statement.csv', bytes }, requestId: REQUEST_ID })
  },
})
