import { and, eq, inArray, like, notExists, or, sql } from 'drizzle-orm'
import { ERASED_NAME, erasedEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  addresses,
  carts,
  contactMessages,
  idempotencyKeys,
  newsletterSubscribers,
  notifications,
  orderEvents,
  orders,
  outbox,
  payments,
  returns,
  sessions,
  users,
  userTokens,
} from '#server/platform/db/schema.ts'
import { askingMailsTo, mailsOf, messagesOf, type Person, subscriptionsOf } from './personal-data.ts'

/** The Active super admins, locked in one order: two who leave at once take turns, and the second one sees that the first has gone. */
export async function lockSuperAdmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'Active')))
    .orderBy(users.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Mails that repeat a message, to the team and to who wrote it; their keys end with its reference. */
const MESSAGE_MAILS = ['contact-message', 'contact-received', 'quote-request', 'quote-received']

/** Deletes what hangs on a person alone: the cart first, because an order that is being placed holds its row. */
export async function deleteHoldings(tx: Db, person: Person): Promise<void> {
  const { userId, email, isConfirmed } = person
  await tx.delete(carts).where(eq(carts.userId, userId))
  await tx.delete(addresses).where(eq(addresses.userId, userId))
  await tx.delete(notifications).where(eq(notifications.userId, userId))
  await tx.delete(userTokens).where(eq(userTokens.userId, userId))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)) // they keep answers with the whole order
  const messages = await tx.delete(contactMessages).where(messagesOf(person)).returning({ reference: contactMessages.reference })
  const keys = messages.flatMap(({ reference }) => MESSAGE_MAILS.map((template) => `${template}:${reference}`))
  const ownOrders = tx
    .select({ id: sql`${orders.id}::text` })
    .from(orders)
    .where(eq(orders.userId, userId))
  const aboutOrders = inArray(sql`${outbox.payload}->'facts'->>'orderId'`, ownOrders) // they may have gone to an address of before
  const aboutAccount = like(outbox.dedupeKey, `%:${userId}:%`)
  await tx.delete(outbox).where(or(mailsOf(person), inArray(outbox.dedupeKey, keys), aboutOrders, aboutAccount)) // so that none is sent any more
  if (isConfirmed) await tx.delete(newsletterSubscribers).where(subscriptionsOf(email))
}

/** Deletes the mails that asked `email` to become somebody's new address. */
export async function deleteAskingMails(tx: Db, email: string): Promise<void> {
  await tx.delete(outbox).where(askingMailsTo(email))
}

/** Nothing was ever paid: no invoice has to be kept. */
const hasNoMoney = (tx: Db) => notExists(tx.select().from(payments).where(eq(payments.orderId, orders.id)))

/**
 * Takes the person out of the orders. Who ordered becomes a stand-in everywhere; of the checkout form stays what an invoice has to name
 * and a parcel needs (name, firm, VAT id, address), and nothing at all where the order was cancelled without money.
 */
export async function anonymizeOrders(tx: Db, userId: string): Promise<void> {
  const fake = { userName: ERASED_NAME, userEmail: erasedEmail(userId), version: sql`${orders.version} + 1` }
  const needed = sql`(${orders.customer} - array['phone', 'notes']) || '{"email": ""}'::jsonb`
  const nothing = sql`jsonb_build_object('email', '', 'firstName', 'Deleted', 'lastName', 'customer', 'address', '', 'city', '',
    'state', '', 'zipCode', '', 'country', ${orders.customer}->'country')`
  await tx
    .update(orders)
    .set({ ...fake, customer: needed, searchText: sql`replace(lower(${orders.number}), '-', ' ')` }) // as `normalizeText` writes a number
    .where(eq(orders.userId, userId))
  await tx
    .update(orders)
    .set({ customer: nothing })
    .where(and(eq(orders.userId, userId), eq(orders.status, 'cancelled'), hasNoMoney(tx)))
  await tx.update(returns).set({ note: '', photos: [] }).where(eq(returns.userId, userId))
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  await tx
    .update(orderEvents)
    .set({ actorName: ERASED_NAME, note: null })
    .where(and(eq(orderEvents.actorId, userId), inArray(orderEvents.orderId, own)))
}

/** Takes the person out of the user's row, which stays because orders hang on it. Its e-mail is free again. */
export async function eraseUser(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      name: ERASED_NAME,
      email: erasedEmail(userId),
      passwordHash: null,
      mustChangePassword: false,
      emailVerifiedAt: null,
      pendingEmail: null,
      businessId: null,
      status: 'Deleted',
      deletedAt: now,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, userId))
}
