import type { Customer } from '#contract/accounts/customers.ts'
import { toDecimal } from '#domain/money.ts'
import { listSubscriptions } from '#server/accounts/personal-data/personal-data.ts'
import { presentMessage } from '#server/contact/messages/present-message.ts'
import { listOrders } from '#server/orders/order-list.ts'
import { presentAdminSummary } from '#server/orders/present-order.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { listNewestMessages, readCustomerTotals, readTerms } from './customer-record.ts'
import { presentUser } from './present-user.ts'
import { presentTerms } from './set-terms.ts'
import { findUser } from './user-list.ts'

/** Most orders, returns and messages of the page. */
const SHOWN = 20

/** Reads the newest returns of a customer. */
export type ListReturns = (db: Db, part: { scope: { userId: string }; limit: number; offset: number }) => Promise<Customer['returns']>

/** Returns a user as a customer. Refuses `not_found`. */
export async function readCustomer(db: Db, listReturns: ListReturns, id: string): Promise<Customer> {
  const user = found(await findUser(db, id))
  const person = { userId: id, email: user.signInEmail, isConfirmed: user.emailVerified }
  const { items, total } = await listOrders(db, { userId: id, page: 1, limit: SHOWN })
  const { cents, last, returnCount } = await readCustomerTotals(db, id)
  return {
    user: presentUser(user),
    terms: presentTerms(await readTerms(db, id)),
    figures: { orderCount: total, orderedUSD: toDecimal(cents), returnCount, lastOrderAt: last?.toISOString() ?? null },
    orders: items.map(presentAdminSummary),
    returns: await listReturns(db, { scope: { userId: id }, limit: SHOWN, offset: 0 }),
    messages: (await listNewestMessages(db, person, SHOWN)).map(presentMessage),
    consents: (await listSubscriptions(db, person)).map(({ status, consentText, createdAt, confirmedAt, unsubscribedAt }) => ({
      status,
      consentText,
      createdAt: createdAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
      unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
    })),
  }
}
