import { and, asc, eq, inArray, isNull, like, lt, not, notExists, or, type SQLWrapper, sql } from 'drizzle-orm'
import { ERASED_NAME, erasedEmail } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  addresses,
  apiTokens,
  businessInvitations,
  businessMembers,
  carts,
  contactMessages,
  erasures,
  heldMails,
  idempotencyKeys,
  importMappings,
  invoicePreferences,
  loginChallenges,
  mediaFiles,
  messageReplies,
  newsletterSubscribers,
  notices,
  notificationChoices,
  notifications,
  orderChanges,
  orderEvents,
  orders,
  outbox,
  payments,
  quoteFiles,
  quoteMessages,
  quotes,
  quoteVersions,
  recoveryCodes,
  returns,
  savedViews,
  sessions,
  staffNotes,
  taxExemptions,
  userPasskeys,
  users,
  userTokens,
  userTotp,
  withdrawals,
} from '#server/platform/db/schema.ts'
import { FORGOTTEN_OFFERS, FORGOTTEN_REQUEST } from '#server/quotes/quote-record.ts'
import {
  confirmationEmailsTo,
  invitationsOf,
  mailsOf,
  messagesOf,
  noticesOf,
  type Person,
  quotesOf,
  subscriptionsOf,
  withdrawalsOf,
} from './personal-data.ts'

/** Locks the active super admins in a fixed order, so that two who leave at once take turns. */
export async function lockSuperAdmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'Active')))
    .orderBy(users.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Emails that repeat a message, to the team and to its sender; their keys end with its reference. */
const MESSAGE_MAILS = ['contact-message', 'contact-received', 'quote-request', 'quote-received']

/**
 * Deletes data that belongs to the person alone; the cart first, because an order being placed locks its row.
 * @returns the keys of files that nothing names any more
 */
export async function deletePersonalData(tx: Db, person: Person): Promise<string[]> {
  const { userId, email, isConfirmed } = person
  await tx.delete(carts).where(eq(carts.userId, userId))
  await deleteVatChecks(tx, userId)
  await tx.delete(addresses).where(eq(addresses.userId, userId))
  await tx.delete(withdrawals).where(and(isNull(withdrawals.orderId), withdrawalsOf(person)))
  await tx.update(notices).set({ name: ERASED_NAME, email: '', userId: null }).where(noticesOf(person))
  const certificates = await tx.delete(taxExemptions).where(eq(taxExemptions.userId, userId)).returning({ file: taxExemptions.file })
  const quoted = await eraseQuotes(tx, person)
  await tx.delete(invoicePreferences).where(eq(invoicePreferences.userId, userId))
  await tx.delete(notifications).where(eq(notifications.userId, userId))
  await tx.delete(heldMails).where(eq(heldMails.userId, userId))
  await tx.delete(notificationChoices).where(eq(notificationChoices.userId, userId))
  await tx.delete(businessMembers).where(eq(businessMembers.userId, userId))
  await tx.delete(businessInvitations).where(invitationsOf(person))
  await tx.delete(savedViews).where(eq(savedViews.userId, userId))
  await tx.delete(userTokens).where(eq(userTokens.userId, userId))
  await tx.delete(importMappings).where(eq(importMappings.userId, userId))
  await tx.update(mediaFiles).set({ userId: null }).where(eq(mediaFiles.userId, userId))
  await tx.delete(staffNotes).where(eq(staffNotes.userId, userId))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  for (const table of [apiTokens, loginChallenges, recoveryCodes, userPasskeys, userTotp])
    await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)) // they store responses with the whole order
  const replies = await tx
    .select({ id: messageReplies.id })
    .from(messageReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, messageReplies.messageId))
    .where(messagesOf(person))
  const messages = await tx.delete(contactMessages).where(messagesOf(person)).returning({ reference: contactMessages.reference })
  const keys = [
    ...messages.flatMap(({ reference }) => MESSAGE_MAILS.map((template) => `${template}:${reference}`)),
    ...replies.map(({ id }) => `message-reply:${id}`),
  ]
  const ownOrders = tx
    .select({ id: sql`${orders.id}::text` })
    .from(orders)
    .where(eq(orders.userId, userId))
  const aboutOrders = inArray(sql`${outbox.payload}->'facts'->>'orderId'`, ownOrders) // may have gone to an earlier address
  const ownQuotes = tx
    .select({ id: sql`${quotes.id}::text` })
    .from(quotes)
    .where(eq(quotes.buyerId, userId))
  const aboutQuotes = inArray(sql`${outbox.payload}->'facts'->>'quoteId'`, ownQuotes) // those to sellers repeat what the buyer wrote
  const aboutAccount = like(outbox.dedupeKey, `%:${userId}:%`)
  // so that none is sent any more
  await tx.delete(outbox).where(or(mailsOf(person), inArray(outbox.dedupeKey, keys), aboutOrders, aboutQuotes, aboutAccount))
  if (isConfirmed) await tx.delete(newsletterSubscribers).where(subscriptionsOf(email))
  return [...certificates.map(({ file }) => file), ...quoted]
}

/**
 * Clears what the person wrote in quotes and withdraws those that are open; offers stay, and what became an order keeps the VAT ID.
 * @returns the keys of files that nothing names any more
 */
async function eraseQuotes(tx: Db, person: Person): Promise<string[]> {
  const own = tx.select({ id: quotes.id }).from(quotes).where(quotesOf(person))
  await tx
    .update(quoteMessages)
    .set({ text: '' })
    .where(and(inArray(quoteMessages.quoteId, own), eq(quoteMessages.side, 'buyer')))
  const isOpen = sql`${quotes.status} in ('requested', 'offered')`
  await tx
    .update(quotes)
    .set({
      buyerName: ERASED_NAME,
      buyerEmail: '',
      buyerCompany: '',
      buyerPhone: '',
      request: FORGOTTEN_REQUEST,
      status: sql`case when ${isOpen} then 'withdrawn' else ${quotes.status} end`,
      closedReason: '',
      waitsFor: null,
      draft: null,
      version: sql`${quotes.version} + 1`,
    })
    .where(quotesOf(person))
  await tx
    .update(quoteVersions)
    .set({ content: FORGOTTEN_OFFERS.content })
    .where(and(inArray(quoteVersions.quoteId, own), FORGOTTEN_OFFERS.where))
  // a file of an offer that was sent to somebody else is part of the offer
  const isSent = sql`exists (select from ${quoteVersions} v join ${quotes} q on q.id = v.quote_id
    where v.quote_id = any(${quoteFiles.quoteIds}) and v.content->'fileIds' ? ${quoteFiles.id}::text and q.buyer_id is distinct from ${person.userId})`
  const files = await tx
    .delete(quoteFiles)
    .where(and(eq(quoteFiles.uploaderId, person.userId), not(isSent)))
    .returning({ key: quoteFiles.key })
  return files.map(({ key }) => key)
}

/** Deletes the checks of VAT ids that only this person's addresses have. */
async function deleteVatChecks(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from vat_checks c
    where c.vat_id in (select a.form->>'vatId' from addresses a where a.user_id = ${userId})
      and not exists (select from addresses a where a.form->>'vatId' = c.vat_id and a.user_id <> ${userId})
      and not exists (select from businesses b where b.vat_id = c.vat_id)`)
}

/** Deletes the emails that asked to confirm `email` as a new address. */
export async function deleteConfirmationEmails(tx: Db, email: string): Promise<void> {
  await tx.delete(outbox).where(confirmationEmailsTo(email))
}

/** Orders by their ids, or by a query for them. */
type OrderIds = readonly string[] | SQLWrapper

/** Condition: nothing was ever paid, so that no invoice must be retained. */
const hasNoMoney = (tx: Db) => notExists(tx.select().from(payments).where(eq(payments.orderId, orders.id)))

/**
 * Anonymizes the orders. The buyer becomes a placeholder; of the checkout form only what an invoice and a parcel need stays (name, company,
 * VAT id, address), and nothing if the order was canceled without a payment.
 * Notes and tags of staff are removed.
 */
export async function anonymizeOrders(tx: Db, ids: OrderIds): Promise<void> {
  const isOne = (column: SQLWrapper) => inArray(column, ids)
  const placeholder = {
    userName: ERASED_NAME,
    userEmail: sql`replace(${erasedEmail('*')}, '*', ${orders.userId}::text)`,
    version: sql`${orders.version} + 1`,
  }
  const needed = sql`(${orders.customer} - array['phone', 'notes']) || '{"email": ""}'::jsonb`
  const nothing = sql`jsonb_build_object('email', '', 'firstName', 'Deleted', 'lastName', 'customer', 'address', '', 'city', '',
    'state', '', 'zipCode', '', 'country', ${orders.customer}->'country')`
  await tx
    .update(orders)
    // as `normalizeText` writes a number
    .set({ ...placeholder, customer: needed, tags: [], agreedReason: null, searchText: sql`replace(lower(${orders.number}), '-', ' ')` })
    .where(isOne(orders.id))
  await tx
    .update(orders)
    .set({ customer: nothing })
    .where(and(isOne(orders.id), eq(orders.status, 'cancelled'), hasNoMoney(tx)))
  await tx.delete(staffNotes).where(isOne(staffNotes.orderId))
  await tx.update(returns).set({ note: '', photos: [] }).where(isOne(returns.orderId))
  await tx.update(withdrawals).set({ name: ERASED_NAME, email: '', items: '', statement: '', answer: '' }).where(isOne(withdrawals.orderId))
  await tx.update(orderChanges).set({ reason: '' }).where(isOne(orderChanges.orderId))
  const buyer = sql`(select ${orders.userId} from ${orders} where ${orders.id} = ${orderEvents.orderId})`
  await tx
    .update(orderEvents)
    .set({ actorName: ERASED_NAME, note: null })
    .where(and(isOne(orderEvents.orderId), eq(orderEvents.actorId, buyer)))
}

/** Query for the ids of a person's orders. */
export const ordersOf = (tx: Db, userId: string) => tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))

/** Returns the oldest orders from before `day` that still have what their buyers typed, at most `limit`. */
export async function listOldOrders(tx: Db, day: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(lt(orders.createdAt, day), sql`${orders.customer}->>'email' <> ''`))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Anonymizes the user's row, which orders refer to, and records that. Its email can be used again. */
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
  await recordErasure(tx, { userId, at: now })
}

/** An account that was erased, and when. */
export type Erasure = typeof erasures.$inferSelect

/** Records an erasure, for backups from before it. */
export async function recordErasure(tx: Db, erasure: Erasure): Promise<void> {
  await tx.insert(erasures).values(erasure).onConflictDoNothing()
}

/**
 * Returns all erasures, oldest first. The table was first filled with every deleted account: those that staff deleted have their data and
 * can be restored, so they are left out.
 */
export async function listErasures(db: Db): Promise<Erasure[]> {
  const isErased = or(isNull(users.id), like(users.email, erasedEmail('%')))
  return db
    .select({ userId: erasures.userId, at: erasures.at })
    .from(erasures)
    .leftJoin(users, eq(users.id, erasures.userId))
    .where(isErased)
    .orderBy(asc(erasures.at), asc(erasures.userId))
}
